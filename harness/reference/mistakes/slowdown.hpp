#pragma once

// Work that the reference does twice when it is told to, so that what watches its speed can be tested: the
// environment variable RPCTS_REFERENCE_SLOWDOWN says how much in per cent. Pictures stay the same.

namespace rpcts::reference {

inline constexpr const char* slowdown_variable = "RPCTS_REFERENCE_SLOWDOWN";

/// Per cent of the work; 0 where the environment names none, or no number from 0 to 100. Any thread.
[[nodiscard]] double planted_slowdown() noexcept;

/// Spreads the planted work evenly: of a hundred things done, as many are due again as there are per cent.
class Slowdown {
 public:
  /// Called after each thing: whether it is to be done once more.
  [[nodiscard]] bool due() noexcept {
    if (percent_ == 0) {
      return false;
    }
    owed_ += percent_;
    if (owed_ < 100) {
      return false;
    }
    owed_ -= 100;
    return true;
  }

 private:
  double percent_ = planted_slowdown();
  double owed_ = 0;
};

}  // namespace rpcts::reference
