// How a pack goes (F.5, F.6): by a failure while it draws, by its budget, by withdrawal, by the user; and
// that nothing of it goes before the device is done with it.

#include <chrono>
#include <filesystem>
#include <fmt/format.h>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Picture;
using implementation::State;

constexpr const char* preset = "default";  // of the bases tone and custom

/// The first call of `command` in a frame with the pack fails.
void fails_while_drawing(Life& life, const char* base, const char* of_base, const char* command,
                         VkResult result) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& pack = life.base(base);
  life.activate(pack, of_base);
  const Picture with_pack = life.picture();
  life.select_retail();
  life.settle();
  const Objects before = life.objects();
  life.activate(pack, of_base);
  life.frames(3);
  if (!life.ok()) {
    return;
  }
  observer->disturb({.nth = 1, .command = command, .result = result});
  auto drawn = life.host().render(life.facts());
  const observer::Disturbed disturbed = observer->calm();
  if (!disturbed.injected) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = fmt::format("a frame of the implementation does not call {}", command)});
    return;
  }
  if (!drawn) {
    life.stop(drawn.error());
    return;
  }
  const std::string when = fmt::format("after {} failed in a frame", command);
  life.expect_failed({names_of(pack)}, when);
  life.expect_retail_picture(fmt::format("of the frame {}", when));
  life.expect_nothing_left(before, when);
  life.expect_no_findings(when);
  // The next frames are the default path, and the pack can be chosen again.
  life.frames(3, RPCTS_FRAME_SETTLE);
  life.expect_failed({names_of(pack)}, "frames later");
  life.activate(pack, of_base);
  life.expect_same(life.picture(), with_pack, "the picture of the pack that was chosen again");
}

/// The frame in which it failed, not the next, shows the world of retail.
void failed_frame_shows_retail(Life& life, const char* command) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& pack = life.base("shadow");
  const Picture retail = life.picture(0);
  life.activate(pack, "medium");
  if (!life.ok()) {
    return;
  }
  observer->disturb({.nth = 1, .command = command});
  const Picture drawn = life.picture(0);
  if (!observer->calm().injected) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = fmt::format("a frame of the implementation does not call {}", command)});
    return;
  }
  life.expect_same(drawn, retail, "the very frame whose shadows could not be drawn");
  life.equal(life.state().pack, std::string(), "pack of that frame");
}

/// A runtime failure, then everything else that goes on: the first reason stays.
void original_reason_stays(Life& life) {
  const ProbePack& custom = life.variant("custom", "-gone");
  life.add(custom);
  life.activate(custom, preset);
  life.withdraw(custom.descriptor.id);
  life.frames(1);
  const std::string reason = life.state().reason;
  life.expect_failed({names_of(custom)}, "of a withdrawn pack");
  life.frames(6);
  life.equal(life.state().reason.substr(0, reason.size()), reason, "start of the reason, frames later");
  life.event(RPCTS_EVENT_RECONNECT);
  life.resize({80, 45});
  life.frames(6);
  life.resize({});
  life.expect_failed({names_of(custom)}, "after a reconnect and two resizes");
  life.equal(life.state().reason.substr(0, reason.size()), reason, "start of the reason after them");
}

/// RP-LIFE-031: what fits at one size does not at another.
void over_budget(Life& life) {
  constexpr WorldSize large{512, 512};
  constexpr std::int64_t budget = 64 * 64 * 12 + 32 * 32 * 8;
  const ProbePack& pack = life.variant("custom", "-tight", [](Descriptor& descriptor) {
    descriptor.quality_presets.front().max_resident_gpu_bytes = budget;
  });
  life.add(pack);
  life.activate(pack, preset);
  life.select_retail();
  life.settle();
  life.resize(large);
  life.remember_retail();
  const Objects before = life.objects();
  life.resize({});
  life.activate(pack, preset);
  life.resize(large);
  life.settle();
  life.expect_failed({names_of(pack), {fmt::format("{}", budget)}}, "beyond the budget");
  const std::string reason = life.state().reason;
  std::size_t numbers = 0;
  bool inside = false;
  for (const char c : reason) {
    const bool digit = c >= '0' && c <= '9';
    numbers += digit && !inside ? 1U : 0U;
    inside = digit;
  }
  life.check(numbers >= 2, fmt::format("the reason tells the bytes and the budget: '{}'", reason));
  life.expect_retail_picture("after the pack went beyond its budget");
  if (before.known()) {
    life.expect_nothing_left(before, "after the pack went beyond its budget");
  }
}

