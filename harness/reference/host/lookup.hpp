#pragma once

// Finding declarations of a descriptor. Null where there is none.

#include <algorithm>
#include <string_view>
#include <vector>

#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/reference/values/frame_values.hpp"

namespace rpcts::reference {

template <class Declaration>
[[nodiscard]] const Declaration* find_id(const std::vector<Declaration>& declarations, std::string_view id) {
  const auto found = std::ranges::find_if(
      declarations, [&](const Declaration& one) { return render_pack_v1::same_id(one.id, id); });
  return found == declarations.end() ? nullptr : &*found;
}

template <class Declaration, class Semantic>
[[nodiscard]] const Declaration* find_semantic(const std::vector<Declaration>& declarations,
                                               Semantic semantic) {
  const auto found = std::ranges::find(declarations, semantic, &Declaration::semantic);
  return found == declarations.end() ? nullptr : &*found;
}

[[nodiscard]] inline bool lists(const std::vector<render_pack_v1::RenderSemanticInput>& inputs,
                                render_pack_v1::RenderSemanticInput input) {
  return std::ranges::find(inputs, input) != inputs.end();
}

/// C.11: which profile the passes of an accepted descriptor make.
[[nodiscard]] inline Graph graph_of(const render_pack_v1::Descriptor& descriptor) {
  using render_pack_v1::RenderPassSemantic;
  bool shadow = false;
  for (const render_pack_v1::Pass& pass : descriptor.passes) {
    shadow = shadow || pass.semantic == RenderPassSemantic::DirectionalShadowDepth;
    if (pass.semantic != RenderPassSemantic::DirectionalShadowDepth &&
        pass.semantic != RenderPassSemantic::CustomFullscreen) {
      return Graph::full;
    }
  }
  return shadow ? Graph::shadow_only : Graph::custom;
}

}  // namespace rpcts::reference
