// A candidate that fails leaves nothing (F.3): whichever step it is, the whole pack goes to retail, the
// reason names the thing, and every object is as before.

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Picture;
using implementation::State;

enum class Spoilt : std::uint8_t { missing, cut, foreign };

constexpr std::array<std::pair<Spoilt, const char*>, 3> ways{{
    {Spoilt::missing, "missing"},
    {Spoilt::cut, "cut"},
    {Spoilt::foreign, "foreign"},
}};

/// A module of the other stage, which is valid SPIR-V and never right.
std::string of_other_stage(const Descriptor& descriptor, const std::string& key) {
  const bool vertex =
      std::ranges::any_of(descriptor.passes,
                          [&](const Pass& pass) { return pass.vertex_shader_asset == key; }) ||
      std::ranges::any_of(descriptor.pipeline_variants,
                          [&](const PipelineVariant& variant) { return variant.vertex_shader_asset == key; });
  const Pass& pass = descriptor.passes.front();
  return vertex ? pass.fragment_shader_asset : pass.vertex_shader_asset;
}

Result<void> spoil(const ProbePack& pack, const ProbePack& whole, const std::string& key, Spoilt way) {
  switch (way) {
    case Spoilt::missing:
      return remove_asset(pack, key);
    case Spoilt::cut:
      return cut_asset(pack, key, 30);
    case Spoilt::foreign:
      return put_asset(pack, key, whole, of_other_stage(whole.descriptor, key));
  }
  return {};
}

/// What a reason may call an asset by: its key, or what is drawn with it.
std::vector<std::string> names_of_asset(const Descriptor& descriptor, const std::string& key) {
  std::vector<std::string> names{key};
  for (const Pass& pass : descriptor.passes) {
    if (pass.vertex_shader_asset == key || pass.fragment_shader_asset == key) {
      names.push_back(pass.id);
    }
  }
  for (const PipelineVariant& variant : descriptor.pipeline_variants) {
    if (variant.vertex_shader_asset == key || variant.fragment_shader_asset == key) {
      names.push_back(variant.id);
    }
  }
  return names;
}

std::string preset_of(const Descriptor& descriptor) {
  return descriptor.quality_presets.front().id;
}

/// Each asset in turn is spoilt between the registration and the selection.
void each_asset(Life& life, const std::string& base, Spoilt way) {
  const ProbePack& whole = life.base(base);
  const std::string preset = life.ok() ? preset_of(whole.descriptor) : "";
  life.activate(whole, preset);
  const Picture expected = life.picture();
  life.select_retail();
  life.settle();
  const ProbePack& pack = life.variant(base, "-spoilt");
  life.add(pack);
  const Objects before = life.objects();
  std::optional<Objects> after_first;
  for (const std::string& key : asset_keys(whole.descriptor)) {
    if (!life.ok()) {
      return;
    }
    const std::string when = fmt::format("with {} {}", key, ways[static_cast<std::size_t>(way)].second);
    const std::uint64_t generation = life.state().generation;
    life.must(spoil(pack, whole, key, way));
    life.select(pack, preset);
    life.settle();
    life.expect_failed({names_of(pack), names_of_asset(whole.descriptor, key)}, when);
    life.equal(life.state().generation, generation, "generation: nothing was published");
    life.expect_retail_picture(when);
    if (before.known()) {
      life.expect_nothing_left(before, when);
      if (after_first) {
        life.expect_no_growth(*after_first, when);
      } else {
        after_first = life.objects_now();
      }
    }
    life.must(put_asset(pack, key, whole, key));
  }
  life.activate(pack, preset);
  life.expect_same(life.picture(), expected, "the picture of the mended pack");
}

