/* An adapter that uses Vulkan wrongly when it judges a pack: it makes a buffer of no bytes. */
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "harness/implementation/rpcts_adapter.h"

/* A function of the loader; a pointer to one and a pointer to data have the same size where dlsym() is. */
static PFN_vkVoidFunction function_of(PFN_vkGetInstanceProcAddr get, VkInstance instance, const char* name) {
  return get(instance, name);
}

/* 0 when there is no Vulkan. */
static int misuse(void) {
  void* loader = dlopen("libvulkan.so.1", RTLD_NOW);
  void* symbol = loader == NULL ? NULL : dlsym(loader, "vkGetInstanceProcAddr");
  if (symbol == NULL) {
    return 0;
  }
  PFN_vkGetInstanceProcAddr get = NULL;
  memcpy(&get, &symbol, sizeof get);
  const PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)function_of(get, NULL, "vkCreateInstance");
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                              .pApplicationInfo = &application};
  VkInstance instance = NULL;
  if (create_instance(&instance_info, NULL, &instance) != VK_SUCCESS) {
    return 0;
  }
  const PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)function_of(get, instance, "vkEnumeratePhysicalDevices");
  const PFN_vkCreateDevice create_device = (PFN_vkCreateDevice)function_of(get, instance, "vkCreateDevice");
  const PFN_vkCreateBuffer create_buffer = (PFN_vkCreateBuffer)function_of(get, instance, "vkCreateBuffer");
  const PFN_vkDestroyDevice destroy_device =
      (PFN_vkDestroyDevice)function_of(get, instance, "vkDestroyDevice");
  const PFN_vkDestroyInstance destroy_instance =
      (PFN_vkDestroyInstance)function_of(get, instance, "vkDestroyInstance");
  uint32_t count = 1;
  VkPhysicalDevice physical = NULL;
  VkDevice device = NULL;
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
  const VkResult listed = enumerate(instance, &count, &physical);
  int used = 0;
  if ((listed == VK_SUCCESS || listed == VK_INCOMPLETE) && count == 1 &&
      create_device(physical, &device_info, NULL, &device) == VK_SUCCESS) {
    const VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                            .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    (void)create_buffer(device, &buffer_info, NULL, &buffer);
    destroy_device(device, NULL);
    used = 1;
  }
  destroy_instance(instance, NULL);
  return used;
}

static rpcts_status judge(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  (void)context;
  (void)folder;
  if (!misuse()) {
    static const char why[] = "no Vulkan";
    reason.write(reason.context, why, sizeof why - 1);
    return RPCTS_FAILED;
  }
  verdict->accepted = 1;
  return RPCTS_OK;
}

static const rpcts_adapter table = {
    .size = sizeof(rpcts_adapter),
    .version = RPCTS_ADAPTER_VERSION,
    .profiles = RPCTS_PROFILE_AUTHORING,
    .name = {"Invalid Vulkan", 14},
    .judge_pack = judge,
};

const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version) {
  (void)suite_version;
  return &table;
}
