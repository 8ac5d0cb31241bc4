#include "harness/reference/values/slot_order.hpp"

#include <algorithm>

#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/reference/mistakes/slots.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Execution;
using render_pack_v1::Pass;
using render_pack_v1::RenderPassSemantic;
using render_pack_v1::RenderSemanticInput;
using render_pack_v1::Resource;
using render_pack_v1::SampledInput;

bool from_scene(const SampledInput& input) {
  return input.from == SampledInput::From::scene;
}

const Resource* find(std::span<const Resource> resources, std::string_view id) {
  const auto found = std::ranges::find_if(
      resources, [&](const Resource& one) { return render_pack_v1::same_id(one.id, id); });
  return found == resources.end() ? nullptr : &*found;
}

/// The pass as one that does not list DirectionalShadowMaps: no read of it is free.
Pass without_shadow_maps(Pass pass) {
  std::erase(pass.semantic_inputs, RenderSemanticInput::DirectionalShadowMaps);
  return pass;
}

void reorder(std::vector<SampledInput>& inputs, std::span<const Resource> resources) {
  const auto reads = std::ranges::find_if_not(inputs, from_scene);
  if (makes(slot_mistake("reads-first"))) {
    std::ranges::rotate(inputs, reads);
  } else if (makes(slot_mistake("scene-in-fixed-order"))) {
    std::ranges::stable_sort(inputs.begin(), reads, {}, &SampledInput::scene);
  } else if (makes(slot_mistake("reads-by-declaration"))) {
    std::ranges::stable_sort(reads, inputs.end(), {},
                             [&](const SampledInput& one) { return find(resources, one.resource); });
  } else if (makes(slot_mistake("reads-reversed"))) {
    std::reverse(reads, inputs.end());
  } else if (makes(slot_mistake("depth-first"))) {
    std::ranges::stable_partition(inputs, [](const SampledInput& one) {
      return from_scene(one) && one.scene == RenderSemanticInput::SceneDepth;
    });
  } else if (makes(slot_mistake("b-and-c-swapped")) && inputs.size() > 2) {
    std::swap(inputs[1], inputs[2]);
  }
}

std::vector<SampledInput> mistaken_inputs(const Pass& pass, std::span<const Resource> resources,
                                          Execution execution) {
  const bool fused = execution == Execution::fused;
  const bool composite = pass.semantic == RenderPassSemantic::FilmicComposite;
  std::vector<SampledInput> inputs = render_pack_v1::sampled_inputs(pass, resources, execution);
  if (fused &&
      ((composite && makes(slot_mistake("fused-as-ordinary"))) ||
       (pass.semantic == RenderPassSemantic::SunRays && makes(slot_mistake("fused-rays-with-mask"))))) {
    return render_pack_v1::sampled_inputs(pass, resources, Execution::ordinary);
  }
  if (fused && composite && makes(slot_mistake("fused-exchanged")) && inputs.size() > 2) {
    std::swap(inputs[1], inputs[2]);
  }
  if (makes(slot_mistake("depth-takes-a-slot"))) {
    return render_pack_v1::sampled_inputs(without_shadow_maps(pass), resources, execution);
  }
  if (makes(slot_mistake("only-three"))) {
    inputs.resize(std::min<std::size_t>(3, inputs.size()));
  } else if (makes(slot_mistake("normals-as-depth"))) {
    for (SampledInput& one : inputs) {
      if (from_scene(one) && one.scene == RenderSemanticInput::SceneNormals) {
        one.scene = RenderSemanticInput::SceneDepth;
      }
    }
  }
  reorder(inputs, resources);
  return inputs;
}

}  // namespace

std::vector<SampledInput> slot_inputs(const Pass& pass, std::span<const Resource> resources,
                                      Execution execution) {
  return makes_one_of(slot_mistakes) ? mistaken_inputs(pass, resources, execution)
                                     : render_pack_v1::sampled_inputs(pass, resources, execution);
}

void push_slots(render_pack_v1::PushBlock& push, render_pack_v1::Slots slots) {
  if (!makes_one_of(slot_mistakes)) {
    render_pack_v1::set_slots(push, slots);
    return;
  }
  const render_pack_v1::Slots right = slots;
  for (std::uint32_t& slot : slots) {
    if (slot != render_pack_v1::unassigned_slot) {
      continue;
    }
    if (makes(slot_mistake("sentinel-zero"))) {
      slot = 0;
    } else if (makes(slot_mistake("sentinel-16-bits"))) {
      slot = 0xFFFF;
    } else if (makes(slot_mistake("repeated"))) {
      slot = slots[0];
    }
  }
  render_pack_v1::set_slots(push, slots);
  if (makes(slot_mistake("index-as-number"))) {
    push.param_a = static_cast<float>(slots[2]);
    push.param_b = static_cast<float>(slots[3]);
  } else if (makes(slot_mistake("sentinel-minus-one"))) {
    push.param_a = right[2] == render_pack_v1::unassigned_slot ? -1.0F : push.param_a;
    push.param_b = right[3] == render_pack_v1::unassigned_slot ? -1.0F : push.param_b;
  } else if (makes(slot_mistake("draw-integers-left"))) {
    push.lighting_mode = 1;
    push.render_pass = 2;
  }
}

}  // namespace rpcts::reference
