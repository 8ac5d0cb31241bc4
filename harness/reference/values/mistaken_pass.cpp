// Block 7 with the mistakes of the groups `blocks` and `shafts`.

#include <cmath>
#include <utility>

#include "harness/reference/mistakes/blocks.hpp"
#include "harness/reference/mistakes/shafts.hpp"
#include "harness/reference/values/mistaken_blocks.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::PackPassBlock;
using render_pack_v1::RenderPassSemantic;

using Sizes = std::array<std::uint32_t, 2>;

float texel(const Sizes& size, std::size_t axis) {
  return 1.0F / static_cast<float>(size[axis]);
}

void spoil_rays(PackPassBlock& block, const PassCircumstances& circumstances) {
  if (makes(block_mistake("decay-and-weight"))) {
    std::swap(block.params0[0], block.params0[1]);
  } else if (makes(block_mistake("samples-64"))) {
    block.params0[3] = 64;
  } else if (makes(block_mistake("mask-of-one-pixel")) && circumstances.fused) {
    block.params1[1] = block.params1[2] = 1;
  } else if (makes(block_mistake("mask-flag-lost"))) {
    block.params1[0] = 0;
  }
}

void spoil_bloom(render_pack_v1::Float4& parameters, const PassCircumstances& circumstances) {
  if (makes(block_mistake("bloom-strength-last"))) {
    std::swap(parameters[0], parameters[1]);
  } else if (makes(block_mistake("old-knee"))) {
    parameters[2] = 0.45F;
  } else if (makes(shaft_mistake("flag-by-setting"))) {
    parameters[3] = circumstances.settings.volumetric > 0 ? 1.0F : 0.0F;
  } else if (makes(shaft_mistake("flag-inverted"))) {
    parameters[3] = 1 - parameters[3];
  }
}

void spoil_blur(PackPassBlock& block, const PassCircumstances& circumstances, std::size_t axis) {
  const auto size = static_cast<float>(circumstances.bloom_size[axis]);
  if (makes(block_mistake("blur-axes-exchanged"))) {
    block.params0 = {};
    block.params0[1 - axis] = texel(circumstances.bloom_size, 1 - axis);
  } else if (makes(block_mistake("blur-in-pixels"))) {
    block.params0[axis] = size;
  }
}

void spoil_composite(PackPassBlock& block, const PassCircumstances& circumstances) {
  auto& [exposure, saturation, contrast, vignette] = block.params0;
  if (makes(block_mistake("contrast-first"))) {
    std::swap(saturation, contrast);
  } else if (makes(block_mistake("exposure-in-stops"))) {
    exposure = std::exp2(exposure);
  } else if (makes(block_mistake("vignette-default"))) {
    vignette = HostSettings{}.vignette;
  } else if (makes(block_mistake("filmic-in-percent"))) {
    block.params1[0] *= 100;
  } else if (makes(block_mistake("fused-flag-lost"))) {
    block.params1[2] = 0;
  } else if (makes(block_mistake("fused-flag-always"))) {
    block.params1[2] = 1;
  } else if (makes(shaft_mistake("flag-by-setting"))) {
    block.params1[1] = circumstances.settings.volumetric > 0 ? 1.0F : 0.0F;
  } else if (makes(shaft_mistake("flag-inverted"))) {
    block.params1[1] = 1 - block.params1[1];
  }
  if (!circumstances.fused) {
    return;
  }
  spoil_bloom(block.params2, circumstances);
  if (makes(block_mistake("fused-bloom-lost"))) {
    block.params2 = {};
  } else if (makes(block_mistake("fused-size"))) {
    block.params3 = {static_cast<float>(circumstances.bloom_size[0]),
                     static_cast<float>(circumstances.bloom_size[1]), 0, 0};
  }
}

}  // namespace

void spoil_pass(PackPassBlock& block, RenderPassSemantic semantic, const PassCircumstances& circumstances) {
  switch (semantic) {
    case RenderPassSemantic::SunRays:
      spoil_rays(block, circumstances);
      break;
    case RenderPassSemantic::VolumetricShafts:
      if (makes(shaft_mistake("density-constant"))) {
        block.params0[0] = 0.035F;
      }
      break;
    case RenderPassSemantic::BloomDownsample:
      spoil_bloom(block.params0, circumstances);
      break;
    case RenderPassSemantic::BloomBlurHorizontal:
      spoil_blur(block, circumstances, 0);
      break;
    case RenderPassSemantic::BloomBlurVertical:
      spoil_blur(block, circumstances, 1);
      break;
    case RenderPassSemantic::FilmicComposite:
      spoil_composite(block, circumstances);
      break;
    case RenderPassSemantic::CustomFullscreen:
      if (makes(block_mistake("custom-with-rays"))) {
        block.params0 = {0.965F, 0.24F, 0.82F, 48};
      }
      break;
    case RenderPassSemantic::DirectionalShadowDepth:
    case RenderPassSemantic::SunOcclusion:
      break;
  }

  if (makes(block_mistake("unused-scalars")) && semantic != RenderPassSemantic::CustomFullscreen) {
    block.params3[3] = 1;
  }
}

}  // namespace rpcts::reference
