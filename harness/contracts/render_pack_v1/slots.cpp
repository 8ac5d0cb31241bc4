#include "harness/contracts/render_pack_v1/slots.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "harness/contracts/render_pack_v1/ids.hpp"

namespace rpcts::render_pack_v1 {
namespace {

const Resource* find_resource(std::span<const Resource> resources, std::string_view id) {
  const auto found =
      std::ranges::find_if(resources, [&](const Resource& resource) { return same_id(resource.id, id); });
  return found == resources.end() ? nullptr : &*found;
}

bool is_bloom(RenderResourceSemantic semantic) {
  return semantic == RenderResourceSemantic::BloomPing || semantic == RenderResourceSemantic::BloomPong;
}

/// C.5: a directional depth that the pass reaches through the shadow block takes no slot.
bool reads_shadow_maps(const Pass& pass) {
  return std::ranges::find(pass.semantic_inputs, RenderSemanticInput::DirectionalShadowMaps) !=
         pass.semantic_inputs.end();
}

/// Calls `visit` with each sampled input of the ordinary execution, in slot order, with its resource (null
/// for a texture of the scene and for an unknown id).
template <class Visit>
void for_each_sampled_input(const Pass& pass, std::span<const Resource> resources, Visit visit) {
  for (const RenderSemanticInput input : pass.semantic_inputs) {
    if (is_scene_texture(input)) {
      visit(SampledInput{.from = SampledInput::From::scene, .scene = input, .resource = {}}, nullptr);
    }
  }
  const bool depth_is_free = reads_shadow_maps(pass);
  for (const std::string& id : pass.resource_reads) {
    const Resource* resource = find_resource(resources, id);
    const bool is_depth = resource != nullptr && resource->format == RenderFormatClass::DirectionalDepth;
    if (!is_depth || !depth_is_free) {
      visit(SampledInput{.from = SampledInput::From::resource, .resource = id}, resource);
    }
  }
}

}  // namespace

bool is_scene_texture(RenderSemanticInput input) {
  return input == RenderSemanticInput::WorldColor || input == RenderSemanticInput::SceneDepth ||
         input == RenderSemanticInput::SceneNormals;
}

std::vector<SampledInput> sampled_inputs(const Pass& pass, std::span<const Resource> resources,
                                         Execution execution) {
  const bool fused = execution == Execution::fused;
  if (fused && pass.semantic == RenderPassSemantic::SunRays) {
    return {{.from = SampledInput::From::scene, .scene = RenderSemanticInput::SceneDepth, .resource = {}}};
  }
  const bool without_bloom = fused && pass.semantic == RenderPassSemantic::FilmicComposite;
  std::vector<SampledInput> inputs;
  for_each_sampled_input(pass, resources, [&](const SampledInput& input, const Resource* resource) {
    if (!(without_bloom && resource != nullptr && is_bloom(resource->semantic))) {
      inputs.push_back(input);
    }
  });
  return inputs;
}

std::size_t sampled_input_count(const Pass& pass, std::span<const Resource> resources) {
  std::size_t count = 0;
  for_each_sampled_input(pass, resources, [&](const SampledInput&, const Resource*) { ++count; });
  return count;
}

Slots make_slots(std::span<const std::uint32_t> table_indices) {
  Slots slots;
  slots.fill(unassigned_slot);
  std::ranges::copy(table_indices.first(std::min(table_indices.size(), slots.size())), slots.begin());
  return slots;
}

void set_slots(PushBlock& push, const Slots& slots) {
  push.texture_index_a = slots[0];
  push.texture_index_b = slots[1];
  // By memory: loading a float may quiet a signalling NaN.
  std::memcpy(&push.param_a, &slots[2], sizeof(push.param_a));
  std::memcpy(&push.param_b, &slots[3], sizeof(push.param_b));
}

}  // namespace rpcts::render_pack_v1
