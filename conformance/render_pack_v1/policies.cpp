// The curves, groups and weather of a pack's policy (E.1): the vectors that the contract prints, evaluated by
// the implementation, and the factors that reach the passes of packs with other curves than the probe packs'.

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/look_cases.hpp"
#include "conformance/render_pack_v1/oracle_curves.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using Points = std::vector<SunElevationResponsePoint>;
using runner::CaseContext;

struct NamedPolicy {
  std::string_view name;
  std::optional<AtmospherePolicy> policy;
};

/// Policies that a custom pack may have (C.14), none of them the probe packs'.
std::vector<NamedPolicy> policies() {
  const std::vector<DayGroupMultiplier> groups{{-1, 0.125}, {0, 0}, {1, 0.4}, {6, 3.75}};
  return {
      {"steps", AtmospherePolicy{Points{{-10, 0.2}, {10, 0.8}}, groups,
                                 Points{{-90, 0}, {0, 0}, {10, 0.1}, {20, 0.3}, {90, 0.3}},
                                 Points{{-90, 0}, {10, 0.8}, {20, 0.4}, {90, 0}}}},
      {"straight",
       AtmospherePolicy{
           Points{{-90, 0}, {90, 1}}, {}, Points{{-90, 0}, {0, 0}, {90, 1}}, Points{{-90, 0}, {90, 1}}}},
      {"one-point", AtmospherePolicy{Points{{20, 3.5}}, groups, Points{{12, 0}}, Points{{5, 0.25}}}},
      {"late", AtmospherePolicy{Points{{30, 0}, {60, 2}}, groups, Points{{1, 0}, {12, 1}, {90, 1}},
                                Points{{30, 0}, {31, 1}, {60, 0}}}},
      {"ends-low", AtmospherePolicy{Points{{-90, 0}, {5, 1}}, groups, Points{{-90, 0}, {-10, 0}},
                                    Points{{-90, 1}, {-89, 0}}}},
      {"empty", AtmospherePolicy{}},
      {"absent", std::nullopt},
  };
}

std::shared_ptr<VariantPack> pack_of(const ProbePack& from, const NamedPolicy& policy) {
  return std::make_shared<VariantPack>(from, [&](Descriptor& descriptor) {
    descriptor.id = fmt::format("rpcts.policy-{}", policy.name);
    descriptor.atmosphere_policy = policy.policy;
  });
}

/// Elevations at, just beside and between the points of all curves.
std::vector<float> elevations() {
  std::vector<float> list;
  for (const float point : {-90.0F, -89.0F, -10.0F, -3.0F, 0.0F,  1.0F,  4.0F,  5.0F,  6.0F,  10.0F,
                            12.0F,  18.0F,  20.0F,  22.0F, 30.0F, 31.0F, 55.0F, 60.0F, 70.0F, 90.0F}) {
    list.push_back(point);
    for (const float beside : {point - 1.0F / 1024, point + 1.0F / 1024, point + 0.75F, point + 2.5F}) {
      if (beside >= -90 && beside <= 90) {
        list.push_back(beside);
      }
    }
  }
  std::ranges::sort(list);
  return list;
}

std::string_view rule_at(int curve, const Points& points, double degrees) {
  if (points.empty()) {
    return id::empty_curve;
  }
  if (curve == RPCTS_POLICY_SHADOW) {
    return degrees <= 0 ? id::shadow_curve_horizon : id::shadow_curve;
  }
  const bool outside =
      degrees <= points.front().elevation_degrees || degrees > points.back().elevation_degrees;
  return outside ? id::curve_ends : curve == RPCTS_POLICY_SHAFT ? id::shaft_curve : id::ray_curve;
}

struct CurveUse {
  int policy;
  std::string_view name;
  const Points AtmospherePolicy::* points;
};
constexpr auto uses = std::to_array<CurveUse>({
    {RPCTS_POLICY_RAY, "ray", &AtmospherePolicy::sun_elevation_response},
    {RPCTS_POLICY_SHADOW, "shadow", &AtmospherePolicy::directional_shadow_light_elevation_response},
    {RPCTS_POLICY_SHAFT, "shaft", &AtmospherePolicy::volumetric_shaft_sun_elevation_response},
});

