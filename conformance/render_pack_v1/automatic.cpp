// Automatic quality (F.8): which frames count, how many it takes, and what follows. The measured times come
// with the frames, so that no clock is in it.

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <tuple>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/life.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::State;

constexpr WorldSize size{8, 8};
constexpr float unresolved = std::numeric_limits<float>::quiet_NaN();

constexpr int over_samples = 180;
constexpr int under_samples = 900;
constexpr int cooldown_samples = 300;
constexpr int few = 10;

// Budgets of the pack below, in milliseconds of GPU and CPU at p99: Low, Medium, High.
constexpr double gpu_budget[]{3, 4, 8};
constexpr double cpu_budget[]{0.8, 1, 2};
constexpr float gpu_over_medium = 5;
constexpr float gpu_within_medium = 3.5F;
constexpr float cpu_small = 0.1F;

/// The full graph with maps as small as they may be, so that a thousand frames are soon drawn.
void make_small(Descriptor& descriptor) {
  for (Resource& resource : descriptor.resources) {
    if (resource.semantic == RenderResourceSemantic::DirectionalShadowDepth) {
      resource.extent = Extent{RenderExtentMode::AbsolutePixels, 16, 16, 2};
    }
  }
  for (QualityPreset& preset : descriptor.quality_presets) {
    std::erase_if(preset.resource_overrides, [&](const ResourceOverride& one) {
      return one.extent && one.extent->mode == RenderExtentMode::AbsolutePixels;
    });
    const std::size_t level = preset.semantic == RenderQualitySemantic::Low      ? 0
                              : preset.semantic == RenderQualitySemantic::Medium ? 1
                                                                                 : 2;
    preset.max_incremental_gpu_milliseconds_p50 = gpu_budget[level] / 2;
    preset.max_incremental_gpu_milliseconds_p99 = gpu_budget[level];
    preset.max_incremental_cpu_milliseconds_p50 = cpu_budget[level] / 2;
    preset.max_incremental_cpu_milliseconds_p99 = cpu_budget[level];
  }
}

/// A world that is soon drawn: one triangle of terrain, one batch, and a sun that casts nothing.
void make_bare(Life& life) {
  if (!life.ok()) {
    return;
  }
  const Scene scene;
  rpcts_scene bare = scene.view();
  bare.terrain_index_count = 3;
  bare.batch_count = 1;
  life.must(life.host().set_scene(bare));
  set_sun(life.facts(), 0, -60);
  life.remember_retail();
}

/// Frames that cost this much.
void run(Life& life, int frames, float gpu, float cpu = cpu_small, std::uint32_t flags = 0) {
  life.facts().gpu_milliseconds = gpu;
  life.facts().cpu_milliseconds = cpu;
  life.frames(frames, flags);
  life.facts().gpu_milliseconds = unresolved;
  life.facts().cpu_milliseconds = cpu_small;
}

/// Publishes what is pending with frames that do not count.
void let_publish(Life& life) {
  life.frames(1, RPCTS_FRAME_SETTLE | RPCTS_FRAME_UNSTABLE);
  life.wait();
}

void expect_level(Life& life, std::string_view level, std::string_view when) {
  let_publish(life);
  const State state = life.state();
  life.equal(state.state, RPCTS_STATE_ACTIVE, fmt::format("state {} (reason '{}')", when, state.reason));
  life.equal(state.preset, std::string(level), fmt::format("level {}", when));
}

/// The pack, active and with no frame counted yet.
const ProbePack& start(Life& life, const std::string& preset, bool by_setting) {
  make_bare(life);
  const ProbePack& pack = life.variant("full", "-automatic", make_small);
  life.add(pack);
  life.facts().gpu_milliseconds = unresolved;
  life.facts().cpu_milliseconds = cpu_small;
  life.need(pack, "automatic");
  life.select({.pack = pack.descriptor.id,
               .preset = preset,
               .overrides = by_setting
                                ? std::vector<implementation::SettingValue>{{"automatic-quality", "true"}}
                                : std::vector<implementation::SettingValue>{}});
  life.settle();
  life.expect_active(pack, "under automatic quality");
  return pack;
}

