// Selection and publication (F.2, F.3): a request is a wish, planning is ordered, what is prepared is
// published whole at a boundary or not at all, and a failure is remembered.

#include <fmt/format.h>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Picture;
using implementation::Selection;
using implementation::SettingValue;
using implementation::State;

constexpr const char* preset = "default";  // of the bases tone and custom

void request_is_a_wish(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  life.need(custom, preset);
  life.activate(tone, preset);
  const Picture with_tone = life.picture();
  const std::uint64_t generation = life.state().generation;
  const Objects before = life.objects();
  life.select(custom, preset);
  const State wished = life.state();
  life.equal(wished.state, RPCTS_STATE_CANDIDATE_PENDING, "state after a request");
  life.equal(wished.pack, tone.descriptor.id, "pack that is still drawn");
  life.equal(wished.generation, generation, "generation after a request");
  const Objects now = life.objects_now();
  if (before.known()) {
    life.check(differences(before, now).empty(), "a request makes and releases nothing");
  }
  // Until it is published, what was active is drawn.
  for (int i = 0; i < Life::patience_frames && life.ok(); ++i) {
    const Picture drawn = life.picture(0);
    const State state = life.state();
    if (!life.ok() || state.pack != tone.descriptor.id) {
      break;
    }
    life.expect_same(drawn, with_tone, "the picture of the pack before, while the next is pending");
  }
  life.wait();
  life.expect_active(custom, "after the request has taken effect");
}

void current_selection_again(Life& life) {
  const ProbePack& tone = life.base("tone");
  life.activate(tone, preset);
  const std::uint64_t generation = life.state().generation;
  const Objects before = life.objects();
  life.select(tone, preset);
  life.expect_active(tone, "right after the current selection was requested again");
  life.frames(3, RPCTS_FRAME_SETTLE);
  life.expect_active(tone, "frames later");
  life.equal(life.state().generation, generation, "generation after the current selection again");
  if (before.known()) {
    life.expect_nothing_left(before, "after the current selection again");
  }
}

void retail_takes_a_boundary(Life& life) {
  const ProbePack& tone = life.base("tone");
  life.activate(tone, preset);
  life.select_retail();
  life.equal(life.state().pack, tone.descriptor.id, "pack of the last frame, before the boundary");
  life.settle();
  life.expect_retail("after the boundary");
  life.expect_retail_picture("after retail was selected");
}

void spellings_of_retail(Life& life) {
  const ProbePack& tone = life.base("tone");
  const std::initializer_list<Selection> spellings{{.pack = "retail", .preset = "off"},
                                                   {.pack = " ", .preset = "x"},
                                                   {.pack = tone.descriptor.id, .preset = " "}};
  for (const Selection& one : spellings) {
    life.activate(tone, preset);
    life.select(one);
    life.settle();
    life.expect_retail(fmt::format("after pack '{}', preset '{}'", one.pack, one.preset));
  }
}

struct Fault {
  const char* name;
  Selection selection;
  std::vector<std::string> named;  ///< any of these in the reason: the fault that is found first
};

/// Each selection has the fault it is named for and all later ones.
void planning_order(Life& life) {
  const ProbePack& pack = life.base("full");
  const ProbePack& refused =
      life.variant("full", "-refused", [](Descriptor& descriptor) { descriptor.pack_api_version = 2; });
  life.add(refused);
  life.need(pack, "low");
  const std::vector<SettingValue> wrong{{"no-such-setting", "1"}};
  const std::string& id = pack.descriptor.id;
  const std::vector<Fault> faults{
      {"not installed",
       {.pack = "rpcts.nowhere", .preset = "no-such-preset", .version = "9.8.7", .overrides = wrong},
       {"rpcts.nowhere"}},
      {"incompatible",
       {.pack = refused.descriptor.id, .preset = "no-such-preset", .version = "9.8.7", .overrides = wrong},
       {"api"}},
      {"version",
       {.pack = id, .preset = "no-such-preset", .version = "9.8.7", .overrides = wrong},
       {"9.8.7"}},
      {"preset",
       {.pack = id, .preset = "no-such-preset", .version = pack.descriptor.pack_version, .overrides = wrong},
       {"no-such-preset"}},
      {"user value", {.pack = id, .preset = "low", .version = {}, .overrides = wrong}, {"no-such-setting"}},
  };
  const Objects before = life.objects();
  for (const Fault& fault : faults) {
    life.select(fault.selection);
    life.settle();
    life.expect_failed({fault.named}, fmt::format("of the fault '{}'", fault.name));
    life.expect_retail_picture(fmt::format("after the fault '{}'", fault.name));
  }
  if (before.known()) {
    life.expect_nothing_left(before, "after selections that could not be planned");
  }
  life.activate(pack, "low");
}

