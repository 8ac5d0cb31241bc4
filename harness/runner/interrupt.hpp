#pragma once

namespace rpcts::runner {

/// From its creation on, the first interrupt or termination signal (Ctrl-C) is only remembered; the second
/// ends the process as usual. One at a time in a process: signals belong to the process.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  /// Whether a signal has come.
  [[nodiscard]] static bool came();
};

}  // namespace rpcts::runner
