#include "harness/reference/mistakes/slowdown.hpp"

#include <cstdlib>

namespace rpcts::reference {

double planted_slowdown() noexcept {
  // A constant of the process, as the mistakes are.
  static const double percent = [] {
    const char* text = std::getenv(slowdown_variable);  // NOLINT(concurrency-mt-unsafe)
    const double number = text != nullptr ? std::strtod(text, nullptr) : 0;
    return number > 0 && number <= 100 ? number : 0;
  }();
  return percent;
}

}  // namespace rpcts::reference
