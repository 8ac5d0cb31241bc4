// Texture slots (E.5): which input stands in which slot, proved by what a pass finds in it: colour and depth
// of the known scene, and targets that earlier passes filled with a colour of their own.

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/frame_look.hpp"
#include "conformance/render_pack_v1/probe_layout.hpp"
#include "harness/contracts/render_pack_v1/drawing_rules.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using Input = RenderSemanticInput;
using runner::CaseContext;

constexpr int marks = 4;

/// What a slot must hold: a scene texture's name, "@" and a resource's id, or nothing.
using Inputs = std::vector<std::string>;

struct Arrangement {
  std::string name;
  std::vector<Input> inputs;
  std::vector<int> reads;  ///< of the marks 1 to 4
};

std::string mark_id(int mark) {
  return fmt::format("mark-{}", mark);
}

/// E.5 in its own words: scene textures in the order of the inputs, then the reads.
Inputs expected_inputs(const Arrangement& arrangement) {
  Inputs expected;
  for (const Input input : arrangement.inputs) {
    if (input == Input::WorldColor) {
      expected.emplace_back("WorldColor");
    } else if (input == Input::SceneDepth) {
      expected.emplace_back("SceneDepth");
    } else if (input == Input::SceneNormals) {
      expected.emplace_back("SceneNormals");
    }
  }
  for (const int mark : arrangement.reads) {
    expected.push_back("@" + mark_id(mark));
  }
  return expected;
}

std::shared_ptr<VariantPack> pack_of(const ProbePack& custom, const Arrangement& arrangement) {
  return std::make_shared<VariantPack>(custom, [&](Descriptor& pack) {
    pack.id = fmt::format("rpcts.slots-{}", arrangement.name);
    if (std::ranges::find(arrangement.inputs, Input::SceneNormals) != arrangement.inputs.end()) {
      pack.required_capabilities.push_back(RenderCapability::SceneNormalSampling);
    }
    const Resource target = pack.resources.at(0);
    Pass middle = pack.passes.at(0);
    Pass tone_map = pack.passes.at(1);
    pack.resources.clear();
    pack.passes.clear();
    middle.semantic_inputs.clear();
    for (int mark = 1; mark <= marks; ++mark) {
      pack.resources.push_back(target);
      pack.resources.back().id = mark_id(mark);
      middle.id = fmt::format("fill-{}", mark);
      middle.fragment_shader_asset = fmt::format("shaders/probe_mark_{}.frag.spv", mark);
      middle.resource_writes = {mark_id(mark)};
      pack.passes.push_back(middle);
    }
    tone_map.fragment_shader_asset = "shaders/probe_slots.frag.spv";
    tone_map.semantic_inputs = arrangement.inputs;
    tone_map.resource_reads.clear();
    for (const int mark : arrangement.reads) {
      tone_map.resource_reads.push_back(mark_id(mark));
    }
    pack.passes.push_back(tone_map);
  });
}

/// Every ordered choice of the first `count` marks.
void add_orders(std::vector<Arrangement>& list, std::string_view name, const std::vector<Input>& inputs,
                int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    order[static_cast<std::size_t>(i)] = i + 1;
  }
  do {
    std::string digits;
    for (const int mark : order) {
      digits += static_cast<char>('0' + mark);
    }
    list.push_back({fmt::format("{}-{}", name, digits.empty() ? "none" : digits), inputs, order});
  } while (std::ranges::next_permutation(order).found);
}

std::vector<Arrangement> arrangements() {
  std::vector<Arrangement> list;
  for (int count = 1; count <= 4; ++count) {
    add_orders(list, "reads", {Input::FrameTime}, count);
  }
  for (int count = 0; count <= 3; ++count) {
    add_orders(list, "world", {Input::WorldColor}, count);
    add_orders(list, "depth", {Input::SunDirection, Input::SceneDepth}, count);
  }
  for (int count = 0; count <= 2; ++count) {
    add_orders(list, "world.depth", {Input::WorldColor, Input::CameraMatrices, Input::SceneDepth}, count);
    // The contract's example: [FrameTime, SceneDepth, WorldColor].
    add_orders(list, "depth.world", {Input::FrameTime, Input::SceneDepth, Input::WorldColor}, count);
  }
  add_orders(list, "normals", {Input::SceneNormals}, 1);
  add_orders(list, "world.normals.depth", {Input::WorldColor, Input::SceneNormals, Input::SceneDepth}, 1);
  return list;
}

