// C.12: check_full_graph.cpp, check_shapes.cpp.

#include "harness/contracts/render_pack_v1/check_testing.hpp"

namespace rpcts::render_pack_v1::samples {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Hook = RenderPassHook;
using Role = RenderPassSemantic;
using Target = RenderResourceSemantic;
using VariantRole = RenderPipelineVariantSemantic;

constexpr Target targets[] = {Target::MainWorldHdr,     Target::BloomPing, Target::BloomPong,
                              Target::SunOcclusionMask, Target::SunRays,   Target::DirectionalShadowDepth,
                              Target::VolumetricShafts};

TEST(FullGraph, RP_DESC_220_MissingPasses) {
  // A pass whose role becomes custom leaves its reads and writes in place: only the role is missing.
  for (const Role role :
       {Role::DirectionalShadowDepth, Role::SunOcclusion, Role::SunRays, Role::VolumetricShafts,
        Role::BloomDownsample, Role::BloomBlurHorizontal, Role::BloomBlurVertical, Role::FilmicComposite}) {
    const Descriptor pack = changed(
        full(), [&](Descriptor& d) { by_semantic(d.passes, role).semantic = Role::CustomFullscreen; });
    expect_told(pack, "RP-DESC-220 /passes");
    EXPECT_THAT(first_finding(pack).found, HasSubstr("no pass of semantic " + std::string(name_of(role))));
  }
  // The last pass taken out altogether.
  expect_told(changed(full(), [](Descriptor& d) { d.passes.pop_back(); }), "RP-DESC-220 /passes");
}

TEST(FullGraph, RP_DESC_220_ASingleRole) {
  const Descriptor pack = changed(tone(), [](Descriptor& d) {
    d.resources = {colour("rays", 0.5, Target::SunRays)};
    d.passes.insert(d.passes.begin(),
                    pass("rays", Hook::AtmosphereBeforeToneMap, {}, {}, {"rays"}, Role::SunRays));
  });
  const Findings findings = check_descriptor(pack);
  ASSERT_NE(findings.deciding(), nullptr);
  EXPECT_EQ(findings.deciding()->rule, "RP-DESC-220");
  EXPECT_THAT(findings.deciding()->found, HasSubstr("DirectionalShadowDepth"));  // the first of the order
}

TEST(FullGraph, RP_DESC_221_MissingResources) {
  for (const Target target : targets) {
    const Descriptor pack =
        changed(full(), [&](Descriptor& d) { by_semantic(d.resources, target).semantic = Target::Custom; });
    expect_told(pack, "RP-DESC-221 /resources");
    EXPECT_THAT(first_finding(pack).found, HasSubstr(std::string(name_of(target))));
  }
  // Nobody reads or writes it, but it is declared.
  expect_told(changed(full(), [](Descriptor& d) { remove_semantic(d.resources, Target::MainWorldHdr); }),
              "RP-DESC-221 /resources");
}

TEST(FullGraph, RP_DESC_222_OneReplay) {
  expect_told(changed(full(), [](Descriptor& d) { d.scene_replays = {}; }), "RP-DESC-222 /sceneReplays");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.scene_replays.push_back(replay());
                        d.scene_replays[1].id = "again";
                      }),
              "RP-DESC-222 /sceneReplays/1");
}

TEST(FullGraph, RP_DESC_223_MissingVariants) {
  for (std::size_t i = 0; i < 5; ++i) {
    expect_told(changed(full(),
                        [&](Descriptor& d) {
                          d.pipeline_variants.erase(d.pipeline_variants.begin() + static_cast<long>(i));
                        }),
                "RP-DESC-223 /pipelineVariants");
  }
  for (std::size_t i = 5; i < 8; ++i) {
    expect_told(changed(multiview(),
                        [&](Descriptor& d) {
                          d.pipeline_variants.erase(d.pipeline_variants.begin() + static_cast<long>(i));
                        }),
                "RP-DESC-223 /pipelineVariants");
  }
  // Any preset's hint asks for the three.
  const Descriptor hinted = changed(multiview(), [](Descriptor& d) { d.pipeline_variants.resize(5); });
  expect_told(hinted, "RP-DESC-223 /pipelineVariants", "RP-DESC-223 /pipelineVariants",
              "RP-DESC-223 /pipelineVariants");
  EXPECT_THAT(first_finding(hinted).found, HasSubstr("TerrainMultiviewDirectionalShadowCaster"));
}

