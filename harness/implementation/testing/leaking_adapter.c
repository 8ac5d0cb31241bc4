/* An adapter that leaks: around the one whose library RPCTS_LEAKING_INNER names, with a device of its own,
 * from which it allocates one descriptor set for each activation that fails and never frees it. */
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "harness/implementation/rpcts_adapter.h"

static struct {
  rpcts_adapter table;
  const rpcts_adapter* inner;
  VkInstance instance;
  VkDevice device;
  VkDescriptorPool pool;
  VkDescriptorSetLayout layout;
  PFN_vkAllocateDescriptorSets allocate_sets;
  int failed; /* the state before the frame was FAILED_TO_RETAIL */
} engine;

static void ignore(void* context, const char* data, size_t length) {
  (void)context;
  (void)data;
  (void)length;
}

/* 0 when there is no Vulkan. */
static int open_device(void) {
  void* loader = dlopen("libvulkan.so.1", RTLD_NOW);
  void* symbol = loader == NULL ? NULL : dlsym(loader, "vkGetInstanceProcAddr");
  if (symbol == NULL) {
    return 0;
  }
  /* A pointer to a function and one to data have the same size where dlsym() is. */
  PFN_vkGetInstanceProcAddr get = NULL;
  memcpy(&get, &symbol, sizeof get);
  const PFN_vkCreateInstance create_instance = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
  const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                              .pApplicationInfo = &application};
  if (create_instance(&instance_info, NULL, &engine.instance) != VK_SUCCESS) {
    return 0;
  }
  const PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get(engine.instance, "vkEnumeratePhysicalDevices");
  const PFN_vkCreateDevice create_device = (PFN_vkCreateDevice)get(engine.instance, "vkCreateDevice");
  const PFN_vkCreateDescriptorPool create_pool =
      (PFN_vkCreateDescriptorPool)get(engine.instance, "vkCreateDescriptorPool");
  const PFN_vkCreateDescriptorSetLayout create_layout =
      (PFN_vkCreateDescriptorSetLayout)get(engine.instance, "vkCreateDescriptorSetLayout");
  engine.allocate_sets = (PFN_vkAllocateDescriptorSets)get(engine.instance, "vkAllocateDescriptorSets");
  uint32_t count = 1;
  VkPhysicalDevice physical = NULL;
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
  const VkResult listed = enumerate(engine.instance, &count, &physical);
  if ((listed != VK_SUCCESS && listed != VK_INCOMPLETE) || count != 1 ||
      create_device(physical, &device_info, NULL, &engine.device) != VK_SUCCESS) {
    return 0;
  }
  const VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .descriptorCount = 4096};
  const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                .maxSets = 4096,
                                                .poolSizeCount = 1,
                                                .pPoolSizes = &size};
  const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                                .descriptorCount = 1,
                                                .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT};
  const VkDescriptorSetLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  return create_pool(engine.device, &pool_info, NULL, &engine.pool) == VK_SUCCESS &&
         create_layout(engine.device, &layout_info, NULL, &engine.layout) == VK_SUCCESS;
}

static rpcts_status create_host(void* context, const rpcts_setup* setup, rpcts_host** host,
                                rpcts_sink reason) {
  if (engine.device == NULL && !open_device()) {
    static const char why[] = "no Vulkan";
    reason.write(reason.context, why, sizeof why - 1);
    return RPCTS_FAILED;
  }
  return engine.inner->create_host(context, setup, host, reason);
}

static int has_failed(void* context, rpcts_host* host) {
  const rpcts_sink nowhere = {.write = ignore};
  rpcts_state state = {.size = sizeof state, .pack = nowhere, .preset = nowhere, .reason = nowhere};
  return engine.inner->query_state(context, host, &state, nowhere) == RPCTS_OK &&
         state.state == RPCTS_STATE_FAILED_TO_RETAIL;
}

static rpcts_status render_frame(void* context, rpcts_host* host, const rpcts_frame* frame,
                                 rpcts_picture* picture, rpcts_sink reason) {
  const int failed_before = has_failed(context, host);
  const rpcts_status status = engine.inner->render_frame(context, host, frame, picture, reason);
  if (!failed_before && has_failed(context, host)) {
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = engine.pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &engine.layout};
    VkDescriptorSet leaked = VK_NULL_HANDLE;
    (void)engine.allocate_sets(engine.device, &info, &leaked);
  }
  return status;
}

const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version) {
  const char* path = getenv("RPCTS_LEAKING_INNER");
  void* library = path == NULL ? NULL : dlopen(path, RTLD_NOW);
  void* symbol = library == NULL ? NULL : dlsym(library, "rpcts_adapter_entry");
  rpcts_adapter_entry_function entry = NULL;
  memcpy(&entry, &symbol, sizeof entry);
  engine.inner = entry == NULL ? NULL : entry(suite_version);
  if (engine.inner == NULL) {
    return NULL;
  }
  engine.table = *engine.inner;
  engine.table.name = (rpcts_text){"Leaking Engine", 14};
  engine.table.create_host = create_host;
  engine.table.render_frame = render_frame;
  return &engine.table;
}
