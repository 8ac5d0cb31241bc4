#include "harness/implementation/validation_watch.hpp"

#include <algorithm>

#include "harness/implementation/answer.hpp"

namespace rpcts::implementation {

std::vector<LayerError> layer_errors(std::string_view text) {
  std::vector<LayerError> errors;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    // "VUID-…(ERROR / SPEC): msgNum: …"; the objects stand below it, indented.
    const std::size_t severity = line.find("(ERROR / ");
    if (line.empty() || line.front() == ' ' || severity == std::string_view::npos) {
      continue;
    }
    LayerError one{.id = repaired(line.substr(0, severity)), .text = repaired(line)};
    if (std::ranges::find(errors, one) == errors.end()) {
      errors.push_back(std::move(one));
    }
  }
  return errors;
}

}  // namespace rpcts::implementation
