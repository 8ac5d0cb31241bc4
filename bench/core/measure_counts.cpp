#include <array>
#include <fmt/format.h>
#include <optional>

#include "bench/core/allocations.hpp"
#include "bench/core/measure.hpp"
#include "bench/core/vulkan_calls.hpp"

namespace rpcts::bench {
namespace {

/// Slopes of one run: their spread tells how well they repeat.
constexpr int slopes = 3;

struct Count {
  const char* metric;
  std::uint64_t VulkanCalls::* member;
};
constexpr std::array vulkan_counts{
    Count{"vulkan_calls", &VulkanCalls::calls}, Count{"commands", &VulkanCalls::commands},
    Count{"draws", &VulkanCalls::draws},        Count{"descriptor_writes", &VulkanCalls::descriptor_writes},
    Count{"barriers", &VulkanCalls::barriers},  Count{"objects", &VulkanCalls::objects}};

/// What `few` iterations more cost, for one of them.
double slope(std::uint64_t few, std::uint64_t many, const Counts& counts) {
  return (static_cast<double>(many) - static_cast<double>(few)) /
         static_cast<double>(counts.many - counts.few);
}

Result<void> count_instructions(const Case& one, const Work& work, InstructionCounter& counter,
                                std::vector<Measured>& measured) {
  Measured all{.benchmark = one.name,
               .metric = "instructions",
               .kind = perf::Kind::instructions,
               .unit = "1/" + one.unit,
               .values = {}};
  // The first one also counts what the counter does once.
  for (int i = 0; i <= slopes; ++i) {
    std::array<std::uint64_t, 2> counted{};
    for (std::size_t part = 0; part < 2; ++part) {
      counter.start();
      if (auto done = work.run(part == 0 ? one.counts.few : one.counts.many); !done) {
        return done;
      }
      const Result<std::uint64_t> number = counter.stop();
      if (!number) {
        return std::unexpected(number.error());
      }
      counted[part] = *number;
    }
    if (i > 0) {
      all.values.push_back(slope(counted[0], counted[1], one.counts) / work.items);
    }
  }
  measured.push_back(std::move(all));
  return {};
}

}  // namespace

Result<std::vector<Measured>> measure_counts(const Case& one, InstructionCounter* instructions) {
  const Result<Work> work = one.make();
  if (!work) {
    return std::unexpected(work.error());
  }
  // The first turns make what is made once: memory of recordings, code that is linked when it is first
  // called.
  if (auto done = work->run(one.counts.many); !done) {
    return std::unexpected(done.error());
  }
  std::vector<Measured> measured;
  if (instructions != nullptr) {
    if (auto done = count_instructions(one, *work, *instructions, measured); !done) {
      return std::unexpected(done.error());
    }
  }
  std::array<VulkanCalls, 2> calls{};
  std::array<std::uint64_t, 2> taken{};
  for (std::size_t part = 0; part < 2; ++part) {
    const CallCounter counter;
    const std::uint64_t before = allocations();
    if (auto done = work->run(part == 0 ? one.counts.few : one.counts.many); !done) {
      return std::unexpected(done.error());
    }
    taken[part] = allocations() - before;
    calls[part] = counter.counted();
  }
  const auto add = [&](const char* metric, double value) {
    measured.push_back({.benchmark = one.name,
                        .metric = metric,
                        .kind = perf::Kind::exact,
                        .unit = fmt::format("1/{}", one.unit == "draw" ? "frame" : one.unit),
                        .values = {value}});
  };
  for (const Count& count : vulkan_counts) {
    add(count.metric, slope(calls[0].*count.member, calls[1].*count.member, one.counts));
  }
  add("allocations", slope(taken[0], taken[1], one.counts));
  if (work->bytes > 0) {
    add("bytes", work->bytes);
  }
  return measured;
}

}  // namespace rpcts::bench
