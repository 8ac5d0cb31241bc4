#include "harness/reference/render/texture_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {

Result<Samplers> Samplers::create(const gpu::Device& device) {
  auto linear = gpu::make_sampler(device, VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
  if (!linear) {
    return std::unexpected(linear.error());
  }
  auto nearest = gpu::make_sampler(device, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
  if (!nearest) {
    return std::unexpected(nearest.error());
  }
  auto repeat = gpu::make_sampler(device, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_REPEAT);
  if (!repeat) {
    return std::unexpected(repeat.error());
  }
  return Samplers{std::move(*linear), std::move(*nearest), std::move(*repeat)};
}

TableSlot::~TableSlot() {
  // What stood in the slot stays written in the descriptor: partially bound, and read by no correct shader.
  if (table_ != nullptr) {
    table_->owners_[number_] = SlotOwner::nobody;
  }
}

Result<std::unique_ptr<TextureTable>> TextureTable::create(const gpu::Device& device,
                                                           const gpu::PipelineLayout& retail,
                                                           const Samplers& samplers) {
  const std::uint32_t capacity = table_capacity(device.facts());
  std::unique_ptr<TextureTable> made(new TextureTable);
  auto set = gpu::DescriptorSet::create(device, retail, table_set, capacity);
  if (!set) {
    return about("the texture table", set.error());
  }
  constexpr std::array<std::byte, 4> texel{std::byte{255}, std::byte{255}, std::byte{255}, std::byte{255}};
  auto image = gpu::make_texture(device, {.format = VK_FORMAT_R8G8B8A8_UNORM}, texel);
  if (!image) {
    return about("the white texture", image.error());
  }
  made->set_.emplace(std::move(*set));
  made->white_texel_.emplace(std::move(*image));
  made->owners_.resize(capacity, SlotOwner::nobody);
  made->owners_[white] = SlotOwner::host;
  made->set_->write_texture(0, white, *made->white_texel_, samplers.nearest_repeat.get());
  return made;
}

Result<TableSlot> TextureTable::add(const gpu::Image& image, VkSampler sampler, SlotOwner owner) {
  const auto free = std::ranges::find(owners_, SlotOwner::nobody);
  if (free == owners_.end()) {
    return error(ErrorKind::failed,
                 fmt::format("all {} slots of the texture table are taken", owners_.size()));
  }
  *free = owner;
  const auto number = static_cast<std::uint32_t>(free - owners_.begin());
  set_->write_texture(0, number, image, sampler);
  return TableSlot(this, number);
}

std::uint32_t TextureTable::count(SlotOwner owner) const {
  return static_cast<std::uint32_t>(std::ranges::count(owners_, owner));
}

}  // namespace rpcts::reference
