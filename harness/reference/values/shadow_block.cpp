#include "harness/reference/values/shadow_block.hpp"

#include <algorithm>

namespace rpcts::reference {
namespace {

constexpr std::uint32_t enabled_bit = 1;   // E.8
constexpr std::uint32_t radius_shift = 8;  // E.8
constexpr float minimum_blend_meters = 1;  // E.8
constexpr float blend_share = 0.02F;       // E.8

}  // namespace

render_pack_v1::DirectionalShadowBlock pack_shadow(const CascadeFit& fit, const ShadowQuality& quality,
                                                   const SelectedLight& light, float strength,
                                                   float softness) {
  render_pack_v1::DirectionalShadowBlock block = disabled_shadow();
  block.split_far_meters.fill(quality.reach_meters);
  for (std::uint32_t i = 0; i < fit.count; ++i) {
    block.world_to_clip[i] = fit.cascades[i].world_to_clip;
    block.split_far_meters[i] = fit.cascades[i].split_far;
  }
  const Cascade& last = fit.cascades[fit.count - 1];
  block.control = {strength, softness, last.split_far,
                   std::max(minimum_blend_meters, blend_share * last.split_far)};
  block.bias_meters = {last.bias[0], last.bias[1], last.bias[2], fit.padding};
  block.texture_and_flags = {0, fit.count, quality.map_size,
                             enabled_bit | (quality.pcf_radius << radius_shift)};
  block.light_direction_and_source = {light.direction[0], light.direction[1], light.direction[2],
                                      static_cast<float>(light.kind)};
  return block;
}

render_pack_v1::DirectionalShadowBlock disabled_shadow() {
  render_pack_v1::DirectionalShadowBlock block;
  block.world_to_clip.fill(identity_matrix);
  block.light_direction_and_source = {0, 0, 1, 0};
  return block;
}

}  // namespace rpcts::reference
