#pragma once

// Broken implementations: for each known mistake of an implementation, looks for a case that sees it and that
// names the requirement which the mistake breaks. What a mistake is stands elsewhere; here it is a name that
// workers are given in a variable of their environment.

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"
#include "harness/runner/outcome.hpp"

namespace rpcts::runner {

struct Fault {
  std::string id;                  ///< "slots.b-and-c-swapped": group and name
  std::string title;               ///< what is done wrong
  std::vector<std::string> rules;  ///< rules, or clauses without rule ids, of which one is to be named
  std::vector<std::string> files;  ///< files of cases that are run first: "slots"
};

/// What came of a fault.
enum class Fate : std::uint8_t {
  named,          ///< a case that claims one of its rules fails
  caught,         ///< a case fails, but none that claims one of its rules
  survived,       ///< every case passes
  not_supported,  ///< the device or the host lacks what every case of its files needs
};

inline constexpr auto fate_names = std::to_array<std::pair<Fate, std::string_view>>({
    {Fate::named, "caught and named"},
    {Fate::caught, "caught, not named"},
    {Fate::survived, "survived"},
    {Fate::not_supported, "not supported"},
});

[[nodiscard]] constexpr std::string_view name_of(Fate fate) {
  return fate_names.at(static_cast<std::size_t>(fate)).second;
}

struct FaultRecord {
  Fault fault;
  Fate fate = Fate::survived;
  std::string case_id;              ///< that caught it; empty when none did
  Outcome outcome = Outcome::pass;  ///< of that case
  std::string message;              ///< the first of that case
  std::string rule;                 ///< of the fault that the case claims; empty when none
  bool watched = false;             ///< whether only the validation layer made the case fail
  std::uint64_t cases = 0;          ///< that were run with the mistake
  std::uint64_t milliseconds = 0;   ///< wall time
};

struct HuntSetup {
  std::filesystem::path worker;
  std::vector<std::string> arguments;          ///< of a worker without the validation layer
  std::vector<std::string> watched_arguments;  ///< of one with it; empty = the layer never watches
  std::string variable;                        ///< names the mistake that a worker makes
  unsigned jobs = 1;                           ///< mistakes at a time
  bool own_files_only = false;                 ///< a mistake that the cases of its files miss has survived
  std::chrono::milliseconds timeout{60'000};   ///< of one case
};

/// All are called one at a time, from any thread.
struct HuntHooks {
  /// A fault has its fate. In the order in which they end.
  std::function<void(const FaultRecord&)> on_result;
  /// Something went wrong that belongs to no case.
  std::function<void(std::string)> on_incident;
  /// Asked often, from any thread at any time; true ends the hunt at once.
  std::function<bool()> stop;
};

struct HuntRecord {
  std::uint64_t control_cases = 0;          ///< that ran without a mistake
  std::vector<std::string> control_failed;  ///< those that failed then, sorted: they catch nothing
  std::vector<FaultRecord> faults;          ///< sorted by id
  bool complete = false;                    ///< false: it was stopped
};

/// ErrorKind::usage when a fault names a file without cases that judge an implementation, or a rule that no
/// such case claims: whoever wrote the fault is to repair it.
[[nodiscard]] Result<void> check_faults(std::span<const Fault> faults, const Catalogue& catalogue);

/// First runs the cases of all files without a mistake: what does not pass then catches nothing. Then for
/// each fault the cases of its files that claim one of its rules, then the other cases of its files, then
/// both once more with the validation layer, then all other cases that judge an implementation; always until
/// one fails. A quality warning is a failure here where all rules of the fault are of level REF. An Error
/// when workers cannot be used at all.
[[nodiscard]] Result<HuntRecord> hunt(std::span<const Fault> faults, const Catalogue& catalogue,
                                      const HuntSetup& setup, const HuntHooks& hooks);

}  // namespace rpcts::runner
