// C.11: semantic roles, and which of the profiles a pack has to keep.

#include <algorithm>

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// Undefined and repeated roles of one kind. True when there are any.
template <class Declaration>
bool check_kind(CheckContext& context, const std::vector<Declaration>& declarations, std::string_view member,
                std::string_view kind, std::string_view duplicate_rule) {
  using E = decltype(Declaration::semantic);
  constexpr auto custom = static_cast<E>(0);  // Custom, CustomFullscreen: may repeat
  const SemanticIndex<E> index(declarations);
  bool faulty = false;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const E semantic = declarations[i].semantic;
    if (!is_defined(semantic)) {
      faulty = true;
      context.report.error(
          "RP-DESC-200", pointer(member, i, "semantic"),
          fmt::format("{} has semantic {}", named(kind, declarations[i]), describe(semantic)), one_of<E>());
    } else if (semantic != custom && index.first(semantic) != i) {
      faulty = true;
      context.report.error(duplicate_rule, pointer(member, i, "semantic"),
                           fmt::format("{} has semantic {}, and so has {}", named(kind, declarations[i]),
                                       name_of(semantic), named(kind, declarations[*index.first(semantic)])),
                           fmt::format("each semantic but {} once", name_of(custom)));
    }
  }
  return faulty;
}

void check_automatic(CheckContext& context, const RoleFaults& faults) {
  const Descriptor& pack = context.descriptor;
  const SemanticIndex<RenderSettingSemantic> settings(pack.settings);
  const SemanticIndex<RenderQualitySemantic> presets(pack.quality_presets);
  const auto setting = settings.first(RenderSettingSemantic::AutomaticQuality);
  const auto preset = presets.first(RenderQualitySemantic::Automatic);
  if (setting) {
    const Setting& automatic = pack.settings[*setting];
    if (is_defined(automatic.kind) && automatic.kind != RenderSettingKind::Boolean) {
      context.report.error("RP-DESC-206", pointer("settings", *setting, "kind"),
                           fmt::format("{} of semantic AutomaticQuality has kind {}",
                                       named("setting", automatic), name_of(automatic.kind)),
                           "Boolean");
    }
  }
  if ((!setting && !preset) || faults.presets) {
    return;
  }
  const std::string asked = setting
                                ? named("setting", pack.settings[*setting]) + " of semantic AutomaticQuality"
                                : named("preset", pack.quality_presets[*preset]) + " of semantic Automatic";
  for (const auto tier :
       {RenderQualitySemantic::Low, RenderQualitySemantic::Medium, RenderQualitySemantic::High}) {
    const auto found = presets.first(tier);
    if (!found) {
      context.report.error(
          "RP-DESC-207", "/qualityPresets",
          fmt::format("{} needs a preset of semantic {}, and there is none", asked, name_of(tier)),
          fmt::format("a preset of semantic {} with autoEligible true", name_of(tier)));
    } else if (!pack.quality_presets[*found].auto_eligible) {
      context.report.error("RP-DESC-207", pointer("qualityPresets", *found, "autoEligible"),
                           fmt::format("{} needs {}, whose autoEligible is false", asked,
                                       named("preset", pack.quality_presets[*found])),
                           "autoEligible true on the presets of semantic Low, Medium and High");
    }
  }
}

/// C.11: a pack without a role among its passes is a custom pack; one whose only role is the directional
/// shadow keeps the shadow profile; every other use of the roles keeps the full graph.
void check_profile(CheckContext& context, const RoleFaults& faults) {
  const auto& passes = context.descriptor.passes;
  const auto has_role = [](const Pass& pass) {
    return pass.semantic != RenderPassSemantic::CustomFullscreen;
  };
  const auto is_shadow = [](const Pass& pass) {
    return pass.semantic == RenderPassSemantic::DirectionalShadowDepth;
  };
  if (faults.hide_graph() || std::ranges::none_of(passes, has_role)) {
    return;
  }
  const auto is_shadow_or_custom = [&](const Pass& pass) { return is_shadow(pass) || !has_role(pass); };
  if (std::ranges::all_of(passes, is_shadow_or_custom)) {
    check_shadow_profile(context, faults);
  } else {
    check_full_graph(context, faults);
  }
}

}  // namespace

void check_roles(CheckContext& context) {
  const Descriptor& pack = context.descriptor;
  RoleFaults faults;
  faults.resources = check_kind(context, pack.resources, "resources", "resource", "RP-DESC-201");
  faults.passes = check_kind(context, pack.passes, "passes", "pass", "RP-DESC-202");
  faults.variants = check_kind(context, pack.pipeline_variants, "pipelineVariants", "variant", "RP-DESC-203");
  faults.presets = check_kind(context, pack.quality_presets, "qualityPresets", "preset", "RP-DESC-204");
  faults.settings = check_kind(context, pack.settings, "settings", "setting", "RP-DESC-205");
  check_automatic(context, faults);
  check_profile(context, faults);
}

}  // namespace rpcts::render_pack_v1
