// A program for the tests: it leaves a buffer behind.

#include "harness/observer/layer/rig_testing.hpp"

int main() {
  const rpcts::observer::testing::Application app;
  if (app.result != VK_SUCCESS) {
    return 3;
  }
  VkBuffer kept = VK_NULL_HANDLE;
  VkBuffer gone = VK_NULL_HANDLE;
  if (app.buffer(&kept) != VK_SUCCESS || app.buffer(&gone) != VK_SUCCESS) {
    return 4;
  }
  app.vk.vkDestroyBuffer(app.device, gone, nullptr);
  return 0;
}
