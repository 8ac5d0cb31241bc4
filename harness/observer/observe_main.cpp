// rpcts-observe: runs any Vulkan program under the observing layer and tells what it did.

#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

#include "harness/base/executable_path.hpp"
#include "harness/observer/child.hpp"
#include "harness/observer/commands.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::observer {
namespace {

struct Asked {
  bool record = false;
  bool host_allocation = false;
  std::uint64_t fail = 0;
  std::string command{};
  VkResult error = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  std::uint32_t stall = 0;
  Restrictions restrictions{};
  std::vector<std::string> program{};
};

void print_recording(const Recording& recording) {
  for (const RecordedSubmit& submit : recording.submits) {
    fmt::print("submit {}: {} passes, {} descriptor writes before it\n", submit.number, submit.passes.size(),
               submit.descriptor_writes);
    for (const RecordedPass& pass : submit.passes) {
      fmt::print("  {} x {}, view mask {:#x}, {} attachments, {} draws\n", pass.area.extent.width,
                 pass.area.extent.height, pass.view_mask, pass.attachments.size(), pass.draws.size());
    }
  }
}

int observe(const Asked& asked) {
  auto started = Observer::start(installed_library("librpcts_observer.so").parent_path());
  if (!started) {
    fmt::print(stderr, "rpcts-observe: {}\n", started.error().message);
    return 2;
  }
  Observer& observer = **started;
  observer.attend(asked.record ? Attention::record : Attention::ledger);
  observer.restrict_to(asked.restrictions);
  observer.stall_fences(std::chrono::milliseconds(asked.stall));
  observer.disturb({.of = asked.host_allocation ? Disturbance::Of::host_allocation : Disturbance::Of::call,
                    .nth = asked.fail,
                    .command = asked.command,
                    .result = asked.error});
  std::string incomplete;
  const auto read = [&] {
    if (const auto done = observer.read(); !done) {
      incomplete = done.error().message;
    }
    if (asked.record) {
      print_recording(observer.recording());
    }
    observer.forget_recording();
  };
  const auto status = run_child(asked.program, read);
  if (!status) {
    fmt::print(stderr, "rpcts-observe: {}\n", status.error().message);
    return 2;
  }
  read();
  const Disturbed came = observer.calm();
  fmt::print("{} {}, {} objects created, {} submits, {} descriptor writes\n", came.counted,
             asked.host_allocation ? "host allocations" : "calls that can fail",
             observer.ledger().objects_created(), observer.ledger().submits(),
             observer.ledger().descriptor_writes());
  if (asked.fail != 0) {
    fmt::print("{}\n", came.injected ? fmt::format("number {} failed in {}", asked.fail, came.command)
                                     : fmt::format("number {} never came", asked.fail));
  }
  for (const LiveObject& one : observer.ledger().live()) {
    fmt::print("left: {} {:#x} of {} (call {})\n", object_type_name(one.type), one.handle, one.command,
               one.call);
  }
  for (const std::string& finding : observer.take_findings()) {
    fmt::print("found: {}\n", finding);
  }
  if (!incomplete.empty()) {
    fmt::print(stderr, "rpcts-observe: {}\n", incomplete);
  }
  return *status;
}

int run(int argc, char** argv) {
  Asked asked;
  CLI::App app("Runs a Vulkan program under the observing layer and tells what it left and did wrong");
  const std::map<std::string, VkResult> errors{
      {"host", VK_ERROR_OUT_OF_HOST_MEMORY},    {"device", VK_ERROR_OUT_OF_DEVICE_MEMORY},
      {"lost", VK_ERROR_DEVICE_LOST},           {"initialization", VK_ERROR_INITIALIZATION_FAILED},
      {"fragmented", VK_ERROR_FRAGMENTED_POOL}, {"pool", VK_ERROR_OUT_OF_POOL_MEMORY}};
  app.add_flag("--record", asked.record, "Also print the passes of each submit");
  app.add_option("--fail", asked.fail, "Make the N-th call that can fail return an error");
  app.add_option("--command", asked.command, "Count only this command")->check([](const std::string& name) {
    return command_index(name) ? std::string() : fmt::format("'{}' is no Vulkan command", name);
  });
  app.add_option("--error", asked.error, "What it returns (default: device)")
      ->transform(CLI::CheckedTransformer(errors, CLI::ignore_case));
  app.add_flag("--host-allocation", asked.host_allocation,
               "Count the driver's host allocations instead of calls");
  app.add_option("--stall", asked.stall, "Make each submit look unfinished for so many milliseconds");
  app.add_flag("--no-multiview", asked.restrictions.no_multiview);
  app.add_flag("--no-descriptor-indexing", asked.restrictions.no_descriptor_indexing);
  app.add_flag("--no-timestamps", asked.restrictions.no_timestamps);
  app.add_option("--dynamic-storage-buffers", asked.restrictions.dynamic_storage_buffers);
  app.add_option("--image-layers", asked.restrictions.image_layers);
  app.add_option("--image-dimension", asked.restrictions.image_dimension);
  app.add_option("--device-local-bytes", asked.restrictions.device_local_bytes);
  app.add_option("program", asked.program, "The program with its arguments, after --")->required();
  app.positionals_at_end();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? 0 : 2;
  }
  return observe(asked);
}

}  // namespace
}  // namespace rpcts::observer

int main(int argc, char** argv) {
  return rpcts::observer::run(argc, argv);
}
