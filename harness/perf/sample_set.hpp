#pragma once

// What was measured: one sample set is the values of one metric of one benchmark in one run, with everything
// that shifts them. Plain data; `history/`, the verdicts of `judge/` and `page/` all speak in it.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts::perf {

/// How a metric behaves, and so how two values of it are compared. They are never mixed.
enum class Kind : std::uint8_t {
  exact,         ///< counted, and the same each time: calls, allocations, bytes, descriptor writes
  instructions,  ///< counted, and the same to about 0.1 %: instructions that the processor retired
  timed,         ///< CPU, wall or GPU time: as noisy as the machine
};

/// "exact", "instructions", "timed".
[[nodiscard]] std::string_view name_of(Kind kind);

/// A field of the environment, and the first kind of metric that it shifts: what shifts exact counts shifts
/// the other kinds too, and what shifts instructions shifts time.
enum class Shifts : std::uint8_t { exact, instructions, timed, nothing };

struct EnvironmentField {
  std::string_view name;
  Shifts shifts;
  std::string_view title;  ///< for people
};

/// Every field that a record has. `nothing`: it tells what was measured (the thing whose history this is),
/// and a series runs across it.
inline constexpr std::array environment_fields{
    EnvironmentField{"commit", Shifts::nothing, "commit of the sources"},
    EnvironmentField{"binary", Shifts::nothing, "digest of the measured program"},
    EnvironmentField{"suite", Shifts::exact, "version of the benchmarks' definitions"},
    EnvironmentField{"device", Shifts::exact, "Vulkan device"},
    EnvironmentField{"driver", Shifts::exact, "its driver"},
    EnvironmentField{"layers", Shifts::exact, "Vulkan layers that are on"},
    EnvironmentField{"build", Shifts::exact, "build type"},
    EnvironmentField{"compiler", Shifts::instructions, "compiler and version"},
    EnvironmentField{"flags", Shifts::instructions, "flags of the build"},
    EnvironmentField{"driver_version", Shifts::instructions, "version of the driver"},
    EnvironmentField{"loader", Shifts::instructions, "Vulkan loader"},
    EnvironmentField{"cpu", Shifts::instructions, "processor"},
    EnvironmentField{"counter", Shifts::instructions, "what counted the instructions"},
    EnvironmentField{"cache", Shifts::timed, "state of the driver's shader cache"},
    EnvironmentField{"machine", Shifts::timed, "which machine"},
    EnvironmentField{"cores", Shifts::timed, "logical processors"},
    EnvironmentField{"system", Shifts::timed, "operating system and its version"},
};

/// Values by field name; a field that is not known is an empty text.
using Environment = std::map<std::string, std::string, std::less<>>;

struct SampleSet {
  std::string benchmark;  ///< "upload/ring/passes:8/flights:2"
  std::string metric;     ///< "cpu_time", "instructions", "descriptor_writes"
  Kind kind = Kind::timed;
  std::string unit;            ///< "ns/frame", "1/draw"; less is better in every metric
  std::vector<double> values;  ///< repetitions in the order in which they were taken; never empty, all finite
  Environment environment;
  std::string run;       ///< shared by all sets that were taken together
  std::string recorded;  ///< UTC, "2025-01-31T12:00:00Z"
  std::string note;      ///< free text; why a baseline was accepted

  friend bool operator==(const SampleSet&, const SampleSet&) = default;
};

/// Names the series that a set belongs to: benchmark, metric, and each field that shifts its kind. Two sets
/// of one series can be compared by value, others cannot.
[[nodiscard]] std::string series_of(const SampleSet& set);

/// A field in which two environments differ although it shifts `kind`.
struct Difference {
  std::string_view field;
  std::string one;
  std::string other;
};

/// Why values of `kind` that were taken in the one environment cannot be compared with those of the other;
/// empty when they can.
[[nodiscard]] std::vector<Difference> differences(const Environment& one, const Environment& other,
                                                  Kind kind);

/// Median; of an even number of values the mean of the middle two. `values` is not empty.
[[nodiscard]] double median(std::span<const double> values);

}  // namespace rpcts::perf
