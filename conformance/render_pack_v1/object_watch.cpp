#include "conformance/render_pack_v1/object_watch.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <tuple>

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::uint32_t retail_sets = 3;  // D.9

struct Kind {
  VkObjectType type;
  std::string_view name;
};

/// What a pack is made of on a device.
constexpr auto pack_kinds = std::to_array<Kind>({
    {VK_OBJECT_TYPE_IMAGE, "images"},
    {VK_OBJECT_TYPE_IMAGE_VIEW, "image views"},
    {VK_OBJECT_TYPE_BUFFER, "buffers"},
    {VK_OBJECT_TYPE_BUFFER_VIEW, "buffer views"},
    {VK_OBJECT_TYPE_SAMPLER, "samplers"},
    {VK_OBJECT_TYPE_SHADER_MODULE, "shader modules"},
    {VK_OBJECT_TYPE_PIPELINE, "pipelines"},
    {VK_OBJECT_TYPE_PIPELINE_LAYOUT, "pipeline layouts"},
    {VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, "descriptor set layouts"},
    {VK_OBJECT_TYPE_DESCRIPTOR_POOL, "descriptor pools"},
    {VK_OBJECT_TYPE_DESCRIPTOR_SET, "descriptor sets"},
    {VK_OBJECT_TYPE_RENDER_PASS, "render passes"},
    {VK_OBJECT_TYPE_FRAMEBUFFER, "framebuffers"},
});

struct Told {
  std::uint64_t (*of)(const rpcts_ledger&);
  std::string_view name;
};

constexpr auto told_counts = std::to_array<Told>({
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_pipelines; }, "pack pipelines"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_images; }, "pack images"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_buffers; }, "pack buffers"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_modules; }, "pack modules"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.set3_layouts; }, "set-3 layouts"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.set3_sets; }, "set-3 descriptor sets"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_texture_slots; },
     "texture slots of packs"},
    {[](const rpcts_ledger& one) -> std::uint64_t { return one.pack_bytes; }, "bytes of packs"},
});

std::string sentence(std::string_view name, std::uint64_t before, std::uint64_t now) {
  return fmt::format("{} {}, before {}", now, name, before);
}

}  // namespace

std::uint32_t set3_objects(const Objects& objects) {
  std::uint32_t count = 0;
  if (objects.seen) {
    count += objects.seen->layouts_with_more_sets_than(retail_sets);
  }
  if (objects.told) {
    count += objects.told->set3_layouts + objects.told->set3_sets;
  }
  return count;
}

std::vector<std::string> differences(const Objects& before, const Objects& now) {
  std::vector<std::string> found;
  if (before.seen && now.seen) {
    for (const Kind& kind : pack_kinds) {
      const std::uint32_t had = before.seen->count(kind.type);
      const std::uint32_t has = now.seen->count(kind.type);
      if (had != has) {
        found.push_back(sentence(kind.name, had, has));
      }
    }
  }
  if (before.told && now.told) {
    for (const Told& one : told_counts) {
      if (one.of(*before.told) != one.of(*now.told)) {
        found.push_back(sentence(one.name, one.of(*before.told), one.of(*now.told)));
      }
    }
  }
  return found;
}

std::vector<std::string> growth(const Objects& before, const Objects& now) {
  std::vector<std::string> found = differences(before, now);
  if (!before.seen || !now.seen) {
    return found;
  }
  for (const auto& [type, has] : now.seen->objects) {
    const std::uint32_t had = before.seen->count(type);
    const bool named = std::ranges::find(pack_kinds, type, &Kind::type) != pack_kinds.end();
    if (has > had && !named) {
      found.push_back(sentence(fmt::format("objects of type {}", static_cast<int>(type)), had, has));
    }
  }
  if (now.seen->memory_bytes > before.seen->memory_bytes) {
    found.push_back(sentence("bytes of device memory", before.seen->memory_bytes, now.seen->memory_bytes));
  }
  return found;
}

ObjectWatch::ObjectWatch(ImplementationSource& source, observer::Attention wants)
    : observer_(source.observer()) {
  if (observer_ != nullptr) {
    // Hosts of other cases that are still open are not of interest, and those that are gone are not in it.
    observer_->attend(wants);
    observer_->forget_recording();
  }
}

ObjectWatch::~ObjectWatch() {
  if (observer_ != nullptr) {
    std::ignore = observer_->calm();
    observer_->stall_fences(std::chrono::milliseconds(0));
    observer_->restrict_to({});
    observer_->attend(observer::Attention::idle);
  }
}

Result<Objects> ObjectWatch::look(implementation::Host& host, bool introspects) {
  Objects objects;
  if (observer_ != nullptr) {
    if (auto done = observer_->read(); !done) {
      return std::unexpected(done.error());
    }
    objects.seen = observer_->ledger().snapshot();
    if (objects.seen->objects.empty()) {
      objects.seen.reset();  // the implementation's Vulkan is not the loader's
    }
  }
  if (introspects) {
    auto told = host.ledger();
    if (!told) {
      return std::unexpected(told.error());
    }
    objects.told = *told;
  }
  return objects;
}

Result<std::vector<std::string>> ObjectWatch::findings() {
  if (observer_ == nullptr) {
    return std::vector<std::string>{};
  }
  if (auto done = observer_->read(); !done) {
    return std::unexpected(done.error());
  }
  return observer_->take_findings();
}

}  // namespace rpcts::render_pack_v1
