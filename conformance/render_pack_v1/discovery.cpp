// Discovery and catalogue (F.1), and what must not exist before a pack is active (F.4): a pack that is known
// has cost nothing, and none of its assets has been looked at.

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Availability;

constexpr int discovered_packs = 10;
constexpr std::array<const char*, 5> shapes{"tone", "custom", "shadow", "full", "noop"};

Availability availability(Life& life, const ProbePack& pack, const std::string& preset) {
  if (!life.ok()) {
    return {};
  }
  auto found = life.host().availability(pack.descriptor.id, preset);
  life.must(found ? Result<void>() : std::unexpected(found.error()));
  return found ? *found : Availability{};
}

std::string first_preset(const ProbePack& pack) {
  return pack.descriptor.quality_presets.front().id;
}

/// Ten packs, each asked about.
void discover_ten(Life& life) {
  for (int i = 0; i < discovered_packs && life.ok(); ++i) {
    const ProbePack& pack =
        life.variant(shapes[static_cast<std::size_t>(i) % shapes.size()], fmt::format("-{}", i));
    life.add(pack);
    std::ignore = availability(life, pack, life.ok() ? first_preset(pack) : "");
  }
}

void makes_nothing(Life& life) {
  life.need_sight();
  const Objects before = life.objects();
  const auto created = [&life] {
    std::ignore = life.objects_now();  // reads
    observer::Observer* const observer = life.observer();
    return observer == nullptr ? 0 : observer->ledger().objects_created();
  };
  const std::uint64_t first = created();
  discover_ten(life);
  life.equal(created(), first, "objects made by then, after ten packs were discovered");
  life.expect_nothing_left(before, "after ten packs were discovered");
  life.expect_retail("after ten packs were discovered");
  life.expect_retail_picture("after ten packs were discovered");
}

/// The asset is not what it should be while the pack is discovered, and is when it is selected.
void opens_no_asset(Life& life, const std::function<void(const ProbePack&, const std::string&)>& spoil) {
  const ProbePack& whole = life.base("custom");
  life.activate(whole, "default");
  const implementation::Picture expected = life.picture();
  life.select_retail();
  life.settle();
  const ProbePack& pack = life.variant("custom", "-spoilt");
  if (!life.ok()) {
    return;
  }
  const std::vector<std::string> keys = asset_keys(pack.descriptor);
  for (const std::string& key : keys) {
    spoil(pack, key);
  }
  life.add(pack);
  const Availability found = availability(life, pack, "default");
  life.check(found.pack_compatible, fmt::format("the pack is listed as compatible ({})", found.reason));
  life.check(found.preset_available, fmt::format("its preset is available ({})", found.reason));
  for (const std::string& key : keys) {
    life.must(put_asset(pack, key, whole, key));
  }
  life.activate(pack, "default");
  life.expect_same(life.picture(), expected, "the picture with the assets that were there at the selection");
}

void first_registration_wins(Life& life) {
  const ProbePack& first = life.variant("tone", "-twice");
  const ProbePack& second = life.variant("custom", "", [&](Descriptor& descriptor) {
    descriptor.id = first.descriptor.id;
    descriptor.pack_version = "2.0.0";
  });
  life.add(first);
  if (life.ok()) {
    // Refusing the second is as good as ignoring it.
    const Result<void> again = life.host().register_pack(second.folder.string());
    life.check(again.has_value() || !implementation::breaks_header(again.error()),
               "the second registration is answered");
  }
  life.need(first, "default");
  life.select({.pack = first.descriptor.id, .preset = "default", .version = "2.0.0"});
  life.settle();
  life.expect_failed({{"2.0.0"}}, "after the version that was registered second was selected");
  life.select({.pack = first.descriptor.id, .preset = "default", .version = first.descriptor.pack_version});
  life.settle();
  life.expect_active(first, "after the version that was registered first was selected");
}