TEST(FullGraph, RP_DESC_224_IsTheHosts) {
  DescriptorOptions host;
  host.host = HostProfile::conformance();
  constexpr auto first = static_cast<int>(RenderSettingSemantic::BloomStrength);
  constexpr auto last = static_cast<int>(RenderSettingSemantic::VolumetricRayMarchSteps);
  static_assert(last - first + 1 == 12);
  for (int i = first; i <= last; ++i) {
    const auto semantic = static_cast<RenderSettingSemantic>(i);
    const Descriptor pack = changed(full(), [&](Descriptor& d) { remove_semantic(d.settings, semantic); });
    expect_accepted(pack);
    EXPECT_THAT(told(pack, host), ElementsAre("RP-DESC-224 /settings"));
  }
  const Descriptor without_auto = changed(
      full(), [](Descriptor& d) { remove_semantic(d.settings, RenderSettingSemantic::AutomaticQuality); });
  EXPECT_THAT(told(without_auto, host), IsEmpty());
}

TEST(FullGraph, RP_DESC_225_226_Policy) {
  expect_told(changed(full(), [](Descriptor& d) { d.atmosphere_policy.reset(); }),
              "RP-DESC-225 /atmospherePolicy");
  const auto points = [](std::size_t shadow_points, std::size_t shaft_points) {
    return changed(full(), [&](Descriptor& d) {
      d.atmosphere_policy->directional_shadow_light_elevation_response.resize(shadow_points);
      d.atmosphere_policy->volumetric_shaft_sun_elevation_response.resize(shaft_points);
    });
  };
  const std::string shadow_curve = "RP-DESC-226 /atmospherePolicy/directionalShadowLightElevationResponse";
  const std::string shaft_curve = "RP-DESC-226 /atmospherePolicy/volumetricShaftSunElevationResponse";
  expect_accepted(points(2, 2));
  expect_told(points(1, 2), shadow_curve);
  expect_told(points(0, 2), shadow_curve);
  expect_told(points(2, 1), shaft_curve);
  expect_told(points(1, 0), shadow_curve, shaft_curve);
  expect_accepted(changed(full(), [](Descriptor& d) { d.atmosphere_policy->sun_elevation_response = {}; }));
}

TEST(FullGraph, RP_DESC_230_ResourceShapes) {
  const auto with = [](Target target, const auto& change) {
    return changed(full(), [&](Descriptor& d) { change(by_semantic(d.resources, target)); });
  };
  const auto place = [](Target target, const char* member) {
    const Descriptor d = full();
    const auto index = std::ranges::find(d.resources, target, &Resource::semantic) - d.resources.begin();
    return "RP-DESC-230 /resources/" + std::to_string(index) + "/" + member;
  };
  for (const Target target : targets) {
    const bool is_depth = target == Target::DirectionalShadowDepth;
    SCOPED_TRACE(name_of(target));
    expect_told(with(target, [](Resource& r) { r.lifetime = RenderResourceLifetime::FrameFlight; }),
                place(target, "lifetime"));
    expect_told(with(target,
                     [](Resource& r) {
                       r.usage = static_cast<RenderResourceUsage>(static_cast<unsigned>(r.usage) | 16U);
                     }),
                place(target, "usage"));
    expect_told(with(target,
                     [&](Resource& r) {
                       r.extent->mode = is_depth ? RenderExtentMode::RelativeToMainWorld
                                                 : RenderExtentMode::RelativeToOutput;
                       r.extent->width = r.extent->height = 1;
                     }),
                place(target, "extent/mode"));
    expect_told(with(target,
                     [&](Resource& r) {
                       r.extent->mode =
                           is_depth ? RenderExtentMode::RelativeToOutput : RenderExtentMode::AbsolutePixels;
                       r.extent->width = r.extent->height = 1;
                     }),
                place(target, "extent/mode"));
    if (is_depth) {
      expect_told(with(target, [](Resource& r) { r.kind = RenderResourceKind::Image2D; }),
                  place(target, "kind"));
    } else {
      expect_told(with(target, [](Resource& r) { r.format = RenderFormatClass::LdrColor; }),
                  place(target, "format"));
    }
  }
  expect_told(with(Target::SunOcclusionMask, [](Resource& r) { r.format = RenderFormatClass::HdrColor; }),
              place(Target::SunOcclusionMask, "format"));
  expect_told(with(Target::SunRays, [](Resource& r) { r.format = RenderFormatClass::SingleChannel; }),
              place(Target::SunRays, "format"));
  // Extents' numbers are free.
  expect_accepted(with(Target::BloomPing, [](Resource& r) { r.extent->width = 0.1; }));
  expect_accepted(with(Target::DirectionalShadowDepth, [](Resource& r) { r.extent->layers = 1; }));
}

