#include "harness/reference/values/pack_pass.hpp"

#include "harness/reference/mistakes/blocks.hpp"
#include "harness/reference/mistakes/shafts.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Float4;
using render_pack_v1::PackPassBlock;
using render_pack_v1::RenderPassSemantic;

// E.4
constexpr float ray_decay = 0.965F;
constexpr float ray_weight = 0.24F;
constexpr float ray_density = 0.82F;
constexpr float ray_samples = 48;
constexpr float shaft_density = 0.035F;
constexpr float bloom_threshold = 1.0F;
constexpr float bloom_knee = 0.73F;

float flag(bool value) {
  return value ? 1.0F : 0.0F;
}

float reciprocal(std::uint32_t size) {
  return 1.0F / static_cast<float>(size);
}

Float4 bloom_parameters(const PassCircumstances& circumstances) {
  return {circumstances.settings.bloom, bloom_threshold, bloom_knee, flag(circumstances.volumetric)};
}

PackPassBlock sun_rays(const PassCircumstances& circumstances) {
  PackPassBlock block{.params0 = {ray_decay, ray_weight, ray_density, ray_samples}};
  if (circumstances.fused) {
    block.params1 = {1, static_cast<float>(circumstances.mask_size[0]),
                     static_cast<float>(circumstances.mask_size[1]), 0};
  }
  return block;
}

PackPassBlock filmic_composite(const PassCircumstances& circumstances) {
  const HostSettings& settings = circumstances.settings;
  PackPassBlock block{
      .params0 = {settings.exposure, settings.saturation, settings.contrast, settings.vignette},
      .params1 = {settings.filmic, flag(circumstances.volumetric), flag(circumstances.fused), 0}};
  if (circumstances.fused) {
    block.params2 = bloom_parameters(circumstances);
    block.params3 = {reciprocal(circumstances.bloom_size[0]), reciprocal(circumstances.bloom_size[1]), 0, 0};
  }
  return block;
}

PackPassBlock right_pass(RenderPassSemantic semantic, const PassCircumstances& circumstances) {
  switch (semantic) {
    case RenderPassSemantic::SunRays:
      return sun_rays(circumstances);
    case RenderPassSemantic::VolumetricShafts:
      return {.params0 = {shaft_density * circumstances.shaft_strength, circumstances.shaft_strength,
                          circumstances.shaft_steps, 1}};
    case RenderPassSemantic::BloomDownsample:
      return {.params0 = bloom_parameters(circumstances)};
    case RenderPassSemantic::BloomBlurHorizontal:
      return {.params0 = {reciprocal(circumstances.bloom_size[0]), 0, 0, 0}};
    case RenderPassSemantic::BloomBlurVertical:
      return {.params0 = {0, reciprocal(circumstances.bloom_size[1]), 0, 0}};
    case RenderPassSemantic::FilmicComposite:
      return filmic_composite(circumstances);
    case RenderPassSemantic::CustomFullscreen:
    case RenderPassSemantic::DirectionalShadowDepth:
    case RenderPassSemantic::SunOcclusion:
      break;
  }
  return {};
}

}  // namespace

PackPassBlock pack_pass(RenderPassSemantic semantic, const PassCircumstances& circumstances) {
  PackPassBlock block = right_pass(semantic, circumstances);
  if (makes_one_of(block_mistakes) || makes_one_of(shaft_mistakes)) {
    spoil_pass(block, semantic, circumstances);
  }
  return block;
}

}  // namespace rpcts::reference
