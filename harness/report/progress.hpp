#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace rpcts::report {

/// Writes the progress of a long run to a stream: on a terminal one line that is rewritten, elsewhere a plain
/// line at the start of every tenth. What goes wrong is told at once.
class Progress {
 public:
  /// `out` must outlive the progress. `terminal`: whether it is one. `things` are what is counted ("cases"),
  /// `wrong` is what those are that go wrong ("failed").
  Progress(std::ostream& out, bool terminal, std::size_t selected, std::string things, std::string wrong);

  /// One more has ended. `trouble`: what went wrong with it, whole lines; empty = nothing.
  void add(std::string_view name, std::string_view trouble);
  /// Leaves the cursor at the start of a line.
  void finish();

 private:
  void clear_line();

  std::ostream& out_;
  bool terminal_;
  std::size_t selected_;
  std::string things_;
  std::string wrong_word_;
  std::size_t ended_ = 0;
  std::size_t wrong_ = 0;
  std::size_t told_tenths_ = 0;
  bool line_shown_ = false;
};

}  // namespace rpcts::report