void goes_down(Life& life) {
  start(life, "automatic", false);
  expect_level(life, "medium", "at first");
  const std::uint64_t generation = life.state().generation;
  run(life, over_samples - 1, gpu_over_medium);
  expect_level(life, "medium", "after 179 frames over the budget");
  run(life, 1, gpu_over_medium);
  expect_level(life, "low", "after 180 frames over the budget");
  life.equal(life.state().generation, generation + 1, "generation: a level is a publication");
  run(life, over_samples, gpu_over_medium);
  expect_level(life, "low", "after 180 frames over Low's budget: the first 300 after a change are ignored");
}

void cpu_counts(Life& life) {
  start(life, "automatic", false);
  run(life, over_samples - 1, gpu_within_medium, static_cast<float>(cpu_budget[1]) * 1.5F);
  expect_level(life, "medium", "after 179 frames over the CPU's budget");
  run(life, 1, gpu_within_medium, static_cast<float>(cpu_budget[1]) * 1.5F);
  expect_level(life, "low", "after 180 frames over the CPU's budget");
}

void must_be_consecutive(Life& life) {
  start(life, "automatic", false);
  run(life, few, gpu_over_medium);
  run(life, 1, gpu_within_medium);
  run(life, over_samples - 1, gpu_over_medium);
  expect_level(life, "medium", "after a frame within the budget between 10 and 179 over it");
  run(life, 1, gpu_over_medium);
  expect_level(life, "low", "after 180 in a row");
}

void uncounted_frames(Life& life) {
  start(life, "automatic", false);
  run(life, few, gpu_over_medium, cpu_small, RPCTS_FRAME_UNSTABLE);
  run(life, few, unresolved, static_cast<float>(cpu_budget[1]) * 2);
  run(life, over_samples - 1, gpu_over_medium);
  expect_level(life, "medium",
               "after 10 unstable frames, 10 without a resolved time of the GPU and 179 others");
  run(life, few, gpu_over_medium, cpu_small, RPCTS_FRAME_UNSTABLE);
  run(life, few, unresolved, static_cast<float>(cpu_budget[1]) * 2);
  expect_level(life, "medium", "after 20 more that do not count");
  run(life, 1, gpu_over_medium);
  expect_level(life, "low", "after the 180th that counts");
}

void goes_up(Life& life) {
  const float just_within = static_cast<float>(gpu_budget[1] * 0.7) - 0.01F;
  const float just_over = static_cast<float>(gpu_budget[1] * 0.7) + 0.01F;
  start(life, "low", true);
  expect_level(life, "low", "at first: an explicit level starts there");
  const std::uint64_t generation = life.state().generation;
  run(life, few, just_within);
  run(life, 1, just_over);
  run(life, under_samples - 1, just_within);
  expect_level(life, "low", "after 899 frames within 70 % of Medium's budget");
  run(life, 1, just_within);
  expect_level(life, "medium", "after 900 frames within 70 % of Medium's budget");
  life.equal(life.state().generation, generation + 1, "generation: a level is a publication");
}

void cpu_holds_back(Life& life) {
  const float just_within = static_cast<float>(gpu_budget[1] * 0.7) - 0.01F;
  start(life, "low", true);
  run(life, few, just_within, static_cast<float>(cpu_budget[1] * 0.7) + 0.01F);
  run(life, under_samples - 1, just_within, static_cast<float>(cpu_budget[1] * 0.7) - 0.01F);
  expect_level(life, "low", "after 10 frames over 70 % of Medium's budget of the CPU and 899 within");
  run(life, 1, just_within);
  expect_level(life, "medium", "after 900 frames within 70 % of Medium's budgets");
}

void cooldown(Life& life) {
  const ProbePack& pack = start(life, "automatic", false);
  run(life, over_samples, gpu_over_medium);
  expect_level(life, "low", "after 180 frames over Medium's budget");
  run(life, cooldown_samples, gpu_over_medium);
  run(life, over_samples - 1, gpu_over_medium);
  expect_level(life, "low", "after 300 frames that are ignored and 179 over Low's budget");
  run(life, 1, gpu_over_medium);
  life.frames(2, RPCTS_FRAME_UNSTABLE);
  life.expect_failed({names_of(pack)}, "after the 180th over Low's budget");
  life.expect_retail_picture("after Low was over its budget");
}