TEST(FullGraph, RP_DESC_230_ComesInTheOrderOfTheTable) {
  const Descriptor pack = changed(full(), [](Descriptor& d) {
    for (Resource& resource : d.resources) {
      resource.lifetime = RenderResourceLifetime::TransientPass;
    }
  });
  // MainWorldHdr, BloomPing, BloomPong, SunRays, VolumetricShafts, SunOcclusionMask, DirectionalShadowDepth
  expect_told(pack, "RP-DESC-230 /resources/0/lifetime", "RP-DESC-230 /resources/1/lifetime",
              "RP-DESC-230 /resources/2/lifetime", "RP-DESC-230 /resources/4/lifetime",
              "RP-DESC-230 /resources/6/lifetime", "RP-DESC-230 /resources/3/lifetime",
              "RP-DESC-230 /resources/5/lifetime");
}

TEST(FullGraph, RP_DESC_230_PassesOverWhatC4Reports) {
  expect_told(changed(full(), [](Descriptor& d) { d.resources[0].kind = RenderResourceKind::Buffer; }),
              "RP-DESC-052 /resources/0/kind");
  expect_told(
      changed(full(), [](Descriptor& d) { d.resources[0].usage = static_cast<RenderResourceUsage>(3 + 8); }),
      "RP-DESC-052 /resources/0/usage");
  expect_told(
      changed(full(), [](Descriptor& d) { d.resources[0].format = static_cast<RenderFormatClass>(9); }),
      "RP-DESC-051 /resources/0/format");
}

TEST(FullGraph, RP_DESC_231_VariantShapes) {
  const Descriptor base = multiview();
  for (std::size_t i = 0; i < base.pipeline_variants.size(); ++i) {
    SCOPED_TRACE(base.pipeline_variants[i].id);
    const auto with = [&](const auto& change) {
      return changed(base, [&](Descriptor& d) { change(d.pipeline_variants[i]); });
    };
    const std::string at = "RP-DESC-231 /pipelineVariants/" + std::to_string(i) + "/";
    expect_told(with([](PipelineVariant& v) { v.base_semantic = RenderPipelineBaseSemantic::EnvCell; }),
                at + "baseSemantic");
    expect_told(with([](PipelineVariant& v) {
                  v.base_semantic = v.base_semantic == RenderPipelineBaseSemantic::Terrain
                                        ? RenderPipelineBaseSemantic::WorldMesh
                                        : RenderPipelineBaseSemantic::Terrain;
                }),
                at + "baseSemantic");
    // One bit more or less.
    for (const std::uint32_t bit : {1U, 2U, 4U, 8U}) {
      const auto materials = static_cast<std::uint32_t>(base.pipeline_variants[i].compatible_materials) ^ bit;
      if (materials != 0) {
        expect_told(with([&](PipelineVariant& v) {
                      v.compatible_materials = static_cast<RenderMaterialClass>(materials);
                    }),
                    at + "compatibleMaterials");
      }
    }
    expect_told(with([](PipelineVariant& v) { v.semantic_inputs.push_back(RenderSemanticInput::FrameTime); }),
                at + "semanticInputs");
    expect_told(with([](PipelineVariant& v) { v.semantic_inputs.pop_back(); }), at + "semanticInputs");
    if (base.pipeline_variants[i].semantic_inputs.size() == 2) {
      expect_told(with([](PipelineVariant& v) { std::ranges::reverse(v.semantic_inputs); }),
                  at + "semanticInputs");
    }
  }
}

TEST(FullGraph, RP_DESC_232_Replay) {
  expect_told(
      changed(full(),
              [](Descriptor& d) { d.scene_replays[0].caster_classes = static_cast<RenderCasterClass>(15); }),
      "RP-DESC-232 /sceneReplays/0/casterClasses");
  expect_told(changed(full(), [](Descriptor& d) { d.scene_replays[0].view_count = 3; }),
              "RP-DESC-232 /sceneReplays/0/viewCount");
  expect_told(changed(full(), [](Descriptor& d) { d.scene_replays[0].view_count = 5; }),
              "RP-DESC-112 /sceneReplays/0/viewCount");
}

