#include "harness/reference/render/pack_runtime.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <utility>

#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/gpu/pipeline.hpp"
#include "harness/reference/mistakes/draws.hpp"
#include "harness/reference/mistakes/hints.hpp"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/module_needs.hpp"
#include "harness/reference/render/pipelines.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderFormatClass;

/// Bytes of bindings 5 to 8.
constexpr std::array<std::size_t, 4> block_bytes{
    sizeof(render_pack_v1::AtmosphericFrameBlock), sizeof(render_pack_v1::DirectionalShadowBlock),
    sizeof(render_pack_v1::PackPassBlock), sizeof(render_pack_v1::PackSettingsBlock)};
constexpr std::size_t frame_block = 0;
constexpr std::size_t shadow_block = 1;
constexpr std::size_t pass_block = 2;
constexpr std::size_t settings_block = 3;

std::unexpected<Error> wrong(std::string message) {
  return error(ErrorKind::usage, std::move(message));
}

template <class Block>
void put(const gpu::Buffer& buffer, std::uint32_t offset, const Block& block) {
  std::memcpy(buffer.bytes().data() + offset, &block, sizeof(Block));
}

/// The two blocks of a pass, which lie side by side in its values: in one copy where the device's alignment
/// leaves them side by side too. A length that is known late goes to the library's copy, which is written for
/// this processor; one that is known early becomes one for any.
void put_pass(const gpu::Buffer& buffer, std::uint32_t frame, std::uint32_t pass, const PassValues& values) {
  constexpr std::size_t from = offsetof(PassValues, frame);
  static_assert(offsetof(PassValues, pass) == from + sizeof(values.frame));
  static_assert(std::is_trivially_copyable_v<PassValues>);
  const auto bytes = std::as_bytes(std::span(&values, 1)).subspan(from);
  const bool adjacent = pass == frame + sizeof(values.frame);
  std::memcpy(buffer.bytes().data() + frame, bytes.data(),
              sizeof(values.frame) + (adjacent ? sizeof(values.pass) : 0));
  if (!adjacent) {
    put(buffer, pass, values.pass);
  }
}

Result<void> check_modules(const ShaderPair& pair, const DeviceFacts& facts, std::string_view thing) {
  if (auto done = check_needs(pair.vertex, facts, fmt::format("{}, vertex stage", thing)); !done) {
    return done;
  }
  return check_needs(pair.fragment, facts, fmt::format("{}, fragment stage", thing));
}

std::string name_of(const FullscreenPlan& pass) {
  return fmt::format("pass '{}'", pass.id);
}

Result<void> check_pass(const FullscreenPlan& pass, const RuntimePlan& plan) {
  for (const SlotSource& slot : pass.slots) {
    if (slot.from == SlotSource::From::target && slot.target >= plan.targets.size()) {
      return wrong(
          fmt::format("{} samples target {} of {}", name_of(pass), slot.target, plan.targets.size()));
    }
    if (slot.from == SlotSource::From::target && pass.write == slot.target) {
      return wrong(fmt::format("{} samples the target that it writes", name_of(pass)));
    }
  }
  if (pass.write) {
    if (*pass.write >= plan.targets.size()) {
      return wrong(fmt::format("{} writes target {} of {}", name_of(pass), *pass.write, plan.targets.size()));
    }
    if (plan.targets[*pass.write].format == RenderFormatClass::DirectionalDepth) {
      return wrong(fmt::format("{} writes a depth target", name_of(pass)));
    }
  }
  return {};
}

Result<void> check_shadow(const ShadowPlan& shadow, const RuntimePlan& plan) {
  if (shadow.target >= plan.targets.size() ||
      plan.targets[shadow.target].format != RenderFormatClass::DirectionalDepth) {
    return wrong(fmt::format("the cascades write target {}, which is no depth target", shadow.target));
  }
  const std::uint32_t layers = plan.targets[shadow.target].layers;
  if (shadow.cascades == 0 || shadow.cascades > render_pack_v1::maximum_cascades ||
      shadow.cascades != layers) {
    return wrong(fmt::format("{} cascades in a target of {} layers", shadow.cascades, layers));
  }
  if (shadow.multiview && shadow.cascades != 2) {
    return wrong(fmt::format("{} cascades with the view mask 0b11", shadow.cascades));
  }
  return {};
}