/// A texel of the grid that surely shows one surface, or surely nothing: the rays around it agree.
struct Known {
  bool background = false;
  ScenePart part = ScenePart::terrain;
  double depth = 1;
  double slope = 0;  ///< how much the depth differs within the texel
};

std::optional<Known> known_at(const Scene& scene, const rpcts_frame& frame, WorldSize size, std::uint32_t x,
                              std::uint32_t y) {
  const oracle::Matrix view = oracle::matrix_of(frame.view);
  const oracle::Matrix projection = oracle::matrix_of(frame.projection);
  const std::vector<float> instances = scene.instances_at(0);
  const auto shoot = [&](double dx, double dy) {
    return scene.shoot(view, projection, (x + 0.5 + dx) / size.width * 2 - 1,
                       1 - (y + 0.5 + dy) / size.height * 2, instances);
  };
  const auto center = shoot(0, 0);
  Known known{.background = !center,
              .part = center ? center->part : ScenePart::terrain,
              .depth = center ? center->depth : 1};
  for (const auto& [dx, dy] :
       {std::pair(-0.6, -0.6), std::pair(0.6, -0.6), std::pair(-0.6, 0.6), std::pair(0.6, 0.6)}) {
    const auto other = shoot(dx, dy);
    if (other.has_value() != center.has_value() || (center && other->part != center->part)) {
      return std::nullopt;
    }
    if (center) {
      known.slope = std::max(known.slope, std::abs(other->depth - center->depth));
    }
  }
  return known;
}

/// Counts texels that show what is known of the scene; at least some must be known.
void check_scene_texture(CaseContext& context, const std::string& name, const std::vector<SlotTexel>& texels,
                         const ProbeSet& set, const Look& look, bool shaded, std::string_view slot) {
  int compared = 0;
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t x = 4 * (i % 16) + 2;
    const std::uint32_t y = 16 * (i / 16) + 8;
    const auto known = known_at(set.rig.scene(), look.frame, look.size, x, y);
    if (!known) {
      continue;
    }
    const std::array<float, 4>& rgba = texels[i].rgba;
    if (name == "SceneDepth") {
      ++compared;
      // Half a texel of slope for the place of the sample, and 24 bits of depth.
      context.check(std::abs(double{rgba[0]} - known->depth) <= 1e-5 + known->slope,
                    fmt::format("slot {}, texel ({}, {}): depth {:.7g}, expected {:.7g} ({})", slot, x, y,
                                rgba[0], known->depth, id::slot_order));
    } else if (name == "WorldColor" && known->background && shaded) {
      ++compared;
      for (std::size_t c = 0; c < 3; ++c) {
        context.check(
            std::abs(rgba[c] - Scene::background[c]) < 1.0F / 256,
            fmt::format("slot {}, texel ({}, {}): colour {} of the background is {}, expected {} ({})", slot,
                        x, y, c, rgba[c], Scene::background[c], id::slot_order));
      }
    } else if (name == "SceneNormals" && !known->background) {
      ++compared;
      // Whatever their encoding, normals are no single value over the whole scene and no depth.
      context.check(std::abs(double{rgba[0]} - known->depth) > 1e-6,
                    fmt::format("slot {}: a normal looks like the depth ({})", slot, id::slot_order));
    }
  }
  context.check(compared > 8 || (name == "WorldColor" && !shaded),
                fmt::format("slot {}: only {} texels of {} are known; the scene of the case is unfit", slot,
                            compared, name));
}

void check_mark(CaseContext& context, int mark, const std::vector<SlotTexel>& texels, std::string_view slot) {
  const std::array<float, 4> color{static_cast<float>(mark) / 8, 1 - static_cast<float>(mark) / 8, 0.5F, 1};
  for (const SlotTexel& texel : texels) {
    for (std::size_t c = 0; c < 4; ++c) {
      if (!context.check(std::abs(texel.rgba[c] - color[c]) < 1.0F / 512,
                         fmt::format("slot {}: component {} is {}, the target {} holds {} ({})", slot, c,
                                     texel.rgba[c], mark_id(mark), color[c], id::slot_order))) {
        return;
      }
    }
  }
}

