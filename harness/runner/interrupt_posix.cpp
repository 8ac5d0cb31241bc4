#include <csignal>

#include "harness/runner/interrupt.hpp"

namespace rpcts::runner {
namespace {

// The one thing that a signal handler can reach.
volatile std::sig_atomic_t signal_came = 0;

extern "C" void remember_signal(int /*signal*/) {
  signal_came = 1;
}

void handle(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  // The handler works once; and calls that wait end with EINTR, so that the flag is seen at once.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

Interrupts::Interrupts() {
  signal_came = 0;
  handle(remember_signal);
}

Interrupts::~Interrupts() {
  handle(SIG_DFL);
}

bool Interrupts::came() {
  return signal_came != 0;
}

}  // namespace rpcts::runner
