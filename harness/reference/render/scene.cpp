#include "harness/reference/render/scene.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "harness/reference/mistakes/draws.hpp"
#include "harness/reference/render/scene_blocks.hpp"

namespace rpcts::reference {
namespace {

constexpr std::size_t floats_of_transform = 16;
constexpr std::uint32_t no_texture = 0xFFFFFFFF;

Result<void> wrong(std::string message) {
  return error(ErrorKind::usage, "the scene: " + std::move(message));
}

Result<void> check_indices(std::string_view what, std::span<const std::uint32_t> indices,
                           std::size_t vertices) {
  const auto beyond =
      std::ranges::find_if(indices, [vertices](std::uint32_t index) { return index >= vertices; });
  if (beyond != indices.end()) {
    return wrong(fmt::format("index {} of the {} names vertex {} of {}", beyond - indices.begin(), what,
                             *beyond, vertices));
  }
  return {};
}

Result<void> check_batch(const rpcts_scene& scene, std::size_t number) {
  const rpcts_batch& batch = scene.batches[number];
  if (std::uint64_t{batch.first_index} + batch.index_count > scene.world_index_count) {
    return wrong(fmt::format("batch {} ends at index {} of {}", number,
                             std::uint64_t{batch.first_index} + batch.index_count, scene.world_index_count));
  }
  if (std::uint64_t{batch.first_instance} + batch.instance_count > scene.instance_count) {
    return wrong(fmt::format("batch {} ends at instance {} of {}", number,
                             std::uint64_t{batch.first_instance} + batch.instance_count,
                             scene.instance_count));
  }
  if (batch.texture != no_texture && batch.texture >= scene.texture_count) {
    return wrong(fmt::format("batch {} has texture {} of {}", number, batch.texture, scene.texture_count));
  }
  return {};
}

Result<void> check(const rpcts_scene& scene) {
  if (auto done = check_indices("terrain", {scene.terrain_indices, scene.terrain_index_count},
                                scene.terrain_vertex_count);
      !done) {
    return done;
  }
  if (auto done =
          check_indices("world", {scene.world_indices, scene.world_index_count}, scene.world_vertex_count);
      !done) {
    return done;
  }
  for (std::size_t i = 0; i < scene.batch_count; ++i) {
    if (auto done = check_batch(scene, i); !done) {
      return done;
    }
  }
  for (std::size_t i = 0; i < scene.texture_count; ++i) {
    const rpcts_texture& texture = scene.textures[i];
    if (texture.width == 0 || texture.height == 0 || texture.layers == 0 || texture.texels == nullptr) {
      return wrong(fmt::format("texture {} is empty", i));
    }
  }
  if (scene.terrain_texture != no_texture && scene.terrain_index_count > 0 &&
      scene.terrain_texture >= scene.texture_count) {
    return wrong(fmt::format("the terrain has texture {} of {}", scene.terrain_texture, scene.texture_count));
  }
  return {};
}

/// A buffer with a copy of `items`; never empty, as Vulkan wants it.
template <class Item>
Result<void> upload(const gpu::Device& device, std::optional<gpu::Buffer>& buffer, const Item* items,
                    std::size_t count, VkBufferUsageFlags usage) {
  auto made = gpu::Buffer::create(device, std::max(count * sizeof(Item), sizeof(Item)), usage);
  if (!made) {
    return about("the vertices of the scene", made.error());
  }
  if (count > 0) {
    std::memcpy(made->bytes().data(), items, count * sizeof(Item));
  }
  buffer.emplace(std::move(*made));
  return {};
}

/// Sections of one buffer, each where a descriptor may start.
class Sections {
 public:
  explicit Sections(std::size_t alignment) : alignment_(alignment) {}

  void add(std::size_t bytes) {
    sections_.push_back({end_, bytes});
    end_ = (end_ + bytes + alignment_ - 1) / alignment_ * alignment_;
  }
  [[nodiscard]] std::size_t size() const { return end_; }
  [[nodiscard]] std::size_t offset(std::size_t i) const { return sections_[i].first; }
  [[nodiscard]] std::size_t bytes(std::size_t i) const { return sections_[i].second; }

  template <class Item>
  [[nodiscard]] std::span<Item> in(std::span<std::byte> memory, std::size_t i) const {
    return {reinterpret_cast<Item*>(memory.data() + offset(i)), bytes(i) / sizeof(Item)};
  }