Result<void> check_arrangement(CaseContext& context, implementation::Implementation& implementation,
                               ProbeSet& set, VariantPack& pack, const Arrangement& arrangement) {
  if (auto written = pack.write(); !written) {
    return written;
  }
  const Look look{
      .choice = {.pack = &pack.pack(), .preset = "default"}, .size = {}, .frame = scene_frame({}, 64, 64)};
  const Inputs expected = expected_inputs(arrangement);
  if (std::ranges::find(expected, "SceneNormals") != expected.end()) {
    if (auto known = set.rig.register_pack(implementation, look.size, pack.pack()); !known) {
      return known;
    }
    const auto host = set.rig.retail(implementation, look.size);
    if (!host) {
      return std::unexpected(host.error());
    }
    const auto available = (*host)->availability(pack.pack().descriptor.id, "default");
    if (!available) {
      return std::unexpected(available.error());
    }
    if (!available->pack_compatible) {
      return error(ErrorKind::unsupported, "the host offers no scene normals: " + available->reason);
    }
  }
  const auto picture = set.rig.render(implementation, look.size, look.choice, look.frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const SlotWords words = slot_words(*picture);
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const std::string letter(1, "ABCD"[slot]);
    const std::uint32_t word = words.push.at(20 + slot);
    if (slot >= expected.size()) {
      context.check(word == unassigned_slot, fmt::format("slot {} is {:#010x}, it has no input ({})", letter,
                                                         word, id::slot_sentinel));
      continue;
    }
    const std::string& name = expected[slot];
    if (!context.check(word != unassigned_slot,
                       fmt::format("slot {} carries the sentinel, its input is {} ({})", letter, name,
                                   id::slot_order))) {
      continue;
    }
    if (name.starts_with('@')) {
      check_mark(context, name.back() - '0', words.texels[slot], letter);
    } else {
      check_scene_texture(context, name, words.texels[slot], set, look, implementation.scene_shading(),
                          letter);
    }
  }
  if (auto gone = set.rig.withdraw(implementation, look.size, pack.pack()); !gone) {
    return gone;
  }
  pack.remove();
  return {};
}

void add_arrangements(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const Arrangement& arrangement : arrangements()) {
    const auto pack = pack_of(set->custom, arrangement);
    std::vector<runner::Claim> claims{{std::string(id::slot_order), runner::Proof::positive}};
    if (expected_inputs(arrangement).size() < 4) {
      claims.push_back({std::string(id::slot_sentinel), runner::Proof::positive});
    }
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.slots.arrangement:inputs={}", arrangement.name),
                  .title = "Each slot holds the input that its place in the declaration gives it",
                  .claims = claims,
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, pack, arrangement](CaseContext& context,
                                          implementation::Implementation& implementation) {
           return check_arrangement(context, implementation, *set, *pack, arrangement);
         }});
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.slots.resolved:inputs={}", arrangement.name),
                  .title = "The slots that the implementation resolves without a device",
                  .claims = claims},
         .profiles = RPCTS_PROFILE_RESOLUTION,
         .body = [pack, arrangement](CaseContext& context,
                                     implementation::Implementation& implementation) -> Result<void> {
           if (auto written = pack->write(); !written) {
             return written;
           }
           const auto slots = implementation.slots(pack->pack().folder.string(), "tone-map", false);
           if (!slots) {
             return std::unexpected(slots.error());
           }
           Inputs expected = expected_inputs(arrangement);
           expected.resize(4);
           for (std::size_t i = 0; i < 4; ++i) {
             context.equal((*slots)[i], expected[i], fmt::format("slot {}", "ABCD"[i]));
           }
           return {};
         }});
  }
}

struct GraphRow {
  std::string_view pass;
  bool fused;
  std::array<std::string_view, 4> slots;
  std::string_view rule;
};

