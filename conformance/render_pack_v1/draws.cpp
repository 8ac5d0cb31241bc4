// How a frame is drawn: the order of hooks and passes, what a pass draws over and how much of its target, the
// images of a pack, and what is left out behind a closed gate. Meshes and cascades are judged in pictures.cpp
// and slots.cpp.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "conformance/render_pack_v1/probe_layout.hpp"
#include "harness/contracts/render_pack_v1/drawing_rules.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Host;
using implementation::Implementation;
using runner::CaseContext;

constexpr WorldSize size{96, 54};

rpcts_frame lit_frame(WorldSize of) {
  rpcts_frame frame = scene_frame(SceneCamera{}, of.width, of.height);
  set_sun(frame, 215, 35);
  frame.flags = RPCTS_FRAME_SETTLE;
  return frame;
}

/// The pack registered and selected. ErrorKind::unsupported where the host does not offer it.
Result<void> choose(Host& host, const ProbePack& pack, const std::string& preset,
                    const std::vector<implementation::SettingValue>& values = {}) {
  if (auto done = host.register_pack(pack.folder.string()); !done) {
    return done;
  }
  const auto available = host.availability(pack.descriptor.id, preset);
  if (!available) {
    return std::unexpected(available.error());
  }
  if (!available->pack_compatible || !available->preset_available) {
    return error(ErrorKind::unsupported, "the host does not offer the pack: " + available->reason);
  }
  return host.select({.pack = pack.descriptor.id,
                      .preset = preset,
                      .version = {},
                      .overrides = values,
                      .explicit_choice = true});
}

/// A picture, and the pack must have drawn it.
Result<implementation::Picture> draw(Host& host, const rpcts_frame& frame) {
  auto picture = host.render(frame);
  if (!picture) {
    return picture;
  }
  const auto state = host.state();
  if (!state) {
    return std::unexpected(state.error());
  }
  if (state->state != RPCTS_STATE_ACTIVE) {
    return error(ErrorKind::failed, "the pack is not active: " + state->reason);
  }
  return picture;
}

/// Of the same size. Says where they differ.
void check_same(CaseContext& context, const implementation::Picture& found,
                const implementation::Picture& expected, std::string_view what) {
  const PictureDistance distance = compare(found, expected);
  context.check(distance.largest == 0, fmt::format("{}: a channel differs by {} at pixel ({}, {})", what,
                                                   distance.largest, distance.x, distance.y));
}

/// Transforms that come with a frame show what a scene with these transforms shows, in the world and in its
/// shadows.
Result<void> check_moved(CaseContext& context, PictureSet& set, Implementation& implementation,
                         const char* base, const char* preset) {
  const Result<const ProbePack*> pack = set.base(base);
  auto still = set.rig.open(implementation, {.world = size});
  auto moving = set.rig.open(implementation, {.world = size});
  if (!pack || !still || !moving) {
    return std::unexpected(!pack ? pack.error() : still ? moving.error() : still.error());
  }
  const std::vector<float> moved = set.rig.scene().instances_at(3);
  rpcts_scene scene = set.rig.scene().view();
  scene.instances = moved.data();
  if (auto done = still->set_scene(scene); !done) {
    return done;
  }
  for (Host* host : {&*still, &*moving}) {
    if (auto done = choose(*host, **pack, preset); !done) {
      return done;
    }
  }
  rpcts_frame frame = lit_frame(size);
  const auto unmoved = draw(*moving, frame);
  const auto expected = draw(*still, frame);
  frame.instances = moved.data();
  frame.instance_count = moved.size() / 16;
  const auto found = draw(*moving, frame);
  for (const auto* picture : {&unmoved, &expected, &found}) {
    if (!*picture) {
      return std::unexpected(picture->error());
    }
  }
  check_same(context, *found, *expected, "the frame with its transforms");
  context.check(compare(*unmoved, *expected).largest > 8, "the transforms move something in the picture");
  return {};
}

