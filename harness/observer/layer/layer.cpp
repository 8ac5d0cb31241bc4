// The entry of the layer and what it must always have: how instances and devices come and go, and which
// commands are handed out.

#include <cstdlib>
#include <cstring>
#include <memory>

#include "harness/observer/commands.hpp"
#include "harness/observer/layer/instances.hpp"
#include "harness/observer/layer/wrapping.hpp"
#include "harness/observer/shared_memory.hpp"

namespace rpcts::observer {
namespace {

/// A layer is found by the loader through one function without a context, so what it keeps has to hang on
/// something that lives as long as the library.
struct Layer {
  ByKey<Instance> instances;
  ByKey<Device> devices;
};

Layer& layer() {
  static Layer one;
  return one;
}

std::uint16_t command(std::string_view name) {
  return command_index(name).value_or(0xFFFF);
}

/// The suite's channel, if there is one for this process.
std::shared_ptr<Channel> open_channel() {
  const char* name = std::getenv(channel_variable);  // NOLINT(concurrency-mt-unsafe)
  if (name == nullptr || *name == '\0') {
    return nullptr;
  }
  auto memory = SharedMemory::open(name, sizeof(Channel));
  if (!memory) {
    return nullptr;
  }
  auto shared = std::make_shared<SharedMemory>(std::move(*memory));
  auto* const channel = static_cast<Channel*>(shared->data());
  if (channel->magic != Channel::magic_number || channel->fingerprint != commands_fingerprint() ||
      channel->slot_bytes != sizeof(Channel::Slot)) {
    return nullptr;
  }
  return {std::move(shared), channel};
}

void fill(Scope& scope, const std::shared_ptr<Channel>& channel) {
  if (channel == nullptr) {
    return;
  }
  const Channel& asked = *channel;
  scope.restrictions = {.no_multiview = asked.no_multiview != 0,
                        .no_descriptor_indexing = asked.no_descriptor_indexing != 0,
                        .no_timestamps = asked.no_timestamps != 0,
                        .dynamic_storage_buffers = asked.dynamic_storage_buffers,
                        .image_layers = asked.image_layers,
                        .image_dimension = asked.image_dimension,
                        .device_local_bytes = asked.device_local_bytes};
  scope.attention = static_cast<Attention>(asked.attention.load());
  if (scope.attention == Attention::idle && scope.restrictions != Restrictions{}) {
    scope.attention = Attention::ledger;  // who takes something away must watch
  }
  if (scope.attention != Attention::idle) {
    scope.channel = channel;
    scope.id = channel->scopes.fetch_add(1) + 1;
    scope.process = process_id();
    scope.callbacks = host_memory(*channel);
  }
}

/// The loader's structure in a chain of create info that tells who comes next.
template <class Info>
Info* link_of(const void* chain, VkStructureType type) {
  for (auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == type) {
      // The loader hands out what layers are to change as if it were constant.
      auto* const info = const_cast<Info*>(reinterpret_cast<const Info*>(at));
      if (info->function == VK_LAYER_LINK_INFO) {
        return info;
      }
    }
  }
  return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator, VkInstance* instance) {
  auto* const link =
      link_of<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr || link->u.pLayerInfo == nullptr) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  const auto get_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const auto get_physical_device = link->u.pLayerInfo->pfnNextGetPhysicalDeviceProcAddr;
  const auto next = reinterpret_cast<PFN_vkCreateInstance>(get_instance(VK_NULL_HANDLE, "vkCreateInstance"));
  if (next == nullptr) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;

  Scope facts;
  fill(facts, open_channel());
  if (facts.attention == Attention::idle) {
    const VkResult result = next(info, allocator, instance);
    if (result == VK_SUCCESS) {
      auto made = std::make_unique<Instance>(
          InstanceNext([&](const char* name) { return get_instance(*instance, name); }));
      made->handle = *instance;
      made->get_instance = get_instance;
      made->get_physical_device = get_physical_device;
      layer().instances.put(dispatch_key(*instance), std::move(made));
    }
    return result;
  }

