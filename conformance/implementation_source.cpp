#include "conformance/implementation_source.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

#include "harness/base/executable_path.hpp"
#include "harness/gpu/loader.hpp"

namespace rpcts {
namespace {

/// The observing layer; its manifest lies beside it.
constexpr std::string_view observer_library = "librpcts_observer.so";

/// An Error as the case's result.
void report(runner::CaseContext& context, const Error& why) {
  if (why.kind == ErrorKind::unsupported) {
    context.not_supported(why.message);
  }
  context.check(false, why.message);
}

/// Fails the case with each error of the layer.
void report_messages(runner::CaseContext& context, ImplementationSource& source) {
  for (const gpu::ValidationMessage& message : source.drain()) {
    context.check(false, "validation layer: " + message.text);
  }
}

void run_body(runner::CaseContext& context, ImplementationSource& source, const ImplementationCase& one) {
  const Result<implementation::Implementation*> opened = source.open();
  if (!opened) {
    report(context, opened.error());
    return;
  }
  implementation::Implementation& implementation = **opened;
  if (!implementation.claims(one.profiles)) {
    // The same words for whatever is not claimed: reports group by them.
    const std::vector<std::string> claimed = implementation::profile_names(implementation.profiles());
    context.not_supported(
        claimed.empty() ? fmt::format("{} claims no profile", implementation.name())
                        : fmt::format("{} claims only {}", implementation.name(), fmt::join(claimed, ", ")));
  }
  // What the suite's own use of the device left is not the implementation's.
  std::ignore = source.drain();
  if ((one.profiles & RPCTS_PROFILE_HOST) != 0) {
    context.note("validation", source.validation_state());
  }
  try {
    if (const Result<void> done = one.body(context, implementation); !done) {
      report(context, done.error());
    }
  } catch (const runner::NotSupported&) {
    report_messages(context, source);
    throw;
  }
  report_messages(context, source);
}

}  // namespace

Result<implementation::Implementation*> ImplementationSource::open() {
  if (path_.empty()) {
    return error(ErrorKind::unsupported,
                 "no implementation is named, and the suite's own reference is not installed");
  }
  if (!opened_) {
    start_watch();
    start_observer();
    opened_ = implementation::Implementation::open(path_);
  }
  if (!*opened_) {
    return std::unexpected(opened_->error());
  }
  return &**opened_;
}

void ImplementationSource::start_watch() {
  if (!validation_) {
    validation_state_ = "off by --no-validation";
    return;
  }
  const Result<void> loaded = gpu::load_vulkan();
  const Result<std::string> version =
      loaded ? gpu::validation_layer_version() : Result<std::string>(std::unexpected(loaded.error()));
  if (!version || version->empty()) {
    validation_state_ = version ? "the validation layer is not installed" : version.error().message;
    return;
  }
  Result<std::unique_ptr<implementation::ValidationWatch>> watch = implementation::ValidationWatch::start();
  if (!watch) {
    validation_state_ = watch.error().message;
    return;
  }
  watch_ = std::move(*watch);
  validation_state_ = "VK_LAYER_KHRONOS_validation " + *version;
}

void ImplementationSource::start_observer() {
  Result<std::unique_ptr<observer::Observer>> started =
      observer::Observer::start(installed_library(observer_library).parent_path());
  if (started) {
    observer_ = std::move(*started);
  } else {
    observer_state_ = started.error().message;
  }
}

std::vector<gpu::ValidationMessage> ImplementationSource::drain() {
  if (!watch_) {
    return {};
  }
  gpu::ValidationLog known;
  gpu::ValidationLog log(gpu::texture_table_noise());
  for (implementation::LayerError& one : watch_->drain()) {
    known.add({.is_error = true, .id = std::move(one.id), .text = std::move(one.text)});
  }
  for (gpu::ValidationMessage& message : known.drain()) {
    log.add(std::move(message));
  }
  return log.drain();
}

Result<runner::ImplementationFacts> ImplementationSource::describe() {
  const Result<implementation::Implementation*> opened = open();
  if (!opened) {
    return std::unexpected(opened.error());
  }
  const implementation::Implementation& one = **opened;
  return runner::ImplementationFacts{.path = path_,
                                     .kind = one.is_program() ? "program" : "library",
                                     .name = one.name(),
                                     .version = one.version(),
                                     .profiles = implementation::profile_names(one.profiles()),
                                     .scene_shading = one.scene_shading()};
}

Result<std::array<std::uint8_t, 16>> ImplementationSource::device_uuid() {
  if (!uuid_) {
    const Result<DeviceIdentity> identity = devices_->identity();
    if (!identity) {
      return std::unexpected(identity.error());
    }
    uuid_ = identity->uuid;
  }
  return *uuid_;
}

void add_implementation_case(runner::CaseTable& table, const std::shared_ptr<ImplementationSource>& source,
                             ImplementationCase implementation_case) {
  runner::CaseInfo info = implementation_case.info;
  info.profiles = implementation::profile_names(implementation_case.profiles);
  info.needs_device = info.needs_device || (implementation_case.profiles & RPCTS_PROFILE_HOST) != 0;
  table.add(std::move(info), [source, one = std::move(implementation_case)](runner::CaseContext& context) {
    run_body(context, *source, one);
  });
}

}  // namespace rpcts