/// A preset that is there and not available on this host, with wrong user values: the preset comes first.
void unavailable_preset(Life& life) {
  const ProbePack& pack = life.base("mv");
  life.need(pack, "medium");
  life.select({.pack = pack.descriptor.id, .preset = "low", .overrides = {{"no-such-setting", "1"}}});
  life.settle();
  life.expect_failed({{"low", "multiview"}}, "after an unavailable preset was selected");
  life.check(life.state().reason.find("no-such-setting") == std::string::npos,
             "the preset is looked at before the user's values");
  life.expect_retail_picture("after an unavailable preset was selected");
  life.activate(pack, "medium");
}

void publications_count(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  std::uint64_t generation = life.state().generation;
  life.activate(tone, preset);
  const Picture with_tone = life.picture();
  life.equal(life.state().generation, generation + 1, "generation after the first publication");
  life.activate(custom, preset);
  const Picture with_custom = life.picture();
  life.equal(life.state().generation, generation + 2, "generation after the second publication");
  life.check(!(with_tone == with_custom), "the two packs draw different pictures");
  life.activate(tone, preset);
  life.equal(life.state().generation, generation + 3, "generation after the third publication");
  life.expect_same(life.picture(), with_tone, "the picture of the first pack again");
  generation = life.state().generation;
  life.frames(5);
  life.equal(life.state().generation, generation, "generation after frames without a request");
  life.select({.pack = tone.descriptor.id, .preset = "no-such-preset"});
  life.settle();
  life.expect_failed({{"no-such-preset"}}, "of an unknown preset");
  life.equal(life.state().generation, generation, "generation after a failure: nothing was published");
  life.select_retail();
  life.settle();
  life.equal(life.state().generation, generation, "generation after retail was selected");
}

/// Every picture on the way from one pack to another is wholly that of one of them.
void publication_is_one_swap(Life& life) {
  const ProbePack& from = life.base("shadow");
  const ProbePack& to = life.base("full");
  life.activate(to, "low");
  const Picture after = life.picture();
  life.activate(from, "medium");
  const Picture before = life.picture();
  life.select(to, "low");
  bool published = false;
  for (int i = 0; i < Life::patience_frames && life.ok() && !published; ++i) {
    const Picture drawn = life.picture(0);
    const State state = life.state();
    published = state.pack == to.descriptor.id;
    life.expect_same(drawn, published ? after : before,
                     published ? "the first picture of the next pack" : "a picture before the publication");
  }
  life.check(published, "the next pack is published without RPCTS_FRAME_SETTLE");
}

void later_request_wins(Life& life) {
  const ProbePack& tone = life.base("tone");
  const ProbePack& custom = life.base("custom");
  life.need(tone, preset);
  life.need(custom, preset);
  const Objects before = life.objects();
  const std::uint64_t generation = life.state().generation;
  life.select(tone, preset);
  life.frames(1);
  life.select(custom, preset);
  for (int i = 0; i < Life::patience_frames && life.ok(); ++i) {
    life.frames(1);
    const State state = life.state();
    life.check(state.pack != tone.descriptor.id, "the request that was overtaken is never drawn");
    if (state.state != RPCTS_STATE_CANDIDATE_PENDING) {
      break;
    }
  }
  life.wait();
  life.expect_active(custom, "after the later request");
  life.equal(life.state().generation, generation + 1, "generation: one publication");
  life.select_retail();
  life.settle();
  if (before.known()) {
    life.expect_nothing_left(before, "of the request that was overtaken");
  }
}