void incompatible_is_listed(Life& life) {
  const ProbePack& refused =
      life.variant("tone", "-refused", [](Descriptor& descriptor) { descriptor.pack_api_version = 2; });
  const Availability unlisted = availability(life, refused, "default");
  life.check(!unlisted.pack_compatible && !unlisted.reason.empty(),
             "a pack that is not listed is told apart");
  life.add(refused);
  const Availability of_pack = availability(life, refused, "default");
  life.check(!of_pack.pack_compatible, "a pack of another API version is not compatible");
  life.check(!of_pack.preset_available, "its preset is not available");
  life.check(!of_pack.reason.empty(), "its reason is given");
  life.check(of_pack.reason != unlisted.reason,
             fmt::format("a listed pack's reason is its own, not '{}'", of_pack.reason));
  life.select(refused, "default");
  life.settle();
  life.expect_failed({names_of(refused)}, "after it was selected all the same");
}

/// One id, registered with one fault after the other: each has its exact reason.
void reasons_are_exact(Life& life) {
  struct Fault {
    const char* suffix;
    std::function<void(Descriptor&)> make;
    std::vector<std::string> named;
  };
  const std::vector<Fault> faults{
      {"-api", [](Descriptor& descriptor) { descriptor.pack_api_version = 2; }, {"api"}},
      {"-bytes",
       [](Descriptor& descriptor) { descriptor.resources.front().estimated_resident_bytes = -1; },
       {"mid"}},
      {"-preset",
       [](Descriptor& descriptor) { descriptor.quality_presets.front().max_resident_gpu_bytes = -1; },
       {"default", "MaxResidentGpuBytes"}},
  };
  std::vector<std::string> reasons;
  for (const Fault& fault : faults) {
    const ProbePack& pack = life.variant("custom", fault.suffix, [&](Descriptor& descriptor) {
      descriptor.id = "rpcts.faulty";
      fault.make(descriptor);
    });
    life.add(pack);
    const std::string reason = availability(life, pack, "default").reason;
    const std::string said = lower(reason);
    life.check(std::ranges::any_of(
                   fault.named, [&](const std::string& word) { return said.find(lower(word)) != said.npos; }),
               fmt::format("the reason of the fault '{}' names it; it is '{}'", fault.suffix, reason));
    life.check(std::ranges::find(reasons, reason) == reasons.end(),
               fmt::format("the reason of the fault '{}' is its own; it is '{}'", fault.suffix, reason));
    reasons.push_back(reason);
    life.withdraw(pack.descriptor.id);
    life.frames(1);
  }
}

void reason_of_a_preset(Life& life) {
  const ProbePack& pack = life.base("mv");
  const Availability hinted = availability(life, pack, "low");
  const Availability plain = availability(life, pack, "medium");
  life.check(hinted.pack_compatible && !hinted.preset_available && !hinted.reason.empty(),
             "without multiview the hinted preset alone is unavailable, with a reason");
  life.need(pack, "medium");
  life.check(plain.reason.empty(), fmt::format("the other preset has no reason: '{}'", plain.reason));
}

void withdrawn_is_gone(Life& life) {
  const ProbePack& pack = life.variant("tone", "-withdrawn");
  life.add(pack);
  life.need(pack, "default");
  life.withdraw(pack.descriptor.id);
  life.frames(1);
  life.check(!availability(life, pack, "default").pack_compatible, "a withdrawn pack is not offered");
  life.expect_retail("after a pack that was not selected was withdrawn");
  life.select(pack, "default");
  life.settle();
  life.expect_failed({names_of(pack)}, "after a withdrawn pack was selected");
  life.add(pack);
  life.check(availability(life, pack, "default").preset_available, "registered again it is offered");
  life.select(pack, "default");
  life.settle();
  life.expect_active(pack, "after it was registered again");
}

