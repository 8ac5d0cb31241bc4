#include "harness/reference/render/pack_targets.hpp"

#include <fmt/format.h>
#include <utility>

#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;

Result<PackTarget> make_target(const gpu::Device& device, TextureTable& table, const Samplers& samplers,
                               const TargetPlan& plan) {
  const VkFormat format = format_of(plan.format);
  if (format == VK_FORMAT_UNDEFINED) {
    return error(ErrorKind::usage, "its format is none of an image");
  }
  const bool depth = plan.format == RenderFormatClass::DirectionalDepth;
  auto image = make_table_image(
      device, table,
      {.format = format, .width = plan.size.width, .height = plan.size.height, .layers = plan.layers},
      VK_IMAGE_USAGE_TRANSFER_DST_BIT |
          (depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
      depth ? samplers.nearest_clamp.get() : samplers.linear_clamp.get(), SlotOwner::pack);
  if (!image) {
    return std::unexpected(image.error());
  }
  PackTarget made{.plan = plan, .table_image = std::move(*image), .layers = {}};
  for (std::uint32_t layer = 0; depth && layer < plan.layers; ++layer) {
    auto view = made.table_image.image.make_layer_view(device, layer);
    if (!view) {
      return std::unexpected(view.error());
    }
    made.layers.push_back(std::move(*view));
  }
  return made;
}

void record_first_contents(VkCommandBuffer commands, const gpu::Image& image) {
  gpu::record_transition(commands, image,
                         {.to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          .after = VK_PIPELINE_STAGE_2_CLEAR_BIT,
                          .used = VK_ACCESS_2_TRANSFER_WRITE_BIT});
  const VkImageSubresourceRange range{
      .aspectMask = image.aspect(), .levelCount = 1, .layerCount = image.shape().layers};
  if (image.aspect() == VK_IMAGE_ASPECT_DEPTH_BIT) {
    const VkClearDepthStencilValue far{.depth = 1.0F};
    vkCmdClearDepthStencilImage(commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &far, 1,
                                &range);
  } else {
    const VkClearColorValue zero{};
    vkCmdClearColorImage(commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &range);
  }
  gpu::record_transition(commands, image,
                         {.from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_CLEAR_BIT,
                          .written = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                          .used = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

}  // namespace

VkFormat format_of(RenderFormatClass format) {
  switch (format) {
    case RenderFormatClass::LdrColor:
      return VK_FORMAT_R8G8B8A8_UNORM;
    case RenderFormatClass::HdrColor:
      return VK_FORMAT_R16G16B16A16_SFLOAT;
    case RenderFormatClass::SingleChannel:
      return VK_FORMAT_R8_UNORM;
    case RenderFormatClass::DirectionalDepth:
      return depth_format;
    case RenderFormatClass::StructuredData:
      return VK_FORMAT_UNDEFINED;
  }
  return VK_FORMAT_UNDEFINED;
}

Result<std::shared_ptr<PackTargets>> PackTargets::create(const gpu::Device& device, TextureTable& table,
                                                         const Samplers& samplers,
                                                         std::span<const TargetPlan> plans) {
  auto made = std::make_shared<PackTargets>();
  for (const TargetPlan& plan : plans) {
    auto target = make_target(device, table, samplers, plan);
    if (!target) {
      return about(fmt::format("target '{}'", plan.id), target.error());
    }
    made->targets.push_back(std::move(*target));
  }
  if (made->targets.empty()) {
    return made;
  }
  auto filled = device.run([&made](VkCommandBuffer commands) {
    for (const PackTarget& target : made->targets) {
      record_first_contents(commands, target.table_image.image);
    }
  });
  if (!filled) {
    return about("the first contents of the targets", filled.error());
  }
  return made;
}

std::uint64_t PackTargets::bytes() const {
  std::uint64_t sum = 0;
  for (const PackTarget& target : targets) {
    sum += target.table_image.image.byte_count();
  }
  return sum;
}

}  // namespace rpcts::reference