// Table E.5. Whether there are shafts depends on the frame, so resolution gives them.
constexpr auto graph_rows = std::to_array<GraphRow>({
    {"sun-occlusion", false, {"SceneDepth", "", "", ""}, id::slot_order},
    {"sun-rays", false, {"@sun-mask", "", "", ""}, id::slot_order},
    {"volumetric-shafts", false, {"SceneDepth", "", "", ""}, id::shadow_map_takes_no_slot},
    {"bloom-downsample", false, {"WorldColor", "@sun-rays", "@shafts", ""}, id::slot_order},
    {"bloom-blur-horizontal", false, {"@bloom-ping", "", "", ""}, id::slot_order},
    {"bloom-blur-vertical", false, {"@bloom-pong", "", "", ""}, id::slot_order},
    {"filmic-composite", false, {"WorldColor", "@bloom-ping", "@sun-rays", "@shafts"}, id::slot_order},
    {"sun-rays", true, {"SceneDepth", "", "", ""}, id::fused_slots},
    {"filmic-composite", true, {"WorldColor", "@sun-rays", "@shafts", ""}, id::fused_slots},
});

void add_graph_rows(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const GraphRow& row : graph_rows) {
    add_implementation_case(
        table, set->source,
        {.info = {.id =
                      fmt::format("render_pack_v1.slots.graph:pass={};fused={}", row.pass, row.fused ? 1 : 0),
                  .title = "The slots of a pass of the full graph, resolved without a device",
                  .claims = {{std::string(row.rule), runner::Proof::positive}}},
         .profiles = RPCTS_PROFILE_RESOLUTION,
         .body = [set, row](CaseContext& context,
                            implementation::Implementation& implementation) -> Result<void> {
           const auto slots = implementation.slots((row.fused ? set->fused : set->full).folder.string(),
                                                   std::string(row.pass), row.fused);
           if (!slots) {
             return std::unexpected(slots.error());
           }
           for (std::size_t i = 0; i < 4; ++i) {
             context.equal((*slots)[i], row.slots[i], fmt::format("slot {} of {}", "ABCD"[i], row.pass));
           }
           return {};
         }});
  }
}

constexpr std::uint32_t size_word(std::uint32_t width, std::uint32_t height) {
  return width | (height << 16U);
}

/// FilmicComposite forwards the world colour below row 16: the receivers of the probe packs leave one colour
/// on the terrain and one on everything else.
void check_world_color(CaseContext& context, const implementation::Picture& picture, const ProbeSet& set,
                       const Look& look) {
  constexpr std::array<int, 3> terrain{191, 128, 64};  // quarters, in 255 parts
  constexpr std::array<int, 3> world{64, 191, 128};
  int compared = 0;
  for (std::uint32_t y = 18; y < 64; y += 5) {
    for (std::uint32_t x = 2; x < 64; x += 5) {
      const auto known = known_at(set.rig.scene(), look.frame, look.size, x, y);
      if (!known || known->background) {
        continue;
      }
      ++compared;
      const auto pixel = picture.at(x, y);
      const std::array<int, 3>& expected = known->part == ScenePart::terrain ? terrain : world;
      for (std::size_t c = 0; c < 3; ++c) {
        context.check(
            std::abs(int{pixel[c]} - expected[c]) <= 1,
            fmt::format("FilmicComposite, slot A, texel ({}, {}): component {} of {} is {}, expected {} ({})",
                        x, y, c, name_of(known->part), pixel[c], expected[c], id::slot_order));
      }
    }
  }
  context.check(compared > 20, "too few texels of the world colour are known");
}