/// The last asset is wrong, and nothing has been made of those before it.
void assets_first(Life& life, const char* command) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& whole = life.base("full");
  life.activate(whole, "low");  // what the host makes once for all packs
  life.select_retail();
  life.settle();
  const ProbePack& pack = life.variant("full", "-spoilt");
  life.add(pack);
  if (!life.ok()) {
    return;
  }
  const std::string& last = pack.descriptor.pipeline_variants.back().fragment_shader_asset;
  life.must(put_asset(pack, last, whole, of_other_stage(whole.descriptor, last)));
  life.frames(8);
  const auto calls_of_selection = [&] {
    observer->disturb({.nth = 0, .command = command});
    life.select(pack, "low");
    life.settle();
    return observer->calm().counted;
  };
  life.equal(calls_of_selection(), 0U, fmt::format("calls of {} before the last asset is judged", command));
  life.expect_failed({names_of(pack)}, "of the last asset");
  // The same call is seen where the pack is whole: the count can be another than zero.
  life.must(put_asset(pack, last, whole, last));
  const std::uint64_t of_whole = calls_of_selection();
  life.expect_active(pack, "with the last asset mended");
  if (of_whole == 0) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = fmt::format("the implementation does not call {} for a pack", command)});
  }
}

/// A is active, B fails: neither is drawn any more.
void previous_pack(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& whole = life.base("custom");
  const ProbePack& spoilt = life.variant("custom", "-spoilt");
  life.need(whole, "default");
  const Objects before = life.objects();
  life.activate(tone, "default");
  const Picture with_tone = life.picture();
  if (!life.ok()) {
    return;
  }
  const std::string key = spoilt.descriptor.passes.back().fragment_shader_asset;
  life.must(remove_asset(spoilt, key));
  life.add(spoilt);
  const std::uint64_t generation = life.state().generation;
  life.select(spoilt, "default");
  life.wait();
  life.expect_failed({names_of(spoilt), names_of_asset(spoilt.descriptor, key)},
                     "with another pack active before");
  life.equal(life.state().generation, generation, "generation: nothing was published");
  life.expect_retail_picture("after the failure, not that of the pack before");
  life.frames(5, RPCTS_FRAME_SETTLE);
  life.expect_failed({}, "frames later: the pack before does not come back by itself");
  if (before.known()) {
    life.expect_nothing_left(before, "of either pack");
  }
  // The selection has become retail: the pack before has to be selected again.
  life.select(tone, "default");
  life.settle();
  life.expect_active(tone, "after it was selected again");
  life.expect_same(life.picture(), with_tone, "the picture of the pack before");
}

void wrong_user_value(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& full = life.base("full");
  life.need(full, "low");
  const Objects before = life.objects();
  life.activate(tone, "default");
  life.select({.pack = full.descriptor.id, .preset = "low", .overrides = {{"exposure", "very bright"}}});
  life.settle();
  life.expect_failed({names_of(full), {"exposure"}}, "of a user's value");
  life.expect_retail_picture("after a user's value was refused");
  if (before.known()) {
    life.expect_nothing_left(before, "after a user's value was refused");
  }
}

/// C.15: one byte less than what it would keep.
void retained_bytes(Life& life) {
  constexpr WorldSize size{};
  constexpr std::int64_t pixels = std::int64_t{size.width} * size.height;
  constexpr std::int64_t planned = pixels * 12 + pixels / 4 * 8;  // the world, and one half-size HDR target
  const auto with_budget = [&](const char* suffix, std::int64_t bytes) -> const ProbePack& {
    const ProbePack& pack = life.variant("custom", suffix, [&](Descriptor& descriptor) {
      descriptor.quality_presets.front().max_resident_gpu_bytes = bytes;
    });
    life.add(pack);
    return pack;
  };
  const ProbePack& enough = with_budget("-enough", planned);
  const ProbePack& short_by_one = with_budget("-short", planned - 1);
  life.activate(enough, "default");
  life.select_retail();
  life.settle();
  const Objects before = life.objects();
  life.select(short_by_one, "default");
  life.settle();
  life.expect_failed({names_of(short_by_one), {fmt::format("{}", planned)}, {fmt::format("{}", planned - 1)}},
                     "of a budget that is one byte short");
  life.expect_retail_picture("after the budget was found short");
  if (before.known()) {
    life.expect_nothing_left(before, "after the budget was found short");
  }
}

struct Fatal {
  const char* name;
  const char* command;
  VkResult result;
};

