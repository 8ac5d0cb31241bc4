// What the observing layer costs: the same frame recorded, and recorded and submitted, by four applications
// in one process: without the layer, and with each attention.

#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "bench/ratio_reporter.hpp"
#include "harness/base/executable_path.hpp"
#include "harness/observer/layer/drawing_testing.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts {
namespace {

using observer::Attention;
using observer::Observer;
using observer::testing::Application;
using observer::testing::Drawing;
using observer::testing::DrawingFeatures;

constexpr std::uint32_t draws = 500;
/// Frames between two reads; what they tell fits the channel many times.
constexpr std::uint64_t frames_of_a_read = 16;

/// One application with what it draws.
struct Subject {
  std::string name;
  DrawingFeatures features{};
  std::unique_ptr<Application> app{};
  std::unique_ptr<Drawing> drawing{};

  bool start() {
    app = std::make_unique<Application>(observer::testing::Wanted{.all_of = &features.all});
    if (app->result != VK_SUCCESS) {
      return false;
    }
    drawing = std::make_unique<Drawing>(*app, RPCTS_OBSERVER_SHADER);
    return drawing->ok();
  }
  /// A shadow pass as a renderer would record it: for each object a set with its offset, its words, a draw.
  /// Nothing is drawn (no instances), so that the device adds little.
  bool record() const {
    const auto& vk = app->vk;
    if (!drawing->begin()) {
      return false;
    }
    drawing->begin_pass();
    for (std::uint32_t i = 0; i < draws; ++i) {
      drawing->bind(drawing->pipeline, (i % 8) * 256, static_cast<float>(i));
      vk.vkCmdDraw(drawing->commands, 3, 0, 0, i);
    }
    vk.vkCmdEndRenderPass(drawing->commands);
    return vk.vkEndCommandBuffer(drawing->commands) == VK_SUCCESS;
  }
  bool submit() const {
    return app->vk.vkResetFences(app->device, 1, &drawing->fence) == VK_SUCCESS &&
           drawing->submit() == VK_SUCCESS && drawing->wait() == VK_SUCCESS;
  }
  bool create() const {
    VkBuffer buffer = VK_NULL_HANDLE;
    const bool made = app->buffer(&buffer) == VK_SUCCESS;
    app->vk.vkDestroyBuffer(app->device, buffer, nullptr);
    return made;
  }
};

/// What was told is taken outside the measured time: it is the suite's work, in another process than an
/// engine's where that is a program.
void read(benchmark::State& state, Observer& watching, std::uint64_t frame) {
  if (frame % frames_of_a_read == 0) {
    state.PauseTiming();
    (void)watching.read();
    watching.forget_recording();
    state.ResumeTiming();
  }
}

template <class Work>
void add(const std::string& name, Observer& watching, const Work& work) {
  benchmark::RegisterBenchmark(name.c_str(), [&watching, work](benchmark::State& state) {
    std::uint64_t frame = 0;
    for (auto _ : state) {
      if (!work()) {
        state.SkipWithError("a call failed");
        break;
      }
      read(state, watching, ++frame);
    }
  })->Unit(benchmark::kMicrosecond);
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::array<Subject, 4> subjects{Subject{.name = "none"}, Subject{.name = "idle"}, Subject{.name = "ledger"},
                                  Subject{.name = "record"}};
  if (!subjects[0].start()) {
    fmt::print(stderr, "rpcts_bench_observer: no Vulkan 1.3 device with multiview\n");
    return 2;
  }
  auto watching = Observer::start(installed_library("librpcts_observer.so").parent_path());
  if (!watching) {
    fmt::print(stderr, "rpcts_bench_observer: {}\n", watching.error().message);
    return 2;
  }
  for (std::size_t i = 1; i < subjects.size(); ++i) {
    (*watching)->attend(static_cast<Attention>(i - 1));
    if (!subjects[i].start()) {
      fmt::print(stderr, "rpcts_bench_observer: no device with the layer at {}\n", subjects[i].name);
      return 2;
    }
  }
  for (const Subject& one : subjects) {
    add("recording_" + one.name, **watching, [&one] { return one.record(); });
    add("frame_" + one.name, **watching, [&one] { return one.record() && one.submit(); });
    add("objects_" + one.name, **watching, [&one] { return one.create(); });
  }
  bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\n{} draws a frame\n", draws);
  for (const char* what : {"recording", "frame", "objects"}) {
    for (std::size_t i = 1; i < subjects.size(); ++i) {
      const std::string name = fmt::format("{}_{}", what, subjects[i].name);
      if (const auto ratio = reporter.ratio(name, fmt::format("{}_none", what))) {
        fmt::print("{} takes {:.3f} of the time without the layer\n", name, *ratio);
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace rpcts

int main(int argc, char** argv) {
  return rpcts::run(argc, argv);
}
