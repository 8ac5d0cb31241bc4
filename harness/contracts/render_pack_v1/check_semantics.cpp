// C.2: which semantics a shadow pass lists, and the capability that each listed semantic needs.

#include <algorithm>
#include <bitset>

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {
namespace {

struct Prerequisite {
  RenderCapability capability;
  std::string_view rule;
};

// A.4, in the order of the ordinals. 031 is no rule of v1 (OQ-2).
constexpr auto prerequisites = std::to_array<Prerequisite>({
    {RenderCapability::MainWorldColorIntermediate, "RP-DESC-022"},  // WorldColor
    {RenderCapability::SceneDepthSampling, "RP-DESC-023"},          // SceneDepth
    {RenderCapability::SceneNormalSampling, "RP-DESC-024"},         // SceneNormals
    {RenderCapability::AuthoredSunDirection, "RP-DESC-025"},        // SunDirection
    {RenderCapability::AuthoredSunScreenPosition, "RP-DESC-027"},   // SunScreenPosition
    {RenderCapability::AuthoredWeather, "RP-DESC-028"},             // ActiveDayGroup
    {RenderCapability::AuthoredWeather, "RP-DESC-028"},             // Weather
    {RenderCapability::FullscreenPasses, "RP-DESC-031"},            // CameraMatrices
    {RenderCapability::AnimatedCasterTransforms, "RP-DESC-029"},    // ShadowCasterTransforms
    {RenderCapability::DirectionalShadowMaps, "RP-DESC-030"},       // DirectionalShadowMaps
    {RenderCapability::FullscreenPasses, "RP-DESC-031"},            // FrameTime
    {RenderCapability::AuthoredCelestialDirectionalLight,
     "RP-DESC-026"},  // SelectedCelestialDirectionalLight
});
static_assert(prerequisites.size() == Vocabulary<RenderSemanticInput>::members.size());
constexpr std::string_view strict_rule = "RP-DESC-031";

/// Where else the pack names the capability, so that the reason says why that does not help.
std::string elsewhere(const Descriptor& pack, RenderCapability capability) {
  const auto holds = [&](const std::vector<RenderCapability>& list) {
    return std::ranges::find(list, capability) != list.end();
  };
  if (holds(pack.optional_capabilities)) {
    return "is only optional";
  }
  for (const QualityPreset& preset : pack.quality_presets) {
    if (holds(preset.required_capabilities)) {
      return fmt::format("is only required by {}", named("preset", preset));
    }
  }
  return "is not required";
}

void check_shadow_pass(CheckContext& context, std::size_t index) {
  const Pass& pass = context.descriptor.passes[index];
  const auto& inputs = pass.semantic_inputs;
  if (std::ranges::find(inputs, RenderSemanticInput::SelectedCelestialDirectionalLight) == inputs.end()) {
    context.report.error("RP-DESC-020", pointer("passes", index, "semanticInputs"),
                         fmt::format("{} has semantic DirectionalShadowDepth and does not list "
                                     "SelectedCelestialDirectionalLight",
                                     named("pass", pass)),
                         "add \"SelectedCelestialDirectionalLight\" to semanticInputs");
  }
  if (const auto sun = std::ranges::find(inputs, RenderSemanticInput::SunDirection); sun != inputs.end()) {
    context.report.error(
        "RP-DESC-021", pointer("passes", index, "semanticInputs", sun - inputs.begin()),
        fmt::format("{} has semantic DirectionalShadowDepth and lists SunDirection", named("pass", pass)),
        "shadows follow SelectedCelestialDirectionalLight; take \"SunDirection\" out of semanticInputs");
  }
}

/// Walks the listed semantics in the order of their first appearance (C.2).
class Prerequisites {
 public:
  explicit Prerequisites(CheckContext& context) : context_(context) {}

  template <class Declaration>
  void walk(const std::vector<Declaration>& declarations, std::string_view member, std::string_view kind) {
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      const auto& inputs = declarations[i].semantic_inputs;
      for (std::size_t j = 0; j < inputs.size(); ++j) {
        if (!is_defined(inputs[j])) {
          continue;
        }
        const Prerequisite& needed = prerequisites[static_cast<std::size_t>(inputs[j])];
        // One capability serves several semantics; it is missing once.
        const auto bit = static_cast<std::size_t>(needed.capability);
        if (!seen_.test(bit)) {
          seen_.set(bit);
          check(needed, pointer(member, i, "semanticInputs", j),
                fmt::format("{} lists {}, whose capability {}", named(kind, declarations[i]),
                            name_of(inputs[j]), name_of(needed.capability)));
        }
      }
    }
  }

 private:
  void check(const Prerequisite& needed, const std::string& at, const std::string& listed) {
    const bool required = context_.requires_capability(needed.capability);
    if (!required) {
      std::string found = fmt::format("{} {}", listed, elsewhere(context_.descriptor, needed.capability));
      std::string repair = fmt::format("add \"{}\" to requiredCapabilities", name_of(needed.capability));
      if (needed.rule != strict_rule) {
        context_.report.error(needed.rule, at, std::move(found), std::move(repair));
        context_.capabilities_reported.set(static_cast<std::size_t>(needed.capability));
      } else if (context_.options.strict) {
        context_.report.warning(needed.rule, at, std::move(found), std::move(repair));
      }
    }
    // A capability that the pack requires was held against the host by 012.
    if (context_.options.host && !required && !context_.options.host->offers(needed.capability)) {
      context_.report.error("RP-DESC-032", at, fmt::format("{} is not offered by the host", listed),
                            "a host that offers the capability of every listed semantic");
    }
  }

  CheckContext& context_;
  std::bitset<Vocabulary<RenderCapability>::members.size()> seen_;
};

}  // namespace

void check_semantics(CheckContext& context) {
  const Descriptor& pack = context.descriptor;
  for (std::size_t i = 0; i < pack.passes.size(); ++i) {
    if (pack.passes[i].semantic == RenderPassSemantic::DirectionalShadowDepth) {
      check_shadow_pass(context, i);
    }
  }
  Prerequisites semantics(context);
  semantics.walk(pack.passes, "passes", "pass");
  semantics.walk(pack.pipeline_variants, "pipelineVariants", "variant");
}

}  // namespace rpcts::render_pack_v1
