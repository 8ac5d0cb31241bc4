#include "harness/runner/worker_main.hpp"

#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "harness/base/executable_path.hpp"

namespace {

rpcts::Result<rpcts::runner::WorkerCases> load(const rpcts::runner::WorkerSetup& setup) {
  rpcts::runner::WorkerCases cases;
  rpcts::Result<void> added = rpcts::render_pack_v1::add_cases(cases, setup);
  if (!added) {
    return std::unexpected(std::move(added.error()));
  }
  return cases;
}

}  // namespace

int main(int argc, char** argv) {
  return rpcts::runner::worker_main(argc, argv, rpcts::installed_data_folder(), load);
}
