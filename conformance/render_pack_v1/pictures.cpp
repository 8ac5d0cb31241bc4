// What the base packs make of the conformance scene: where the contract and the scene decide the colour of a
// pixel, that colour; elsewhere the golden pictures.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "conformance/picture.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/oracle_cascades.hpp"
#include "conformance/render_pack_v1/oracle_frame.hpp"
#include "conformance/render_pack_v1/oracle_world.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "harness/contracts/render_pack_v1/drawing_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Implementation;
using oracle::Vector3;
using oracle::WorldPixel;
using oracle::WorldView;
using runner::CaseContext;

/// World colours pass through half floats (11 bits) and a filter or two, and are then rounded to 8 bits: one
/// step for the rounding and one for the rest.
constexpr double colour_steps = 2.0;
/// A picture of which less can be told would prove little.
constexpr double least_share = 0.4;

/// The sun behind the viewer's left shoulder: what is seen is lit, and shadows fall away from the viewer.
rpcts_frame lit_frame(WorldSize size) {
  rpcts_frame frame = scene_frame(SceneCamera{}, size.width, size.height);
  set_sun(frame, 215, 35);
  return frame;
}

/// From above and near; light from the right: the shadows of house and walker lie to their left on the
/// ground.
rpcts_frame shadow_frame(WorldSize size) {
  rpcts_frame frame = scene_frame({.eye = {1, -4, 12}, .target = {2, 12, 0}}, size.width, size.height);
  set_sun(frame, 100, 42);
  return frame;
}

/// What a base is best seen by: the graphs with rays and shafts with the sun in the picture.
rpcts_frame golden_frame(const std::string& base) {
  if (base == "shadow") {
    return shadow_frame(golden_size);
  }
  return base == "tone" || base == "custom"
             ? lit_frame(golden_size)
             : scene_frame(SceneCamera{}, golden_size.width, golden_size.height);
}

WorldView view_of(const HostRig& rig, const rpcts_frame& frame, WorldSize size) {
  return {.scene = &rig.scene(),
          .frame = frame,
          .width = size.width,
          .height = size.height,
          .instances = rig.scene().instances_at(0)};
}

/// Gives the colour, 0 to 1, that a pixel must have, or nothing where that is in doubt.
using Expected = std::function<std::optional<Vector3>(std::uint32_t x, std::uint32_t y)>;

/// Some pixels may be off by somewhat more.
struct Leeway {
  double share = 0;  ///< of the pixels that can be told
  double steps = colour_steps;
};

/// Compares each pixel about which there is no doubt.
void check_colours(CaseContext& context, const Picture& picture, const Expected& expected,
                   const Leeway& leeway = {}) {
  std::size_t told = 0;
  std::size_t near = 0;
  std::size_t wrong = 0;
  std::string first;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const std::optional<Vector3> colour = expected(x, y);
      if (!colour) {
        continue;
      }
      ++told;
      const auto pixel = picture.at(x, y);
      double furthest = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double value = std::clamp((*colour)[i], 0.0, 1.0) * 255;
        furthest = std::max(furthest, std::abs(value - pixel[i]));
        if (furthest > leeway.steps && wrong == 0) {
          first = fmt::format("pixel ({}, {}), channel {}: {} where {:.2f} is expected", x, y, "rgb"[i],
                              pixel[i], value);
          break;
        }
      }
      near += furthest > colour_steps ? 1 : 0;
      wrong += furthest > leeway.steps ? 1 : 0;
    }
  }
  const auto pixels = static_cast<double>(std::size_t{picture.width} * picture.height);
  context.check(static_cast<double>(told) >= least_share * pixels,
                fmt::format("{} of {} pixels can be told, too few for a proof", told, pixels));
  context.check(wrong == 0, fmt::format("{} of {} pixels have another colour; {}", wrong, told, first));
  context.check(
      static_cast<double>(near) <= leeway.share * static_cast<double>(told),
      fmt::format("{} of {} pixels are off by more than {} steps of 255", near, told, colour_steps));
  context.note("pixels told", fmt::format("{} of {}", told, pixels));
}

Expected world_colours(const WorldView& view, std::function<Vector3(const Vector3&)> tone) {
  return [&view, tone = std::move(tone)](std::uint32_t x, std::uint32_t y) -> std::optional<Vector3> {
    const std::optional<WorldPixel> pixel = oracle::world_pixel(view, x, y);
    if (!pixel) {
      return std::nullopt;
    }
    return tone(oracle::sum(pixel->unlit, pixel->lit));
  };
}

