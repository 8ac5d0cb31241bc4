// What happens around an active pack (F.6): resizes, a portal, a reconnect, another device, and all of them
// over and over, after which everything must be as before.

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Picture;
using implementation::State;

constexpr WorldSize larger{96, 54};

/// A resized pack draws what it draws where it is selected at that size.
void resized(Life& life, const char* base, const char* preset) {
  const ProbePack& pack = life.base(base);
  life.activate(pack, preset);
  const Picture small = life.picture();
  life.select_retail();
  life.settle();
  life.resize(larger);
  life.activate(pack, preset);
  const Picture large = life.picture();
  life.select_retail();
  life.settle();
  life.resize({});
  const Objects before = life.objects();
  life.activate(pack, preset);
  const Objects active = life.objects();
  life.frames(2);  // in flight
  life.resize(larger);
  life.expect_active(pack, "right after the resize");
  life.expect_same(life.picture(), large, "the picture after the resize");
  life.expect_active(pack, "a frame after the resize");
  life.frames(2);
  life.resize({});
  life.expect_same(life.picture(), small, "the picture after the resize back");
  if (before.known()) {
    life.expect_nothing_left(active, "after the resizes, the pack active");
    life.expect_no_growth(active, "after the resizes, the pack active");
    life.select_retail();
    life.settle();
    life.expect_nothing_left(before, "after the resizes");
  }
  life.expect_no_findings("after the resizes");
}

using Areas = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

/// Sizes of what a frame draws into.
Areas areas_of_a_frame(Life& life, observer::Observer& observer) {
  life.settle();
  std::ignore = life.objects_now();  // reads
  observer.forget_recording();
  std::ignore = life.picture();
  std::ignore = life.objects_now();
  Areas areas;
  for (const observer::RecordedSubmit& submit : observer.recording().submits) {
    for (const observer::RecordedPass& pass : submit.passes) {
      ++areas[{pass.area.extent.width, pass.area.extent.height}];
    }
  }
  return areas;
}

/// E.4: the target of the shafts is what a frame with them has over one without.
void shaft_extent(Life& life, const char* preset, WorldSize expected,
                  std::optional<std::pair<WorldSize, WorldSize>> resize) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& pack = life.base("full");
  life.need(pack, preset);
  if (!life.ok()) {
    return;
  }
  const auto shafts = [&](const char* strength) {
    life.select(
        {.pack = pack.descriptor.id, .preset = preset, .overrides = {{"volumetric-strength", strength}}});
    Areas areas = areas_of_a_frame(life, *observer);
    life.expect_active(pack, "with the strength of the shafts chosen");
    return areas;
  };
  const auto expect = [&](WorldSize size, std::string_view when) {
    const Areas without = shafts("0");
    const Areas with = shafts("0.35");
    life.check(!with.empty(), "the layer records what a frame draws into");
    Areas more;
    for (const auto& [area, count] : with) {
      const auto had = without.find(area);
      const int extra = count - (had == without.end() ? 0 : had->second);
      if (extra != 0) {
        more[area] = extra;
      }
    }
    const Areas wanted{{{size.width, size.height}, 1}};
    std::string found;
    for (const auto& [area, count] : more) {
      found += fmt::format(" {} of {}x{}", count, area.first, area.second);
    }
    life.check(more == wanted,
               fmt::format("{} the shafts are drawn into {}x{}; a frame with them has over one without:{}",
                           when, size.width, size.height, found));
  };
  expect(expected, "at first");
  if (resize) {
    life.resize(resize->first);
    expect(resize->second, "after the resize");
  }
}

void resize_storm(Life& life) {
  const ProbePack& pack = life.base("custom");
  life.activate(pack, "default");
  const Picture expected = life.picture();
  const auto storm = [&](std::uint32_t frames) {
    for (std::uint32_t i = 0; i < frames && life.ok(); ++i) {
      life.resize({40 + i * 7 % 61, 36 + i * 5 % 29});
      if (i % 3 == 0) {
        life.frames(1);
      }
    }
    life.resize({});
    life.settle();
  };
  storm(6);
  const Objects before = life.objects();
  storm(120);
  life.expect_active(pack, "after the storm");
  life.expect_same(life.picture(), expected, "the picture after the storm");
  if (before.known()) {
    life.expect_no_growth(before, "after the storm");
  }
  life.expect_no_findings("after the storm");
}

