// What reading and judging a module costs, beside a bare walk over its words, SPIRV-Tools' parser and its
// validator, in one process and thread, over the modules of the built base packs. Ends with the ratios to the
// bare walk.

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <spirv-tools/libspirv.h>
#include <string>
#include <string_view>
#include <vector>

#include "bench/ratio_reporter.hpp"
#include "fixtures/render_pack_v1/generated/base_modules.hpp"
#include "fixtures/render_pack_v1/hostile/hostile_modules.hpp"
#include "harness/base/executable_path.hpp"
#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/spirv/module.hpp"

namespace rpcts {
namespace {

using render_pack_v1::maximum_spirv_id_bound;
using render_pack_v1::generated::BaseModule;

struct Corpus {
  std::vector<BaseModule> modules;  ///< each asset of each base once
  std::size_t bytes = 0;
};

spirv::Words words_of(const BaseModule& module) {
  return module.facts->words();
}

std::size_t walk(spirv::Words words) {
  std::size_t i = spirv::header_words;
  while (i < words.size()) {
    i += words[i] >> 16;
  }
  return i;
}

void set_rates(benchmark::State& state, std::size_t modules, std::size_t bytes) {
  const auto runs = static_cast<double>(state.iterations());
  state.counters["modules/s"] =
      benchmark::Counter(static_cast<double>(modules) * runs, benchmark::Counter::kIsRate);
  state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(bytes) * runs));
}

void bare_walk(benchmark::State& state, const Corpus& corpus) {
  for (auto _ : state) {
    for (const BaseModule& module : corpus.modules) {
      benchmark::DoNotOptimize(walk(words_of(module)));
    }
  }
  set_rates(state, corpus.modules.size(), corpus.bytes);
}

void read_pass(benchmark::State& state, const Corpus& corpus) {
  spirv::Module reader;
  for (auto _ : state) {
    for (const BaseModule& module : corpus.modules) {
      benchmark::DoNotOptimize(reader.read(words_of(module), maximum_spirv_id_bound));
    }
  }
  set_rates(state, corpus.modules.size(), corpus.bytes);
}

void read_and_judge(benchmark::State& state, const Corpus& corpus) {
  render_pack_v1::ModuleJudge judge;
  Findings findings;
  for (auto _ : state) {
    for (const BaseModule& module : corpus.modules) {
      judge.judge(std::as_bytes(words_of(module)), module.stage, module.role, module.key, findings);
    }
  }
  if (!findings.all().empty()) {
    state.SkipWithError("a module of a base is rejected");
  }
  set_rates(state, corpus.modules.size(), corpus.bytes);
}

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;

void binary_parse(benchmark::State& state, const Corpus& corpus) {
  const Context context(spvContextCreate(SPV_ENV_VULKAN_1_3), &spvContextDestroy);
  for (auto _ : state) {
    for (const BaseModule& module : corpus.modules) {
      const spirv::Words words = words_of(module);
      const spv_result_t result =
          spvBinaryParse(context.get(), nullptr, words.data(), words.size(), nullptr, nullptr, nullptr);
      if (result != SPV_SUCCESS) {
        state.SkipWithError("spvBinaryParse refuses a module of a base");
      }
    }
  }
  set_rates(state, corpus.modules.size(), corpus.bytes);
}

void full_validation(benchmark::State& state, const Corpus& corpus) {
  const Context context(spvContextCreate(SPV_ENV_VULKAN_1_3), &spvContextDestroy);
  const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), &spvValidatorOptionsDestroy);
  for (auto _ : state) {
    for (const BaseModule& module : corpus.modules) {
      const spirv::Words words = words_of(module);
      spv_const_binary_t binary{words.data(), words.size()};
      if (spvValidateWithOptions(context.get(), options.get(), &binary, nullptr) != SPV_SUCCESS) {
        state.SkipWithError("spvValidateWithOptions refuses a module of a base");
      }
    }
  }
  set_rates(state, corpus.modules.size(), corpus.bytes);
}

/// The largest module of the corpus with its functions `times` times over. The copies keep their ids: the
/// reader does not resolve ids of functions, and the interface stays the same.
std::vector<std::uint32_t> enlarged(const Corpus& corpus, std::int64_t times) {
  const auto largest = std::ranges::max_element(
      corpus.modules, {}, [](const BaseModule& module) { return words_of(module).size(); });
  const spirv::Words words = words_of(*largest);
  std::size_t functions = spirv::header_words;
  while (functions < words.size() &&
         static_cast<spirv::Op>(words[functions] & 0xFFFF) != spirv::Op::Function) {
    functions += words[functions] >> 16;
  }
  std::vector<std::uint32_t> result(words.begin(), words.end());
  for (std::int64_t i = 1; i < times; ++i) {
    result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(functions), words.end());
  }
  return result;
}

void growing_module(benchmark::State& state, const Corpus& corpus) {
  const std::vector<std::uint32_t> words = enlarged(corpus, state.range(0));
  spirv::Module reader;
  for (auto _ : state) {
    benchmark::DoNotOptimize(reader.read(words, maximum_spirv_id_bound));
  }
  set_rates(state, 1, words.size() * sizeof(std::uint32_t));
}

