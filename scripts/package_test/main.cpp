// A program of somebody else that judges a pack through the installed library.
#include <cstdio>

#include "harness/contracts/render_pack_v1/validate_pack.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  const auto report = rpcts::render_pack_v1::validate_pack(argv[1]);
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().message.c_str());
    return 2;
  }
  std::printf("%zu modules, %s\n", report->modules, report->findings.accepted() ? "accepted" : "rejected");
  return report->findings.accepted() && report->modules > 0 ? 0 : 1;
}
