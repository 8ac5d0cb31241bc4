// C.12: the full atmospheric graph. Runs only where roles are defined and occur once (C.11).

#include <algorithm>

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {
namespace {

std::string names_of(std::span<const RenderResourceSemantic> semantics) {
  std::string text;
  for (const RenderResourceSemantic semantic : semantics) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", describe(semantic));
  }
  return fmt::format("[{}]", text);
}

class FullGraph {
 public:
  FullGraph(CheckContext& context, const RoleFaults& faults)
      : context_(context),
        pack_(context.descriptor),
        report_(context.report),
        faults_(faults),
        passes_(pack_.passes),
        resources_(pack_.resources),
        variants_(pack_.pipeline_variants) {}

  void check() {
    warn_tier();
    check_pass_roles();
    check_resource_roles();
    const bool one_replay = check_replay_count(context_, "RP-DESC-222");
    check_variant_roles();
    check_setting_roles();
    check_policy();
    check_shapes();
    if (one_replay) {
      check_replay_shape(context_, "RP-DESC-232", 0);
    }
    check_counts();
    check_hooks();
    check_order();
    check_edges();
  }

 private:
  /// OQ-9: the contract asks no tier of a full graph, though it asks Tier2 of a part of it.
  void warn_tier() {
    if (is_defined(pack_.highest_tier) && pack_.highest_tier < RenderPackTier::Tier2) {
      report_.warning(
          "RP-WARN-001", "/highestTier",
          fmt::format("a full atmospheric graph with highestTier {}", name_of(pack_.highest_tier)),
          "Tier2 or higher");
    }
  }

  void check_pass_roles() {
    for (const GraphPass& wanted : graph_passes) {
      if (passes_.count(wanted.semantic) == 0) {
        report_.error(
            "RP-DESC-220", "/passes",
            fmt::format("the pack has roles of the full atmospheric graph and no pass of semantic {}",
                        name_of(wanted.semantic)),
            fmt::format("a pass of semantic {} at {}; a pack without the full graph has "
                        "CustomFullscreen passes, beside them at most the directional shadow",
                        name_of(wanted.semantic), name_of(wanted.hook)));
      }
    }
  }

  void check_resource_roles() {
    for (std::size_t i = 1; i < Vocabulary<RenderResourceSemantic>::members.size(); ++i) {
      const auto semantic = static_cast<RenderResourceSemantic>(i);
      if (resources_.count(semantic) == 0) {
        report_.error(
            "RP-DESC-221", "/resources",
            fmt::format("the full atmospheric graph has no resource of semantic {}", name_of(semantic)),
            fmt::format("a resource of semantic {}", name_of(semantic)));
      }
    }
  }

  [[nodiscard]] std::span<const VariantShape> wanted_variants() const {
    return context_.multiview == MultiviewHint::sound ? std::span<const VariantShape>(variant_shapes)
                                                      : base_variant_shapes();
  }

  void check_variant_roles() {
    for (const VariantShape& wanted : wanted_variants()) {
      if (variants_.count(wanted.semantic) == 0) {
        report_.error(
            "RP-DESC-223", "/pipelineVariants",
            fmt::format("the full atmospheric graph has no variant of semantic {}", name_of(wanted.semantic)),
            fmt::format("a variant of semantic {}", name_of(wanted.semantic)));
      }
    }
  }

  void check_setting_roles() {
    if (!context_.options.host || faults_.settings) {
      return;
    }
    const SemanticIndex<RenderSettingSemantic> settings(pack_.settings);
    for (auto i = static_cast<std::int32_t>(first_graph_setting);
         i <= static_cast<std::int32_t>(last_graph_setting); ++i) {
      const auto semantic = static_cast<RenderSettingSemantic>(i);
      if (settings.count(semantic) == 0) {
        report_.error("RP-DESC-224", "/settings",
                      fmt::format("the host finds no setting of semantic {}", name_of(semantic)),
                      fmt::format("a setting of semantic {}", name_of(semantic)));
      }
    }
  }

  void check_policy() {
    if (!pack_.atmosphere_policy) {
      report_.error("RP-DESC-225", "/atmospherePolicy", "the full atmospheric graph has no atmospherePolicy",
                    "an atmospherePolicy");
      return;
    }
    const AtmospherePolicy& policy = *pack_.atmosphere_policy;
    const auto check_curve = [&](std::string_view member, const auto& curve) {
      if (curve.size() < minimum_curve_points) {
        report_.error("RP-DESC-226", pointer("atmospherePolicy", member),
                      fmt::format("{} has {} points", member, curve.size()),
                      fmt::format("at least {} points", minimum_curve_points));
      }
    };
    check_curve("directionalShadowLightElevationResponse",
                policy.directional_shadow_light_elevation_response);
    check_curve("volumetricShaftSunElevationResponse", policy.volumetric_shaft_sun_elevation_response);
  }

  void check_shapes() {
    for (const ResourceShape& shape : resource_shapes) {
      if (const auto index = resources_.first(shape.semantic)) {
        check_resource_shape(context_, "RP-DESC-230", *index, shape);
      }
    }
    // The multiview casters of a pack without the hint have no place here at all (233).
    for (const VariantShape& shape : wanted_variants()) {
      if (const auto index = variants_.first(shape.semantic)) {
        check_variant_shape(context_, "RP-DESC-231", *index, shape);
      }
    }
  }

  /// A declaration too few is told by 220 to 223; here only those that have no place in the graph.
  template <class Declaration, class Surplus>
  void check_count(const std::vector<Declaration>& declarations, std::string_view member,
                   std::string_view kind, std::size_t wanted, Surplus is_surplus) {
    const auto surplus = std::ranges::find_if(declarations, is_surplus);
    if (declarations.size() != wanted && surplus != declarations.end()) {
      report_.error(
          "RP-DESC-233", pointer(member, surplus - declarations.begin()),
          fmt::format("the pack has {} {}; {} of semantic {} has no place in the full atmospheric graph",
                      declarations.size(), member, named(kind, *surplus), name_of(surplus->semantic)),
          fmt::format("exactly {} {}", wanted, member));
    }
  }

  void check_counts() {
    check_count(pack_.passes, "passes", "pass", graph_passes.size(),
                [](const Pass& pass) { return pass.semantic == RenderPassSemantic::CustomFullscreen; });
    check_count(pack_.resources, "resources", "resource", resource_shapes.size(),
                [](const Resource& resource) { return resource.semantic == RenderResourceSemantic::Custom; });
    const bool multiview = context_.multiview != MultiviewHint::absent;
    check_count(pack_.pipeline_variants, "pipelineVariants", "variant", wanted_variants().size(),
                [&](const PipelineVariant& variant) {
                  const bool is_multiview =
                      std::ranges::find(multiview_variant_shapes(), variant.semantic,
                                        &VariantShape::semantic) != multiview_variant_shapes().end();
                  return variant.semantic == RenderPipelineVariantSemantic::Custom ||
                         (is_multiview && !multiview);
                });
  }

  void check_hooks() {
    for (const GraphPass& wanted : graph_passes) {
      const auto index = passes_.first(wanted.semantic);
      if (!index) {
        continue;
      }
      const Pass& pass = pack_.passes[*index];
      if (is_defined(pass.hook) && pass.hook != wanted.hook) {
        report_.error("RP-DESC-234", pointer("passes", *index, "hook"),
                      fmt::format("{} of semantic {} is at {}", named("pass", pass), name_of(wanted.semantic),
                                  name_of(pass.hook)),
                      std::string(name_of(wanted.hook)));
      }
    }
  }

  /// The order of the roles at AtmosphereBeforeToneMap and ToneMap; what stands at a wrong hook (234) or has
  /// no role (233) is passed over.
  void check_order() {
    std::size_t highest = 0;
    const Pass* before = nullptr;
    for (std::size_t i = 0; i < pack_.passes.size(); ++i) {
      const Pass& pass = pack_.passes[i];
      const auto* const wanted = std::ranges::find(graph_passes, pass.semantic, &GraphPass::semantic);
      if (wanted == graph_passes.end() || wanted->hook != pass.hook ||
          pass.hook == RenderPassHook::ShadowDepthBeforeWorld) {
        continue;
      }
      const auto rank = static_cast<std::size_t>(wanted - graph_passes.begin());
      if (before != nullptr && rank < highest) {
        report_.error("RP-DESC-235", pointer("passes", i),
                      fmt::format("{} of semantic {} follows {} of semantic {}", named("pass", pass),
                                  name_of(pass.semantic), named("pass", *before), name_of(before->semantic)),
                      "the order SunOcclusion, SunRays, VolumetricShafts, BloomDownsample, "
                      "BloomBlurHorizontal, BloomBlurVertical, FilmicComposite");
        return;
      }
      highest = rank;
      before = &pass;
    }
  }

  void check_edges() {
    for (const GraphPass& wanted : graph_passes) {
      if (const auto index = passes_.first(wanted.semantic)) {
        check_reads(wanted, *index);
        check_write(wanted, *index);
      }
    }
  }

  [[nodiscard]] bool is_missing(RenderResourceSemantic semantic) const {
    return resources_.count(semantic) == 0;
  }

  void check_reads(const GraphPass& wanted, std::size_t index) {
    const Pass& pass = pack_.passes[index];
    if (std::ranges::any_of(wanted.reads, [&](auto semantic) { return is_missing(semantic); })) {
      return;  // 221
    }
    IdIndex seen;
    std::vector<RenderResourceSemantic> reads;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < pass.resource_reads.size(); ++i) {
      const Resource* resource = context_.resource(pass.resource_reads[i]);
      if (resource == nullptr) {
        return;  // 090
      }
      if (seen.add(pass.resource_reads[i], i)) {  // else 087
        reads.push_back(resource->semantic);
        places.push_back(i);
      }
    }
    if (std::ranges::equal(reads, wanted.reads)) {
      return;
    }
    const auto differs = std::ranges::mismatch(reads, wanted.reads).in1;
    const std::string at = differs == reads.end()
                               ? pointer("passes", index, "resourceReads")
                               : pointer("passes", index, "resourceReads",
                                         places[static_cast<std::size_t>(differs - reads.begin())]);
    report_.error(
        "RP-DESC-236", at,
        fmt::format("{} of semantic {} reads {}", named("pass", pass), name_of(wanted.semantic),
                    names_of(reads)),
        fmt::format("exactly {}, by the semantics of the resources, in this order", names_of(wanted.reads)));
  }

  void check_write(const GraphPass& wanted, std::size_t index) {
    const Pass& pass = pack_.passes[index];
    if (wanted.write && is_missing(*wanted.write)) {
      return;  // 221
    }
    const std::string required = wanted.write
                                     ? fmt::format("the resource of semantic {}", name_of(*wanted.write))
                                     : "no resource: the main world is implied";
    if (pass.resource_writes.empty()) {
      const bool told = pass.hook == RenderPassHook::ShadowDepthBeforeWorld ||
                        pass.hook == RenderPassHook::AtmosphereBeforeToneMap;  // 089
      if (wanted.write && !told) {
        report_.error(
            "RP-DESC-237", pointer("passes", index, "resourceWrites"),
            fmt::format("{} of semantic {} writes nothing", named("pass", pass), name_of(wanted.semantic)),
            required);
      }
      return;
    }
    // More than one is 088, an unknown one 093: the first that can be judged.
    const Resource* resource = context_.resource(pass.resource_writes.front());
    if (resource != nullptr && (!wanted.write || resource->semantic != *wanted.write)) {
      report_.error(
          "RP-DESC-237", pointer("passes", index, "resourceWrites", 0),
          fmt::format("{} of semantic {} writes {} of semantic {}", named("pass", pass),
                      name_of(wanted.semantic), named("resource", *resource), name_of(resource->semantic)),
          required);
    }
  }

  CheckContext& context_;
  const Descriptor& pack_;
  DescriptorReport& report_;
  const RoleFaults& faults_;
  SemanticIndex<RenderPassSemantic> passes_;
  SemanticIndex<RenderResourceSemantic> resources_;
  SemanticIndex<RenderPipelineVariantSemantic> variants_;
};

}  // namespace

void check_full_graph(CheckContext& context, const RoleFaults& faults) {
  FullGraph(context, faults).check();
}

}  // namespace rpcts::render_pack_v1
