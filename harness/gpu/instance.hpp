#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include <volk.h>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"
#include "harness/gpu/loader.hpp"
#include "harness/gpu/owned.hpp"
#include "harness/gpu/validation.hpp"

namespace rpcts::gpu {

struct InstanceOptions {
  LoaderOptions loader;
  bool validation = false;                            ///< use the validation layer where it is installed
  std::span<const KnownNoise> noise = known_noise();  ///< must outlive the log
};

struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  DeviceIdentity identity;
  DeviceFacts facts;
};

/// A Vulkan 1.3 instance without a window system, and the devices that it lists. Used by one thread.
class Instance {
 public:
  /// Loads Vulkan and asks all drivers. A driver that cannot be loaded is left out by the loader.
  /// Error `unsupported`: no loader, or no driver at all.
  [[nodiscard]] static Result<Instance> create(const InstanceOptions& options = {});

  /// In the loader's order; may be empty. Valid for the life of the instance.
  [[nodiscard]] const std::vector<PhysicalDevice>& devices() const { return devices_; }
  [[nodiscard]] std::vector<DeviceIdentity> identities() const;

  /// The device that the user means, see choose_device(); never null.
  [[nodiscard]] Result<const PhysicalDevice*> choose(std::string_view wanted) const;

  /// What the validation layer said. Outlives the instance, so that what it says of leaks can be read.
  [[nodiscard]] std::shared_ptr<ValidationLog> log() const { return log_; }

  [[nodiscard]] bool validating() const { return messenger_.get() != VK_NULL_HANDLE; }

  /// "VK_LAYER_KHRONOS_validation 1.3.239", or why nothing is validated.
  [[nodiscard]] const std::string& validation_state() const { return validation_state_; }

 private:
  Instance() = default;

  std::shared_ptr<ValidationLog> log_;
  std::string validation_state_;
  Owned<VkInstance> instance_;
  Owned<VkDebugUtilsMessengerEXT> messenger_;
  std::vector<PhysicalDevice> devices_;
};

/// Version of the installed validation layer, "1.3.239"; empty when there is none. Vulkan must be loaded.
[[nodiscard]] Result<std::string> validation_layer_version();

}  // namespace rpcts::gpu