/// F.4 and D.9, as far as pipeline layouts can be seen.
void retail_has_three_sets(Life& life) {
  observer::Observer* const observer = life.need_observer();
  if (observer == nullptr) {
    return;
  }
  constexpr std::uint32_t retail_sets = 3;
  const Objects before = life.objects();
  life.equal(set3_objects(before), 0U, "objects of set 3 before any pack was active");
  const std::uint32_t of_retail = life.ok() && before.seen->pipeline_layouts.contains(retail_sets)
                                      ? before.seen->pipeline_layouts.at(retail_sets)
                                      : 0;
  life.check(of_retail > 0, "retail has a pipeline layout of sets 0, 1 and 2");
  const ProbePack& pack = life.base("full");
  life.activate(pack, "low");
  const Objects during = life.objects();
  if (!life.ok()) {
    return;
  }
  life.check(during.seen->layouts_with_more_sets_than(retail_sets) > 0,
             "an active pack has a pipeline layout of sets 0 to 3");
  life.check(during.seen->pipeline_layouts.contains(retail_sets) &&
                 during.seen->pipeline_layouts.at(retail_sets) >= of_retail,
             "the layouts of retail still have three sets while a pack is active");
  life.select_retail();
  life.settle();
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 after the pack has gone");
}

void off_state(Life& life) {
  life.need_sight();
  life.equal(set3_objects(life.objects()), 0U, "objects of set 3 with no pack");
  const Objects now = life.objects_now();
  if (life.ok() && now.told) {
    life.equal(now.told->pack_pipelines, 0U, "pack pipelines with no pack");
    life.equal(now.told->pack_texture_slots, 0U, "texture slots of packs with no pack");
    life.equal(now.told->frame_fullscreen_passes, 0U, "fullscreen passes with no pack");
    life.equal(now.told->frame_depth_passes, 0U, "depth passes with no pack");
  }
}

}  // namespace

void add_discovery_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](LifeCase one) {
    one.id = "discovery." + one.id;
    add_life_case(table, set, std::move(one));
  };
  add({"off-state", "With no pack there is no object of a pack", {rule::discovery_binds_nothing}, off_state});
  add({"makes-nothing",
       "Ten packs are discovered and asked about, and no object is made",
       {rule::discovery_binds_nothing},
       makes_nothing});
  add({"opens-no-asset:asset=missing",
       "Assets that are missing while a pack is discovered do not matter",
       {rule::discovery_opens_no_asset},
       [](Life& life) {
         opens_no_asset(life, [&](const ProbePack& pack, const std::string& key) {
           life.must(remove_asset(pack, key));
         });
       }});
  add({"opens-no-asset:asset=corrupt",
       "Assets that are cut off while a pack is discovered do not matter",
       {rule::discovery_opens_no_asset},
       [](Life& life) {
         opens_no_asset(life, [&](const ProbePack& pack, const std::string& key) {
           life.must(cut_asset(pack, key, 6));
         });
       }});
  add({"opens-no-asset:asset=other",
       "Assets are read at the selection, not remembered from the discovery",
       {rule::discovery_opens_no_asset},
       [](Life& life) {
         opens_no_asset(life, [&](const ProbePack& pack, const std::string& key) {
           if (key.find("half_glow.frag") != std::string::npos) {
             const ProbePack& tone = life.base("tone");
             life.must(put_asset(pack, key, tone, tone.descriptor.passes.front().fragment_shader_asset));
           }
         });
       }});
  add({"first-registration-wins",
       "Of two packs with one id the first is listed",
       {rule::first_registration},
       first_registration_wins});
  add({"incompatible-is-listed",
       "A pack of another API version is listed with its reason",
       {rule::incompatible_is_listed},
       incompatible_is_listed});
  add({"reasons-are-exact",
       "Packs with different faults have different reasons",
       {rule::incompatible_is_listed},
       reasons_are_exact});
  add({"reason-of-a-preset",
       "A preset's reason is its own",
       {rule::incompatible_is_listed},
       reason_of_a_preset,
       {.withheld_capabilities =
            1U << static_cast<std::uint32_t>(RenderCapability::MultiviewDirectionalShadowCascades)}});
  add({"withdrawn-is-gone",
       "A withdrawn pack is not offered any more",
       {rule::withdrawal},
       withdrawn_is_gone});
  add({"retail-has-three-sets",
       "Set 3 comes with the first pack and goes with it, and retail never has it",
       {rule::discovery_binds_nothing},
       retail_has_three_sets});
}

}  // namespace rpcts::render_pack_v1
