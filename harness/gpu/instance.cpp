#include "harness/gpu/instance.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "harness/gpu/call.hpp"
#include "harness/gpu/choice.hpp"
#include "harness/gpu/facts.hpp"

namespace rpcts::gpu {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                            VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                            const VkDebugUtilsMessengerCallbackDataEXT* data, void* log) {
  static_cast<ValidationLog*>(log)->add(
      {.is_error = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
       .id = data->pMessageIdName != nullptr ? data->pMessageIdName : "",
       .text = data->pMessage != nullptr ? data->pMessage : ""});
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messenger_info(ValidationLog* log) {
  return {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
          .messageSeverity =
              VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
          .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
          .pfnUserCallback = take_message,
          .pUserData = log};
}

Result<std::vector<PhysicalDevice>> list_devices(VkInstance instance) {
  std::uint32_t count = 0;
  const VkResult counted = vkEnumeratePhysicalDevices(instance, &count, nullptr);
  if (counted == VK_ERROR_INITIALIZATION_FAILED) {
    return std::vector<PhysicalDevice>{};  // drivers are installed, none has a device
  }
  if (auto done = called(counted, "vkEnumeratePhysicalDevices"); !done) {
    return std::unexpected(done.error());
  }
  std::vector<VkPhysicalDevice> handles(count);
  if (auto done =
          called(vkEnumeratePhysicalDevices(instance, &count, handles.data()), "vkEnumeratePhysicalDevices");
      !done) {
    return std::unexpected(done.error());
  }
  std::vector<PhysicalDevice> devices;
  devices.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    devices.push_back({handles[i], identity_of(handles[i], i), facts_of(handles[i])});
  }
  return devices;
}

}  // namespace

Result<std::string> validation_layer_version() {
  std::uint32_t count = 0;
  if (auto done =
          called(vkEnumerateInstanceLayerProperties(&count, nullptr), "vkEnumerateInstanceLayerProperties");
      !done) {
    return std::unexpected(done.error());
  }
  std::vector<VkLayerProperties> layers(count);
  // A layer that is installed between the two calls makes the second VK_INCOMPLETE: the rest will do.
  if (vkEnumerateInstanceLayerProperties(&count, layers.data()) < 0) {
    return std::string{};
  }
  for (const VkLayerProperties& layer : layers) {
    if (std::string_view(layer.layerName) == validation_layer) {
      return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(layer.specVersion),
                         VK_API_VERSION_MINOR(layer.specVersion), VK_API_VERSION_PATCH(layer.specVersion));
    }
  }
  return std::string{};
}

Result<Instance> Instance::create(const InstanceOptions& options) {
  if (auto loaded = load_vulkan(options.loader); !loaded) {
    return std::unexpected(loaded.error());
  }
  Instance made;
  made.log_ = std::make_shared<ValidationLog>(options.noise);
  made.validation_state_ = "off";
  bool validate = false;
  if (options.validation) {
    const Result<std::string> version = validation_layer_version();
    if (!version) {
      return std::unexpected(version.error());
    }
    validate = !version->empty();
    made.validation_state_ = validate ? fmt::format("{} {}", validation_layer, *version)
                                      : fmt::format("off: {} is not installed", validation_layer);
  }

  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .pApplicationName = "rpcts",
                                      .apiVersion = VK_API_VERSION_1_3};
  const VkDebugUtilsMessengerCreateInfoEXT messages = messenger_info(made.log_.get());
  constexpr std::array enabled_checks{VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  const VkValidationFeaturesEXT checks{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                       .pNext = &messages,
                                       .enabledValidationFeatureCount = enabled_checks.size(),
                                       .pEnabledValidationFeatures = enabled_checks.data()};
  constexpr std::array extensions{VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .pNext = validate ? &checks : nullptr,
                                  .pApplicationInfo = &application,
                                  .enabledLayerCount = validate ? 1U : 0U,
                                  .ppEnabledLayerNames = &validation_layer,
                                  .enabledExtensionCount = validate ? 1U : 0U,
                                  .ppEnabledExtensionNames = extensions.data()};
  VkInstance handle = VK_NULL_HANDLE;
  if (auto done = called(vkCreateInstance(&info, nullptr, &handle), "vkCreateInstance"); !done) {
    return std::unexpected(done.error());
  }
  volkLoadInstance(handle);
  made.instance_ = {handle, [](VkInstance instance) { vkDestroyInstance(instance, nullptr); }};

  if (validate) {
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    if (auto done = called(vkCreateDebugUtilsMessengerEXT(handle, &messages, nullptr, &messenger),
                           "vkCreateDebugUtilsMessengerEXT");
        !done) {
      return std::unexpected(done.error());
    }
    // The pointer is kept: another instance without the extension would overwrite volk's.
    const auto destroy = vkDestroyDebugUtilsMessengerEXT;
    made.messenger_ = {messenger,
                       [handle, destroy](VkDebugUtilsMessengerEXT old) { destroy(handle, old, nullptr); }};
  }
  Result<std::vector<PhysicalDevice>> devices = list_devices(handle);
  if (!devices) {
    return std::unexpected(devices.error());
  }
  made.devices_ = std::move(*devices);
  return made;
}

std::vector<DeviceIdentity> Instance::identities() const {
  std::vector<DeviceIdentity> identities;
  identities.reserve(devices_.size());
  for (const PhysicalDevice& device : devices_) {
    identities.push_back(device.identity);
  }
  return identities;
}

Result<const PhysicalDevice*> Instance::choose(std::string_view wanted) const {
  const std::vector<DeviceIdentity> all = identities();
  const Result<std::size_t> chosen = choose_device(all, wanted);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  return &devices_[*chosen];
}

}  // namespace rpcts::gpu