/// A frame shows what it shows by itself, whatever was drawn before: nothing of it is a frame late.
Result<void> check_alone(CaseContext& context, PictureSet& set, Implementation& implementation,
                         const char* base, const char* preset) {
  const Result<const ProbePack*> pack = set.base(base);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  // Shadows are near and rays in the picture.
  rpcts_frame before = scene_frame({.eye = {1, -4, 12}, .target = {2, 12, 0}}, size.width, size.height);
  set_sun(before, 250, 50);
  before.flags = RPCTS_FRAME_SETTLE;
  rpcts_frame frame = scene_frame(SceneCamera{}, size.width, size.height);
  frame.flags = RPCTS_FRAME_SETTLE;
  const std::vector<float> moved = set.rig.scene().instances_at(3);
  frame.instances = moved.data();
  frame.instance_count = moved.size() / 16;
  auto alone = set.rig.open(implementation, {.world = size});
  auto later = set.rig.open(implementation, {.world = size});
  if (!alone || !later) {
    return std::unexpected(alone ? later.error() : alone.error());
  }
  for (Host* host : {&*alone, &*later}) {
    if (auto done = choose(*host, **pack, preset); !done) {
      return done;
    }
  }
  const auto expected = draw(*alone, frame);
  const auto again = draw(*alone, frame);
  const auto other = draw(*later, before);
  const auto found = draw(*later, frame);
  const auto third = draw(*later, frame);
  for (const auto* picture : {&expected, &again, &other, &found, &third}) {
    if (!*picture) {
      return std::unexpected(picture->error());
    }
  }
  check_same(context, *again, *expected, "the frame once more");
  check_same(context, *found, *expected, "the frame after another one");
  check_same(context, *third, *expected, "the frame after itself");
  context.check(compare(*other, *expected).largest > 8, "the two frames of the case differ");
  return {};
}

