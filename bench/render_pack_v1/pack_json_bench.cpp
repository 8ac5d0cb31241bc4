// What reading pack.json costs: the whole reader and its first half, the JSON tree, beside nlohmann::json on
// the same texts: the built base packs, and one large pack. Ends with the ratios.
//
//   rpcts_bench_pack_json [--benchmark_…] [FOLDER OF PACKS]

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/ratio_reporter.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"

namespace rpcts::bench {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::read_pack_json;

struct Texts {
  std::vector<std::string> texts;
  std::size_t bytes = 0;

  void add(std::string text) {
    bytes += text.size();
    texts.push_back(std::move(text));
  }
};

Texts read_packs(const std::filesystem::path& folder) {
  Texts packs;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    std::ifstream file(entry.path() / "pack.json", std::ios::binary);
    if (file) {
      packs.add({std::istreambuf_iterator<char>(file), {}});
    }
  }
  return packs;
}

/// The pack with its resources and passes many times over: as many as make about 2 MiB.
Texts enlarged(const std::string& text) {
  Texts packs;
  auto result = read_pack_json(text);
  if (!result.document) {
    return packs;
  }
  Descriptor pack = std::move(result.document->descriptor);
  const auto repeat = [](auto& list, std::size_t times) {
    const auto once = list;
    for (std::size_t i = 1; i < times; ++i) {
      list.insert(list.end(), once.begin(), once.end());
    }
  };
  const std::size_t times = render_pack_v1::maximum_pack_json_bytes / 2 / text.size();
  repeat(pack.resources, times);
  repeat(pack.passes, times);
  repeat(pack.quality_presets, times);
  repeat(pack.settings, times);
  packs.add(to_json(pack).value_or(""));
  return packs;
}

template <class Read>
void measure(benchmark::State& state, const Texts& packs, Read read) {
  for (auto _ : state) {
    for (const std::string& text : packs.texts) {
      if (!read(text)) {
        state.SkipWithError("a text is refused");
      }
    }
  }
  const auto runs = static_cast<double>(state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(packs.bytes) * runs));
  state.counters["packs/s"] =
      benchmark::Counter(static_cast<double>(packs.texts.size()) * runs, benchmark::Counter::kIsRate);
}

void add_benchmarks(const std::string& of, const Texts& packs) {
  const auto add = [&](const std::string& name, auto read) {
    benchmark::RegisterBenchmark((of + "/" + name).c_str(), [&packs, read](benchmark::State& state) {
      measure(state, packs, read);
    })->Unit(benchmark::kMicrosecond);
  };
  add("read_pack_json", [](const std::string& text) {
    const auto result = read_pack_json(text);
    benchmark::DoNotOptimize(&result);
    return result.document.has_value();
  });
  add("JsonTree", [](const std::string& text) {
    const JsonTree tree(text, render_pack_v1::maximum_pack_json_depth);
    benchmark::DoNotOptimize(&tree);
    return !tree.fault().has_value();
  });
  add("nlohmann_parse", [](const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    benchmark::DoNotOptimize(&json);
    return !json.is_discarded();
  });
  add("nlohmann_accept", [](const std::string& text) { return nlohmann::json::accept(text); });
}

int run(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  const std::filesystem::path folder = count > 1 ? arguments[1] : RPCTS_BASES_DIR;
  const Texts bases = read_packs(folder);
  if (bases.texts.empty()) {
    fmt::print(stderr, "rpcts_bench_pack_json: no pack in {}; name a folder of packs\n", folder.string());
    return 2;
  }
  const auto largest = std::ranges::max_element(bases.texts, {}, &std::string::size);
  const Texts large = enlarged(*largest);
  fmt::print("{} base packs, {} bytes of pack.json; one large pack, {} bytes\n", bases.texts.size(),
             bases.bytes, large.bytes);
  add_benchmarks("bases", bases);
  add_benchmarks("large", large);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\n");
  for (const std::string of : {"bases/", "large/"}) {
    reporter.print_ratio(of + "read_pack_json", of + "nlohmann_parse");
    reporter.print_ratio(of + "JsonTree", of + "nlohmann_accept");
  }
  return 0;
}

}  // namespace
}  // namespace rpcts::bench

int main(int count, char** arguments) {
  return rpcts::bench::run(count, arguments);
}
