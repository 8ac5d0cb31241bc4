// Execution hints (F.7): the fused and the multiview form draw what the ordinary form draws, record only what
// they may, and are never replaced by another form.

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "conformance/render_pack_v1/probe_layout.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Host;
using implementation::Implementation;
using runner::CaseContext;

constexpr WorldSize size{96, 54};

rpcts_frame hint_frame() {
  // The sun stands in the picture, so that rays and shafts are drawn.
  return scene_frame(SceneCamera{}, size.width, size.height);
}

/// The fused form samples the scene where the ordinary one samples images of a quarter of its size, and
/// quantises the mask to 8 bits: edges of bright areas differ by a few steps, nothing by much.
constexpr PictureTolerance fused_tolerance{
    .largest = 16, .small = 6, .differing_share = 0.005, .structure = 0.99};

Result<void> check_fused_picture(CaseContext& context, PictureSet& set, Implementation& implementation) {
  auto ordinary = set.render(implementation, "full", size, hint_frame(), "low");
  if (!ordinary) {
    return std::unexpected(ordinary.error());
  }
  auto fused = set.render(implementation, "fused", size, hint_frame(), "low");
  if (!fused) {
    return std::unexpected(fused.error());
  }
  const PictureDistance distance = compare(*fused, *ordinary, fused_tolerance.small);
  context.note("largest difference", fmt::format("{}", distance.largest));
  context.note("share of differing pixels", fmt::format("{:.4f}", distance.differing_share));
  context.note("structural similarity", fmt::format("{:.5f}", distance.structure));
  const std::string wrong = out_of_tolerance(distance, fused_tolerance);
  context.check(wrong.empty(), wrong);
  return {};
}

/// What a frame of a base records.
struct Recorded {
  std::uint32_t fullscreen = 0;
  std::uint32_t depth = 0;
  std::uint32_t view_mask = 0;
};

Result<void> check_recorded(CaseContext& context, PictureSet& set, Implementation& implementation,
                            const char* base, const char* preset, const Recorded& expected) {
  const Result<const ProbePack*> pack = set.base(base);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  auto host = set.rig.prepare(implementation, size, {.pack = *pack, .preset = preset}, hint_frame());
  if (!host) {
    return std::unexpected(host.error());
  }
  auto ledger = (*host)->ledger();
  if (!ledger) {
    return std::unexpected(ledger.error());
  }
  context.equal(ledger->frame_fullscreen_passes, expected.fullscreen, "recorded fullscreen passes");
  context.equal(ledger->frame_depth_passes, expected.depth, "recorded depth passes");
  context.equal(ledger->frame_view_mask, expected.view_mask, "view mask of the depth pass");
  return {};
}

/// Presets beside a hinted one are drawn in the ordinary form, also with two cascades and with the variants
/// of the hint at hand.
Result<void> check_ordinary_beside(CaseContext& context, PictureSet& set, Implementation& implementation,
                                   VariantPack& hinted) {
  if (auto written = hinted.write(); !written) {
    return written;
  }
  auto host =
      set.rig.prepare(implementation, size, {.pack = &hinted.pack(), .preset = "medium"}, hint_frame());
  if (!host) {
    return std::unexpected(host.error());
  }
  auto ledger = (*host)->ledger();
  if (!ledger) {
    return std::unexpected(ledger.error());
  }
  context.equal(ledger->frame_depth_passes, 2U, "recorded depth passes");
  context.equal(ledger->frame_view_mask, 0U, "view mask of the depth pass");
  return {};
}