TEST(FullGraph, RP_DESC_233_NothingMore) {
  expect_told(changed(full(), [](Descriptor& d) { d.passes.push_back(pass("extra", Hook::ToneMap)); }),
              "RP-DESC-233 /passes/8");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.passes.insert(d.passes.begin() + 1,
                                        pass("extra", Hook::AtmosphereBeforeToneMap, {}, {}, {"rays"}));
                      }),
              "RP-DESC-233 /passes/1");
  expect_told(changed(full(), [](Descriptor& d) { d.resources.push_back(colour("extra")); }),
              "RP-DESC-233 /resources/7");
  const auto extra_variant = [](Descriptor base) {
    return changed(std::move(base), [](Descriptor& d) {
      d.pipeline_variants.push_back(d.pipeline_variants[0]);
      d.pipeline_variants.back().id = "extra";
      d.pipeline_variants.back().semantic = VariantRole::Custom;
    });
  };
  expect_told(extra_variant(full()), "RP-DESC-233 /pipelineVariants/5");
  expect_told(extra_variant(multiview()), "RP-DESC-233 /pipelineVariants/8");
  // Multiview casters without the hint.
  expect_told(changed(multiview(),
                      [](Descriptor& d) {
                        d.quality_presets[0].execution_hints = RenderQualityExecutionHints::None;
                      }),
              "RP-DESC-233 /pipelineVariants/5");
}

TEST(FullGraph, RP_DESC_234_Hooks) {
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        by_id(d.passes, "filmic").hook = Hook::AfterToneMapBeforePrivateViewports;
                      }),
              "RP-DESC-234 /passes/7/hook");
  expect_told(
      changed(full(), [](Descriptor& d) { by_id(d.passes, "shadow").hook = Hook::AtmosphereBeforeToneMap; }),
      "RP-DESC-234 /passes/0/hook");
  expect_told(changed(full(), [](Descriptor& d) { by_id(d.passes, "blur-y").hook = Hook::ToneMap; }),
              "RP-DESC-234 /passes/6/hook");
}

TEST(FullGraph, RP_DESC_235_Order) {
  // Shafts need nothing of occlusion and rays, so no read is broken by the change.
  const auto moved = [](std::size_t from, std::size_t to) {
    return changed(full(), [&](Descriptor& d) {
      Pass one = std::move(d.passes[from]);
      d.passes.erase(d.passes.begin() + static_cast<long>(from));
      d.passes.insert(d.passes.begin() + static_cast<long>(to), std::move(one));
    });
  };
  expect_told(moved(3, 1), "RP-DESC-235 /passes/2");
  expect_told(moved(3, 2), "RP-DESC-235 /passes/3");
  EXPECT_THAT(
      first_finding(moved(3, 2)).found,
      HasSubstr("pass 'rays' of semantic SunRays follows pass 'shafts' of semantic VolumetricShafts"));
  // What stands at a wrong hook is told once.
  expect_told(changed(moved(6, 7), [](Descriptor& d) { by_id(d.passes, "blur-y").hook = Hook::ToneMap; }),
              "RP-DESC-234 /passes/7/hook");
  // So is what has no role.
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.passes.insert(d.passes.begin() + 4,
                                        pass("extra", Hook::AtmosphereBeforeToneMap, {}, {}, {"rays"}));
                      }),
              "RP-DESC-233 /passes/4");
  // The shadow pass after another: its hook goes back, and that is all.
  expect_told(moved(0, 1), "RP-DESC-082 /passes/1/hook");
  // Rays before occlusion: the read is broken first.
  expect_told(moved(2, 1), "RP-DESC-091 /passes/1/resourceReads/0", "RP-DESC-235 /passes/2");
}

TEST(FullGraph, RP_DESC_236_Reads) {
  const auto reads = [](const char* id, std::vector<std::string> list) {
    return changed(full(), [&](Descriptor& d) { by_id(d.passes, id).resource_reads = std::move(list); });
  };
  expect_accepted(reads("filmic", {"PING", "Rays", "shafts"}));
  expect_told(reads("filmic", {"rays", "ping", "shafts"}), "RP-DESC-236 /passes/7/resourceReads/0");
  expect_told(reads("filmic", {"ping", "shafts", "rays"}), "RP-DESC-236 /passes/7/resourceReads/1");
  expect_told(reads("downsample", {"rays"}), "RP-DESC-236 /passes/4/resourceReads");
  expect_told(reads("rays", {}), "RP-DESC-236 /passes/2/resourceReads");
  expect_told(reads("blur-x", {"ping", "rays"}), "RP-DESC-236 /passes/5/resourceReads/1");
  expect_told(reads("occlusion", {"shadow-depth"}), "RP-DESC-236 /passes/1/resourceReads/0");
  // What C.5 reports is not told again.
  expect_told(reads("rays", {"mask", "mask"}), "RP-DESC-087 /passes/2/resourceReads/1");
  expect_told(reads("rays", {"mask", "none"}), "RP-DESC-090 /passes/2/resourceReads/1");
}

