#pragma once

// What `rpcts faults mutants` says: the survivors with their reasons, the kill rate, and JSON.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/report/progress.hpp"
#include "harness/runner/mutant_hunt.hpp"
#include "harness/runner/results.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::report {

inline constexpr int mutants_version = 1;
inline constexpr std::string_view mutants_file = "mutants.json";

/// Why a mutant survives.
enum class SurvivorKind : std::uint8_t {
  equivalent,  ///< it does the same as the original
  permitted,   ///< it does another thing, which no rule forbids
  gap,         ///< a rule forbids it, and the case that would see it is not written
};
inline constexpr auto survivor_kinds = std::to_array<std::pair<SurvivorKind, std::string_view>>({
    {SurvivorKind::equivalent, "equivalent"},
    {SurvivorKind::permitted, "permitted"},
    {SurvivorKind::gap, "gap"},
});
[[nodiscard]] constexpr std::string_view name_of(SurvivorKind kind) {
  return survivor_kinds.at(static_cast<std::size_t>(kind)).second;
}

struct Explanation {
  std::string file;
  std::string function;
  std::string what;  ///< as Mutant::what
  SurvivorKind kind = SurvivorKind::equivalent;
  std::string reason;
};

/// The file of explanations; docs/decisions/mutation.md shows one. ErrorKind::usage names what is wrong.
[[nodiscard]] Result<std::vector<Explanation>> read_explanations(const std::filesystem::path& path);

/// Of a mutant; null when there is none.
[[nodiscard]] const Explanation* explanation_of(const runner::Mutant& mutant,
                                                const std::vector<Explanation>& list);

/// A hunt with where it took place and what was asked for.
struct MutantRun {
  std::string suite_version;
  std::string started;  ///< UTC, ISO 8601
  runner::Host host;
  std::string device;  ///< one line
  std::string filter = "*";
  runner::Shard sample;
  unsigned jobs = 1;
  double least_rate = 95;  ///< per cent of what is not equivalent
  std::vector<Explanation> explanations;
  std::uint64_t milliseconds = 0;
  runner::MutantHuntRecord hunt;
};

/// What a run amounts to.
struct MutantTotals {
  std::size_t mutants = 0;
  std::size_t killed = 0;
  // Survivors by their kind, and those without a reason.
  std::size_t equivalent = 0;
  std::size_t permitted = 0;
  std::size_t gaps = 0;
  std::size_t unexplained = 0;
  std::vector<const Explanation*> idle;  ///< whose mutant was hunted and killed; they point into the run

  /// Killed, of what is not equivalent, in per cent.
  [[nodiscard]] double rate() const {
    return mutants == equivalent
               ? 100.0
               : 100.0 * static_cast<double>(killed) / static_cast<double>(mutants - equivalent);
  }
};
[[nodiscard]] MutantTotals totals_of(const MutantRun& run);

/// Whether the run is complete, its cases passed without a mutant, every survivor is explained, and enough
/// were killed.
[[nodiscard]] bool is_good(const MutantRun& run);

/// The survivors, each with its reason; a line for each source; what is wrong; the summary. Plain text.
[[nodiscard]] std::string mutants_text(const MutantRun& run);

/// A mutant has its fate.
void tell(Progress& progress, const runner::MutantRecord& record);

/// docs/formats/mutants.schema.json.
[[nodiscard]] std::string mutants_json(const MutantRun& run);

}  // namespace rpcts::report
