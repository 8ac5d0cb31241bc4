#include "conformance/render_pack_v1/fullscreen_rig.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <utility>

#include "harness/base/files.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/gpu/call.hpp"
#include "harness/gpu/pipeline.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr VkFormat target_format = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr std::uint32_t table_capacity = 64;
constexpr VkShaderStageFlags both_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
/// Blocks lie this far apart in the one buffer, which is a multiple of every device's alignment.
constexpr std::uint32_t block_spacing = 1024;
constexpr std::array block_bindings{atmospheric_frame_binding, directional_shadow_binding, pack_pass_binding};

/// IEEE 754 binary16; what is too small for a normal number becomes 0.
std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const auto exponent = static_cast<std::int32_t>((bits >> 23U) & 0xFFU) - 127 + 15;
  if (exponent <= 0) {
    return static_cast<std::uint16_t>(sign);
  }
  if (exponent >= 31) {
    return static_cast<std::uint16_t>(sign | 0x7C00U);
  }
  const std::uint32_t half = (static_cast<std::uint32_t>(exponent) << 10U) | ((bits >> 13U) & 0x3FFU);
  const std::uint32_t round = (bits >> 12U) & 1U;
  return static_cast<std::uint16_t>(sign | (half + round));
}

float from_half(std::uint16_t half) {
  const auto exponent = static_cast<int>((half >> 10U) & 0x1FU);
  const auto fraction = static_cast<float>(half & 0x3FFU);
  const float value =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024.0F, exponent - 25);
  return (half & 0x8000U) != 0 ? -value : value;
}

Result<std::vector<std::uint32_t>> module_words(const std::filesystem::path& path) {
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_asset_bytes);
  if (!bytes) {
    return error(ErrorKind::failed, fmt::format("the shader {} {}", path.string(), bytes.error().reason));
  }
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  return words;
}

Result<gpu::Owned<VkSampler>> linear_sampler(const gpu::Device& device) {
  const VkSamplerCreateInfo info{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = VK_FILTER_LINEAR,
                                 .minFilter = VK_FILTER_LINEAR,
                                 .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
  VkSampler sampler = VK_NULL_HANDLE;
  if (vkCreateSampler(device.handle(), &info, nullptr, &sampler) != VK_SUCCESS) {
    return error(ErrorKind::failed, "the device makes no filtering sampler");
  }
  return gpu::Owned<VkSampler>(
      sampler, [handle = device.handle()](VkSampler owned) { vkDestroySampler(handle, owned, nullptr); });
}

/// Takes a value out of a result, or puts its error into `fault`.
template <class T, class Into>
bool take(Result<T> result, Into& into, Error& fault) {
  if (!result) {
    fault = std::move(result.error());
    return false;
  }
  if constexpr (requires { into = std::move(*result); }) {
    into = std::move(*result);
  } else {
    into = std::make_unique<T>(std::move(*result));
  }
  return true;
}

gpu::LayoutShape layout_shape() {
  gpu::LayoutShape shape{.sets = std::vector<std::vector<gpu::BindingShape>>(pack_uniform_set + 1),
                         .push_bytes = push_block.size,
                         .push_stages = both_stages};
  shape.sets[sampled_table_set].push_back({.binding = sampled_table_binding,
                                           .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                           .count = table_capacity,
                                           .table = true});
  for (const std::uint32_t binding : block_bindings) {
    shape.sets[pack_uniform_set].push_back({.binding = binding, .stages = both_stages});
  }
  return shape;
}

}  // namespace

Result<FullscreenRig> FullscreenRig::create(const gpu::Device& device) {
  FullscreenRig rig;
  rig.device_ = &device;
  Error fault;
  if (!take(gpu::PipelineLayout::create(device, layout_shape()), rig.layout_, fault) ||
      !take(gpu::make_nearest_sampler(device), rig.nearest_, fault) ||
      !take(linear_sampler(device), rig.linear_, fault) ||
      !take(gpu::Buffer::create(device, block_spacing * block_bindings.size(),
                                VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT),
            rig.uniforms_, fault) ||
      !take(gpu::DescriptorSet::create(device, *rig.layout_, sampled_table_set, table_capacity), rig.table_,
            fault) ||
      !take(gpu::DescriptorSet::create(device, *rig.layout_, pack_uniform_set), rig.blocks_, fault)) {
    return std::unexpected(std::move(fault));
  }
  rig.blocks_->write_uniform(atmospheric_frame_binding, *rig.uniforms_, atmospheric_frame.size);
  rig.blocks_->write_uniform(directional_shadow_binding, *rig.uniforms_, directional_shadow.size);
  rig.blocks_->write_uniform(pack_pass_binding, *rig.uniforms_, pack_pass.size);
  return rig;
}

Result<std::uint32_t> FullscreenRig::add(const gpu::ImageShape& shape, std::span<const std::byte> texels,
                                         VkSampler sampler) {
  Result<gpu::Image> image = gpu::make_texture(*device_, shape, texels);
  if (!image) {
    return std::unexpected(std::move(image.error()));
  }
  // Slot 0 stays empty: a shader that takes 0 for "the first one" is wrong.
  textures_.push_back(std::move(*image));
  const auto slot = static_cast<std::uint32_t>(textures_.size());
  table_->write_texture(sampled_table_binding, slot, textures_.back(), sampler);
  return slot;
}