/// RP-LIFE-031, where the host tells what its packs keep: less is planned than the buffers take, so that only
/// the real bytes show that a resize goes beyond the budget.
void real_bytes(Life& life) {
  constexpr WorldSize tiny{4, 4};
  constexpr WorldSize small{8, 8};
  constexpr std::uint64_t planned = 8 * 8 * 12 + 4 * 4 * 8;  // C.15, at 8 x 8
  const auto told = [&life] {
    const Objects now = life.objects();
    if (life.ok() && !now.told) {
      life.stop({.kind = ErrorKind::unsupported, .message = "the host does not tell what its packs keep"});
    }
    return life.ok() ? now.told->pack_bytes : 0;
  };
  const auto bytes_at = [&](WorldSize size) {
    life.resize(size);
    life.settle();
    return told();
  };
  const ProbePack& loose = life.base("custom");
  life.activate(loose, preset);
  const std::uint64_t at_tiny = bytes_at(tiny);
  const std::uint64_t at_small = bytes_at(small);
  if (life.ok() && (at_tiny < planned || at_small <= at_tiny)) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = fmt::format("a pack that keeps {} bytes at 4 x 4 and {} at 8 x 8 is never beyond "
                                      "what is planned",
                                      at_tiny, at_small)});
  }
  const auto with_budget = [&](const char* suffix, std::uint64_t bytes) -> const ProbePack& {
    const ProbePack& pack = life.variant("custom", suffix, [&](Descriptor& descriptor) {
      descriptor.quality_presets.front().max_resident_gpu_bytes = static_cast<std::int64_t>(bytes);
    });
    life.add(pack);
    return pack;
  };
  const ProbePack& tight = with_budget("-tight", at_tiny);
  const ProbePack& enough = with_budget("-enough", at_small);
  life.select_retail();
  life.settle();
  life.resize(tiny);
  life.activate(tight, preset);
  life.resize(small);
  life.settle();
  life.expect_failed({names_of(tight), {fmt::format("{}", at_small)}, {fmt::format("{}", at_tiny)}},
                     "beyond the budget by its real bytes");
  life.resize(tiny);
  life.activate(enough, preset);
  life.resize(small);
  life.settle();
  life.expect_active(enough, "with exactly the budget that it needs");
}

/// Frames in flight still use what is retired: their fences look unsignalled for a while.
void behind_fences(Life& life, const char* base, const char* of_base, bool by_withdrawal) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& pack = by_withdrawal ? life.variant(base, "-fenced") : life.base(base);
  if (by_withdrawal) {
    life.add(pack);
  }
  const Objects before = life.objects();
  if (!life.ok()) {
    return;
  }
  constexpr int rounds = 3;
  for (int i = 0; i < rounds; ++i) {
    life.activate(pack, of_base);
    life.expect_no_findings("before the fences are stalled");
    observer->stall_fences(std::chrono::milliseconds(120));
    life.frames(2);  // in flight
    if (by_withdrawal) {
      life.withdraw(pack.descriptor.id);
    } else {
      life.select_retail();
    }
    life.frames(2);
    life.expect_no_findings("while frames of the pack were in flight");
    observer->stall_fences(std::chrono::milliseconds(0));
    if (by_withdrawal) {
      life.expect_failed({names_of(pack)}, "after the withdrawal");
      life.add(pack);
    } else {
      life.expect_retail("after retail was selected");
    }
  }
  life.expect_nothing_left(before, "after the fences");
  life.expect_no_findings("after the fences");
}

/// Frames in flight still draw into the targets that a resize replaces.
void resized_behind_fences(Life& life, const char* base, const char* of_base) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& pack = life.base(base);
  life.activate(pack, of_base);
  const Objects before = life.objects();
  if (!life.ok()) {
    return;
  }
  for (const WorldSize size : {WorldSize{96, 54}, WorldSize{48, 80}, WorldSize{}}) {
    life.expect_no_findings("before the fences are stalled");
    observer->stall_fences(std::chrono::milliseconds(120));
    life.frames(2);  // in flight
    life.resize(size);
    life.expect_no_findings("while frames with the old targets were in flight");
    life.frames(2);
    life.expect_no_findings("after frames with the new targets");
    observer->stall_fences(std::chrono::milliseconds(0));
    life.expect_active(pack, "after the resize");
  }
  life.expect_no_growth(before, "after the resizes");
  life.expect_no_findings("after the fences");
}