TEST(FullGraph, RP_DESC_237_Writes) {
  const auto writes = [](const char* id, std::vector<std::string> list) {
    return changed(full(), [&](Descriptor& d) { by_id(d.passes, id).resource_writes = std::move(list); });
  };
  expect_accepted(writes("blur-x", {"PONG"}));
  // It reads ping as well, and nobody writes pong then (091).
  expect_decided(writes("blur-x", {"ping"}), "RP-DESC-094");
  EXPECT_THAT(told(writes("blur-x", {"ping"})), Contains("RP-DESC-237 /passes/5/resourceWrites/0"));
  expect_told(writes("blur-y", {"rays"}), "RP-DESC-237 /passes/6/resourceWrites/0");
  expect_told(writes("filmic", {"pong"}), "RP-DESC-237 /passes/7/resourceWrites/0");
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        by_id(d.passes, "blur-y").hook = Hook::ToneMap;
                        by_id(d.passes, "blur-y").resource_writes = {};
                      }),
              "RP-DESC-234 /passes/6/hook", "RP-DESC-237 /passes/6/resourceWrites");
  expect_told(writes("blur-y", {}), "RP-DESC-089 /passes/6/resourceWrites");
  expect_told(writes("blur-y", {"none"}), "RP-DESC-093 /passes/6/resourceWrites/0");
  expect_told(writes("blur-y", {"ping", "rays"}), "RP-DESC-088 /passes/6/resourceWrites/1");
}

TEST(FullGraph, RP_WARN_001_Tier) {
  const Descriptor pack = changed(full(), [](Descriptor& d) { d.highest_tier = RenderPackTier::Tier1; });
  EXPECT_THAT(told(pack), ElementsAre("warning RP-WARN-001 /highestTier"));
  EXPECT_TRUE(check_descriptor(pack).accepted());
  expect_accepted(changed(full(), [](Descriptor& d) { d.highest_tier = RenderPackTier::Tier2; }));
  expect_told(changed(full(), [](Descriptor& d) { d.highest_tier = static_cast<RenderPackTier>(0); }),
              "RP-DESC-007 /highestTier");
}

TEST(FullGraph, AFaultyMultiviewHintAsksForNothing) {
  // On Medium without the three casters: only the hint is told.
  expect_told(changed(full(),
                      [](Descriptor& d) {
                        d.quality_presets[1].execution_hints =
                            RenderQualityExecutionHints::MultiviewDirectionalShadowCascades;
                      }),
              "RP-DESC-177 /qualityPresets/1/executionHints");
}

TEST(FullGraph, RulesComeInTheirOrder) {
  const std::vector<std::string> lines = told(changed(full(), [](Descriptor& d) {
    by_id(d.passes, "filmic").resource_writes = {"pong"};
    by_id(d.passes, "filmic").hook = Hook::AfterToneMapBeforePrivateViewports;
    std::swap(d.passes[2], d.passes[3]);
    d.resources.push_back(colour("extra"));
    d.scene_replays[0].view_count = 3;
    d.pipeline_variants[4].base_semantic = RenderPipelineBaseSemantic::Terrain;
    by_id(d.resources, "rays").lifetime = RenderResourceLifetime::FrameFlight;
    d.atmosphere_policy.reset();
    remove_semantic(d.pipeline_variants, VariantRole::TerrainDirectionalShadowCaster);
    by_id(d.resources, "world-hdr").semantic = Target::Custom;
    by_id(d.passes, "occlusion").semantic = Role::CustomFullscreen;
  }));
  EXPECT_THAT(
      lines,
      ElementsAre("RP-DESC-220 /passes", "RP-DESC-221 /resources", "RP-DESC-223 /pipelineVariants",
                  "RP-DESC-225 /atmospherePolicy", "RP-DESC-230 /resources/4/lifetime",
                  "RP-DESC-231 /pipelineVariants/3/baseSemantic", "RP-DESC-232 /sceneReplays/0/viewCount",
                  "RP-DESC-233 /resources/0", "RP-DESC-234 /passes/7/hook", "RP-DESC-235 /passes/3",
                  "RP-DESC-237 /passes/7/resourceWrites/0"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1::samples