Result<void> check(const RuntimePlan& plan, const DeviceFacts& facts) {
  for (const FullscreenPlan& pass : plan.passes) {
    if (auto done = check_pass(pass, plan); !done) {
      return done;
    }
    if (auto done = check_modules(pass.shaders, facts, name_of(pass)); !done) {
      return done;
    }
  }
  if (!plan.shadow) {
    return {};
  }
  if (auto done = check_shadow(*plan.shadow, plan); !done) {
    return done;
  }
  const ShadowPlan& shadow = *plan.shadow;
  const std::array<std::pair<const ShaderPair*, std::string_view>, 5> variants{{
      {&shadow.terrain_caster, "the terrain caster"},
      {&shadow.opaque_caster, "the opaque caster"},
      {&shadow.cutout_caster, "the cutout caster"},
      {&shadow.terrain_receiver, "the terrain receiver"},
      {&shadow.world_receiver, "the world receiver"},
  }};
  for (const auto& [pair, name] : variants) {
    if (auto done = check_modules(*pair, facts, name); !done) {
      return done;
    }
  }
  return {};
}

}  // namespace

std::uint32_t multiview_mask() {
  return makes(find_mistake(hint_mistakes, "hints.multiview-first-layer-only"))
             ? 1
             : render_pack_v1::multiview_view_mask;
}

Result<std::unique_ptr<PackRuntime>> PackRuntime::create(const PackContext& context,
                                                         const RuntimePlan& plan) {
  if (auto done = check(plan, context.device.facts()); !done) {
    return std::unexpected(done.error());
  }
  std::unique_ptr<PackRuntime> made(new PackRuntime);
  made->layout_ = context.layout;
  if (auto done = made->make_passes(context, plan); !done) {
    return std::unexpected(done.error());
  }
  if (plan.shadow) {
    if (auto done = made->make_shadow(context, *plan.shadow); !done) {
      return std::unexpected(done.error());
    }
  }
  auto targets = PackTargets::create(context.device, context.table, context.samplers, plan.targets);
  if (!targets) {
    return std::unexpected(targets.error());
  }
  made->targets = std::move(*targets);
  if (auto done = made->make_blocks(context, plan); !done) {
    return about("the blocks of set 3", done.error());
  }
  return made;
}

Result<void> PackRuntime::make_passes(const PackContext& context, const RuntimePlan& plan) {
  for (const FullscreenPlan& pass : plan.passes) {
    auto pipeline = gpu::make_pipeline(
        context.device, *layout_,
        {.vertex = pass.shaders.vertex,
         .fragment = pass.shaders.fragment,
         .color_format = pass.write ? format_of(plan.targets[*pass.write].format) : output_format});
    if (!pipeline) {
      return about(name_of(pass), pipeline.error());
    }
    samples_normals_ = samples_normals_ || std::ranges::any_of(pass.slots, [](const SlotSource& slot) {
                         return slot.from == SlotSource::From::scene_normals;
                       });
    passes.push_back({.id = pass.id,
                      .hook = pass.hook,
                      .slots = pass.slots,
                      .write = pass.write,
                      .pipeline = std::move(*pipeline)});
  }
  return {};
}

Result<void> PackRuntime::make_shadow(const PackContext& context, const ShadowPlan& plan) {
  const std::uint32_t mask = plan.multiview ? multiview_mask() : 0;
  PackShadow made{.target = plan.target, .cascades = plan.cascades, .multiview = plan.multiview};
  struct Variant {
    gpu::Owned<VkPipeline>& pipeline;
    MeshKind kind;
    const ShaderPair& shaders;
    VkFormat color;
    std::uint32_t view_mask;
    std::string_view name;
  };
  const std::array<Variant, 5> variants{{
      {made.terrain_caster, MeshKind::terrain, plan.terrain_caster, VK_FORMAT_UNDEFINED, mask,
       "terrain caster"},
      {made.opaque_caster, MeshKind::world, plan.opaque_caster, VK_FORMAT_UNDEFINED, mask, "opaque caster"},
      {made.cutout_caster, MeshKind::world, plan.cutout_caster, VK_FORMAT_UNDEFINED, mask, "cutout caster"},
      {made.terrain_receiver, MeshKind::terrain, plan.terrain_receiver, world_color_format, 0,
       "terrain receiver"},
      {made.world_receiver, MeshKind::world, plan.world_receiver, world_color_format, 0, "world receiver"},
  }};
  for (const Variant& variant : variants) {
    auto pipeline =
        gpu::make_pipeline(context.device, *layout_,
                           mesh_shape(variant.kind, variant.shaders.vertex, variant.shaders.fragment,
                                      variant.color, variant.view_mask));
    if (!pipeline) {
      return about(fmt::format("the {}", variant.name), pipeline.error());
    }
    variant.pipeline = std::move(*pipeline);
  }
  shadow = std::move(made);
  return {};
}