/// A map that is not drawn any more must not be looked at.
void portal(Life& life, const char* base, const char* preset) {
  const ProbePack& pack = life.base(base);
  life.activate(pack, preset);
  const auto frame_under = [&](float heading, float pitch, std::uint32_t flags) {
    const rpcts_frame kept = life.facts();
    set_sun(life.facts(), heading, pitch);
    Picture picture = life.picture(flags);
    life.facts() = kept;
    return picture;
  };
  const Picture open = life.picture();
  std::ignore = frame_under(300, 20, 0);  // fills the map one way
  const Picture first = life.picture(RPCTS_FRAME_COVERED);
  const State covered = life.state();
  life.check(covered.shadow_gate == 2 || covered.shadow_gate == -1,
             fmt::format("the shadow gate of a covered frame is PortalOrLoginCover or not known: {}",
                         covered.shadow_gate));
  life.expect_active(pack, "while covered");
  std::ignore = frame_under(120, 70, 0);  // and another
  const Picture second = life.picture(RPCTS_FRAME_COVERED);
  life.expect_same(second, first, "the picture of a covered frame, whatever the map was");
  life.check(!(first == open), "the scene has shadows without the cover");
  life.frames(4, RPCTS_FRAME_COVERED);
  life.expect_same(life.picture(), open, "the picture after the cover has gone");
}

void reconnected(Life& life, const char* base, const char* preset) {
  const ProbePack& pack = life.base(base);
  const Objects retail = life.objects();
  life.activate(pack, preset);
  const Picture expected = life.picture();
  const std::uint64_t generation = life.state().generation;
  const Objects before = life.objects();
  if (life.observer() != nullptr && life.ok()) {
    life.observer()->stall_fences(std::chrono::milliseconds(60));
  }
  life.frames(2);  // of the session that ends
  life.event(RPCTS_EVENT_RECONNECT);
  if (life.observer() != nullptr && life.ok()) {
    life.observer()->stall_fences(std::chrono::milliseconds(0));
  }
  life.expect_no_findings("while frames of the session before were in flight");
  life.expect_active(pack, "after the reconnect");
  life.expect_same(life.picture(), expected, "the picture after the reconnect");
  life.equal(life.state().generation, generation, "generation after the reconnect");
  if (before.known()) {
    life.expect_nothing_left(before, "after the reconnect, the pack active");
    life.select_retail();
    life.event(RPCTS_EVENT_RECONNECT);
    life.settle();
    life.expect_nothing_left(retail, "after the session ended");
  }
}

void recreated(Life& life, const char* base, const char* preset) {
  const ProbePack& pack = life.base(base);
  life.activate(pack, preset);
  const Picture expected = life.picture();
  const Objects before = life.objects();
  life.frames(2);  // in flight
  life.event(RPCTS_EVENT_RECREATE_DEVICE);
  life.expect_no_findings("of the device that went");
  if (life.ok() && before.known()) {
    life.equal(set3_objects(life.objects_now()), 0U, "objects of set 3 on the new device, before a frame");
  }
  life.settle();
  life.wait();
  life.expect_active(pack, "on the new device");
  life.expect_same(life.picture(), expected, "the picture on the new device");
  if (before.known()) {
    life.expect_no_growth(before, "on the new device");
  }
}

void recreated_at_retail(Life& life) {
  const Objects before = life.objects();
  for (int i = 0; i < 3 && life.ok(); ++i) {
    life.frames(1);
    life.event(RPCTS_EVENT_RECREATE_DEVICE);
  }
  life.expect_retail_picture("on the new device");
  life.expect_retail("on the new device");
  if (before.known()) {
    life.expect_nothing_left(before, "on the new device");
    life.expect_no_growth(before, "on the new device");
  }
  life.expect_no_findings("of the devices that went");
}

/// `first`: another pack is active while the choice is being prepared.
void recreated_while_pending(Life& life, bool first) {
  const ProbePack& full = life.base("full");
  const ProbePack& tone = life.base("tone");
  life.need(full, "low");
  if (first) {
    life.activate(tone, "default");
  }
  life.select(full, "low");
  life.frames(1);
  life.event(RPCTS_EVENT_RECREATE_DEVICE);
  life.settle();
  life.wait();
  life.expect_active(full, "on the new device, after it was chosen on the old one");
  life.event(RPCTS_EVENT_RECREATE_DEVICE);
  life.select_retail();
  life.settle();
  life.event(RPCTS_EVENT_RECREATE_DEVICE);
  life.settle();
  life.expect_retail("on a third device, after retail was chosen on the second");
  life.activate(tone, "default");
  life.select(full, "low");
  life.event(RPCTS_EVENT_RECREATE_DEVICE);  // before any frame has taken the choice up
  life.settle();
  life.wait();
  life.expect_active(full, "after it was chosen at once before the device went");
}

void generation_of_a_device(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  life.activate(custom, "default");
  life.activate(tone, "default");
  life.check(life.state().generation >= 2, "two publications have been counted");
  life.event(RPCTS_EVENT_RECREATE_DEVICE);
  life.settle();
  life.wait();
  life.expect_active(tone, "on the new device");
  life.equal(life.state().generation, 1U, "generation of the first publication on the new device");
}

