#include "conformance/device_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "harness/gpu/choice.hpp"

namespace rpcts {
namespace {

/// Fails the case with each error of the layer; warnings become a note.
void report_messages(runner::CaseContext& context, DeviceSource& source) {
  std::string warnings;
  for (const gpu::ValidationMessage& message : source.drain()) {
    if (message.is_error) {
      context.check(false, fmt::format("validation layer: {}: {}", message.id, message.text));
    } else {
      warnings += fmt::format("{}{}: {}", warnings.empty() ? "" : "\n", message.id, message.text);
    }
  }
  if (!warnings.empty()) {
    context.note("validation warnings", warnings);
  }
}

void run_body(runner::CaseContext& context, DeviceSource& source, const DeviceCase& device_case) {
  const Result<const gpu::Device*> device = source.open();
  if (!device) {
    if (device.error().kind == ErrorKind::unsupported) {
      context.not_supported(device.error().message);
    }
    context.check(false, device.error().message);
    return;
  }
  context.note("device", gpu::describe((*device)->identity()));
  source.note_validation(context);
  for (const gpu::Need need : device_case.needs) {
    const auto missing = gpu::missing_features((*device)->facts(), need);
    if (!missing.empty()) {
      context.not_supported(fmt::format("{} lacks {}", (*device)->identity().name, fmt::join(missing, ", ")));
    }
  }
  const Result<void> done = device_case.body(context, **device);
  if (done) {
    return;
  }
  if (done.error().kind == ErrorKind::unsupported) {
    context.not_supported(done.error().message);
  }
  context.check(false, done.error().message);
  // The driver may have given the device up; the next case must not suffer from it.
  report_messages(context, source);
  source.close();
}

}  // namespace

Result<const gpu::Device*> DeviceSource::open() {
  if (opened_) {
    return &opened_->device;
  }
  Result<gpu::Instance> instance = gpu::Instance::create({.loader = {}, .validation = true});
  if (!instance) {
    return std::unexpected(instance.error());
  }
  log_ = instance->log();
  const Result<const gpu::PhysicalDevice*> chosen = instance->choose(wanted_);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  Result<gpu::Device> device = gpu::Device::open(**chosen);
  if (!device) {
    return std::unexpected(device.error());
  }
  opened_ = std::make_unique<Opened>(std::move(*instance), std::move(*device));
  return &opened_->device;
}

Result<DeviceIdentity> DeviceSource::identity() {
  if (!kept_) {
    Result<gpu::Instance> instance = gpu::Instance::create();
    if (!instance) {
      return std::unexpected(instance.error());
    }
    kept_.emplace(std::move(*instance));
  }
  const Result<const gpu::PhysicalDevice*> chosen = kept_->choose(wanted_);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  return (*chosen)->identity;
}

Result<std::string> DeviceSource::describe() {
  const Result<DeviceIdentity> device = identity();
  if (!device) {
    return std::unexpected(device.error());
  }
  return gpu::describe(*device);
}

std::vector<gpu::ValidationMessage> DeviceSource::drain() {
  return log_ ? log_->drain() : std::vector<gpu::ValidationMessage>{};
}

void DeviceSource::note_validation(runner::CaseContext& context) const {
  if (!opened_) {
    return;
  }
  context.note("validation", opened_->instance.validation_state());
  for (const auto& [reason, count] : log_->excused()) {
    context.note(fmt::format("validation noise: {}", reason), fmt::format("{}", count));
  }
}

void add_device_case(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& source,
                     DeviceCase device_case) {
  runner::CaseInfo info = device_case.info;
  info.needs_device = true;
  table.add(std::move(info), [source, device_case = std::move(device_case)](runner::CaseContext& context) {
    try {
      run_body(context, *source, device_case);
    } catch (const runner::NotSupported&) {
      // What the layer said is an error of this case and not of the next one.
      report_messages(context, *source);
      throw;
    }
    report_messages(context, *source);
  });
}

}  // namespace rpcts
