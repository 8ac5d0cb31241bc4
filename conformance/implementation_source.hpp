#pragma once

// The implementation under test that cases judge, and how a case that judges one is added.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/device_source.hpp"
#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/implementation/validation_watch.hpp"
#include "harness/observer/observer.hpp"
#include "harness/runner/case.hpp"
#include "harness/runner/implementation_facts.hpp"

namespace rpcts {

/// Loads the implementation when the first case asks for it and keeps it until the process ends. One per
/// worker, used by one thread.
class ImplementationSource {
 public:
  /// `path` as implementation::Implementation::open() takes it; empty: there is none, and open() gives
  /// ErrorKind::unsupported. `devices` knows the device that the user
  /// chose.
  /// `validation`: the layer watches the implementation where it is installed.
  ImplementationSource(std::string path, std::shared_ptr<DeviceSource> devices, bool validation)
      : path_(std::move(path)), devices_(std::move(devices)), validation_(validation) {}

  /// The implementation; valid as long as this. Errors as Implementation::open(); one that could not be
  /// loaded is not tried again.
  [[nodiscard]] Result<implementation::Implementation*> open();

  /// What it says of itself. Errors as open().
  [[nodiscard]] Result<runner::ImplementationFacts> describe();

  /// rpcts_setup::device_uuid of the device that the user chose, or of the default choice. Errors as
  /// DeviceSource::describe().
  [[nodiscard]] Result<std::array<std::uint8_t, 16>> device_uuid();

  /// What watches the implementation's use of Vulkan; null where it cannot, for the reason that
  /// observer_state() gives. Known after open(); valid as long as this.
  [[nodiscard]] observer::Observer* observer() const { return observer_.get(); }
  [[nodiscard]] const std::string& observer_state() const { return observer_state_; }

  /// What the validation layer found since the last call, what is known to be wrong left out.
  [[nodiscard]] std::vector<gpu::ValidationMessage> drain();

  /// "VK_LAYER_KHRONOS_validation 1.3.239", or why nothing is validated. Known after open().
  [[nodiscard]] const std::string& validation_state() const { return validation_state_; }

 private:
  /// Puts the validation layer over what is loaded next.
  void start_watch();
  /// Puts the observing layer in front of it.
  void start_observer();

  std::string path_;
  std::shared_ptr<DeviceSource> devices_;
  bool validation_;
  std::string validation_state_ = "off";
  std::string observer_state_;  ///< why nothing observes
  std::unique_ptr<implementation::ValidationWatch> watch_;
  std::unique_ptr<observer::Observer> observer_;
  std::optional<Result<implementation::Implementation>> opened_;
  std::optional<std::array<std::uint8_t, 16>> uuid_;
};

/// A case that judges an implementation.
struct ImplementationCase {
  runner::CaseInfo info;       ///< its `profiles` are set from the member below
  std::uint32_t profiles = 0;  ///< RPCTS_PROFILE_ bits; without all of them the case is not supported
  /// An error of kind `unsupported` makes the case not supported, any other fails it.
  std::function<Result<void>(runner::CaseContext&, implementation::Implementation&)> body;
};

/// Adds a case that opens the implementation, runs the body, and fails with each error that the validation
/// layer reports meanwhile. A case of the profile host needs a device.
void add_implementation_case(runner::CaseTable& table, const std::shared_ptr<ImplementationSource>& source,
                             ImplementationCase implementation_case);

}  // namespace rpcts
