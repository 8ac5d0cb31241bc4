// C.13: the directional-shadow-only profile. Runs only where roles are defined and occur once (C.11), so
// there is exactly one DirectionalShadowDepth pass here.

#include <algorithm>

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {
namespace {

class ShadowProfile {
 public:
  ShadowProfile(CheckContext& context, const RoleFaults& faults)
      : context_(context),
        pack_(context.descriptor),
        report_(context.report),
        faults_(faults),
        variants_(pack_.pipeline_variants),
        pass_(*SemanticIndex<RenderPassSemantic>(pack_.passes)
                   .first(RenderPassSemantic::DirectionalShadowDepth)),
        resource_(SemanticIndex<RenderResourceSemantic>(pack_.resources)
                      .first(RenderResourceSemantic::DirectionalShadowDepth)) {}

  void check() {
    check_tier();
    check_capabilities();
    check_resource_role();
    const bool one_replay = check_replay_count(context_, "RP-DESC-243");
    check_variants();
    check_setting_roles();
    check_policy();
    check_shadow_pass();
    if (resource_) {
      check_resource_shape(context_, "RP-DESC-249", *resource_, shadow_depth_shape);
    }
    if (one_replay) {
      check_replay_shape(context_, "RP-DESC-250", 0);
    }
    check_tone_map();
    check_custom_hooks();
  }

 private:
  void check_tier() {
    if (is_defined(pack_.highest_tier) && pack_.highest_tier < RenderPackTier::Tier2) {
      report_.error(
          "RP-DESC-240", "/highestTier",
          fmt::format("a pack of directional shadows with highestTier {}", name_of(pack_.highest_tier)),
          "Tier2 or higher");
    }
  }

  void check_capabilities() {
    for (const RenderCapability capability : shadow_profile_capabilities) {
      // One that a listed semantic misses was told by C.2, with the same repair.
      if (!context_.requires_capability(capability) &&
          !context_.capabilities_reported.test(static_cast<std::size_t>(capability))) {
        report_.error(
            "RP-DESC-241", "/requiredCapabilities",
            fmt::format("a pack of directional shadows that does not require {}", name_of(capability)),
            fmt::format("add \"{}\" to requiredCapabilities", name_of(capability)));
      }
    }
  }

  void check_resource_role() {
    if (!resource_) {
      report_.error("RP-DESC-242", "/resources",
                    "the pack has a DirectionalShadowDepth pass and no resource of semantic "
                    "DirectionalShadowDepth",
                    "exactly one pass and one resource of semantic DirectionalShadowDepth");
    }
  }

  void check_variants() {
    const auto& variants = pack_.pipeline_variants;
    const bool multiview = context_.multiview == MultiviewHint::sound;
    const std::size_t wanted = multiview ? variant_shapes.size() : base_variant_count;
    // With a hint that was reported both counts may be meant.
    const bool other_count =
        context_.multiview == MultiviewHint::faulty && variants.size() == variant_shapes.size();
    std::vector<std::string_view> missing;
    const auto collect = [&](std::span<const VariantShape> shapes) {
      for (const VariantShape& shape : shapes) {
        if (variants_.count(shape.semantic) == 0) {
          missing.push_back(name_of(shape.semantic));
        }
      }
    };
    if (multiview) {
      collect(multiview_variant_shapes());
    }
    collect(base_variant_shapes());
    const bool wrong_count = variants.size() != wanted && !other_count;
    if (wrong_count) {
      report_.error("RP-DESC-244", "/pipelineVariants",
                    fmt::format("the pack has {} variants{}", variants.size(),
                                missing.empty() ? "" : "; it lacks " + joined(missing, "and")),
                    fmt::format("exactly {}: {}", wanted,
                                multiview ? "the five casters and receivers and three multiview casters"
                                          : "the five casters and receivers"));
    }
    // Variants that are missing only because there are too few were named with the count.
    if (!wrong_count || variants.size() + missing.size() != wanted) {
      for (const std::string_view name : missing) {
        report_.error("RP-DESC-245", "/pipelineVariants",
                      fmt::format("a pack of directional shadows without a variant of semantic {}", name),
                      fmt::format("a variant of semantic {}", name));
      }
    }
    if (multiview) {
      check_shapes(multiview_variant_shapes());
    }
    check_shapes(base_variant_shapes());
  }

  void check_shapes(std::span<const VariantShape> shapes) {
    for (const VariantShape& shape : shapes) {
      if (const auto index = variants_.first(shape.semantic)) {
        check_variant_shape(context_, "RP-DESC-245", *index, shape);
      }
    }
  }

  void check_setting_roles() {
    if (faults_.settings) {
      return;
    }
    const SemanticIndex<RenderSettingSemantic> settings(pack_.settings);
    for (const RenderSettingSemantic semantic : shadow_profile_settings) {
      if (settings.count(semantic) == 0) {
        report_.error(
            "RP-DESC-246", "/settings",
            fmt::format("a pack of directional shadows without a setting of semantic {}", name_of(semantic)),
            fmt::format("a setting of semantic {}", name_of(semantic)));
      }
    }
  }

  void check_policy() {
    if (!pack_.atmosphere_policy) {
      report_.error("RP-DESC-247", "/atmospherePolicy",
                    "a pack of directional shadows without an atmospherePolicy",
                    fmt::format("an atmospherePolicy with at least {} points in "
                                "directionalShadowLightElevationResponse",
                                minimum_curve_points));
      return;
    }
    const auto& curve = pack_.atmosphere_policy->directional_shadow_light_elevation_response;
    if (curve.size() < minimum_curve_points) {
      report_.error("RP-DESC-247", "/atmospherePolicy/directionalShadowLightElevationResponse",
                    fmt::format("directionalShadowLightElevationResponse has {} points", curve.size()),
                    fmt::format("at least {} points", minimum_curve_points));
    }
  }

  void check_shadow_pass() {
    const Pass& pass = pack_.passes[pass_];
    const std::string subject = named("pass", pass) + " of semantic DirectionalShadowDepth";
    if (is_defined(pass.hook) && pass.hook != RenderPassHook::ShadowDepthBeforeWorld) {
      report_.error("RP-DESC-248", pointer("passes", pass_, "hook"),
                    fmt::format("{} is at {}", subject, name_of(pass.hook)), "ShadowDepthBeforeWorld");
    }
    if (!pass.resource_reads.empty()) {
      report_.error("RP-DESC-248", pointer("passes", pass_, "resourceReads", 0),
                    fmt::format("{} reads {}", subject, quoted(pass.resource_reads.front())),
                    "no reads in the shadow pass");
    }
    if (!resource_) {
      return;  // 242
    }
    const std::string required = fmt::format("exactly {}", named("resource", pack_.resources[*resource_]));
    if (pass.resource_writes.empty()) {
      const bool told = pass.hook == RenderPassHook::ShadowDepthBeforeWorld ||
                        pass.hook == RenderPassHook::AtmosphereBeforeToneMap;  // 089
      if (!told) {
        report_.error("RP-DESC-248", pointer("passes", pass_, "resourceWrites"),
                      fmt::format("{} writes nothing", subject), required);
      }
      return;
    }
    // More than one is 088, an unknown one 093: the first that can be judged.
    const Resource* resource = context_.resource(pass.resource_writes.front());
    if (resource != nullptr && resource->semantic != RenderResourceSemantic::DirectionalShadowDepth) {
      report_.error("RP-DESC-248", pointer("passes", pass_, "resourceWrites", 0),
                    fmt::format("{} writes {}", subject, named("resource", *resource)), required);
    }
  }

  void check_tone_map() {
    std::vector<std::size_t> tone_maps;
    for (std::size_t i = 0; i < pack_.passes.size(); ++i) {
      // The shadow pass at this hook is told by 248.
      if (i != pass_ && pack_.passes[i].hook == RenderPassHook::ToneMap &&
          pack_.passes[i].resource_writes.empty()) {
        tone_maps.push_back(i);
      }
    }
    if (tone_maps.size() != 1) {
      report_.error("RP-DESC-251", tone_maps.empty() ? "/passes" : pointer("passes", tone_maps[1]),
                    fmt::format("the pack has {} passes at ToneMap that write no resource", tone_maps.size()),
                    "exactly one CustomFullscreen pass at ToneMap without writes, which lists WorldColor");
      return;
    }
    const Pass& pass = pack_.passes[tone_maps.front()];
    if (std::ranges::find(pass.semantic_inputs, RenderSemanticInput::WorldColor) ==
        pass.semantic_inputs.end()) {
      report_.error(
          "RP-DESC-251", pointer("passes", tone_maps.front(), "semanticInputs"),
          fmt::format("{} presents the main world and does not list WorldColor", named("pass", pass)),
          "add \"WorldColor\" to semanticInputs");
    }
  }

  void check_custom_hooks() {
    for (std::size_t i = 0; i < pack_.passes.size(); ++i) {
      const Pass& pass = pack_.passes[i];
      if (i != pass_ && (pass.hook == RenderPassHook::ShadowDepthBeforeWorld ||
                         pass.hook == RenderPassHook::AfterToneMapBeforePrivateViewports)) {
        report_.error(
            "RP-DESC-252", pointer("passes", i, "hook"),
            fmt::format("{} of semantic CustomFullscreen is at {}", named("pass", pass), name_of(pass.hook)),
            "AtmosphereBeforeToneMap or ToneMap beside directional shadows");
      }
    }
  }

  CheckContext& context_;
  const Descriptor& pack_;
  DescriptorReport& report_;
  const RoleFaults& faults_;
  SemanticIndex<RenderPipelineVariantSemantic> variants_;
  std::size_t pass_;                     ///< index of the shadow pass
  std::optional<std::size_t> resource_;  ///< index of the shadow depth
};

}  // namespace

void check_shadow_profile(CheckContext& context, const RoleFaults& faults) {
  ShadowProfile(context, faults).check();
}

}  // namespace rpcts::render_pack_v1