/// The counter is the time for a MiB; 10 ms is the most that the suite allows itself.
void hostile_module(benchmark::State& state, const fixtures::HostileModule& hostile,
                    const render_pack_v1::Role& role) {
  render_pack_v1::ModuleJudge judge;
  const auto bytes = std::as_bytes(std::span(hostile.words));
  for (auto _ : state) {
    Findings findings;
    judge.judge(bytes, render_pack_v1::Stage::fragment, role, "hostile.spv", findings);
    benchmark::DoNotOptimize(findings);
  }
  const double mebibytes =
      static_cast<double>(bytes.size()) / (1 << 20) * static_cast<double>(state.iterations());
  state.counters["a MiB"] =
      benchmark::Counter(mebibytes, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

Result<Corpus> load_corpus() {
  Result<std::vector<BaseModule>> loaded =
      render_pack_v1::generated::load_base_modules(installed_data_folder());
  if (!loaded) {
    return std::unexpected(loaded.error());
  }
  Corpus corpus;
  std::set<const void*> seen;
  for (BaseModule& module : *loaded) {
    if (seen.insert(module.facts.get()).second) {
      corpus.bytes += words_of(module).size_bytes();
      corpus.modules.push_back(std::move(module));
    }
  }
  return corpus;
}

/// `--count NAME ROUNDS`: the work of one benchmark a fixed number of times, for tools that count
/// instructions. Prints the number of words of the corpus.
int count(const Corpus& corpus, std::string_view name, int rounds) {
  spirv::Module reader;
  render_pack_v1::ModuleJudge judge;
  const Context context(spvContextCreate(SPV_ENV_VULKAN_1_3), &spvContextDestroy);
  for (int i = 0; i < rounds; ++i) {
    for (const BaseModule& module : corpus.modules) {
      const spirv::Words words = words_of(module);
      if (name == "bare_walk") {
        benchmark::DoNotOptimize(walk(words));
      } else if (name == "read") {
        benchmark::DoNotOptimize(reader.read(words, maximum_spirv_id_bound));
      } else if (name == "read_and_judge") {
        Findings findings;
        judge.judge(std::as_bytes(words), module.stage, module.role, module.key, findings);
      } else if (name == "spvBinaryParse") {
        spvBinaryParse(context.get(), nullptr, words.data(), words.size(), nullptr, nullptr, nullptr);
      } else {
        fmt::print(stderr, "rpcts_bench_reader: nothing to count is called {}\n", name);
        return 2;
      }
    }
  }
  fmt::print("{} words\n", corpus.bytes / sizeof(std::uint32_t));
  return 0;
}

int run(int argc, char** argv) {
  const Result<Corpus> loaded = load_corpus();
  if (!loaded) {
    fmt::print(stderr, "rpcts_bench_reader: {}\n", loaded.error().message);
    return 2;
  }
  const Corpus& corpus = *loaded;
  if (argc == 4 && std::string_view(argv[1]) == "--count") {
    return count(corpus, argv[2], std::atoi(argv[3]));
  }
  benchmark::Initialize(&argc, argv);
  fmt::print("{} modules, {} bytes\n", corpus.modules.size(), corpus.bytes);

  const auto add = [&corpus](const char* name, void (*function)(benchmark::State&, const Corpus&)) {
    return benchmark::RegisterBenchmark(
               name, [function, &corpus](benchmark::State& state) { function(state, corpus); })
        ->Unit(benchmark::kMicrosecond);
  };
  add("bare_walk", &bare_walk);
  add("read", &read_pass);
  add("read_and_judge", &read_and_judge);
  add("spvBinaryParse", &binary_parse);
  add("spvValidate", &full_validation);
  add("growing_module", &growing_module)->Arg(1)->Arg(4)->Arg(16)->Arg(64);

  render_pack_v1::PipelineVariant variant;
  variant.semantic = render_pack_v1::RenderPipelineVariantSemantic::WorldDirectionalShadowReceiver;
  const render_pack_v1::Role role = render_pack_v1::role_of(variant);
  const std::vector<fixtures::HostileModule> hostile_modules =
      fixtures::hostile_modules(std::size_t{1} << 20);
  for (const fixtures::HostileModule& hostile : hostile_modules) {
    const std::string name = "hostile/" + std::string(hostile.name);
    benchmark::RegisterBenchmark(name.c_str(), [&hostile, &role](benchmark::State& state) {
      hostile_module(state, hostile, role);
    })->Unit(benchmark::kMicrosecond);
  }

  bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  fmt::print("\n");
  for (const char* name : {"read", "read_and_judge", "spvBinaryParse", "spvValidate"}) {
    reporter.print_ratio(name, "bare_walk");
  }
  return 0;
}

}  // namespace
}  // namespace rpcts

int main(int argc, char** argv) {
  return rpcts::run(argc, argv);
}