/// The colour that the base tone rolled off, and what a pass after it must make of it: where a picture of it
/// is flat, so that no filter matters.
void check_flat(CaseContext& context, const implementation::Picture& found,
                const implementation::Picture& tone, double (*expected)(double rolled_off)) {
  constexpr std::int64_t reach = 4;
  std::size_t told = 0;
  for (std::int64_t y = reach; y + reach < tone.height; ++y) {
    for (std::int64_t x = reach; x + reach < tone.width; ++x) {
      const auto at = [](const implementation::Picture& picture, std::int64_t column, std::int64_t row) {
        return picture.at(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
      };
      const auto center = at(tone, x, y);
      bool flat = true;
      for (std::int64_t dy = -reach; flat && dy <= reach; ++dy) {
        for (std::int64_t dx = -reach; flat && dx <= reach; ++dx) {
          const auto other = at(tone, x + dx, y + dy);
          flat = other[0] == center[0] && other[1] == center[1] && other[2] == center[2];
        }
      }
      if (!flat) {
        continue;
      }
      ++told;
      const auto pixel = at(found, x, y);
      for (std::size_t c = 0; c < 3; ++c) {
        // Half a step of the rolled-off colour becomes up to one and a half here.
        const double wanted = expected(center[c] / 255.0) * 255;
        context.check(std::abs(pixel[c] - wanted) <= 2.5,
                      fmt::format("pixel ({}, {}), channel {}: {} where {:.1f} is expected", x, y, "rgb"[c],
                                  pixel[c], wanted));
      }
    }
  }
  context.check(told >= 50, fmt::format("{} pixels can be told, too few for a proof", told));
}

/// Two passes of one hook, the second of which reads the first; neither their ids nor anything but the
/// descriptor says which comes first.
void chain(Descriptor& pack) {
  pack.id = "rpcts.draws-chain";
  Resource second = pack.resources.at(0);
  second.id = "second";
  pack.resources.push_back(second);
  Pass first = pack.passes.at(0);
  first.id = "zenith";
  Pass then = first;
  then.id = "apex";
  then.semantic_inputs.clear();
  then.resource_reads = first.resource_writes;
  then.resource_writes = {"second"};
  Pass tone_map = pack.passes.at(1);
  tone_map.resource_reads = {"second"};
  pack.passes = {first, then, tone_map};
}

/// Half of the tone-mapped colour, by a pass after the tone map.
void halve_after(Descriptor& pack) {
  pack.id = "rpcts.draws-after";
  Pass after = pack.passes.at(0);
  after.id = "after";
  after.hook = RenderPassHook::AfterToneMapBeforePrivateViewports;
  after.resource_writes.clear();
  Pass tone_map = pack.passes.at(1);
  tone_map.resource_reads.clear();
  pack.passes = {tone_map, after};
  pack.resources.clear();
}

Result<void> check_made_of(CaseContext& context, PictureSet& set, Implementation& implementation,
                           VariantPack& variant, double (*expected)(double)) {
  if (auto written = variant.write(); !written) {
    return written;
  }
  const auto tone = set.render(implementation, "tone", size, lit_frame(size));
  if (!tone) {
    return std::unexpected(tone.error());
  }
  auto host = set.rig.open(implementation, {.world = size});
  if (!host) {
    return std::unexpected(host.error());
  }
  if (auto done = choose(*host, variant.pack(), "default"); !done) {
    return done;
  }
  const auto found = host->render(lit_frame(size));
  const auto state = host->state();
  if (!found || !state) {
    return std::unexpected(found ? state.error() : found.error());
  }
  if (state->state == RPCTS_STATE_FAILED_TO_RETAIL &&
      state->reason.find("RP-HOST-022") != std::string::npos) {
    return error(ErrorKind::unsupported, state->reason);
  }
  context.equal(state->state, RPCTS_STATE_ACTIVE, "state");
  check_flat(context, *found, *tone, expected);
  return {};
}

/// The picture has the output's size and shows the whole world: twice the world's size, each of its pixels
/// becomes four.
Result<void> check_output(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const char* base) {
  constexpr WorldSize twice{2 * size.width, 2 * size.height};
  auto small = set.rig.open(implementation, {.world = size});
  auto large = set.rig.open(implementation, {.world = size, .output = twice});
  if (!small || !large) {
    return std::unexpected(small ? large.error() : small.error());
  }
  if (base != nullptr) {
    const Result<const ProbePack*> pack = set.base(base);
    if (!pack) {
      return std::unexpected(pack.error());
    }
    const std::string preset = (*pack)->descriptor.quality_presets.front().id;
    for (Host* host : {&*small, &*large}) {
      if (auto done = choose(*host, **pack, preset); !done) {
        return done;
      }
    }
  }
  const auto expected = small->render(lit_frame(size));
  const auto found = large->render(lit_frame(size));
  if (!expected || !found) {
    return std::unexpected(expected ? found.error() : expected.error());
  }
  std::size_t told = 0;
  for (std::uint32_t y = 1; y + 1 < size.height; ++y) {
    for (std::uint32_t x = 1; x + 1 < size.width; ++x) {
      const auto center = expected->at(x, y);
      bool flat = true;
      for (std::uint32_t i = 0; flat && i < 9; ++i) {
        flat = std::ranges::equal(expected->at(x + i % 3 - 1, y + i / 3 - 1), center);
      }
      for (std::uint32_t i = 0; flat && i < 4; ++i) {
        ++told;
        const auto pixel = found->at(2 * x + i % 2, 2 * y + i / 2);
        for (std::size_t c = 0; c < 3; ++c) {
          context.check(std::abs(int{pixel[c]} - int{center[c]}) <= 1,
                        fmt::format("pixel ({}, {}), channel {}: {} where the world has {}", 2 * x + i % 2,
                                    2 * y + i / 2, "rgb"[c], pixel[c], center[c]));
        }
      }
    }
  }
  context.check(told >= 400, fmt::format("{} pixels can be told, too few for a proof", told));
  return {};
}

/// The ledger of a frame of the base full, drawn with a value of its volumetric strength.
Result<rpcts_ledger> recorded(PictureSet& set, Implementation& implementation, const rpcts_frame& frame,
                              const char* strength) {
  const Result<const ProbePack*> pack = set.base("full");
  if (!pack) {
    return std::unexpected(pack.error());
  }
  std::vector<implementation::SettingValue> values;
  for (const Setting& setting : (*pack)->descriptor.settings) {
    if (setting.semantic == RenderSettingSemantic::VolumetricStrength) {
      values.emplace_back(setting.id, strength);
    }
  }
  auto host = set.rig.open(implementation, {.world = size});
  if (!host) {
    return std::unexpected(host.error());
  }
  if (auto done = choose(*host, **pack, "low", values); !done) {
    return std::unexpected(done.error());
  }
  if (auto picture = draw(*host, frame); !picture) {
    return std::unexpected(picture.error());
  }
  return host->ledger();
}

Result<void> check_gated(CaseContext& context, PictureSet& set, Implementation& implementation) {
  rpcts_frame open = scene_frame(SceneCamera{}, size.width, size.height);
  open.flags = RPCTS_FRAME_SETTLE;
  rpcts_frame indoors = open;
  indoors.place = RPCTS_PLACE_CLOSED_CELL;
  const auto drawn = recorded(set, implementation, open, "1");
  const auto gated = recorded(set, implementation, indoors, "1");
  if (!drawn || !gated) {
    return std::unexpected(drawn ? gated.error() : drawn.error());
  }
  context.equal(drawn->frame_depth_passes, 2U, "depth passes of an open frame");
  context.equal(drawn->frame_fullscreen_passes, 7U, "fullscreen passes of an open frame");
  context.equal(gated->frame_depth_passes, 0U,
                fmt::format("depth passes in a closed cell ({})", drawing::gated_cascades));
  context.equal(gated->frame_fullscreen_passes, 6U,
                fmt::format("fullscreen passes in a closed cell ({})", drawing::gated_pass));
  return {};
}

Result<void> check_disabled(CaseContext& context, PictureSet& set, Implementation& implementation) {
  rpcts_frame open = scene_frame(SceneCamera{}, size.width, size.height);
  open.flags = RPCTS_FRAME_SETTLE;
  const auto with = recorded(set, implementation, open, "1");
  const auto without = recorded(set, implementation, open, "0");
  if (!with || !without) {
    return std::unexpected(with ? without.error() : with.error());
  }
  context.equal(without->pack_images + 1, with->pack_images, "images, and the shafts'");
  context.equal(without->pack_texture_slots + 1, with->pack_texture_slots, "texture slots, and the shafts'");
  context.check(without->pack_bytes < with->pack_bytes, "the shafts' memory is not there");
  return {};
}

/// A target and the extent that it must have in a world of 64 x 64.
struct Target {
  Extent declared;
  std::optional<Extent> of_preset{};
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

std::vector<Target> targets() {
  using enum RenderExtentMode;
  return {
      {.declared = {RelativeToMainWorld, 0.3, 0.71}, .width = 20, .height = 46},
      {.declared = {AbsolutePixels, 17, 5}, .width = 17, .height = 5},
      {.declared = {RelativeToMainWorld, 1, 1},
       .of_preset = Extent{AbsolutePixels, 9, 11},
       .width = 9,
       .height = 11},
      {.declared = {RelativeToMainWorld, 0.000001, 0.51}, .width = 1, .height = 33},
  };
}

void measure(Descriptor& pack) {
  pack.id = "rpcts.draws-extents";
  const Resource target = pack.resources.at(0);
  Pass fill = pack.passes.at(0);
  Pass tone_map = pack.passes.at(1);
  fill.semantic_inputs.clear();
  tone_map.fragment_shader_asset = "shaders/probe_slots.frag.spv";
  tone_map.semantic_inputs = {RenderSemanticInput::FrameTime};
  tone_map.resource_reads.clear();
  pack.resources.clear();
  pack.passes.clear();
  int number = 0;
  for (const Target& one : targets()) {
    ++number;
    pack.resources.push_back(target);
    pack.resources.back().id = fmt::format("target-{}", number);
    pack.resources.back().extent = one.declared;
    fill.id = fmt::format("fill-{}", number);
    fill.fragment_shader_asset = fmt::format("shaders/probe_mark_{}.frag.spv", number);
    fill.resource_writes = {pack.resources.back().id};
    pack.passes.push_back(fill);
    tone_map.resource_reads.push_back(pack.resources.back().id);
    if (one.of_preset) {
      pack.quality_presets.at(0).resource_overrides.push_back(
          {.resource_id = pack.resources.back().id, .extent = *one.of_preset});
    }
  }
  pack.passes.push_back(tone_map);
}

Result<void> check_extents(CaseContext& context, PictureSet& set, Implementation& implementation,
                           VariantPack& variant) {
  if (auto written = variant.write(); !written) {
    return written;
  }
  constexpr WorldSize probe{64, 64};
  auto host = set.rig.open(implementation, {.world = probe});
  if (!host) {
    return std::unexpected(host.error());
  }
  if (auto done = choose(*host, variant.pack(), "default"); !done) {
    return done;
  }
  const auto picture = draw(*host, lit_frame(probe));
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const SlotWords words = slot_words(*picture);
  const std::vector<Target> expected = targets();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    context.equal(words.sizes.at(i) & 0xFFFFU, expected[i].width, fmt::format("width of target {}", i + 1));
    context.equal(words.sizes.at(i) >> 16U, expected[i].height, fmt::format("height of target {}", i + 1));
  }
  return {};
}

/// A pass that leaves its texels alone in frames of more than half a second.
void leave_alone(Descriptor& pack, bool output) {
  pack.id = output ? "rpcts.draws-clear-output" : "rpcts.draws-clear-target";
  Pass& fill = pack.passes.at(0);
  Pass& tone_map = pack.passes.at(1);
  tone_map.resource_reads = pack.passes.at(0).resource_writes;
  for (Pass* pass : {&fill, &tone_map}) {
    pass->semantic_inputs = {RenderSemanticInput::FrameTime};
    pass->fragment_shader_asset = "shaders/probe_leave.frag.spv";
  }
  if (!output) {
    tone_map.fragment_shader_asset = "shaders/probe_slots.frag.spv";
  }
}

Result<void> check_clear(CaseContext& context, PictureSet& set, Implementation& implementation,
                         VariantPack& variant, bool output) {
  if (auto written = variant.write(); !written) {
    return written;
  }
  constexpr WorldSize probe{64, 64};
  auto host = set.rig.open(implementation, {.world = probe});
  if (!host) {
    return std::unexpected(host.error());
  }
  if (auto done = choose(*host, variant.pack(), "default"); !done) {
    return done;
  }
  rpcts_frame fills = lit_frame(probe);
  fills.delta_seconds = 0.25F;
  rpcts_frame leaves = fills;
  leaves.delta_seconds = 0.75F;
  const auto marked = [&](const implementation::Picture& picture) {
    return output ? picture.at(32, 32)[0] != 0 : slot_words(picture).texels[0].at(20).rgba[0] != 0;
  };
  // More frames than can be in flight, so that whatever is used in turn has been filled.
  for (int i = 0; i < 4; ++i) {
    const auto filled = draw(*host, fills);
    if (!filled) {
      return std::unexpected(filled.error());
    }
    context.check(marked(*filled), "a pass that draws has drawn");
  }
  const auto left = draw(*host, leaves);
  if (!left) {
    return std::unexpected(left.error());
  }
  context.check(!marked(*left), "what a pass left alone is 0");
  return {};
}

/// Everything relative is at least one pixel (C.15), so that a pack can be drawn in the smallest of worlds,
/// and for the smallest of outputs.
Result<void> check_one_pixel(CaseContext& context, PictureSet& set, Implementation& implementation,
                             const char* base, WorldSize world) {
  constexpr WorldSize pixel{1, 1};
  const Result<const ProbePack*> pack = set.base(base);
  auto host = set.rig.open(implementation, {.world = world, .output = pixel});
  if (!pack || !host) {
    return std::unexpected(pack ? host.error() : pack.error());
  }
  if (auto done = choose(*host, **pack, (*pack)->descriptor.quality_presets.front().id); !done) {
    return done;
  }
  const auto picture = draw(*host, lit_frame(world));
  const auto state = host->state();
  if (!picture || !state) {
    return std::unexpected(picture ? state.error() : picture.error());
  }
  context.equal(state->state, RPCTS_STATE_ACTIVE,
                fmt::format("state at one pixel; the reason is '{}'", state->reason));
  context.equal(picture->width, 1U, "width of the picture");
  context.equal(picture->height, 1U, "height of the picture");
  return {};
}

}  // namespace

