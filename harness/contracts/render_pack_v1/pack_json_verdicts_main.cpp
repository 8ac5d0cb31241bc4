// Reads one pack.json text a line from standard input; answers each with "accepted" or the id of the rule
// that decides. For tests that compare the reader with something else.

#include <fmt/format.h>
#include <iostream>
#include <string>

#include "harness/contracts/render_pack_v1/pack_json.hpp"

int main() {
  for (std::string text; std::getline(std::cin, text);) {
    const auto result = rpcts::render_pack_v1::read_pack_json(text);
    const rpcts::Diagnostic* deciding = result.findings.deciding();
    fmt::print("{}\n", deciding == nullptr ? "accepted" : deciding->rule);
  }
}