/// What the passes of a full graph found in their slots, beside what they forwarded to each other.
Result<void> check_full_graph(CaseContext& context, implementation::Implementation& implementation,
                              ProbeSet& set, bool fused) {
  const Look look{.choice = {.pack = fused ? &set.fused : &set.full, .preset = "low"},
                  .size = {},
                  .frame = scene_frame({}, 64, 64)};
  const Result<Seen> seen = see(set.rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const FullGraphWords& full = seen->full;
  if (!context.check(full.has_shafts, "the frame of the case must have shafts")) {
    return {};
  }
  if (fused) {
    context.equal(full.rays.sizes.at(0), size_word(64, 64),
                  fmt::format("size of what SunRays has in A: the scene depth ({})", id::fused_slots));
  }
  context.equal(full.filmic.sizes.at(0), size_word(64, 64),
                "size of what FilmicComposite has in A: the world colour");
  int compared = 0;
  for (std::uint32_t i = 0; i < full.scene_depth.size(); ++i) {
    if (const auto known = known_at(set.rig.scene(), look.frame, look.size, 4 * i + 1, 40)) {
      ++compared;
      const double depth = double{std::bit_cast<float>(full.scene_depth[i])};
      context.check(std::abs(depth - known->depth) <= 1e-5 + known->slope,
                    fmt::format("VolumetricShafts, slot A, texel ({}, 40): depth {:.7g}, expected {:.7g}",
                                4 * i + 1, depth, known->depth));
    }
  }
  context.check(compared > 6, "too few texels of the scene depth are known");
  const auto picture = set.rig.render(implementation, look.size, look.choice, look.frame);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  check_world_color(context, *picture, set, look);
  return {};
}

/// The depth map in binding 6's slot holds this frame's casters, seen from the light.
Result<void> check_shadow_map(CaseContext& context, implementation::Implementation& implementation,
                              ProbeSet& set, double heading, double seconds) {
  rpcts_frame frame = scene_frame({}, 64, 64);
  set_sun(frame, static_cast<float>(heading), 40);
  const std::vector<float> instances = set.rig.scene().instances_at(seconds);
  frame.instances = instances.data();
  frame.instance_count = instances.size() / 16;
  const Look look{.choice = {.pack = &set.shadow, .preset = "low"}, .size = {}, .frame = frame};
  const Result<Seen> seen = see(set.rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const Words& shadow = seen->custom.tone_map.shadow;
  const double light_x = double{frame.sources[0].direction[0]};
  const oracle::Vector3 light = oracle::normalized(
      {light_x, double{frame.sources[0].direction[1]}, double{frame.sources[0].direction[2]}});
  int compared = 0;
  for (std::size_t cascade = 0; cascade < 2; ++cascade) {
    // The matrix that was published is what the map was drawn with; cascades.cpp judges the matrix itself.
    oracle::Matrix to_clip;
    for (std::size_t i = 0; i < 16; ++i) {
      to_clip.m[i] = double{std::bit_cast<float>(shadow.at(16 * cascade + i))};
    }
    const auto to_world = oracle::inverse(to_clip);
    if (!context.check(to_world.has_value(), "the cascade's matrix has an inverse")) {
      return {};
    }
    const auto shoot = [&](double x, double y) -> std::optional<SceneHit> {
      const oracle::Vector4 start = oracle::transform({x * 2 - 1, 1 - y * 2, 0, 1}, *to_world);
      auto hit =
          set.rig.scene().shoot_caster({start[0], start[1], start[2]}, oracle::scaled(light, -1), instances);
      if (hit) {
        hit->depth = oracle::transform_point(hit->position, to_clip)[2];
      }
      return hit;
    };
    for (std::uint32_t i = 0; i < 256; ++i) {
      const double texel = 1.0 / shadow.at(78);
      const double x = ((2 * (i % 16) + 1) * shadow.at(78) / 32 + 0.5) * texel;
      const double y = ((2 * (i / 16) + 1) * shadow.at(78) / 32 + 0.5) * texel;
      const auto center = shoot(x, y);
      bool steady = true;
      double slope = 0;
      for (const auto& [dx, dy] :
           {std::pair(-1.0, -1.0), std::pair(1.0, -1.0), std::pair(-1.0, 1.0), std::pair(1.0, 1.0)}) {
        const auto other = shoot(x + dx * texel, y + dy * texel);
        steady =
            steady && other.has_value() == center.has_value() && (!center || other->part == center->part);
        slope = center && other ? std::max(slope, std::abs(other->depth - center->depth)) : slope;
      }
      if (!steady || (center && (center->depth < 0 || center->depth > 1))) {
        continue;
      }
      ++compared;
      const double found = double{std::bit_cast<float>(seen->custom.map_depths[cascade][i])};
      const double expected = center ? center->depth : 1;
      context.check(
          std::abs(found - expected) <= 1e-4 + slope,
          fmt::format("cascade {}, uv ({:.4f}, {:.4f}): depth {:.6g}, expected {:.6g} of {} ({})", cascade, x,
                      y, found, expected, center ? name_of(center->part) : "nothing", id::shadow_map_slot));
    }
  }
  context.check(compared > 200, fmt::format("only {} texels of the map are known", compared));
  return {};
}

/// OQ-3: viewProjection times the inverse of binding 5.
Result<void> check_view_projection(CaseContext& context, implementation::Implementation& implementation,
                                   ProbeSet& set, bool full) {
  // Near the origin and with little between near and far, so that float32 keeps 1e-4.
  SceneCamera camera{.eye = {0.5, -0.75, 0.25}, .target = {0.6, 3, 1}};
  camera.near = 0.5;
  camera.far = 50;
  rpcts_frame frame = scene_frame(camera, 64, 64);
  const oracle::Vector3 sun = oracle::normalized({0.1, 3.75, 1.2});
  set_sun(frame, static_cast<float>(std::atan2(sun[0], sun[1]) * 57.29577951308232),
          static_cast<float>(std::asin(sun[2]) * 57.29577951308232));
  const Look look{.choice = {.pack = full ? &set.full : &set.custom, .preset = full ? "low" : "default"},
                  .size = {},
                  .frame = frame};
  const Result<Seen> seen = see(set.rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  const PassWords& pass = full ? seen->full.shafts : seen->custom.tone_map;
  if (!context.check(pass.frame.size() == 40 && pass.push.size() == 24, "the pass must be drawn")) {
    return {};
  }
  oracle::Matrix push;
  oracle::Matrix inverse;
  for (std::size_t i = 0; i < 16; ++i) {
    push.m[i] = double{std::bit_cast<float>(pass.push[i])};
    inverse.m[i] = double{std::bit_cast<float>(pass.frame[24 + i])};
  }
  const oracle::Matrix product = push * inverse;
  for (std::size_t i = 0; i < 16; ++i) {
    context.check(
        std::abs(product.m[i] - (i % 5 == 0 ? 1 : 0)) <= 1e-4,
        fmt::format("product [{}][{}] is {} ({})", i / 4, i % 4, product.m[i], id::push_view_projection));
  }
  return {};
}

void add_pictures(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  const auto add = [&](std::string case_id, std::string title, std::vector<std::string_view> rules,
                       auto check) {
    runner::CaseInfo info{
        .id = "render_pack_v1.slots." + case_id, .title = std::move(title), .needs_device = true};
    for (const std::string_view rule : rules) {
      info.claims.push_back({std::string(rule), runner::Proof::positive});
    }
    add_implementation_case(
        table, set->source,
        {.info = info,
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, check](CaseContext& context, implementation::Implementation& implementation) {
           return check(context, implementation, *set);
         }});
  };
  for (const bool fused : {false, true}) {
    add(fmt::format("pictures:fused={}", fused ? 1 : 0),
        "Passes of the full graph find the scene in their slots", {fused ? id::fused_slots : id::slot_order},
        [fused](CaseContext& context, implementation::Implementation& implementation, ProbeSet& probes) {
          return check_full_graph(context, implementation, probes, fused);
        });
  }
  for (const int heading : {15, 130, 250}) {
    for (const int seconds : {0, 3}) {
      add(fmt::format("shadow_map:heading={};seconds={}", heading, seconds),
          "The map in binding 6's slot holds the casters of this frame, animated ones in their pose",
          {id::shadow_map_slot, drawing::map_of_frame, drawing::instances, drawing::alpha_cutoff,
           drawing::culling, drawing::pose, drawing::indoor_casters, drawing::caster_classes,
           drawing::cascade_index, drawing::cascade_clear},
          [heading, seconds](CaseContext& context, implementation::Implementation& implementation,
                             ProbeSet& probes) {
            return check_shadow_map(context, implementation, probes, heading, seconds);
          });
    }
  }
  for (const bool full : {false, true}) {
    add(fmt::format("view_projection:pack={}", full ? "full" : "custom"),
        "viewProjection in the push block is the inverse of binding 5's matrix", {id::push_view_projection},
        [full](CaseContext& context, implementation::Implementation& implementation, ProbeSet& probes) {
          return check_view_projection(context, implementation, probes, full);
        });
  }
}

}  // namespace

void add_slot_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  add_arrangements(table, set);
  add_graph_rows(table, set);
  add_pictures(table, set);
}

}  // namespace rpcts::render_pack_v1