/// RP-LIFE-021: a call of the preparation fails in a way that says nothing about the pack.
void fatal_while_preparing(Life& life, const Fatal& fatal, bool beside_another) {
  observer::Observer* const observer = life.need_observer();
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  life.activate(custom, "default");
  const Picture with_custom = life.picture();
  life.select_retail();
  life.settle();
  if (beside_another) {
    life.activate(tone, "default");
  }
  const Objects before = life.objects();
  const std::uint64_t generation = life.state().generation;
  if (!life.ok()) {
    return;
  }
  observer->disturb({.nth = 1, .command = fatal.command, .result = fatal.result});
  life.select(custom, "default");
  const Result<void> frame = life.try_frame();
  const observer::Disturbed disturbed = observer->calm();
  if (!disturbed.injected || disturbed.result != fatal.result) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = fmt::format("the implementation does not call {} for a pack", fatal.command)});
    return;
  }
  life.check(!frame.has_value(), "the call in which it happened fails");
  life.check(
      frame.has_value() || (frame.error().kind == ErrorKind::failed &&
                            !implementation::breaks_header(frame.error()) && !frame.error().message.empty()),
      "it answers RPCTS_FAILED with a reason");
  const bool lost = fatal.result == VK_ERROR_DEVICE_LOST;
  if (lost) {
    life.event(RPCTS_EVENT_RECREATE_DEVICE);
  }
  life.frames(3, RPCTS_FRAME_SETTLE);
  const State state = life.state();
  life.check(state.state != RPCTS_STATE_FAILED_TO_RETAIL, "it is no failure of the pack");
  life.check(state.pack != custom.descriptor.id,
             "the candidate is never published, and not tried again by itself");
  if (beside_another) {
    life.expect_active(tone, "after it failed beside an active pack");
  } else {
    life.expect_retail("after it failed");
    life.expect_retail_picture("after it failed");
  }
  if (!lost) {
    life.equal(state.generation, generation, "generation: nothing was published");
    life.expect_nothing_left(before, "of the candidate");
  }
  life.select(custom, "default", false);
  life.settle();
  life.expect_active(custom, "selected again, not explicitly: no failure is remembered");
  life.expect_same(life.picture(), with_custom, "the picture of the pack");
  life.expect_no_findings("all the while");
}

}  // namespace

void add_atomic_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, std::string title, std::vector<std::string_view> rules, auto body) {
    add_life_case(table, set, {"atomic." + id, std::move(title), std::move(rules), body});
  };
  for (const char* base : {"tone", "custom", "shadow", "full"}) {
    for (const auto& [way, name] : ways) {
      add(fmt::format("each-asset:base={};spoilt={}", base, name),
          "Each asset in turn fails the candidate, with a reason, and leaves nothing",
          {rule::no_partial_candidate, rule::failure_to_retail},
          [base, way = way](Life& life) { each_asset(life, base, way); });
    }
  }
  for (const char* command : {"vkCreateShaderModule", "vkCreateGraphicsPipelines"}) {
    add(fmt::format("assets-first:command={}", command),
        "All assets are judged before anything is made of one", {rule::assets_first},
        [command](Life& life) { assets_first(life, command); });
  }
  add("previous-pack", "A pack that fails takes the pack before with it", {rule::failure_to_retail},
      previous_pack);
  add("wrong-user-value", "A refused user value retires everything to retail", {rule::failure_to_retail},
      wrong_user_value);
  add("retained-bytes", "A budget that is one byte short is refused with both numbers",
      {rule::retained_bytes}, retained_bytes);
  // What a preparation submits comes before the frame that settles it.
  for (const Fatal fatal :
       {Fatal{"host-memory", "vkCreateGraphicsPipelines", VK_ERROR_OUT_OF_HOST_MEMORY},
        Fatal{"device-memory", "vkCreateGraphicsPipelines", VK_ERROR_OUT_OF_DEVICE_MEMORY},
        Fatal{"image-memory", "vkAllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY},
        Fatal{"lost", "vkQueueSubmit2", VK_ERROR_DEVICE_LOST},
        Fatal{"lost-first", "vkQueueSubmit", VK_ERROR_DEVICE_LOST}}) {
    for (const bool beside : {false, true}) {
      add(fmt::format("fatal:error={};beside={}", fatal.name, beside ? "pack" : "retail"),
          "Missing memory and a lost device fail the call and not the pack", {rule::fatal_errors},
          [fatal, beside](Life& life) { fatal_while_preparing(life, fatal, beside); });
    }
  }
}

}  // namespace rpcts::render_pack_v1