/// One case for each requirement of a curve, so that each is proved by what is about it.
void add_curve(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set,
               const std::shared_ptr<VariantPack>& pack, std::string_view name, const CurveUse& use) {
  const AtmospherePolicy policy = pack->pack().descriptor.atmosphere_policy.value_or(AtmospherePolicy{});
  const Points points = policy.*use.points;
  std::map<std::string_view, std::vector<float>> by_rule;
  for (const float degrees : elevations()) {
    by_rule[rule_at(use.policy, points, double{degrees})].push_back(degrees);
  }
  for (const auto& [rule, at] : by_rule) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.policies.curve:pack={};use={};rule={}", name, use.name,
                                    rule),
                  .title = "The factor of the curve at each of a list of elevations",
                  .claims = {{std::string(rule), runner::Proof::positive}}},
         .profiles = RPCTS_PROFILE_RESOLUTION,
         .body = [pack, points, use, rule, at](
                     CaseContext& context, implementation::Implementation& implementation) -> Result<void> {
           if (auto written = pack->write(); !written) {
             return written;
           }
           for (const float degrees : at) {
             const bool shadow = use.policy == RPCTS_POLICY_SHADOW;
             const float x =
                 shadow ? static_cast<float>(std::sin(double{degrees} * std::numbers::pi / 180)) : degrees;
             const Result<float> found = implementation.policy(pack->pack().folder.string(), use.policy, x);
             if (!found) {
               return std::unexpected(found.error());
             }
             const double expected = shadow ? oracle::shadow_factor(points, double{x})
                                     : use.policy == RPCTS_POLICY_SHAFT
                                         ? oracle::shaft_factor(points, double{x})
                                         : oracle::ray_factor(points, double{x});
             // 4 units in the last place of the curve's range: the sine of a point is rounded to float32.
             const double tolerance = rule == id::shadow_curve_horizon ? 0 : 4.8e-7 * std::max(1.0, expected);
             context.check(std::abs(double{*found} - expected) <= tolerance,
                           fmt::format("{} at {} degrees: found {:.9g}, expected {:.9g} ({})", use.name,
                                       degrees, *found, expected, rule));
           }
           return {};
         }});
  }
}

void add_groups(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set,
                const std::shared_ptr<VariantPack>& pack, std::string_view name) {
  const AtmospherePolicy policy = pack->pack().descriptor.atmosphere_policy.value_or(AtmospherePolicy{});
  const auto groups = policy.active_day_group_multipliers;
  for (const std::int32_t group : {-1, 0, 1, 2, 6, 7, 1000}) {
    const std::string_view rule =
        oracle::declares_group(groups, group) ? id::day_group_multiplier : id::undeclared_day_group;
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.policies.group:pack={};group={}", name, group),
                  .title = "The multiplier of the day group",
                  .claims = {{std::string(rule), runner::Proof::positive}}},
         .profiles = RPCTS_PROFILE_RESOLUTION,
         .body = [pack, groups, group](CaseContext& context,
                                       implementation::Implementation& implementation) -> Result<void> {
           if (auto written = pack->write(); !written) {
             return written;
           }
           const Result<float> found = implementation.policy(
               pack->pack().folder.string(), RPCTS_POLICY_DAY_GROUP, static_cast<float>(group));
           if (!found) {
             return std::unexpected(found.error());
           }
           context.equal(*found, static_cast<float>(oracle::group_multiplier(groups, group)),
                         fmt::format("multiplier of group {}", group));
           return {};
         }});
  }
}

/// The pack in frames with the sun ahead of the camera at a few elevations.
void add_frames(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set,
                const std::shared_ptr<VariantPack>& pack, const std::string& name, const Choice& choice) {
  for (const float degrees : {-12.0F, 0.0F, 2.0F, 15.0F, 25.0F, 44.0F, 75.0F}) {
    for (const std::int32_t group : {1, 6}) {
      rpcts_frame frame = frame_of({}, {});
      set_sun(frame, 15, degrees);
      const oracle::Vector3 sun = direction_of(15, double{degrees});
      SceneCamera camera;
      camera.target = oracle::sum(camera.eye, oracle::sum(oracle::scaled(sun, 20), {0.5, 0, -0.5}));
      set_camera(frame, camera, 64, 64);
      frame.day_group = group;
      add_look_cases(
          table, set,
          fmt::format("render_pack_v1.policies.frame:{};elevation={};group={}", name, degrees, group),
          "The factors in binding 5 are those of the pack's own policy",
          {.choice = choice, .size = {}, .frame = frame}, pack);
    }
  }
}

}  // namespace

void add_policy_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const NamedPolicy& policy : policies()) {
    const auto pack = pack_of(set->custom, policy);
    for (const CurveUse& use : uses) {
      add_curve(table, set, pack, policy.name, use);
    }
    add_groups(table, set, pack, policy.name);
    add_frames(table, set, pack, fmt::format("pack={}", policy.name),
               {.pack = &pack->pack(), .preset = "default"});
    if (policy.name == "one-point") {
      // Four times a strength of more than 1: the product is clamped once more.
      const auto full = std::make_shared<VariantPack>(set->full, [&](Descriptor& descriptor) {
        descriptor.id = "rpcts.policy-of-full";
        descriptor.atmosphere_policy->sun_elevation_response = policy.policy->sun_elevation_response;
        descriptor.atmosphere_policy->active_day_group_multipliers =
            policy.policy->active_day_group_multipliers;
      });
      add_frames(table, set, full, "pack=full",
                 {.pack = &full->pack(), .preset = "low", .values = {{"sun-rays", "1.45"}}});
    }
  }
}

}  // namespace rpcts::render_pack_v1