void retail_while_preparing(Life& life) {
  const ProbePack& tone = life.base("tone");
  life.need(tone, preset);
  const Objects before = life.objects();
  const std::uint64_t generation = life.state().generation;
  life.select(tone, preset);
  life.frames(1);
  life.select_retail();
  life.frames(1);
  life.wait();
  life.expect_retail("after retail was selected while a pack was being prepared");
  life.frames(5, RPCTS_FRAME_SETTLE);
  life.expect_retail("frames later");
  life.equal(life.state().generation, generation, "generation: nothing was published");
  life.expect_retail_picture("after nothing was published");
  if (before.known()) {
    life.expect_nothing_left(before, "of what was being prepared");
  }
}

void extent_change_while_preparing(Life& life) {
  constexpr WorldSize larger{96, 54};
  const ProbePack& custom = life.base("custom");
  // What it looks like when it is selected at that size.
  life.resize(larger);
  life.activate(custom, preset);
  const Picture expected = life.picture();
  life.select_retail();
  life.settle();
  life.resize({});
  life.settle();
  const std::uint64_t generation = life.state().generation;
  life.select(custom, preset);
  life.frames(1);
  life.resize(larger);
  life.wait();
  life.expect_active(custom, "after the extent changed while it was being prepared");
  life.expect_same(life.picture(), expected, "the picture at the new extent");
  life.equal(life.state().generation, generation + 1, "generation: one publication");
}

/// A selection of a spoilt pack, then of the mended one.
void failure_is_remembered(Life& life) {
  const ProbePack& whole = life.base("tone");
  const ProbePack& pack = life.variant("tone", "-spoilt");
  if (!life.ok()) {
    return;
  }
  const std::string key = pack.descriptor.passes.front().fragment_shader_asset;
  life.must(cut_asset(pack, key, 20));
  life.add(pack);
  life.need(pack, preset);
  life.select(pack, preset);
  life.settle();
  life.expect_failed({names_of(pack)}, "of a spoilt asset");
  life.must(put_asset(pack, key, whole, key));
  life.frames(3, RPCTS_FRAME_SETTLE);
  life.expect_failed({}, "frames later, the asset mended: nothing is tried again by itself");
  life.select(pack, preset, false);
  life.settle();
  life.expect_failed({names_of(pack)}, "after the same selection, not chosen by the user");
  life.select(pack, preset, true);
  life.settle();
  life.expect_active(pack, "after the user chose it");
}

void another_registration_is_tried(Life& life) {
  const ProbePack& whole = life.base("tone");
  const ProbePack& pack = life.variant("tone", "-spoilt");
  if (!life.ok()) {
    return;
  }
  const std::string key = pack.descriptor.passes.front().fragment_shader_asset;
  life.must(cut_asset(pack, key, 20));
  life.add(pack);
  life.need(pack, preset);
  life.select(pack, preset);
  life.settle();
  life.expect_failed({names_of(pack)}, "of a spoilt asset");
  life.must(put_asset(pack, key, whole, key));
  life.withdraw(pack.descriptor.id);
  life.frames(1);
  life.add(pack);
  life.select(pack, preset, false);
  life.settle();
  life.expect_active(pack, "with another registration");
}

void installed_version(Life& life) {
  const ProbePack& pack =
      life.variant("tone", "-updated", [](Descriptor& descriptor) { descriptor.pack_version = "1.1.0"; });
  life.add(pack);
  life.need(pack, preset);
  life.select({.pack = pack.descriptor.id, .preset = preset, .version = "1.0.0"});
  life.settle();
  life.expect_failed({{"1.0.0"}, {"1.1.0"}}, "of a version that is not installed");
  life.select({.pack = pack.descriptor.id, .preset = preset, .version = "1.1.0"});
  life.settle();
  life.expect_active(pack, "of the version that is installed");
  life.select_retail();
  life.settle();
  life.select(pack, preset);
  life.settle();
  life.expect_active(pack, "without a version");
}