Result<void> PackRuntime::make_blocks(const PackContext& context, const RuntimePlan& plan) {
  const std::size_t alignment =
      std::max<std::size_t>(context.device.limits().minUniformBufferOffsetAlignment, 16);
  std::size_t end = 0;
  const auto place = [&end, alignment](std::size_t block) {
    const std::size_t at = end;
    end = (end + block_bytes[block] + alignment - 1) / alignment * alignment;
    return static_cast<std::uint32_t>(at);
  };
  for (std::size_t block = 0; block < block_bytes.size(); ++block) {
    mesh_offsets_[block] = place(block);
  }
  for (PackPassRecord& pass : passes) {
    pass.offsets = mesh_offsets_;
    pass.offsets[frame_block] = place(frame_block);
    pass.offsets[pass_block] = place(pass_block);
    places_.push_back({.frame = pass.offsets[frame_block], .pass = pass.offsets[pass_block]});
  }
  for (std::uint32_t flight = 0; flight < context.flights; ++flight) {
    auto buffer = gpu::Buffer::create(context.device, end, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    if (!buffer) {
      return std::unexpected(buffer.error());
    }
    auto set = gpu::DescriptorSet::create(context.device, *layout_, pack_set);
    if (!set) {
      return std::unexpected(set.error());
    }
    put(*buffer, mesh_offsets_[settings_block], plan.settings);
    for (std::size_t block = 0; block < block_bytes.size(); ++block) {
      set->write_uniform(render_pack_v1::atmospheric_frame_binding + static_cast<std::uint32_t>(block),
                         *buffer, block_bytes[block]);
    }
    buffers_.push_back(std::move(*buffer));
    sets_.push_back(std::move(*set));
  }
  return {};
}

void PackRuntime::publish(std::uint32_t flight, const render_pack_v1::DirectionalShadowBlock& shadow_values,
                          std::span<const PassValues> values) {
  constexpr std::uint32_t enabled = 1;
  const gpu::Buffer& buffer = buffers_[flight];
  const bool is_on = shadow && (shadow_values.texture_and_flags[3] & enabled) != 0;
  if (!is_on) {
    put(buffer, mesh_offsets_[shadow_block], shadow_values);
  } else {
    render_pack_v1::DirectionalShadowBlock block = shadow_values;
    block.texture_and_flags[0] = targets->targets[shadow->target].table_image.slot.number();
    if (shadow->multiview && makes(find_mistake(hint_mistakes, "hints.multiview-one-matrix"))) {
      block.world_to_clip[1] = block.world_to_clip[0];
    }
    put(buffer, mesh_offsets_[shadow_block], block);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].recorded) {
      do {
        put_pass(buffer, places_[i].frame, places_[i].pass, values[i]);
      } while (slowdown_.due());
    }
  }
}

Result<void> PackRuntime::check_replacement(std::span<const TargetPlan> plans) const {
  if (plans.size() != targets->targets.size()) {
    return wrong(fmt::format("{} targets in the place of {}", plans.size(), targets->targets.size()));
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const TargetPlan& old = targets->targets[i].plan;
    if (plans[i].id != old.id || plans[i].format != old.format || plans[i].layers != old.layers) {
      return wrong(
          fmt::format("target '{}' in the place of '{}': only the size may differ", plans[i].id, old.id));
    }
  }
  return {};
}

std::uint32_t PackRuntime::pipeline_count() const {
  return static_cast<std::uint32_t>(passes.size()) + (shadow ? 5U : 0U);
}

std::uint64_t PackRuntime::buffer_bytes() const {
  std::uint64_t sum = 0;
  for (const gpu::Buffer& buffer : buffers_) {
    sum += buffer.bytes().size();
  }
  return sum;
}

std::uint64_t PackRuntime::write_count() const {
  std::uint64_t sum = 0;
  for (const gpu::DescriptorSet& set : sets_) {
    sum += set.write_count();
  }
  return sum;
}

std::vector<std::byte> PackRuntime::block(const PackPassRecord& pass, std::uint32_t binding) const {
  const std::size_t number = binding - render_pack_v1::atmospheric_frame_binding;
  if (binding < render_pack_v1::atmospheric_frame_binding || number >= block_bytes.size()) {
    return {};
  }
  const std::span<const std::byte> bytes =
      buffers_[last_flight].bytes().subspan(pass.offsets[number], block_bytes[number]);
  return {bytes.begin(), bytes.end()};
}

}  // namespace rpcts::reference