/// RP-HOST-001, RP-LIFE-053: a hinted preset on a device without the feature.
Result<void> check_unavailable(CaseContext& context, PictureSet& set, Implementation& implementation) {
  const Result<const ProbePack*> pack = set.base("mv");
  if (!pack) {
    return std::unexpected(pack.error());
  }
  auto host = set.rig.open(
      implementation, {.world = size,
                       .withheld_capabilities = 1U << static_cast<std::uint32_t>(
                                                    RenderCapability::MultiviewDirectionalShadowCascades)});
  if (!host) {
    return std::unexpected(host.error());
  }
  rpcts_frame frame = hint_frame();
  frame.flags |= RPCTS_FRAME_SETTLE;
  auto retail = host->render(frame);
  if (!retail) {
    return std::unexpected(retail.error());
  }
  if (auto done = host->register_pack((*pack)->folder.string()); !done) {
    return done;
  }
  const std::string& id = (*pack)->descriptor.id;
  auto low = host->availability(id, "low");
  auto medium = host->availability(id, "medium");
  if (!low || !medium) {
    return std::unexpected(low ? medium.error() : low.error());
  }
  if (!medium->preset_available) {
    return error(ErrorKind::unsupported,
                 "the device does not run the pack without the hint either: " + medium->reason);
  }
  context.check(!low->preset_available, "the hinted preset is not available");
  context.check(!low->reason.empty(), "the reason is given");
  context.check(low->pack_compatible, "the pack stays compatible");

  if (auto done = host->select({.pack = id, .preset = "low"}); !done) {
    return done;
  }
  auto picture = host->render(frame);
  auto state = host->state();
  if (!picture || !state) {
    return std::unexpected(picture ? state.error() : picture.error());
  }
  context.equal(state->state, RPCTS_STATE_FAILED_TO_RETAIL, "state after the hinted preset was chosen");
  context.check(!state->reason.empty(), "the reason of the failure is given");
  context.check(*picture == *retail,
                "the picture is bit by bit that of retail: no other form took its place");

  if (auto done = host->select({.pack = id, .preset = "medium"}); !done) {
    return done;
  }
  if (auto done = host->run_frame(frame); !done) {
    return done;
  }
  state = host->state();
  if (!state) {
    return std::unexpected(state.error());
  }
  context.equal(state->state, RPCTS_STATE_ACTIVE, "state after a preset without the hint was chosen");
  return {};
}

/// The variant of the multiview hint beside an ordinary caster (A.14).
std::optional<RenderPipelineVariantSemantic> multiview_of(RenderPipelineVariantSemantic caster) {
  using enum RenderPipelineVariantSemantic;
  switch (caster) {
    case TerrainDirectionalShadowCaster:
      return TerrainMultiviewDirectionalShadowCaster;
    case WorldOpaqueDirectionalShadowCaster:
      return WorldOpaqueMultiviewDirectionalShadowCaster;
    case WorldAlphaCutoutDirectionalShadowCaster:
      return WorldAlphaCutoutMultiviewDirectionalShadowCaster;
    default:
      return std::nullopt;
  }
}

/// The same pack with the hint on its Low preset.
void hint_multiview(Descriptor& pack) {
  pack.id += "-multiview";
  for (QualityPreset& preset : pack.quality_presets) {
    if (preset.semantic == RenderQualitySemantic::Low) {
      preset.execution_hints = RenderQualityExecutionHints::MultiviewDirectionalShadowCascades;
      preset.required_capabilities.push_back(RenderCapability::MultiviewDirectionalShadowCascades);
    }
  }
  const std::vector<PipelineVariant> ordinary = pack.pipeline_variants;
  for (PipelineVariant variant : ordinary) {
    if (const auto semantic = multiview_of(variant.semantic)) {
      variant.id += "-multiview";
      variant.semantic = *semantic;
      const std::size_t end = variant.vertex_shader_asset.find(".vert");
      variant.vertex_shader_asset.insert(end, "_multiview");
      pack.pipeline_variants.push_back(std::move(variant));
    }
  }
}

/// E.9: both forms draw the same cascades, bit by bit, through a pack that shows what stands in its map.
Result<void> check_multiview_maps(CaseContext& context, PictureSet& set, Implementation& implementation,
                                  const ProbePack& ordinary, VariantPack& hinted, double seconds) {
  if (auto written = hinted.write(); !written) {
    return written;
  }
  constexpr WorldSize probe_size{};
  rpcts_frame frame = scene_frame(SceneCamera{}, probe_size.width, probe_size.height);
  set_sun(frame, 100, 42);
  const std::vector<float> instances = set.rig.scene().instances_at(seconds);
  frame.instances = instances.data();
  frame.instance_count = instances.size() / 16;
  const auto shown = [&](const ProbePack& pack) -> Result<CustomWords> {
    const auto picture = set.rig.render(implementation, probe_size, {.pack = &pack, .preset = "low"}, frame);
    if (!picture) {
      return std::unexpected(picture.error());
    }
    return custom_words(*picture, true);
  };
  const Result<CustomWords> one = shown(ordinary);
  const Result<CustomWords> both = shown(hinted.pack());
  if (!one || !both) {
    return std::unexpected(one ? both.error() : one.error());
  }
  constexpr std::uint32_t cleared = 0x3F800000;  // 1.0: nothing was drawn there
  for (std::size_t cascade = 0; cascade < one->map_depths.size(); ++cascade) {
    const Words& expected = one->map_depths[cascade];
    const Words& found = both->map_depths[cascade];
    const auto drawn = std::ssize(expected) - std::ranges::count(expected, cleared);
    context.check(drawn >= 16, fmt::format("cascade {} holds casters at {} of {} places", cascade, drawn,
                                           expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      context.equal(found.at(i), expected[i], fmt::format("bits of depth {} of cascade {}", i, cascade));
    }
  }
  return {};
}

}  // namespace

