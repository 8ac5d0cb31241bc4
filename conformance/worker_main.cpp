#include "harness/runner/worker_main.hpp"

#include <filesystem>
#include <string_view>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "harness/base/executable_path.hpp"

namespace {

/// The suite's own implementation, which cases judge where the user names none.
constexpr std::string_view reference_library = "librpcts_reference.so";

rpcts::Result<rpcts::runner::WorkerCases> load(const rpcts::runner::WorkerSetup& asked) {
  rpcts::runner::WorkerSetup setup = asked;
  if (setup.implementation.empty()) {
    const std::filesystem::path own = rpcts::installed_library(reference_library);
    setup.implementation = std::filesystem::exists(own) ? own.string() : "";
  }
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