Vector3 as_it_is(const Vector3& colour) {
  return colour;
}

/// c / (1 + c), the curve of the bases tone and custom.
Vector3 rolled_off(const Vector3& colour) {
  return {colour[0] / (1 + colour[0]), colour[1] / (1 + colour[1]), colour[2] / (1 + colour[2])};
}

Result<void> shading_is_known(const Implementation& implementation) {
  if (!implementation.scene_shading()) {
    return error(ErrorKind::unsupported,
                 "the implementation does not claim the colours of the conformance scene");
  }
  return {};
}

/// Retail, and the packs that only change its tones.
Result<void> check_tones(CaseContext& context, PictureSet& set, Implementation& implementation,
                         const char* base, WorldSize size,
                         const std::function<Vector3(const Vector3&)>& tone) {
  if (auto known = shading_is_known(implementation); !known) {
    return known;
  }
  const rpcts_frame frame = lit_frame(size);
  auto picture = set.render(implementation, base, size, frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const WorldView view = view_of(set.rig, frame, size);
  check_colours(context, *picture, world_colours(view, tone));
  return {};
}

/// The glow of the base `custom` at a pixel whose surroundings have one colour is half of that colour.
Result<void> check_glow(CaseContext& context, PictureSet& set, Implementation& implementation,
                        WorldSize size) {
  if (auto known = shading_is_known(implementation); !known) {
    return known;
  }
  const rpcts_frame frame = lit_frame(size);
  auto picture = set.render(implementation, "custom", size, frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const WorldView view = view_of(set.rig, frame, size);
  const auto colour_at = [&](std::int64_t x, std::int64_t y) -> std::optional<Vector3> {
    const auto pixel =
        oracle::world_pixel(view, static_cast<std::uint32_t>(std::clamp<std::int64_t>(x, 0, size.width - 1)),
                            static_cast<std::uint32_t>(std::clamp<std::int64_t>(y, 0, size.height - 1)));
    return pixel ? std::optional(oracle::sum(pixel->unlit, pixel->lit)) : std::nullopt;
  };
  std::size_t told = 0;
  for (std::uint32_t y = 0; y < size.height; y += 2) {
    for (std::uint32_t x = 0; x < size.width; x += 2) {
      const auto colour = colour_at(x, y);
      if (!colour) {
        continue;
      }
      bool flat = true;
      // A texel of half the size and its neighbours, which the filter reaches.
      for (int dy = -3; flat && dy <= 3; dy += 3) {
        for (int dx = -3; flat && dx <= 3; dx += 3) {
          const auto other = colour_at(std::int64_t{x} + dx, std::int64_t{y} + dy);
          flat = other && oracle::length(oracle::sum(*other, oracle::scaled(*colour, -1))) < 1e-3;
        }
      }
      if (!flat) {
        continue;
      }
      ++told;
      const Vector3 expected = rolled_off(oracle::scaled(*colour, 1.5));
      const auto pixel = picture->at(x, y);
      for (std::size_t i = 0; i < 3; ++i) {
        context.check(std::abs(expected[i] * 255 - pixel[i]) <= colour_steps,
                      fmt::format("pixel ({}, {}), channel {}: {} where {:.2f} is expected", x, y, "rgb"[i],
                                  pixel[i], expected[i] * 255));
      }
    }
  }
  context.check(told >= 20, fmt::format("{} pixels can be told, too few for a proof", told));
  context.note("pixels told", fmt::format("{}", told));
  return {};
}

/// Shadows of the base `shadow`: full strength where the light is surely kept away, none where it surely
/// comes.
Result<void> check_shadows(CaseContext& context, PictureSet& set, Implementation& implementation,
                           WorldSize size, double seconds, std::size_t source) {
  if (auto known = shading_is_known(implementation); !known) {
    return known;
  }
  rpcts_frame frame = shadow_frame(size);
  // A moon stands elsewhere than the sun that lights the ground: the shadows must be the moon's.
  if (source != 0) {
    frame.sources[0].available = 0;
    frame.sources[source].available = 1;
    frame.sources[source].energy = 1;
    std::ranges::transform(direction_of(130, 50), std::begin(frame.sources[source].direction),
                           [](double value) { return static_cast<float>(value); });
  }
  WorldView view = view_of(set.rig, frame, size);
  view.instances = set.rig.scene().instances_at(seconds);
  frame.instances = view.instances.data();
  frame.instance_count = view.instances.size() / 16;
  view.frame = frame;
  auto base = set.base("shadow");
  if (!base) {
    return std::unexpected(base.error());
  }
  // A short reach makes fine texels and one tap a sharp edge, so that more of a shadow is surely one.
  std::vector<implementation::SettingValue> values;
  for (const Setting& setting : (*base)->descriptor.settings) {
    if (setting.semantic == RenderSettingSemantic::DirectionalShadowReachMetres) {
      values.emplace_back(setting.id, "48");
    } else if (setting.semantic == RenderSettingSemantic::DirectionalShadowPcfTaps) {
      values.emplace_back(setting.id, "1");
    }
  }
  auto picture =
      set.rig.render(implementation, size, {.pack = *base, .preset = "medium", .values = values}, frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const oracle::PackValues pack = oracle::values_of((*base)->descriptor, "medium", values);
  const oracle::FrameState state = oracle::frame_state(frame, size.width, size.height, pack);
  context.check(state.shadow_strength > 0.3, "the frame's shadows are strong enough to be told from none");
  const double reach = state.fit.cascades.empty() ? 0 : state.fit.cascades.back().split_far;
  std::size_t shadowed = 0;
  const auto eye = oracle::inverse(oracle::matrix_of(frame.view));
  const Expected expected = [&](std::uint32_t x, std::uint32_t y) -> std::optional<Vector3> {
    const auto pixel = oracle::world_pixel(view, x, y);
    if (!pixel) {
      return std::nullopt;
    }
    if (!pixel->hit || oracle::length(pixel->lit) == 0) {
      return oracle::sum(pixel->unlit, pixel->lit);
    }
    const Vector3 camera{eye->at(3, 0), eye->at(3, 1), eye->at(3, 2)};
    const double distance = oracle::length(oracle::sum(pixel->hit->position, oracle::scaled(camera, -1)));
    // The last metres fade out.
    if (distance > 0.9 * reach) {
      return std::nullopt;
    }
    double texel = 0;
    for (const oracle::Cascade& cascade : state.fit.cascades) {
      texel = cascade.texel;
      // The blend reaches back from the split.
      if (distance < 0.9 * cascade.split_far) {
        break;
      }
    }
    // Filter and bias move the edge by a few texels.
    const auto visibility = oracle::light_reaches(view, *pixel, state.light, 2.5 * texel + 0.1);
    if (!visibility) {
      return std::nullopt;
    }
    shadowed += *visibility == 0 ? 1 : 0;
    return oracle::sum(pixel->unlit,
                       oracle::scaled(pixel->lit, 1 - state.shadow_strength * (1 - *visibility)));
  };
  // On a steep face the filter takes a few per cent from a texel of the face itself (E.10's bias leaves that
  // much).
  check_colours(context, *picture, expected, {.share = 0.005, .steps = 8});
  context.check(shadowed >= 20, fmt::format("{} pixels are surely in shadow, too few for a proof", shadowed));
  context.note("pixels in shadow", fmt::format("{}", shadowed));
  return {};
}

/// A pack without passes changes nothing: bit by bit what retail draws.
Result<void> check_no_op(CaseContext& context, PictureSet& set, Implementation& implementation,
                         WorldSize size) {
  const rpcts_frame frame = lit_frame(size);
  auto host = set.rig.retail(implementation, size);
  if (!host) {
    return std::unexpected(host.error());
  }
  auto retail = (*host)->render(frame);
  if (!retail) {
    return std::unexpected(retail.error());
  }
  auto active = set.render(implementation, "noop", size, frame);
  if (!active) {
    return std::unexpected(active.error());
  }
  const PictureDistance distance = compare(*active, *retail);
  context.check(distance.largest == 0, fmt::format("a channel differs by {} at pixel ({}, {})",
                                                   distance.largest, distance.x, distance.y));
  return {};
}

Result<void> check_retail(CaseContext& context, PictureSet& set, Implementation& implementation,
                          WorldSize size) {
  if (auto known = shading_is_known(implementation); !known) {
    return known;
  }
  const rpcts_frame frame = lit_frame(size);
  auto host = set.rig.retail(implementation, size);
  if (!host) {
    return std::unexpected(host.error());
  }
  auto picture = (*host)->render(frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const WorldView view = view_of(set.rig, frame, size);
  check_colours(context, *picture, world_colours(view, as_it_is));
  return {};
}

/// A picture of a base against the golden one. The tolerance is for what drivers do differently (the order of
/// sums, filter weights, edges of triangles): single pixels at edges by much, the whole by little.
PictureTolerance golden_tolerance(const GoldenPicture& golden) {
  return {.largest = 96, .small = 3, .differing_share = golden.differing_share, .structure = 0.99};
}

Result<void> check_golden(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const GoldenPicture& golden) {
  if (auto known = shading_is_known(implementation); !known) {
    return known;
  }
  auto picture =
      set.render(implementation, golden.base, golden_size, golden_frame(golden.base), golden.preset);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  return check_against_golden(context, *picture, golden, golden_tolerance(golden));
}

/// The map of a moon says nothing about what stands between the air and the sun. From within the house's
/// shadow, with the moon where the sun stands, all is the same but the kind of the source: the ground is as
/// dark, and the air before the house, which no sunlight reaches, is lit.
Result<void> check_shafts_of_moon(CaseContext& context, PictureSet& set, Implementation& implementation) {
  constexpr WorldSize size{96, 54};
  auto base = set.base("full");
  if (!base) {
    return std::unexpected(base.error());
  }
  std::vector<implementation::SettingValue> values;
  for (const Setting& setting : (*base)->descriptor.settings) {
    if (setting.semantic == RenderSettingSemantic::VolumetricStrength) {
      values.emplace_back(setting.id, "1");
    }
  }
  rpcts_frame frame = scene_frame({.eye = {5, 4.5, 1.2}, .target = {6.5, 14, 2.5}}, size.width, size.height);
  const Choice choice{.pack = *base, .preset = "high", .values = values};
  const auto of_sun = set.rig.render(implementation, size, choice, frame);
  frame.sources[1] = frame.sources[0];
  frame.sources[0].available = 0;
  const auto of_moon = set.rig.render(implementation, size, choice, frame);
  if (!of_sun || !of_moon) {
    return std::unexpected(of_sun ? of_moon.error() : of_sun.error());
  }
  std::size_t brighter = 0;
  std::size_t darker = 0;
  for (std::uint32_t y = 0; y < size.height; ++y) {
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const auto sun = of_sun->at(x, y);
      const auto moon = of_moon->at(x, y);
      brighter += moon[0] > sun[0] + 3 ? 1 : 0;
      darker += moon[0] + 1 < sun[0] ? 1 : 0;
    }
  }
  context.check(brighter >= 500,
                fmt::format("{} of {} pixels are brighter under the moon", brighter, 96 * 54));
  context.equal(darker, std::size_t{0}, "pixels that are darker under the moon");
  context.note("pixels brighter", fmt::format("{}", brighter));
  return {};
}

/// RP-LIFE-042: after a resize a pack stays active and draws what it draws on a host that was opened with the
/// new size.
Result<void> check_resize(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const char* base) {
  constexpr WorldSize before{64, 36};
  constexpr WorldSize after{97, 61};
  const auto expected = set.render(implementation, base, after, lit_frame(after));
  if (!expected) {
    return std::unexpected(expected.error());
  }
  const Result<const ProbePack*> pack = set.base(base);
  auto host = set.rig.open(implementation, {.world = before});
  if (!pack || !host) {
    return std::unexpected(pack ? host.error() : pack.error());
  }
  const Descriptor& descriptor = (*pack)->descriptor;
  rpcts_frame first = lit_frame(before);
  first.flags = RPCTS_FRAME_SETTLE;
  for (const Result<void>& done :
       {host->register_pack((*pack)->folder.string()),
        host->select({.pack = descriptor.id, .preset = descriptor.quality_presets.front().id}),
        host->run_frame(first), host->resize(after.width, after.height)}) {
    if (!done) {
      return done;
    }
  }
  rpcts_frame second = lit_frame(after);
  second.flags = RPCTS_FRAME_SETTLE;
  const auto found = host->render(second);
  const auto state = host->state();
  if (!found || !state) {
    return std::unexpected(found ? state.error() : found.error());
  }
  context.equal(state->state, RPCTS_STATE_ACTIVE, "state after the resize");
  context.equal(state->pack, descriptor.id, "pack that the frame was drawn with");
  context.check(*found == *expected, "the picture is bit by bit that of a host of the new size");
  return {};
}

void add(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set, std::string name,
         std::string title, std::string clause,
         std::function<Result<void>(CaseContext&, PictureSet&, Implementation&)> body,
         runner::Weight weight = runner::Weight::must, const std::vector<std::string_view>& rules = {}) {
  std::vector<runner::Claim> claims;
  for (const std::string_view rule : rules) {
    claims.push_back({std::string(rule), runner::Proof::positive});
  }
  add_implementation_case(
      table, set->source,
      {.info = {.id = "render_pack_v1.pictures." + std::move(name),
                .title = std::move(title),
                .claims = std::move(claims),
                .needs_device = true,
                .weight = weight,
                .clause = std::move(clause)},
       .profiles = RPCTS_PROFILE_HOST,
       .body = [set, body = std::move(body)](CaseContext& context, Implementation& implementation) {
         return body(context, *set, implementation);
       }});
}

}  // namespace

void add_picture_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  for (const WorldSize size : {WorldSize{64, 36}, WorldSize{97, 61}, WorldSize{40, 72}}) {
    const std::string suffix = fmt::format(":size={}x{}", size.width, size.height);
    add(table, set, "retail" + suffix, "The retail world has the colours that the scene states", "D.8",
        [size](auto& context, auto& pictures, auto& iut) {
          return check_retail(context, pictures, iut, size);
        },
        runner::Weight::must,
        {drawing::instances, drawing::indices, drawing::material, drawing::alpha_cutoff, drawing::culling,
         drawing::orientation});
    add(table, set, "noop" + suffix, "A pack without passes leaves the picture bit by bit as it is", "C.15",
        [size](auto& context, auto& pictures, auto& iut) {
          return check_no_op(context, pictures, iut, size);
        });
    add(table, set, "tone" + suffix, "The base tone maps the world's colour by its curve", "D.8",
        [size](auto& context, auto& pictures, auto& iut) {
          return check_tones(context, pictures, iut, "tone", size, rolled_off);
        },
        runner::Weight::must, {drawing::displayed_color, drawing::orientation});
  }
  add(table, set, "custom", "The base custom adds half of the world's colour where that is even", "E.5",
      [](auto& context, auto& pictures, auto& iut) { return check_glow(context, pictures, iut, {64, 36}); },
      runner::Weight::must, {drawing::displayed_color, drawing::whole_target, drawing::order_of_hooks});
  for (const double seconds : {0.0, 3.0}) {
    add(table, set, fmt::format("shadow:seconds={}", seconds),
        "The base shadow darkens what the light does not reach, and nothing else", "E.8",
        [seconds](auto& context, auto& pictures, auto& iut) {
          return check_shadows(context, pictures, iut, {96, 54}, seconds, 0);
        },
        runner::Weight::must,
        {drawing::receivers, drawing::cascades_before_world, drawing::pose, drawing::caster_classes,
         drawing::indoor_casters, drawing::instances});
  }
  for (const char* base : {"tone", "custom", "shadow", "full"}) {
    add(table, set, fmt::format("resize:base={}", base),
        "A pack stays active over a resize and draws for the new size", "F.6",
        [base](auto& context, auto& pictures, auto& iut) {
          return check_resize(context, pictures, iut, base);
        });
  }
  for (const std::size_t moon : {1U, 2U}) {
    add(table, set, fmt::format("shadow-of-moon:number={}", moon),
        "While a moon is the selected source, receivers are in its shadow", "E.6",
        [moon](auto& context, auto& pictures, auto& iut) {
          return check_shadows(context, pictures, iut, {96, 54}, 0, moon);
        },
        runner::Weight::must, {drawing::receivers, drawing::caster_classes});
  }
  add(table, set, "shafts-of-moon", "While a moon is the selected source, shafts are unoccluded", "E.10",
      check_shafts_of_moon, runner::Weight::reference);
  for (const GoldenPicture& golden : golden_pictures()) {
    add(
        table, set, fmt::format("golden:base={};preset={}", golden.base, golden.preset),
        "The base with the preset draws the golden picture", "G.3",
        [golden](auto& context, auto& pictures, auto& iut) {
          return check_golden(context, pictures, iut, golden);
        },
        runner::Weight::reference);
  }
}

}  // namespace rpcts::render_pack_v1