  const Call call(facts, command("vkCreateInstance"));
  if (const VkResult refused = call.refused(); refused != VK_SUCCESS) {
    return refused;
  }
  const VkResult result = next(info, allocator, instance);
  if (result == VK_SUCCESS) {
    auto made = std::make_unique<Instance>(
        InstanceNext([&](const char* name) { return get_instance(*instance, name); }));
    static_cast<Scope&>(*made) = facts;
    made->handle = *instance;
    made->get_instance = get_instance;
    made->get_physical_device = get_physical_device;
    layer().instances.put(dispatch_key(*instance), std::move(made));
    call.tell(call.creation(VK_OBJECT_TYPE_INSTANCE, handle_value(*instance)));
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  if (instance == VK_NULL_HANDLE) {
    return;
  }
  const auto gone = layer().instances.take(dispatch_key(instance));
  if (gone == nullptr) {
    return;
  }
  if (gone->attention == Attention::idle) {
    gone->next.vkDestroyInstance(instance, allocator);
    return;
  }
  const Call call(*gone, command("vkDestroyInstance"));
  call.destroyed(VK_OBJECT_TYPE_INSTANCE, handle_value(instance));
  gone->next.vkDestroyInstance(instance, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* device) {
  auto* const link =
      link_of<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr || link->u.pLayerInfo == nullptr) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  Instance& instance = instance_of(physical_device);
  const auto get_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const auto get_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  const auto next = reinterpret_cast<PFN_vkCreateDevice>(get_instance(instance.handle, "vkCreateDevice"));
  if (next == nullptr) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;

  const auto add = [&](const Scope& facts) -> Device& {
    auto made =
        std::make_unique<Device>(DeviceNext([&](const char* name) { return get_device(*device, name); }));
    static_cast<Scope&>(*made) = facts;
    made->handle = *device;
    made->get_device = get_device;
    Device& reference = *made;
    layer().devices.put(dispatch_key(*device), std::move(made));
    return reference;
  };
  if (instance.attention == Attention::idle) {
    const VkResult result = next(physical_device, info, allocator, device);
    if (result == VK_SUCCESS) {
      add(instance);
    }
    return result;
  }

  Scope facts = instance;
  facts.id = instance.channel->scopes.fetch_add(1) + 1;
  const Call call(facts, command("vkCreateDevice"));
  if (const VkResult refused = call.refused(); refused != VK_SUCCESS) {
    return refused;
  }
  if (const VkResult refused = device_refused(instance.restrictions, *info); refused != VK_SUCCESS) {
    return refused;
  }
  const VkResult result = next(physical_device, info, allocator, device);
  if (result == VK_SUCCESS) {
    Device& made = add(facts);
    instance.next.vkGetPhysicalDeviceMemoryProperties(physical_device, &made.state.memory);
    made.state.restricted_heap = restricted_heap(instance.restrictions, made.state.memory);
    call.tell(call.creation(VK_OBJECT_TYPE_DEVICE, handle_value(*device)));
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
  if (device == VK_NULL_HANDLE) {
    return;
  }
  const auto gone = layer().devices.take(dispatch_key(device));
  if (gone == nullptr) {
    return;
  }
  if (gone->attention == Attention::idle) {
    gone->next.vkDestroyDevice(device, allocator);
    return;
  }
  const Call call(*gone, command("vkDestroyDevice"));
  call.destroyed(VK_OBJECT_TYPE_DEVICE, handle_value(device));
  gone->next.vkDestroyDevice(device, allocator);
}

/// What to hand out for a command that the next layer has.
PFN_vkVoidFunction chosen(const Scope& scope, const char* name, PFN_vkVoidFunction next) {
  if (next == nullptr || scope.attention == Attention::idle) {
    return next;
  }
  const Wrapper* const wrapper = find_wrapper(name);
  if (wrapper == nullptr || scope.attention < wrapper->attention) {
    return next;
  }
  // The one command of command buffers that a restriction forbids.
  if (!scope.restrictions.no_timestamps && wrapper->name.starts_with("vkCmdWriteTimestamp")) {
    return next;
  }
  return wrapper->function;
}

template <class Function>
PFN_vkVoidFunction untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    return untyped(get_device_proc);
  }
  if (std::strcmp(name, "vkDestroyDevice") == 0) {
    return untyped(destroy_device);
  }
  const Device& scope = device_of(device);
  return chosen(scope, name, scope.get_device(device, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_physical_device_proc(VkInstance instance, const char* name) {
  const Instance& scope = instance_of(instance);
  // Null for what is no command of a physical device.
  return chosen(scope, name,
                scope.get_physical_device != nullptr ? scope.get_physical_device(instance, name) : nullptr);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance, const char* name) {
  struct Own {
    const char* name;
    PFN_vkVoidFunction function;
  };
  static const std::array own{Own{"vkGetInstanceProcAddr", untyped(get_instance_proc)},
                              Own{"vkGetDeviceProcAddr", untyped(get_device_proc)},
                              Own{"vkCreateInstance", untyped(create_instance)},
                              Own{"vkDestroyInstance", untyped(destroy_instance)},
                              Own{"vkCreateDevice", untyped(create_device)},
                              Own{"vkDestroyDevice", untyped(destroy_device)}};
  for (const Own& one : own) {
    if (std::strcmp(name, one.name) == 0) {
      return one.function;
    }
  }
  if (instance == VK_NULL_HANDLE) {
    return nullptr;
  }
  const Instance& scope = instance_of(instance);
  return chosen(scope, name, scope.get_instance(instance, name));
}

}  // namespace

Instance& instance_of_key(const void* key) {
  Instance* const found = layer().instances.find(key);
  if (found == nullptr) {
    std::abort();  // a handle that did not come from this layer's chain: the loader is broken
  }
  return *found;
}

Device& device_of_key(const void* key) {
  Device* const found = layer().devices.find(key);
  if (found == nullptr) {
    std::abort();
  }
  return *found;
}

}  // namespace rpcts::observer

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
  if (version == nullptr || version->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
      version->loaderLayerInterfaceVersion < 2) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  version->loaderLayerInterfaceVersion = 2;
  version->pfnGetInstanceProcAddr = rpcts::observer::get_instance_proc;
  version->pfnGetDeviceProcAddr = rpcts::observer::get_device_proc;
  version->pfnGetPhysicalDeviceProcAddr = rpcts::observer::get_physical_device_proc;
  return VK_SUCCESS;
}