/// Without waiting for a picture, frame upon frame: packs follow one another faster than frames end.
void swaps_in_flight(Life& life) {
  life.need_sight();
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  life.activate(tone, preset);
  const Picture with_tone = life.picture();
  life.activate(custom, preset);
  const Picture with_custom = life.picture();
  life.select_retail();
  life.settle();
  const Objects before = life.objects();
  for (int i = 0; i < 10 && life.ok(); ++i) {
    life.select(tone, preset);
    life.settle();
    life.frames(1);
    life.select(custom, preset);
    life.settle();
  }
  life.expect_same(life.picture(), with_custom, "the picture after the swaps");
  life.select(tone, preset);
  life.expect_same(life.picture(), with_tone, "the picture after one more");
  life.select_retail();
  life.settle();
  life.expect_nothing_left(before, "after packs followed one another");
  life.expect_retail_picture("after packs followed one another");
  life.expect_no_findings("after packs followed one another");
}

void fallback_retires_all(Life& life, const char* base, const char* of_base) {
  life.need_sight();
  const ProbePack& pack = life.base(base);
  const Objects before = life.objects();
  life.activate(pack, of_base);
  const Objects during = life.objects();
  if (!life.ok()) {
    return;
  }
  life.check(!differences(before, during).empty(), "an active pack shows in the objects");
  life.select({.pack = "rpcts.nowhere", .preset = "x"});
  life.settle();
  life.expect_failed({{"rpcts.nowhere"}}, "after a selection that fails");
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 after the fallback");
  life.expect_nothing_left(before, "after the fallback");
  life.expect_retail_picture("after the fallback");
}

void withdrawn_while_active(Life& life) {
  const ProbePack& pack = life.variant("tone", "-withdrawn");
  const Objects before = life.objects();
  life.add(pack);
  life.activate(pack, preset);
  const std::uint64_t generation = life.state().generation;
  life.withdraw(pack.descriptor.id);
  life.equal(life.state().pack, pack.descriptor.id, "pack of the last frame, before the boundary");
  life.frames(1);
  life.expect_failed({names_of(pack)}, "at the boundary after the withdrawal");
  life.equal(life.state().generation, generation, "generation: nothing was published");
  life.expect_retail_picture("after the withdrawal");
  if (before.known()) {
    life.expect_nothing_left(before, "after the withdrawal");
  }
}

void withdrawn_while_preparing(Life& life) {
  const ProbePack& pack = life.variant("tone", "-withdrawn");
  const Objects before = life.objects();
  life.add(pack);
  life.need(pack, preset);
  const std::uint64_t generation = life.state().generation;
  life.select(pack, preset);
  life.frames(1);
  life.withdraw(pack.descriptor.id);
  life.frames(1);
  life.wait();
  life.expect_failed({names_of(pack)}, "after the withdrawal while it was being prepared");
  life.equal(life.state().generation, generation, "generation: nothing was published");
  if (before.known()) {
    life.expect_nothing_left(before, "of what was being prepared");
  }
}

void replaced_while_active(Life& life) {
  const ProbePack& first = life.variant("tone", "-replaced");
  const ProbePack& second = life.variant("custom", "", [&](Descriptor& descriptor) {
    descriptor.id = first.descriptor.id;
    descriptor.pack_version = "1.1.0";
  });
  life.add(first);
  life.activate(first, preset);
  life.withdraw(first.descriptor.id);
  life.add(second);
  life.frames(3, RPCTS_FRAME_SETTLE);
  life.expect_failed({names_of(first)}, "after another version took its place");
  life.expect_retail_picture("after another version took its place: an update needs another selection");
  life.select({.pack = second.descriptor.id, .preset = preset, .version = "1.1.0"});
  life.settle();
  life.expect_active(second, "after the other version was selected");
}

void unloaded(Life& life, const char* base, const char* of_base) {
  const ProbePack& pack = life.variant(base, "-unloaded");
  const Objects before = life.objects();
  life.add(pack);
  life.activate(pack, of_base);
  life.frames(2);
  life.withdraw(pack.descriptor.id);
  if (life.ok()) {
    std::error_code failure;
    std::filesystem::remove_all(pack.folder, failure);
    life.must(failure ? error(ErrorKind::failed, failure.message()) : Result<void>());
  }
  life.frames(5);
  life.expect_failed({names_of(pack)}, "after it was unloaded");
  life.expect_retail_picture("after it was unloaded");
  if (before.known()) {
    life.equal(set3_objects(life.objects()), 0U, "objects of set 3 after it was unloaded");
    life.expect_nothing_left(before, "after it was unloaded");
  }
  life.expect_no_findings("after it was unloaded");
}

