#pragma once

// The stages of C.0, one function each, in the order in which check_descriptor runs them. Each appends what
// it finds to the context's report.

#include <string_view>

#include "harness/contracts/render_pack_v1/check_context.hpp"
#include "harness/contracts/render_pack_v1/graph.hpp"

namespace rpcts::render_pack_v1 {

void check_header(CheckContext& context);             // C.1, stages 1 to 3
void check_semantics(CheckContext& context);          // C.2
void check_ids(CheckContext& context);                // C.3
void check_resources(CheckContext& context);          // C.4
void check_passes(CheckContext& context);             // C.5
void check_replays(CheckContext& context);            // C.6
void check_variants(CheckContext& context);           // C.7
void check_settings(CheckContext& context);           // C.8
void check_presets(CheckContext& context);            // C.10
void check_roles(CheckContext& context);              // C.11, and one of the two profiles
void check_atmosphere_policy(CheckContext& context);  // C.14

/// What is wrong with the roles of a pack before any graph is looked at (C.11). A profile is examined only
/// where its roles are unambiguous, else each fault would be told a second time as a hole in the graph.
struct RoleFaults {
  bool resources = false;
  bool passes = false;
  bool variants = false;
  bool presets = false;
  bool settings = false;

  [[nodiscard]] bool hide_graph() const { return resources || passes || variants; }
};

void check_full_graph(CheckContext& context, const RoleFaults& faults);      // C.12
void check_shadow_profile(CheckContext& context, const RoleFaults& faults);  // C.13

/// Which rule each part of an extent's check (C.4) reports: a resource's own, or RP-DESC-186 for all.
struct ExtentRules {
  std::string_view shape = "RP-DESC-057";
  std::string_view limit = "RP-DESC-058";
  std::string_view fraction = "RP-DESC-059";
  std::string_view scale = "RP-DESC-060";
};
/// Checks one extent. `at` points to it, `subject` names who has it: "resource 'mid'".
void check_extent(CheckContext& context, const ExtentRules& rules, const Extent& extent, std::string_view at,
                  std::string_view subject);

/// The setting without bounds that C.8 reports anyhow, so that its values are judged by what is sound.
[[nodiscard]] Setting without_faulty_bounds(Setting setting);

// Shapes that both profiles share (C.12.a, C.12.b, replay), reported under `rule`. Undefined and reserved
// values, which earlier stages report, are passed over.
void check_resource_shape(CheckContext& context, std::string_view rule, std::size_t index,
                          const ResourceShape& shape);
void check_variant_shape(CheckContext& context, std::string_view rule, std::size_t index,
                         const VariantShape& shape);
void check_replay_shape(CheckContext& context, std::string_view rule, std::size_t index);
/// RP-DESC-222 and 243. True when there is exactly one.
bool check_replay_count(CheckContext& context, std::string_view rule);

}  // namespace rpcts::render_pack_v1
