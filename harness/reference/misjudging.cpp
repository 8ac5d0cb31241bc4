#include "harness/reference/misjudging.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/validator_lax.hpp"
#include "harness/reference/mistakes/validator_strict.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::Extent;
using render_pack_v1::Pass;
using render_pack_v1::RenderExtentMode;
using render_pack_v1::RenderSemanticInput;
using render_pack_v1::Resource;
using render_pack_v1::SunElevationResponsePoint;

bool lists(const Pass& pass, RenderSemanticInput input) {
  return std::ranges::find(pass.semantic_inputs, input) != pass.semantic_inputs.end();
}

template <class Predicate>
bool any_extent(const Descriptor& pack, Predicate predicate) {
  return std::ranges::any_of(
      pack.resources, [&](const Resource& one) { return one.extent.has_value() && predicate(*one.extent); });
}

bool has_duplicate_capability(const Descriptor& pack) {
  const std::set<render_pack_v1::RenderCapability> different(pack.required_capabilities.begin(),
                                                             pack.required_capabilities.end());
  return different.size() != pack.required_capabilities.size();
}

bool fills_the_ceiling(const Descriptor& pack) {
  std::int64_t sum = 0;
  for (const Resource& one : pack.resources) {
    sum += one.estimated_resident_bytes;
  }
  return sum == render_pack_v1::maximum_resident_bytes;
}

bool shares_a_hook(const Descriptor& pack) {
  return std::ranges::adjacent_find(pack.passes, {}, &Pass::hook) != pack.passes.end();
}

bool refers_in_other_case(const Descriptor& pack) {
  return std::ranges::any_of(pack.passes, [&](const Pass& pass) {
    return std::ranges::any_of(pass.resource_reads, [&](const std::string& id) {
      return std::ranges::find(pack.resources, id, &Resource::id) == pack.resources.end();
    });
  });
}

/// A pass that would have five sampled inputs if every read took a slot.
bool has_five_with_the_free_one(const Descriptor& pack) {
  return std::ranges::any_of(pack.passes, [](const Pass& pass) {
    std::size_t count = pass.resource_reads.size();
    for (const RenderSemanticInput input : {RenderSemanticInput::WorldColor, RenderSemanticInput::SceneDepth,
                                            RenderSemanticInput::SceneNormals}) {
      count += lists(pass, input) ? 1 : 0;
    }
    return lists(pass, RenderSemanticInput::DirectionalShadowMaps) &&
           count > render_pack_v1::sampled_inputs_per_pass;
  });
}

template <class Predicate>
bool any_ray_point(const Descriptor& pack, Predicate predicate) {
  return pack.atmosphere_policy &&
         std::ranges::any_of(pack.atmosphere_policy->sun_elevation_response, predicate);
}

bool has_vertical_point(const Descriptor& pack) {
  return any_ray_point(
      pack, [](const SunElevationResponsePoint& one) { return std::abs(one.elevation_degrees) == 90; });
}

/// Whether a mistake refuses this pack, which keeps the contract.
bool refuses(const Mistake& mistake, const Descriptor& pack) {
  const auto is = [&](const Mistake& one) { return &one == &mistake; };
  if (is(strict_mistake("tier-2-plus"))) {
    return pack.highest_tier == render_pack_v1::RenderPackTier::Tier2Plus;
  }
  if (is(strict_mistake("duplicate-capability"))) {
    return has_duplicate_capability(pack);
  }
  if (is(strict_mistake("largest-extent"))) {
    return any_extent(pack, [](const Extent& one) {
      return one.mode == RenderExtentMode::AbsolutePixels && std::max(one.width, one.height) >= 16'384;
    });
  }
  if (is(strict_mistake("scale-of-one"))) {
    return any_extent(pack, [](const Extent& one) {
      return one.mode != RenderExtentMode::AbsolutePixels && std::max(one.width, one.height) >= 1;
    });
  }
  if (is(strict_mistake("ceiling-exclusive"))) {
    return fills_the_ceiling(pack);
  }
  if (is(strict_mistake("one-pass-a-hook"))) {
    return shares_a_hook(pack);
  }
  if (is(strict_mistake("references-by-case"))) {
    return refers_in_other_case(pack);
  }
  if (is(strict_mistake("free-depth-counted"))) {
    return has_five_with_the_free_one(pack);
  }
  if (is(strict_mistake("setting-64"))) {
    return pack.settings.size() >= render_pack_v1::setting_capacity;
  }
  if (is(strict_mistake("custom-roles-unique"))) {
    return std::ranges::count(pack.resources, render_pack_v1::RenderResourceSemantic::Custom,
                              &Resource::semantic) > 1;
  }
  if (is(strict_mistake("bright-rays"))) {
    return any_ray_point(pack, [](const SunElevationResponsePoint& one) { return one.multiplier > 1; });
  }
  if (is(strict_mistake("elevation-exclusive"))) {
    return has_vertical_point(pack);
  }
  if (is(strict_mistake("automatic-not-eligible"))) {
    return std::ranges::any_of(pack.quality_presets, [](const render_pack_v1::QualityPreset& one) {
      return one.semantic == render_pack_v1::RenderQualitySemantic::Automatic && !one.auto_eligible;
    });
  }
  if (is(strict_mistake("budget-of-zero"))) {
    return std::ranges::any_of(pack.quality_presets, [](const render_pack_v1::QualityPreset& one) {
      return one.max_resident_gpu_bytes == 0;
    });
  }
  return false;
}

/// Whether the rule stands among those of the mistake.
bool overlooks(const Mistake& mistake, std::string_view rule) {
  return mistake.rules.find(rule) != std::string_view::npos;
}

}  // namespace

bool misjudges() noexcept {
  return makes_one_of(lax_mistakes) || makes_one_of(strict_mistakes);
}

void misjudge(const std::filesystem::path& folder, Findings& findings) {
  bool unknown = false;
  const Mistake* mistake = chosen_mistake(unknown);
  if (mistake == nullptr) {
    return;
  }
  if (makes_one_of(lax_mistakes)) {
    std::erase_if(findings.all(), [&](const Diagnostic& one) { return overlooks(*mistake, one.rule); });
    return;
  }
  const auto pack = render_pack_v1::open_pack(folder);
  if (findings.accepted() && pack && pack->document && refuses(*mistake, pack->document->descriptor)) {
    Diagnostic finding;
    finding.rule = mistake->rules;
    finding.found = "a pack that a strict validator dislikes";
    finding.required = mistake->title;
    findings.add(std::move(finding));
  }
}

}  // namespace rpcts::reference