Result<std::uint32_t> FullscreenRig::add_color(const Picture& picture) {
  std::vector<std::uint16_t> halves;
  for (const Float4& texel : picture.texels) {
    for (const float value : texel) {
      halves.push_back(to_half(value));
    }
  }
  return add({.format = target_format, .width = picture.width, .height = picture.height},
             std::as_bytes(std::span(halves)), linear_.get());
}

Result<std::uint32_t> FullscreenRig::add_depth(std::uint32_t size, std::uint32_t layers,
                                               std::span<const float> texels) {
  return add({.format = VK_FORMAT_D32_SFLOAT, .width = size, .height = size, .layers = layers},
             std::as_bytes(texels), nearest_.get());
}

void FullscreenRig::record(VkCommandBuffer commands, const gpu::Image& target, VkPipeline pipeline,
                           const gpu::Buffer& readback, const PushBlock& push) const {
  const std::uint32_t width = target.shape().width;
  const std::uint32_t height = target.shape().height;
  gpu::record_transition(commands, target,
                         {.to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          .after = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .used = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT});
  const VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = target.view(),
                                             .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
  const VkRect2D area{.extent = {width, height}};
  const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = area,
                                  .layerCount = 1,
                                  .colorAttachmentCount = 1,
                                  .pColorAttachments = &attachment};
  vkCmdBeginRendering(commands, &rendering);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  const VkViewport viewport{.y = static_cast<float>(height),
                            .width = static_cast<float>(width),
                            .height = -static_cast<float>(height),
                            .maxDepth = 1.0F};
  vkCmdSetViewport(commands, 0, 1, &viewport);
  vkCmdSetScissor(commands, 0, 1, &area);
  const std::array sets{table_->handle(), blocks_->handle()};
  const std::array<std::uint32_t, block_bindings.size()> offsets{0, block_spacing, 2 * block_spacing};
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_->handle(), sampled_table_set,
                          static_cast<std::uint32_t>(sets.size()), sets.data(),
                          static_cast<std::uint32_t>(offsets.size()), offsets.data());
  vkCmdPushConstants(commands, layout_->handle(), both_stages, 0, sizeof push, &push);
  vkCmdDraw(commands, 3, 1, 0, 0);
  vkCmdEndRendering(commands);
  gpu::record_transition(commands, target,
                         {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          .before = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .written = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                          .after = VK_PIPELINE_STAGE_2_COPY_BIT,
                          .used = VK_ACCESS_2_TRANSFER_READ_BIT});
  const VkBufferImageCopy region{
      .imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
      .imageExtent = {width, height, 1}};
  vkCmdCopyImageToBuffer(commands, target.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, readback.handle(),
                         1, &region);
  const VkMemoryBarrier2 to_host{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                 .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                 .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                 .dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT,
                                 .dstAccessMask = VK_ACCESS_2_HOST_READ_BIT};
  const VkDependencyInfo dependency{
      .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &to_host};
  vkCmdPipelineBarrier2(commands, &dependency);
}

Result<Picture> FullscreenRig::draw(const std::filesystem::path& vertex,
                                    const std::filesystem::path& fragment, std::uint32_t width,
                                    std::uint32_t height, std::span<const std::uint32_t> slots,
                                    const PassBlocks& contents) {
  Error fault;
  std::vector<std::uint32_t> vertex_words;
  std::vector<std::uint32_t> fragment_words;
  gpu::Owned<VkPipeline> pipeline;
  std::unique_ptr<gpu::Image> target;
  if (!take(module_words(vertex), vertex_words, fault) ||
      !take(module_words(fragment), fragment_words, fault) ||
      !take(gpu::make_pipeline(
                *device_, *layout_,
                {.vertex = vertex_words, .fragment = fragment_words, .color_format = target_format}),
            pipeline, fault) ||
      !take(gpu::Image::create(*device_, {.format = target_format, .width = width, .height = height},
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
            target, fault)) {
    return std::unexpected(std::move(fault));
  }
  std::unique_ptr<gpu::Buffer> readback;
  if (!take(gpu::Buffer::create(*device_, target->byte_count(), VK_BUFFER_USAGE_TRANSFER_DST_BIT), readback,
            fault)) {
    return std::unexpected(std::move(fault));
  }
  std::memcpy(uniforms_->bytes().data(), &contents.frame, sizeof contents.frame);
  std::memcpy(uniforms_->bytes().subspan(block_spacing).data(), &contents.shadow, sizeof contents.shadow);
  std::memcpy(uniforms_->bytes().subspan(std::size_t{2} * block_spacing).data(), &contents.pass,
              sizeof contents.pass);
  PushBlock push;
  set_slots(push, make_slots(slots));
  const Result<void> done = device_->run(
      [&](VkCommandBuffer commands) { record(commands, *target, pipeline.get(), *readback, push); });
  if (!done) {
    return std::unexpected(done.error());
  }
  std::vector<std::uint16_t> halves(readback->bytes().size() / sizeof(std::uint16_t));
  std::memcpy(halves.data(), readback->bytes().data(), readback->bytes().size());
  Picture picture{.width = width, .height = height, .texels = std::vector<Float4>(halves.size() / 4)};
  for (std::size_t i = 0; i < halves.size(); ++i) {
    picture.texels[i / 4][i % 4] = from_half(halves[i]);
  }
  return picture;
}

}  // namespace rpcts::render_pack_v1
