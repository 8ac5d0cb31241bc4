#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "harness/cli/parse.hpp"

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv, argv + argc);
    return rpcts::cli::run_program(words, std::cout, std::cerr);
  } catch (const std::exception& thrown) {
    std::cerr << "rpcts: a defect of the suite: " << thrown.what() << '\n';
    return rpcts::cli::exit_wrong_command;
  }
}