void layout_lifetime(Life& life) {
  life.need_sight();
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  const ProbePack& noop = life.base("noop");
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 before the first pack");
  life.activate(noop, preset);
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 with a pack that has no pipeline");
  life.activate(tone, preset);
  life.check(set3_objects(life.objects()) > 0, "set 3 comes with the first pipeline");
  life.activate(custom, preset);
  life.check(set3_objects(life.objects()) > 0, "set 3 is there with the second pack");
  life.select_retail();
  life.settle();
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 after the last pack");
}

}  // namespace

void add_retirement_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, std::string title, std::vector<std::string_view> rules, auto body,
                       LifeSetup setup = {}) {
    add_life_case(table, set, {"retirement." + id, std::move(title), std::move(rules), body, setup});
  };
  // What a frame in flight uses stands in its command buffers.
  constexpr LifeSetup recorded{.attention = observer::Attention::record};
  for (const char* command : {"vkResetCommandPool", "vkResetCommandBuffer", "vkBeginCommandBuffer",
                              "vkEndCommandBuffer", "vkQueueSubmit", "vkQueueSubmit2"}) {
    add(fmt::format("fails-while-drawing:command={}", command),
        "A call that fails in a frame retires the pack, and nothing else", {rule::runtime_failure},
        [command](Life& life) {
          fails_while_drawing(life, "custom", preset, command, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        });
    add(fmt::format("failed-frame-shows-retail:command={}", command),
        "The frame whose shadows fail shows the world of retail", {rule::runtime_failure},
        [command](Life& life) { failed_frame_shows_retail(life, command); });
  }
  for (const auto& [name, result] : {std::pair("host-memory", VK_ERROR_OUT_OF_HOST_MEMORY),
                                     std::pair("other", VK_ERROR_INITIALIZATION_FAILED)}) {
    add(fmt::format("fails-while-drawing:base=full;error={}", name),
        "A frame of the full graph that cannot be recorded retires the pack", {rule::runtime_failure},
        [result = result](Life& life) {
          fails_while_drawing(life, "full", "low", "vkBeginCommandBuffer", result);
        });
  }
  add("original-reason-stays", "What happens after a failure does not hide its reason",
      {rule::original_reason}, original_reason_stays);
  add("over-budget", "A pack beyond its budget is retired with the numbers", {rule::over_budget},
      over_budget);
  add("real-bytes", "Real bytes beyond the budget retire a pack whose planned bytes are within it",
      {rule::over_budget}, real_bytes);
  for (const auto& [base, of_base] : {std::pair("custom", preset), std::pair("full", "low")}) {
    for (const bool withdrawal : {false, true}) {
      add(
          fmt::format("behind-fences:base={};by={}", base, withdrawal ? "withdrawal" : "choice"),
          "Nothing of a pack is released while a frame with it is in flight", {rule::behind_fences},
          [base = base, of_base = of_base, withdrawal](Life& life) {
            behind_fences(life, base, of_base, withdrawal);
          },
          recorded);
    }
    add(
        fmt::format("resized-behind-fences:base={}", base),
        "Targets that a resize replaces stay while a frame with them is in flight",
        {rule::behind_fences, rule::resize},
        [base = base, of_base = of_base](Life& life) { resized_behind_fences(life, base, of_base); },
        recorded);
    add(fmt::format("unloaded:base={}", base),
        "An unloaded pack leaves nothing, not even a need for its files", {rule::unload},
        [base = base, of_base = of_base](Life& life) { unloaded(life, base, of_base); });
  }
  for (const auto& [base, of_base] :
       {std::pair("tone", preset), std::pair("custom", preset), std::pair("shadow", "medium"),
        std::pair("full", "low"), std::pair("fused", "low"), std::pair("mv", "low")}) {
    add(fmt::format("fallback-retires-all:base={}", base), "A fallback leaves no object of the pack",
        {rule::fallback_retires_all},
        [base = base, of_base = of_base](Life& life) { fallback_retires_all(life, base, of_base); });
  }
  add("swaps-in-flight", "Packs that follow one another faster than frames end leave nothing",
      {rule::behind_fences, rule::no_partial_candidate}, swaps_in_flight);
  add("withdrawn-while-active", "A withdrawn pack fails to retail at the next boundary",
      {rule::withdrawn_while_selected, rule::withdrawal}, withdrawn_while_active);
  add("withdrawn-while-preparing", "A pack withdrawn while it is prepared is never published",
      {rule::withdrawn_while_selected}, withdrawn_while_preparing);
  add("replaced-while-active", "Another version needs another selection", {rule::withdrawn_while_selected},
      replaced_while_active);
  add("layout-lifetime", "Set 3 comes with the first pack pipeline and goes with the last",
      {rule::layout_lifetime}, layout_lifetime);
}

}  // namespace rpcts::render_pack_v1
