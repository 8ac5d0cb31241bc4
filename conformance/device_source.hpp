#pragma once

// The device that cases run on, and how a case that needs one is added.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/facts.hpp"
#include "harness/gpu/instance.hpp"
#include "harness/gpu/validation.hpp"
#include "harness/runner/case.hpp"

namespace rpcts {

/// Opens the chosen device when the first case asks for it, under the validation layer where that is
/// installed. One per worker, used by one thread.
class DeviceSource {
 public:
  /// `wanted` names the device as gpu::choose_device() takes it.
  explicit DeviceSource(std::string wanted) : wanted_(std::move(wanted)) {}

  /// The device; valid until close(). Errors as those of gpu::Instance and gpu::Device; a device that could
  /// not be opened is tried again by the next call.
  [[nodiscard]] Result<const gpu::Device*> open();

  /// The device that open() takes, without opening it. Errors as describe(). From now on the drivers stay
  /// loaded: NVIDIA's cannot be loaded more than some twenty times by one process, and cases make many hosts.
  [[nodiscard]] Result<DeviceIdentity> identity();

  /// One line about the device that open() takes. Errors as open(), except that a device may be named here
  /// that then cannot be opened.
  [[nodiscard]] Result<std::string> describe();

  /// What the layer said since the last call; empty before the first open().
  [[nodiscard]] std::vector<gpu::ValidationMessage> drain();

  /// What the layer says wrongly and how often, and whether it is there at all: facts for a result.
  void note_validation(runner::CaseContext& context) const;

  /// Lets go of the device, so that the next open() starts afresh: after the driver gave it up.
  void close() { opened_.reset(); }

 private:
  struct Opened {
    gpu::Instance instance;
    gpu::Device device;  // gone before the instance
  };

  std::string wanted_;
  std::optional<gpu::Instance> kept_;  ///< for nothing but the drivers that it holds
  std::unique_ptr<Opened> opened_;
  std::shared_ptr<gpu::ValidationLog> log_;
};

/// A case that runs on a device.
struct DeviceCase {
  runner::CaseInfo info;           ///< `needs_device` is set for it
  std::vector<gpu::Need> needs{};  ///< beside drawing; a device that lacks one gives *not supported*
  /// An error of kind `unsupported` makes the case not supported, any other fails it.
  std::function<Result<void>(runner::CaseContext&, const gpu::Device&)> body;
};

/// Adds a case that opens the device, runs the body, and fails with each error that the validation layer
/// reports meanwhile. The result tells the device's name and the state of the validation layer.
void add_device_case(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& source,
                     DeviceCase device_case);

}  // namespace rpcts