 private:
  std::size_t alignment_;
  std::size_t end_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> sections_;
};

}  // namespace

Result<std::unique_ptr<Scene>> Scene::create(const gpu::Device& device, const gpu::PipelineLayout& retail,
                                             TextureTable& table, const Samplers& samplers,
                                             const rpcts_scene& scene, std::uint32_t flights) {
  if (auto done = check(scene); !done) {
    return std::unexpected(done.error());
  }
  std::unique_ptr<Scene> made(new Scene);
  std::ranges::copy(scene.ambient, made->ambient_.begin());
  std::ranges::copy(scene.background, made->background_.begin());
  if (auto done = made->upload_textures(device, table, samplers, scene); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = made->upload_vertices(device, scene); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = made->make_storage(device, retail, scene, flights); !done) {
    return about("set 0 of the scene", done.error());
  }
  return made;
}

Result<void> Scene::upload_textures(const gpu::Device& device, TextureTable& table, const Samplers& samplers,
                                    const rpcts_scene& scene) {
  slots_.reserve(scene.texture_count);
  textures_.reserve(scene.texture_count);
  for (std::size_t i = 0; i < scene.texture_count; ++i) {
    const rpcts_texture& texture = scene.textures[i];
    const gpu::ImageShape shape{.format = VK_FORMAT_R8G8B8A8_UNORM,
                                .width = texture.width,
                                .height = texture.height,
                                .layers = texture.layers};
    const std::size_t bytes = std::size_t{texture.width} * texture.height * texture.layers * 4;
    auto image = gpu::make_texture(device, shape, std::as_bytes(std::span(texture.texels, bytes)));
    if (!image) {
      return about(fmt::format("texture {} of the scene", i), image.error());
    }
    auto slot = table.add(*image, samplers.nearest_repeat.get(), SlotOwner::host);
    if (!slot) {
      return about(fmt::format("texture {} of the scene", i), slot.error());
    }
    textures_.push_back(std::move(*image));
    slots_.push_back(std::move(*slot));
  }
  terrain_slot_ = slot_of(scene.terrain_texture);
  return {};
}

std::uint32_t Scene::slot_of(std::uint32_t texture) const {
  return texture < slots_.size() ? slots_[texture].number() : TextureTable::white;
}

Result<void> Scene::upload_vertices(const gpu::Device& device, const rpcts_scene& scene) {
  if (auto done = upload(device, terrain_vertices_, scene.terrain_vertices, scene.terrain_vertex_count,
                         VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
      !done) {
    return done;
  }
  if (auto done = upload(device, terrain_indices_, scene.terrain_indices, scene.terrain_index_count,
                         VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
      !done) {
    return done;
  }
  terrain_index_count_ = static_cast<std::uint32_t>(scene.terrain_index_count);
  if (auto done = upload(device, world_vertices_, scene.world_vertices, scene.world_vertex_count,
                         VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
      !done) {
    return done;
  }
  return upload(device, world_indices_, scene.world_indices, scene.world_index_count,
                VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
}

void Scene::add_batch(const rpcts_batch& batch, std::int32_t number) {
  if (batch.index_count == 0 || batch.instance_count == 0) {
    return;
  }
  const BatchDraw draw{.number = number,
                       .flags = batch.flags,
                       .first_index = batch.first_index,
                       .index_count = batch.index_count,
                       .first_instance = batch.first_instance,
                       .instance_count = batch.instance_count};
  batches_.push_back(draw);
  const bool still = (batch.flags & RPCTS_BATCH_ANIMATED) == 0;
  const bool outdoor = (batch.flags & RPCTS_BATCH_INDOOR) == 0;
  if ((still || !makes(find_mistake(draw_mistakes, "draws.animated-casts-nothing"))) &&
      (outdoor || makes(find_mistake(draw_mistakes, "draws.indoor-casts")))) {
    ((batch.flags & RPCTS_BATCH_CUTOUT) != 0 ? cutout_casters_ : opaque_casters_).push_back(draw);
  }
}

Result<void> Scene::make_storage(const gpu::Device& device, const gpu::PipelineLayout& retail,
                                 const rpcts_scene& scene, std::uint32_t flights) {
  const std::size_t batches = std::max<std::size_t>(scene.batch_count, 1);
  const std::size_t instances = std::max<std::size_t>(scene.instance_count, 1);
  // Section i is binding i; the transforms of binding 0 have buffers of their own.
  Sections sections(std::max<std::size_t>(device.limits().minStorageBufferOffsetAlignment, 16));
  sections.add(0);
  sections.add(batches * sizeof(WorldBatch));
  sections.add(sizeof(ClipPlanes));
  sections.add(instances * sizeof(std::uint32_t));  // clip slots: region 0, which clips nothing
  sections.add(sizeof(SceneLight));
  sections.add(instances * lights_per_instance * sizeof(std::uint32_t));
  sections.add(instances * sizeof(std::uint32_t));  // indoor flags
  sections.add(instances * sizeof(float));          // alphas
  sections.add(instances * sizeof(Float4));         // selection lighting: none
  sections.add(instances * sizeof(std::uint32_t));  // detail categories: none
  auto surface = gpu::Buffer::create(device, sections.size(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (!surface) {
    return std::unexpected(surface.error());
  }
  const std::span<std::byte> memory = surface->bytes();  // starts as zeros
  std::ranges::fill(sections.in<std::uint32_t>(memory, 5), no_light);
  std::ranges::fill(sections.in<float>(memory, 7), 1.0F);
  const std::span<WorldBatch> table = sections.in<WorldBatch>(memory, 1);
  const std::span<std::uint32_t> indoor = sections.in<std::uint32_t>(memory, 6);
  for (std::size_t i = 0; i < scene.batch_count; ++i) {
    const rpcts_batch& batch = scene.batches[i];
    table[i] = {.texture_slot = slot_of(batch.texture),
                .texture_layer = batch.texture == no_texture ||
                                         makes(find_mistake(draw_mistakes, "draws.texture-layer-ignored"))
                                     ? 0
                                     : batch.layer,
                .flags = (batch.flags & RPCTS_BATCH_CUTOUT) != 0 ? 1U : 0U};
    if ((batch.flags & RPCTS_BATCH_INDOOR) != 0) {
      std::ranges::fill(indoor.subspan(batch.first_instance, batch.instance_count), 1U);
    }
    add_batch(batch, static_cast<std::int32_t>(i));
  }
  instances_.assign(scene.instances, scene.instances + scene.instance_count * floats_of_transform);
  before_ = instances_;
  surface_.emplace(std::move(*surface));

  const StorageForm form = storage_form(device.facts());
  dynamic_count_ = form.dynamic ? form.bindings : 0;
  const std::size_t transform_bytes = instances * floats_of_transform * sizeof(float);
  for (std::uint32_t flight = 0; flight < flights; ++flight) {
    auto transforms = gpu::Buffer::create(device, transform_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    if (!transforms) {
      return std::unexpected(transforms.error());
    }
    auto set = gpu::DescriptorSet::create(device, retail, storage_set);
    if (!set) {
      return std::unexpected(set.error());
    }
    set->write_storage(0, *transforms, 0, transform_bytes);
    for (std::uint32_t binding = 1; binding < form.bindings; ++binding) {
      const std::size_t offset = sections.offset(binding);
      offsets_[binding] = form.dynamic ? static_cast<std::uint32_t>(offset) : 0;
      set->write_storage(binding, *surface_, form.dynamic ? 0 : offset, sections.bytes(binding));
    }
    transforms_.push_back(std::move(*transforms));
    sets_.push_back(std::move(*set));
  }
  return {};
}

Result<void> Scene::publish_transforms(std::uint32_t flight, std::span<const float> instances) {
  const std::span<const float> source = instances.empty() ? std::span<const float>(instances_) : instances;
  if (source.size() != instances_.size()) {
    return error(ErrorKind::usage, fmt::format("a frame with {} floats of transforms for a scene with {}",
                                               source.size(), instances_.size()));
  }
  if (makes(find_mistake(draw_mistakes, "draws.pose-of-frame-before"))) {
    std::ranges::copy(before_, reinterpret_cast<float*>(transforms_[flight].bytes().data()));
    before_.assign(source.begin(), source.end());
    return {};
  }
  if (!source.empty()) {
    std::memcpy(transforms_[flight].bytes().data(), source.data(), source.size_bytes());
  }
  return {};
}

std::uint64_t Scene::write_count() const {
  std::uint64_t count = 0;
  for (const gpu::DescriptorSet& set : sets_) {
    count += set.write_count();
  }
  return count;
}

}  // namespace rpcts::reference