/// One round of what can happen.
void round_of(Life& life, std::string_view kind, const ProbePack& pack, const char* preset, int i) {
  const WorldSize size{i % 2 == 0 ? larger : WorldSize{}};
  if (kind == "activation") {
    life.select(pack, preset);
    life.settle();
    life.select_retail();
    life.settle();
  } else if (kind == "resize") {
    life.resize(size);
    life.frames(1);
  } else if (kind == "portal") {
    life.frames(1, RPCTS_FRAME_COVERED);
    life.frames(1);
  } else if (kind == "reconnect") {
    life.frames(1);
    life.event(RPCTS_EVENT_RECONNECT);
  } else {
    life.select(pack, preset);
    life.settle();
    life.resize(size);
    life.frames(1, RPCTS_FRAME_COVERED);
    life.event(RPCTS_EVENT_RECONNECT);
    life.frames(1);
    life.select_retail();
    life.settle();
  }
}

void cycles(Life& life, std::string_view kind, const char* base, const char* preset, int rounds) {
  constexpr int warm = 6;
  life.need_sight();
  const ProbePack& pack = life.base(base);
  life.need(pack, preset);
  const Objects first = life.objects();
  life.activate(pack, preset);
  const Picture expected = life.picture();
  for (int i = 0; i < warm && life.ok(); ++i) {
    round_of(life, kind, pack, preset, i + 1);
  }
  const Objects before = life.objects();
  for (int i = 0; i < rounds && life.ok(); ++i) {
    round_of(life, kind, pack, preset, i + 1);
  }
  life.expect_no_growth(before, fmt::format("after {} rounds", rounds));
  life.resize({});
  life.select_retail();
  life.settle();
  life.expect_nothing_left(first, "at retail again");
  life.expect_retail_picture("at retail again");
  life.activate(pack, preset);
  life.expect_same(life.picture(), expected, "the picture of the pack after all rounds");
  life.expect_no_findings("in all rounds");
}

}  // namespace

void add_event_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, std::string title, std::vector<std::string_view> rules, auto body,
                       LifeSetup setup = {}) {
    add_life_case(table, set, {"events." + id, std::move(title), std::move(rules), body, setup});
  };
  struct Base {
    const char* name;
    const char* preset;
  };
  for (const Base base : {Base{"tone", "default"}, Base{"custom", "default"}, Base{"shadow", "medium"},
                          Base{"full", "low"}, Base{"fused", "low"}}) {
    const std::string of = fmt::format("base={}", base.name);
    add("resized:" + of, "A resized pack draws what it would draw where it is selected at that size",
        {rule::resize}, [base](Life& life) { resized(life, base.name, base.preset); });
    add("reconnected:" + of, "A reconnect changes no picture and leaves nothing", {rule::reconnect},
        [base](Life& life) { reconnected(life, base.name, base.preset); });
    add("recreated:" + of, "On a new device the pack draws as before", {rule::recreation},
        [base](Life& life) { recreated(life, base.name, base.preset); });
  }
  for (const Base base : {Base{"shadow", "medium"}, Base{"full", "low"}, Base{"fused", "low"}}) {
    add(fmt::format("portal:base={}", base.name), "While covered no shadow is drawn and no map looked at",
        {rule::portal}, [base](Life& life) { portal(life, base.name, base.preset); });
  }
  constexpr LifeSetup recorded{.size = {800, 600}, .attention = observer::Attention::record};
  add(
      "shaft-extent:preset=low", "On Low the shafts are drawn into a quarter of 800 x 600",
      {published::graph_extents}, [](Life& life) { shaft_extent(life, "low", {200, 150}, std::nullopt); },
      recorded);
  add(
      "shaft-extent:preset=medium", "At 0.375 the shafts are drawn into 300 x 225, and follow a resize",
      {published::graph_extents},
      [](Life& life) {
        shaft_extent(life, "medium", {300, 225}, std::pair(WorldSize{1200, 900}, WorldSize{450, 338}));
      },
      recorded);
  add("resize-storm", "After many resizes the picture is the same and nothing has grown",
      {rule::resize, rule::long_cycles}, resize_storm);
  for (const bool first : {false, true}) {
    add(fmt::format("recreated-while-pending:active={}", first ? "tone" : "none"),
        "A choice outlives the device that it was made on", {rule::recreation},
        [first](Life& life) { recreated_while_pending(life, first); });
  }
  add("recreated-at-retail", "Devices that come and go leave nothing", {rule::recreation},
      recreated_at_retail);
  add("generation-of-a-device", "A new device counts publications from 1", {rule::publication},
      generation_of_a_device);
  for (const char* kind : {"activation", "resize", "portal", "reconnect", "all"}) {
    for (const Base base : {Base{"custom", "default"}, Base{"full", "low"}}) {
      for (const int rounds : {20, 200}) {
        add_life_case(
            table, set,
            {.id = fmt::format("events.cycles:of={};base={};rounds={}", kind, base.name, rounds),
             .title = "After many rounds everything is as before",
             .rules = {rule::long_cycles},
             .body = [kind, base, rounds](Life& life) { cycles(life, kind, base.name, base.preset, rounds); },
             .nightly = rounds > 20 || base.name == std::string_view("full")});
      }
    }
  }
}

}  // namespace rpcts::render_pack_v1
