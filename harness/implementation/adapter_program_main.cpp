// Serves an adapter library over standard input and output: the protocol of docs/implementation/program.md.

#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "harness/implementation/program_server.hpp"

namespace {

/// Standard output is for answers alone; what the library prints goes to standard error.
std::FILE* take_standard_output() {
  const int answers = ::dup(STDOUT_FILENO);
  if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return nullptr;
  }
  return ::fdopen(answers, "w");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    fmt::print(stderr,
               "Usage: rpcts-adapter-program LIBRARY\n"
               "Serves an adapter library over standard input and output. Without a word the library is the "
               "environment's RPCTS_ADAPTER_LIBRARY.\n");
    return 2;
  }
  const char* named =
      argc == 2 ? argv[1] : std::getenv("RPCTS_ADAPTER_LIBRARY");  // NOLINT(concurrency-mt-unsafe)
  if (named == nullptr) {
    fmt::print(stderr, "rpcts-adapter-program: name a library, or set RPCTS_ADAPTER_LIBRARY\n");
    return 2;
  }
  std::FILE* answers = take_standard_output();
  if (answers == nullptr) {
    fmt::print(stderr, "rpcts-adapter-program: no standard output\n");
    return 2;
  }
  rpcts::Result<rpcts::implementation::Implementation> opened =
      rpcts::implementation::Implementation::open(named);
  if (!opened) {
    fmt::print(stderr, "rpcts-adapter-program: {}\n", opened.error().message);
    return 2;
  }
  rpcts::implementation::ProgramServer server(std::move(*opened));
  for (std::string line; std::getline(std::cin, line);) {
    const std::string answer = server.answer(line) + "\n";
    if (std::fwrite(answer.data(), 1, answer.size(), answers) != answer.size() || std::fflush(answers) != 0) {
      return 1;
    }
  }
  return 0;
}
