#pragma once

// What submitted command buffers contained, put together from the records of the layer. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer {

struct RecordedAttachment {
  std::uint64_t view = 0;   ///< VkImageView
  std::uint64_t image = 0;  ///< of the view; 0 = not known
  VkFormat format = VK_FORMAT_UNDEFINED;
  std::uint32_t first_layer = 0;
  std::uint32_t layers = 0;
  bool depth = false;
  VkAttachmentLoadOp load = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  VkAttachmentStoreOp store = VK_ATTACHMENT_STORE_OP_DONT_CARE;
};

struct RecordedPush {
  VkShaderStageFlags stages = 0;
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> bytes{};
};

/// One draw; an indirect draw becomes one for each of its parameter sets where they could be read when it was
/// submitted.
struct RecordedDraw {
  std::string command{};  ///< "vkCmdDrawIndexed"
  bool indirect = false;
  std::uint32_t count = 0;  ///< vertices or indices
  std::uint32_t instances = 0;
  std::uint32_t first = 0;  ///< vertex or index
  std::int32_t vertex_offset = 0;
  std::uint32_t first_instance = 0;  ///< BaseInstance
  std::uint64_t pipeline = 0;
  std::uint64_t layout = 0;                      ///< with which sets were bound last
  std::vector<std::uint64_t> sets{};             ///< by set number, as bound
  std::vector<std::uint32_t> dynamic_offsets{};  ///< of all sets in order
  std::vector<RecordedPush> pushes{};            ///< since the draw before
};

/// A render pass instance or a dynamic rendering.
struct RecordedPass {
  std::uint32_t view_mask = 0;
  std::uint32_t layers = 1;
  VkRect2D area{};
  std::vector<RecordedAttachment> attachments{};
  std::vector<RecordedDraw> draws{};
};

struct RecordedSubmit {
  std::uint64_t number = 0;  ///< 1-based
  std::uint64_t fence = 0;
  std::vector<RecordedPass> passes{};
  std::uint32_t descriptor_writes = 0;  ///< since the submit before
};

struct Recording {
  std::vector<RecordedSubmit> submits{};
};

}  // namespace rpcts::observer