/// pack.json is another one when the pack is selected: what was registered becomes active, or nothing does.
void planned_candidate(Life& life) {
  const ProbePack& custom = life.base("custom");
  life.activate(custom, preset);
  const Picture registered = life.picture();
  life.select_retail();
  life.settle();
  const ProbePack& pack = life.variant("custom", "-rewritten");
  const ProbePack& other = life.variant("tone", "-other", [&](Descriptor& descriptor) {
    descriptor.id = pack.descriptor.id;
    descriptor.pack_version = "2.0.0";
  });
  life.add(pack);
  life.need(pack, preset);
  if (!life.ok()) {
    return;
  }
  for (const std::string& key : asset_keys(other.descriptor)) {
    life.must(put_asset(pack, key, other, key));
  }
  life.must(put_asset(pack, "pack.json", other, "pack.json"));
  life.select(pack, preset);
  life.settle();
  const State state = life.state();
  if (life.ok() && state.state == RPCTS_STATE_ACTIVE) {
    life.expect_same(life.picture(), registered, "the picture of the descriptor that was registered");
  } else {
    life.expect_failed({names_of(pack)}, "of a descriptor that is not the registered one any more");
  }
}

void presets_of_a_pack(Life& life) {
  const ProbePack& pack = life.base("full");
  for (const QualityPreset& one : pack.descriptor.quality_presets) {
    if (!life.ok() || one.semantic == RenderQualitySemantic::Automatic) {
      continue;
    }
    life.activate(pack, one.id);
    life.equal(life.state().preset, one.id, "preset that is active");
  }
}

}  // namespace

void add_activation_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, std::string title, std::vector<std::string_view> rules, auto body,
                       LifeSetup setup = {}) {
    add_life_case(table, set, {"activation." + id, std::move(title), std::move(rules), body, setup});
  };
  add("request-is-a-wish", "A request sets CandidatePending and nothing else", {rule::request_is_a_wish},
      request_is_a_wish);
  add("current-selection-again", "The current selection again is nothing", {rule::boundary},
      current_selection_again);
  add("retail-takes-a-boundary", "Retail is published at a boundary",
      {rule::boundary, rule::retail_selection}, retail_takes_a_boundary);
  add("spellings-of-retail", "A blank pack, a blank preset and the pack 'retail' are retail",
      {rule::retail_selection}, spellings_of_retail);
  add("planning-order", "Of several faults the first in order is the reason", {rule::planning_order},
      planning_order);
  add("unavailable-preset", "An unavailable preset fails before the user's values are looked at",
      {rule::planning_order}, unavailable_preset,
      {.withheld_capabilities =
           1U << static_cast<std::uint32_t>(RenderCapability::MultiviewDirectionalShadowCascades)});
  add("publications-count", "Each publication counts one generation", {rule::publication},
      publications_count);
  add("publication-is-one-swap", "Each picture is wholly of the pack before or of the next",
      {rule::publication, rule::no_partial_candidate}, publication_is_one_swap);
  add("later-request-wins", "What was prepared for an earlier request is never published",
      {rule::later_request}, later_request_wins);
  add("retail-while-preparing", "Retail selected while a pack is being prepared publishes nothing",
      {rule::later_request, rule::retail_selection}, retail_while_preparing);
  add("extent-change-while-preparing", "After a resize preparation starts again with the new extent",
      {rule::extent_change}, extent_change_while_preparing);
  add("failure-is-remembered", "A failed selection is tried again only where the user chooses it",
      {rule::failure_is_remembered}, failure_is_remembered);
  add("another-registration-is-tried", "Another registration clears the memory of a failure",
      {rule::failure_is_remembered}, another_registration_is_tried);
  add("installed-version", "The selected version is the installed one", {rule::planning_order},
      installed_version);
  add("planned-candidate", "What becomes active is what was registered", {rule::planned_candidate},
      planned_candidate);
  add("presets-of-a-pack", "The preset that is active is the one that was selected",
      {rule::planned_candidate}, presets_of_a_pack);
}

}  // namespace rpcts::render_pack_v1
