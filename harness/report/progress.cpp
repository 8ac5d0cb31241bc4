#include "harness/report/progress.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <utility>

namespace rpcts::report {

Progress::Progress(std::ostream& out, bool terminal, std::size_t selected, std::string things,
                   std::string wrong)
    : out_(out),
      terminal_(terminal),
      selected_(selected),
      things_(std::move(things)),
      wrong_word_(std::move(wrong)) {}

void Progress::add(std::string_view name, std::string_view trouble) {
  ++ended_;
  if (!trouble.empty()) {
    ++wrong_;
    clear_line();
    out_ << trouble;
  }
  if (terminal_) {
    // Erases the rest of the line; a long name is cut so that the line never wraps on the usual width.
    constexpr std::size_t shown_name = 40;
    const std::string shown = name.size() > shown_name
                                  ? fmt::format("…{}", name.substr(name.size() - shown_name))
                                  : std::string(name);
    out_ << fmt::format("\r[{}/{}] {} {}  {}\x1B[K", ended_, selected_, wrong_, wrong_word_, shown)
         << std::flush;
    line_shown_ = true;
  } else if (const std::size_t tenths = ended_ * 10 / std::max<std::size_t>(1, selected_);
             tenths > told_tenths_) {
    told_tenths_ = tenths;
    out_ << fmt::format("{} of {} {}, {} {}\n", ended_, selected_, things_, wrong_, wrong_word_)
         << std::flush;
  }
}

void Progress::clear_line() {
  if (line_shown_) {
    out_ << "\r\x1B[K";
    line_shown_ = false;
  }
}

void Progress::finish() {
  clear_line();
  out_ << std::flush;
}

}  // namespace rpcts::report