void add_draw_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                    const std::shared_ptr<ProbeSet>& probes) {
  const auto add = [&](const std::string& name, const std::string& title, std::vector<std::string_view> rules,
                       std::uint32_t profiles, const auto& body) {
    std::vector<runner::Claim> claims;
    for (const std::string_view rule : rules) {
      claims.push_back({std::string(rule), runner::Proof::positive});
    }
    add_implementation_case(table, set->source,
                            {.info = {.id = "render_pack_v1.draws." + name,
                                      .title = title,
                                      .claims = claims,
                                      .needs_device = true},
                             .profiles = profiles,
                             .body = [set, body](CaseContext& context, Implementation& implementation) {
                               return body(context, *set, implementation);
                             }});
  };
  constexpr std::uint32_t host = RPCTS_PROFILE_HOST;
  constexpr std::uint32_t shows = RPCTS_PROFILE_HOST | RPCTS_PROFILE_INTROSPECTION;
  struct Alone {
    const char* base;
    const char* preset;
    std::vector<std::string_view> rules;
  };
  for (const Alone& one :
       {Alone{"custom", "default", {drawing::order_of_hooks}},
        Alone{"shadow", "medium", {drawing::cascades_before_world, drawing::pose, drawing::map_of_frame}},
        Alone{"full", "low", {drawing::order_of_hooks, drawing::order_in_hook, drawing::map_of_frame}}}) {
    add(fmt::format("alone:base={}", one.base), "A frame shows nothing of the frames before it", one.rules,
        host, [one](auto& context, auto& pictures, auto& iut) {
          return check_alone(context, pictures, iut, one.base, one.preset);
        });
  }
  for (const auto& [base, preset] : {std::pair("tone", "default"), std::pair("shadow", "medium")}) {
    add(fmt::format("moved:base={}", base), "The transforms of a frame are those that are drawn",
        {drawing::pose}, host, [base, preset](auto& context, auto& pictures, auto& iut) {
          return check_moved(context, pictures, iut, base, preset);
        });
  }
  for (const char* base : {"", "tone"}) {
    const bool retail = *base == '\0';
    add(fmt::format("output:drawn-with={}", retail ? "retail" : base),
        "An output of twice the world's size shows the whole world", {drawing::displayed_size}, host,
        [base, retail](auto& context, auto& pictures, auto& iut) {
          return check_output(context, pictures, iut, retail ? nullptr : base);
        });
  }
  for (const char* base : {"tone", "custom", "full"}) {
    for (const auto& [of, world] : {std::pair("world", WorldSize{1, 1}), std::pair("output", size)}) {
      add(fmt::format("one-pixel:base={};of={}", base, of), "A pack is drawn at a size of one pixel",
          {drawing::effective_extent}, host, [base, world](auto& context, auto& pictures, auto& iut) {
            return check_one_pixel(context, pictures, iut, base, world);
          });
    }
  }
  add("gated", "Behind a closed gate neither cascades nor shafts are drawn",
      {drawing::gated_cascades, drawing::gated_pass}, shows, check_gated);
  add("disabled-shafts", "With a volumetric strength of 0 the shafts have no target",
      {drawing::disabled_shafts}, shows, check_disabled);
  const auto custom = load_pack(set->data, "bases/custom");
  if (!custom) {
    return;
  }
  const auto chained = std::make_shared<VariantPack>(*custom, chain);
  add("chain", "A pass reads what the pass before it in the hook has just drawn", {drawing::order_in_hook},
      host, [chained](auto& context, auto& pictures, auto& iut) {
        return check_made_of(context, pictures, iut, *chained, [](double rolled_off) {
          const double color = 1.25 * rolled_off / (1 - rolled_off);
          return color / (1 + color);
        });
      });
  const auto after = std::make_shared<VariantPack>(*custom, halve_after);
  add("after-tone-map", "A pass after the tone map reads its colour and is displayed",
      {drawing::after_tone_map}, host, [after](auto& context, auto& pictures, auto& iut) {
        return check_made_of(context, pictures, iut, *after,
                             [](double rolled_off) { return rolled_off / 2; });
      });
  const auto measured = std::make_shared<VariantPack>(probes->custom, measure);
  add("extents", "Targets have their effective extents", {drawing::effective_extent}, host,
      [measured](auto& context, auto& pictures, auto& iut) {
        return check_extents(context, pictures, iut, *measured);
      });
  for (const bool output : {false, true}) {
    const auto left = std::make_shared<VariantPack>(
        probes->custom, [output](Descriptor& pack) { leave_alone(pack, output); });
    add(fmt::format("clear:of={}", output ? "output" : "target"),
        "Where a fullscreen pass draws nothing its target is 0", {drawing::color_clear}, host,
        [left, output](auto& context, auto& pictures, auto& iut) {
          return check_clear(context, pictures, iut, *left, output);
        });
  }
}

}  // namespace rpcts::render_pack_v1