void low_is_the_end(Life& life) {
  const ProbePack& pack = start(life, "low", true);
  const Objects before = life.objects_now();
  run(life, over_samples - 1, 3.5F);
  expect_level(life, "low", "after 179 frames over Low's budget");
  run(life, 1, 3.5F);
  life.frames(2, RPCTS_FRAME_UNSTABLE);
  life.expect_failed({names_of(pack)}, "after 180 frames over Low's budget");
  life.expect_retail_picture("after Low was over its budget");
  if (before.known()) {
    life.equal(set3_objects(life.objects()), 0U, "objects of set 3 after Low was over its budget");
  }
}

/// The runtime's targets are new: what was counted says nothing of them.
void resize_forgets(Life& life) {
  start(life, "automatic", false);
  run(life, few, gpu_over_medium);
  life.resize({12, 10});
  run(life, over_samples - 1, gpu_over_medium);
  expect_level(life, "medium", "after 10 frames over the budget at one size and 179 at another");
  run(life, 1, gpu_over_medium);
  expect_level(life, "low", "after 180 frames over the budget at the second size");
}

/// A pack whose preset of this semantic asks for what the host of the case has not got.
const ProbePack& without(Life& life, RenderQualitySemantic level) {
  make_bare(life);
  const ProbePack& pack = life.variant("full", "-automatic", [&](Descriptor& descriptor) {
    make_small(descriptor);
    for (QualityPreset& preset : descriptor.quality_presets) {
      if (preset.semantic == level) {
        preset.required_capabilities.push_back(RenderCapability::SceneNormalSampling);
      }
    }
  });
  life.add(pack);
  return pack;
}

void starts_within_range(Life& life) {
  const ProbePack& pack = without(life, RenderQualitySemantic::Medium);
  life.need(pack, "automatic");
  life.select(pack, "automatic");
  life.settle();
  life.expect_active(pack, "where Medium is not available");
  expect_level(life, "low", "where Medium is not available, though High is");
}

void needs_low(Life& life) {
  const ProbePack& pack = without(life, RenderQualitySemantic::Low);
  life.need(pack, "automatic");
  life.select(pack, "automatic");
  life.settle();
  life.expect_failed({names_of(pack)}, "under automatic quality where Low is not available");
  life.expect_retail_picture("after automatic quality where Low is not available");
}

void not_automatic(Life& life) {
  const ProbePack& pack = start(life, "medium", false);
  run(life, over_samples + 20, gpu_over_medium * 10, 5);
  expect_level(life, "medium", "without automatic quality");
  life.expect_active(pack, "without automatic quality");
}

}  // namespace

void add_automatic_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  const auto add = [&](std::string id, std::string title, auto body, bool nightly = false) {
    LifeCase one{"automatic." + id, std::move(title), {}, body, {.size = size}};
    one.clause = "F.8";
    one.nightly = nightly;
    add_life_case(table, set, std::move(one));
  };
  for (const auto& [id, title, body] :
       {std::tuple<const char*, const char*, void (*)(Life&)>(
            "starts-within-range", "The first level is no higher than the host has without a gap",
            starts_within_range),
        {"needs-low", "Without Low there is no automatic quality", needs_low}}) {
    LifeCase one{
        std::string("automatic.") + id,
        title,
        {},
        body,
        {.size = size,
         .withheld_capabilities = 1U << static_cast<std::uint32_t>(RenderCapability::SceneNormalSampling)}};
    one.clause = "F.8";
    add_life_case(table, set, std::move(one));
  }
  add("goes-down", "180 frames in a row over the budget take one level down", goes_down);
  add("cpu-counts", "The CPU's budget counts like the GPU's", cpu_counts);
  add("must-be-consecutive", "One frame within the budget starts the count again", must_be_consecutive);
  add("uncounted-frames", "Unstable frames and frames without a resolved time do not count",
      uncounted_frames);
  add("goes-up", "900 frames in a row within 70 % of the next budget take one level up", goes_up);
  add("cpu-holds-back", "The CPU's budget counts on the way up too", cpu_holds_back, true);
  add("cooldown", "After a change exactly 300 frames are ignored", cooldown, true);
  add("low-is-the-end", "Low over its budget retires the whole pack", low_is_the_end);
  add("resize-forgets", "A resize starts the count again", resize_forgets);
  add("not-automatic", "Without automatic quality no level changes", not_automatic);
}

}  // namespace rpcts::render_pack_v1