void add_hint_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                    const std::shared_ptr<ProbeSet>& probes) {
  const auto add = [&](const std::string& name, const std::string& title,
                       const std::vector<std::string_view>& rules, std::uint32_t profiles, const auto& body) {
    std::vector<runner::Claim> claims;
    for (const std::string_view rule : rules) {
      claims.push_back({std::string(rule), rule == lifecycle::preset_capability ? runner::Proof::negative
                                                                                : runner::Proof::positive});
    }
    add_implementation_case(table, set->source,
                            {.info = {.id = "render_pack_v1.hints." + name,
                                      .title = title,
                                      .claims = claims,
                                      .needs_device = true},
                             .profiles = profiles,
                             .body = [set, body](CaseContext& context, Implementation& implementation) {
                               return body(context, *set, implementation);
                             }});
  };
  add("fused-picture", "The fused form draws the picture of the ordinary form", {lifecycle::fused_form},
      RPCTS_PROFILE_HOST, check_fused_picture);
  constexpr std::uint32_t shows = RPCTS_PROFILE_HOST | RPCTS_PROFILE_INTROSPECTION;
  add("ordinary-records", "Without hints seven passes and one depth pass a cascade are recorded",
      {lifecycle::ordinary_form}, shows, [](auto& context, auto& pictures, auto& iut) {
        return check_recorded(context, pictures, iut, "full", "low", {.fullscreen = 7, .depth = 2});
      });
  add("fused-records", "The fused form records rays, shafts and the composite", {lifecycle::fused_form},
      shows, [](auto& context, auto& pictures, auto& iut) {
        return check_recorded(context, pictures, iut, "fused", "low", {.fullscreen = 3, .depth = 2});
      });
  add("multiview-records", "The multiview form records one depth pass of two layers",
      {lifecycle::multiview_form}, shows, [](auto& context, auto& pictures, auto& iut) {
        return check_recorded(context, pictures, iut, "mv", "low",
                              {.fullscreen = 7, .depth = 1, .view_mask = 3});
      });
  add("multiview-unavailable",
      "Without multiview the hinted preset is unavailable, and nothing takes its place",
      {lifecycle::preset_capability, lifecycle::no_other_form, lifecycle::incompatible_is_listed},
      RPCTS_PROFILE_HOST, check_unavailable);
  add("fused-beside", "A preset without the hint is drawn in the ordinary form though another has it",
      {lifecycle::ordinary_form, lifecycle::fused_form}, shows, [](auto& context, auto& pictures, auto& iut) {
        return check_recorded(context, pictures, iut, "fused", "medium", {.fullscreen = 7, .depth = 3});
      });
  const auto beside = std::make_shared<VariantPack>(probes->shadow, [](Descriptor& pack) {
    hint_multiview(pack);
    pack.id += "-beside";
    for (QualityPreset& preset : pack.quality_presets) {
      preset.resource_overrides.at(0).extent->layers = 2;
    }
  });
  add("multiview-beside", "A preset without the hint is drawn cascade by cascade though another has it",
      {lifecycle::ordinary_form, lifecycle::no_other_form}, shows,
      [beside](auto& context, auto& pictures, auto& iut) {
        return check_ordinary_beside(context, pictures, iut, *beside);
      });
  const auto hinted = std::make_shared<VariantPack>(probes->shadow, hint_multiview);
  for (const int seconds : {0, 3}) {
    add(fmt::format("multiview-maps:seconds={}", seconds),
        "The multiview form draws the cascades of the ordinary one", {lifecycle::multiview_form},
        RPCTS_PROFILE_HOST, [probes, hinted, seconds](auto& context, auto& pictures, auto& iut) {
          return check_multiview_maps(context, pictures, iut, probes->shadow, *hinted, seconds);
        });
  }
}

}  // namespace rpcts::render_pack_v1
