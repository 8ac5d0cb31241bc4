// The facts that everything else is built on, compared with golden data written from the contract's text.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <string>
#include <string_view>

#include "conformance/render_pack_v1/block_rows.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/golden.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

template <class... E>
struct Enumerations {
  template <class Visit>
  static void for_each(Visit visit) {
    (visit.template operator()<E>(), ...);
  }
};

using AllEnumerations =
    Enumerations<RenderPackTier, RenderCapability, RenderPassHook, RenderSemanticInput,
                 RenderSceneReplaySemantic, RenderCasterClass, RenderPipelineBaseSemantic,
                 RenderMaterialClass, RenderResourceKind, RenderFormatClass, RenderExtentMode,
                 RenderResourceUsage, RenderResourceLifetime, RenderResourceSemantic, RenderPassSemantic,
                 RenderPipelineVariantSemantic, RenderQualitySemantic, RenderSettingSemantic,
                 RenderQualityExecutionHints, RenderSettingKind, WeatherKind, CelestialSource>;

/// A name of a plain enumeration by its value; of a flag set the name of the bit.
template <class E>
std::string_view member_name(E value) {
  if constexpr (Vocabulary<E>::flags) {
    for (const std::string_view name : Vocabulary<E>::members) {
      if (value_of<E>(name) == value) {
        return name;
      }
    }
    return "?";
  } else {
    return name_of(value);
  }
}

template <class E>
void vocabulary(CaseContext& context) {
  using V = Vocabulary<E>;
  const Result<nlohmann::json> golden = golden_entry(context.data(), "vocabulary.json", "name", V::type_name);
  if (!golden) {
    context.check(false, golden.error().message);
    return;
  }
  context.equal(V::flags, golden->at("flags").get<bool>(), "whether the values are flags");
  const nlohmann::json& members = golden->at("members");
  context.equal(V::members.size(), members.size(), "number of members");
  std::int64_t highest = 0;
  for (const auto& [name, number] : members.items()) {
    const auto value = number.template get<std::int64_t>();
    highest = std::max(highest, value);
    const std::optional<E> found = value_of<E>(name);
    context.check(found.has_value(), fmt::format("{} has no member {}", V::type_name, name));
    if (found) {
      context.equal(static_cast<std::int64_t>(*found), value, fmt::format("value of {}", name));
      context.check(is_defined(*found), fmt::format("{} counts as undefined", name));
    }
    context.equal(member_name(static_cast<E>(value)), name, fmt::format("name of {}", value));
  }
  const std::int64_t beyond = V::flags ? highest * 2 : highest + 1;
  context.check(!is_defined(static_cast<E>(beyond)), fmt::format("{} counts as defined", beyond));
}

void vocabulary_names(CaseContext& context) {
  const Result<nlohmann::json> golden = golden_json(context.data(), "vocabulary.json");
  if (!golden) {
    context.check(false, golden.error().message);
    return;
  }
  std::set<std::string> missing;
  for (const nlohmann::json& entry : *golden) {
    missing.insert(entry.at("name").get<std::string>());
  }
  AllEnumerations::for_each([&]<class E>() {
    const std::string name(Vocabulary<E>::type_name);
    context.check(missing.erase(name) == 1, fmt::format("{} is no enumeration of the contract", name));
  });
  for (const std::string& name : missing) {
    context.check(false, fmt::format("the enumeration {} is missing", name));
  }
}

struct Limit {
  std::string_view name;
  double value;
};

template <class T>
constexpr Limit limit(std::string_view name, T value) {
  return {name, static_cast<double>(value)};
}

constexpr auto limits = std::to_array<Limit>({
    limit("pack_api_version", pack_api_version),
    limit("pack_uniform_set", pack_uniform_set),
    limit("atmospheric_frame_binding", atmospheric_frame_binding),
    limit("directional_shadow_binding", directional_shadow_binding),
    limit("pack_pass_binding", pack_pass_binding),
    limit("pack_settings_binding", pack_settings_binding),
    limit("setting_capacity", setting_capacity),
    limit("sampled_table_set", sampled_table_set),
    limit("sampled_table_binding", sampled_table_binding),
    limit("sampled_inputs_per_pass", sampled_inputs_per_pass),
    limit("unassigned_slot", unassigned_slot),
    limit("maximum_cascades", maximum_cascades),
    limit("multiview_view_mask", multiview_view_mask),
    limit("alpha_cutoff", alpha_cutoff),
    limit("maximum_exact_integer", maximum_exact_integer),
    limit("maximum_asset_bytes", maximum_asset_bytes),
    limit("maximum_resident_bytes", maximum_resident_bytes),
    limit("maximum_image_dimension", maximum_image_dimension),
    limit("maximum_image_layers", maximum_image_layers),
    limit("minimum_replay_views", minimum_replay_views),
    limit("maximum_replay_views", maximum_replay_views),
    limit("maximum_id_characters", maximum_id_characters),
    limit("maximum_asset_key_bytes", maximum_asset_key_bytes),
});

void check_limits(CaseContext& context) {
  const Result<nlohmann::json> golden = golden_json(context.data(), "limits.json");
  if (!golden) {
    context.check(false, golden.error().message);
    return;
  }
  context.equal(limits.size(), golden->size(), "number of limits");
  for (const nlohmann::json& entry : *golden) {
    const auto name = entry.at("name").get<std::string>();
    const auto* const found = std::ranges::find(limits, name, &Limit::name);
    if (context.check(found != limits.end(), fmt::format("the limit {} is missing", name))) {
      // A fraction is a float32 in the shaders; every other number is exact.
      const auto expected = entry.at("value").get<double>();
      const bool fraction = expected != std::floor(expected);
      context.equal(found->value, fraction ? static_cast<double>(static_cast<float>(expected)) : expected,
                    name);
    }
  }
}

}  // namespace

void add_fact_cases(runner::CaseTable& table) {
  AllEnumerations::for_each([&]<class E>() {
    const std::string_view name = Vocabulary<E>::type_name;
    table.add({.id = fmt::format("render_pack_v1.facts.vocabulary:enum={}", name),
               .title = fmt::format("{} has the members and values of the contract, and no others", name),
               .clause = "A"},
              vocabulary<E>);
  });
  table.add({.id = "render_pack_v1.facts.vocabulary_names",
             .title = "The suite knows every enumeration of the contract",
             .clause = "A"},
            vocabulary_names);
  table.add({.id = "render_pack_v1.facts.limits",
             .title = "Sets, bindings, capacities and ceilings are those of the contract",
             .clause = "A.19"},
            check_limits);
  for (const Block* block : blocks) {
    table.add({.id = fmt::format("render_pack_v1.facts.block:block={}", block->name),
               .title = fmt::format("Each member of {} has the type, offset and strides of the contract",
                                    block->name),
               .clause = "D.6"},
              [block](CaseContext& context) {
                const Result<BlockRows> golden = golden_rows(context.data(), block->name);
                if (!golden) {
                  context.check(false, golden.error().message);
                  return;
                }
                compare_rows(context, rows_of(*block), *golden, "facts");
              });
  }
}

}  // namespace rpcts::render_pack_v1
