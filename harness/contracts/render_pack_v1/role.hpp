#pragma once

// What a module is judged for: a pass or a pipeline variant, by its semantic and its declared inputs (D.5).

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

enum class Stage : std::uint8_t { vertex, fragment };

/// What D.5 lets the shaders of a role declare; none of it must be declared (OQ-32).
struct RoleInterface {
  std::uint16_t set0_storage = 0;  ///< bit b = storage buffer (0, b) may be declared
  std::uint8_t set1_uniform = 0;   ///< bit b = uniform buffer (1, b) may be declared
  bool table = false;              ///< the sampled table (2, 0) may be declared
  std::uint16_t set3 = 0;          ///< bit b = block (3, b) may be declared; only bits 5 to 8 are ever set

  friend bool operator==(const RoleInterface&, const RoleInterface&) = default;
};

/// The role of one asset in one declaration.
struct Role {
  std::variant<RenderPassSemantic, RenderPipelineVariantSemantic> semantic;
  RoleInterface interface;
};

/// What D.5 grants to the shaders of this pass. Reads from the pass: semantic, semantic_inputs,
/// resource_reads. A semantic outside its enumeration is granted what a fullscreen pass is.
[[nodiscard]] Role role_of(const Pass& pass);
/// What D.5 grants to the shaders of this variant. Reads from it: semantic, semantic_inputs. A semantic
/// outside its enumeration is granted what `Custom` is.
[[nodiscard]] Role role_of(const PipelineVariant& variant);

/// The contract's name of the semantic: "SunRays", "TerrainDirectionalShadowCaster".
[[nodiscard]] std::string_view name_of(const Role& role);

/// The inputs any of which would grant this location to the role; empty where D.5 grants or refuses it
/// whatever is listed. A resource read grants the sampled table to a pass as well.
[[nodiscard]] std::span<const RenderSemanticInput> inputs_granting(const Role& role, std::uint32_t set,
                                                                   std::uint32_t binding);

}  // namespace rpcts::render_pack_v1
