#pragma once

// For the tests of the page: its parts as built, and a made-up history.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <random>
#include <string>
#include <vector>

#include "harness/perf/page/page.hpp"

namespace rpcts::perf {

inline Result<PageParts> built_parts() {
  return read_page_parts(std::string(RPCTS_DATA_DIR) + "/perf");
}

struct ExampleMetric {
  std::string benchmark;
  std::string metric;
  std::string unit;
  Kind kind;
  double level;
};

/// `count` runs around `level`, three per cent of noise for times; from the run `changes_at` on, `step` more.
inline PageSeries example_series(const ExampleMetric& metric, std::string device, std::size_t count,
                                 std::size_t changes_at, double step, std::mt19937& random) {
  PageSeries series{.benchmark = metric.benchmark,
                    .metric = metric.metric,
                    .unit = metric.unit,
                    .kind = metric.kind,
                    .device = std::move(device),
                    .points = {},
                    .change_points = {}};
  std::normal_distribution<double> noise(0, metric.kind == Kind::timed ? 0.02 : 0);
  for (std::size_t run = 0; run < count; ++run) {
    const double level = metric.level * (run >= changes_at ? 1 + step : 1);
    const double value = std::round(level * (1 + noise(random)));
    const double spread = metric.kind == Kind::timed ? 0.03 * level : 0;
    series.points.push_back(
        {.recorded = fmt::format("2025-{:02}-{:02}T12:30:00Z", run / 28 % 12 + 1, run % 28 + 1),
         .commit = fmt::format("{:07x}", 0xa1b2c3 + run * 7919),
         .run = fmt::format("nightly-{}", run),
         .median = value,
         .low = value - spread,
         .high = value + 2 * spread});
  }
  if (changes_at < count) {
    series.change_points.push_back({changes_at, step});
  }
  return series;
}

inline std::vector<double> example_values(double level, double noise, std::size_t count,
                                          std::mt19937& random) {
  std::normal_distribution<double> distribution(level, noise * level);
  std::vector<double> values(count);
  std::ranges::generate(values, [&] { return distribution(random); });
  return values;
}

inline PageData example_data() {
  std::mt19937 random(7);
  PageData data{
      .title = "Performance of the reference",
      .generated = "Made on 2025-03-20 12:00 UTC from 74 runs of branch main",
      .series = {},
      .comparisons = {},
      .findings = {"upload/ring/passes:8/flights:2, cpu_time on llvmpipe: 12 % more since commit a3f01c9",
                   "draw/many, descriptor_writes: 4,096 were expected, 4,097 found"}};
  const std::array metrics{
      ExampleMetric{"upload/ring/passes:8/flights:2", "cpu_time", "ns/frame", Kind::timed, 1.84e6},
      ExampleMetric{"upload/ring/passes:8/flights:2", "instructions", "1/frame", Kind::instructions,
                    12'345'678},
      ExampleMetric{"draw/many/objects:10000", "descriptor_writes", "1/frame", Kind::exact, 4096},
      ExampleMetric{"draw/many/objects:10000", "gpu_time", "ns/frame", Kind::timed, 412},
      ExampleMetric{"load/pack/full", "allocated", "B", Kind::exact, 734'003'200},
      ExampleMetric{"a/very/long/name/of/a/benchmark/with_many_parameters:123456789/and_more:true/passes:64",
                    "wall_time", "ns", Kind::timed, 7.5e9}};
  std::size_t number = 0;
  for (const ExampleMetric& metric : metrics) {
    for (const auto& [device, factor] :
         {std::pair{"llvmpipe (LLVM 15.0.6, 256 bits)", 1.0},
          std::pair{"Example GPU 9000", metric.kind == Kind::timed ? 0.21 : 1.0}}) {
      ExampleMetric here = metric;
      here.level = metric.level * factor;
      const std::size_t count = number % 3 == 2 ? 74 : 40;
      const double step = std::array{0.12, -0.08, 0.0005}.at(number % 3);
      const std::size_t changes_at = number % 4 == 3 ? count : 11 + 5 * (number % 5);
      data.series.push_back(example_series(here, device, count, changes_at, step, random));
      ++number;
    }
  }
  data.comparisons = {{.name = "upload/ring/passes:8/flights:2, cpu_time",
                       .unit = "ns/frame",
                       .base = example_values(1.84e6, 0.02, 30, random),
                       .head = example_values(2.05e6, 0.025, 30, random),
                       .verdict = "slower by 11.4 %",
                       .detail = "95 % interval 10.1 % to 12.6 %, p < 0.0001",
                       .tone = Tone::worse},
                      {.name = "draw/many/objects:10000, gpu_time",
                       .unit = "ns/frame",
                       .base = example_values(412, 0.05, 200, random),
                       .head = example_values(413, 0.04, 180, random),
                       .verdict = "no difference seen",
                       .detail = "95 % interval -0.8 % to 1.1 %, p = 0.6",
                       .tone = Tone::neutral},
                      {.name = "draw/many/objects:10000, descriptor_writes",
                       .unit = "1/frame",
                       .base = {4096, 4096, 4096},
                       .head = {4090, 4090, 4090},
                       .verdict = "fewer by 6",
                       .detail = "exact: 4,096 became 4,090",
                       .tone = Tone::better}};
  return data;
}

}  // namespace rpcts::perf
