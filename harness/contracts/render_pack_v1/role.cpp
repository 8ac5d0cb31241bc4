#include "harness/contracts/render_pack_v1/role.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "harness/contracts/render_pack_v1/blocks.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Input = RenderSemanticInput;
using Variant = RenderPipelineVariantSemantic;

/// When D.5 allows a cell.
enum class When : std::uint8_t {
  never,
  always,
  by_input,  ///< when the declaration lists an input that grants it; for the table also a resource read
};

/// A row of D.5.
struct Row {
  std::uint16_t set0_storage = 0;
  std::uint8_t set1_uniform = 0;
  When table = When::never;
  When frame = When::never;     ///< binding 5
  When shadow = When::never;    ///< binding 6
  When pass = When::never;      ///< binding 7
  When settings = When::never;  ///< binding 8
};

struct VariantRow {
  Variant semantic;
  Row row;
};

constexpr std::uint16_t bindings(std::initializer_list<unsigned> list) {
  unsigned bits = 0;
  for (const unsigned binding : list) {
    bits |= 1U << binding;
  }
  return static_cast<std::uint16_t>(bits);
}

constexpr std::uint16_t instances_and_batches = bindings({0, 1});
constexpr std::uint16_t all_storage = bindings({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
constexpr std::uint8_t scene_lighting = bindings({1});
constexpr std::uint8_t terrain_uniforms = bindings({1, 2, 3});

constexpr Row fullscreen_pass{.table = When::by_input,
                              .frame = When::by_input,
                              .shadow = When::by_input,
                              .pass = When::always,
                              .settings = When::always};
constexpr Row shadow_pass{.set0_storage = instances_and_batches,
                          .table = When::by_input,
                          .frame = When::always,
                          .shadow = When::always};
constexpr Row terrain_caster{.shadow = When::always};
// `frame` of the world casters and of the world receiver is tolerated, not tested (OQ-7).
constexpr Row opaque_caster{
    .set0_storage = instances_and_batches, .frame = When::always, .shadow = When::always};
constexpr Row cutout_caster{.set0_storage = instances_and_batches,
                            .table = When::always,
                            .frame = When::always,
                            .shadow = When::always};
constexpr Row terrain_receiver{.set1_uniform = terrain_uniforms,
                               .table = When::always,
                               .shadow = When::always,
                               .settings = When::always};
constexpr Row world_receiver{.set0_storage = all_storage,
                             .set1_uniform = scene_lighting,
                             .table = When::always,
                             .frame = When::always,
                             .shadow = When::always,
                             .settings = When::always};
constexpr Row custom_variant{
    .table = When::by_input, .frame = When::by_input, .shadow = When::by_input, .settings = When::always};

constexpr auto variant_rows = std::to_array<VariantRow>({
    {Variant::TerrainDirectionalShadowCaster, terrain_caster},
    {Variant::TerrainMultiviewDirectionalShadowCaster, terrain_caster},
    {Variant::WorldOpaqueDirectionalShadowCaster, opaque_caster},
    {Variant::WorldOpaqueMultiviewDirectionalShadowCaster, opaque_caster},
    {Variant::WorldAlphaCutoutDirectionalShadowCaster, cutout_caster},
    {Variant::WorldAlphaCutoutMultiviewDirectionalShadowCaster, cutout_caster},
    {Variant::TerrainDirectionalShadowReceiver, terrain_receiver},
    {Variant::WorldDirectionalShadowReceiver, world_receiver},
    {Variant::Custom, custom_variant},
});
static_assert(variant_rows.size() == Vocabulary<Variant>::members.size(), "a variant has no row of D.5");

constexpr auto table_inputs = std::to_array<Input>(
    {Input::WorldColor, Input::SceneDepth, Input::SceneNormals, Input::DirectionalShadowMaps});
// SceneDepth alone grants the block that holds the matrix for its reconstruction (OQ-1).
constexpr auto frame_inputs =
    std::to_array<Input>({Input::SunDirection, Input::SunScreenPosition, Input::ActiveDayGroup,
                          Input::Weather, Input::CameraMatrices, Input::FrameTime, Input::SceneDepth});
constexpr auto shadow_inputs =
    std::to_array<Input>({Input::DirectionalShadowMaps, Input::SelectedCelestialDirectionalLight});

const Row& row_of(RenderPassSemantic semantic) {
  return semantic == RenderPassSemantic::DirectionalShadowDepth ? shadow_pass : fullscreen_pass;
}

const Row& row_of(Variant semantic) {
  const auto found = std::ranges::find(variant_rows, semantic, &VariantRow::semantic);
  return found == variant_rows.end() ? custom_variant : found->row;
}

bool granted(When when, std::span<const Input> listed, std::span<const Input> granting) {
  switch (when) {
    case When::never:
      return false;
    case When::always:
      return true;
    case When::by_input:
      return std::ranges::find_first_of(listed, granting) != listed.end();
  }
  return false;
}

RoleInterface evaluate(const Row& row, std::span<const Input> inputs, bool reads_resources) {
  RoleInterface result{.set0_storage = row.set0_storage, .set1_uniform = row.set1_uniform};
  result.table = granted(row.table, inputs, table_inputs) || (row.table == When::by_input && reads_resources);
  const auto allow = [&result](bool yes, std::uint32_t binding) {
    if (yes) {
      result.set3 = static_cast<std::uint16_t>(result.set3 | (1U << binding));
    }
  };
  allow(granted(row.frame, inputs, frame_inputs), atmospheric_frame_binding);
  allow(granted(row.shadow, inputs, shadow_inputs), directional_shadow_binding);
  allow(granted(row.pass, inputs, {}), pack_pass_binding);
  allow(granted(row.settings, inputs, {}), pack_settings_binding);
  return result;
}

}  // namespace

Role role_of(const Pass& pass) {
  return {pass.semantic, evaluate(row_of(pass.semantic), pass.semantic_inputs, !pass.resource_reads.empty())};
}

Role role_of(const PipelineVariant& variant) {
  return {variant.semantic, evaluate(row_of(variant.semantic), variant.semantic_inputs, false)};
}

std::string_view name_of(const Role& role) {
  return std::visit([](auto semantic) { return name_of(semantic); }, role.semantic);
}

std::span<const RenderSemanticInput> inputs_granting(const Role& role, std::uint32_t set,
                                                     std::uint32_t binding) {
  const Row& row = std::visit([](auto semantic) -> const Row& { return row_of(semantic); }, role.semantic);
  if (set == sampled_table_set && binding == sampled_table_binding && row.table == When::by_input) {
    return table_inputs;
  }
  if (set == pack_uniform_set && binding == atmospheric_frame_binding && row.frame == When::by_input) {
    return frame_inputs;
  }
  if (set == pack_uniform_set && binding == directional_shadow_binding && row.shadow == When::by_input) {
    return shadow_inputs;
  }
  return {};
}

}  // namespace rpcts::render_pack_v1
