#include "harness/runner/mutant_hunt.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "harness/runner/scheduler.hpp"

namespace rpcts::runner {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t milliseconds_since(Clock::time_point start) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
}

/// Cases that were traced in one process, and what was found.
struct Unit {
  std::vector<CaseInfo> cases;  ///< of one file; after tracing only those that passed
  std::uint64_t microseconds = 0;
  std::string reached;  ///< a byte for each number: 1 where the mutant made a difference
};

/// Runs work(i) for each i below `count` on up to `jobs` threads, until one gives an Error or `stop` says so.
/// A worker process dies with the thread that started it, which waits for it.
template <class Work>
std::optional<Error> for_each_in_parallel(std::size_t count, unsigned jobs, const std::function<bool()>& stop,
                                          Work work) {
  std::mutex mutex;
  std::atomic<bool> over = false;
  std::optional<Error> why;
  std::atomic<std::size_t> next = 0;
  const auto loop = [&] {
    for (std::size_t i = next++; i < count && !over && !(stop && stop()); i = next++) {
      if (Result<void> done = work(i); !done) {
        const std::scoped_lock lock(mutex);
        why = std::move(done.error());
        over = true;
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min<std::size_t>(std::max(1U, jobs), count); ++i) {
    threads.emplace_back(loop);
  }
  threads.clear();
  return why;
}

/// The cases that judge an implementation, cut into units. A case id begins "contract.file.".
std::vector<Unit> units_of(const Catalogue& catalogue, std::size_t size) {
  const auto file_of = [](const CaseInfo& info) {
    return std::string_view(info.id).substr(0, info.id.find('.', info.id.find('.') + 1));
  };
  std::vector<Unit> units;
  for (const CaseInfo& info : catalogue.cases) {
    if (info.profiles.empty() || info.nightly) {
      continue;
    }
    if (units.empty() || units.back().cases.size() == std::max<std::size_t>(1, size) ||
        file_of(units.back().cases.front()) != file_of(info)) {
      units.emplace_back();
    }
    units.back().cases.push_back(info);
  }
  return units;
}

class MutantHunt {
 public:
  MutantHunt(std::span<const Mutant> mutants, const Catalogue& catalogue, const MutantHuntSetup& setup,
             const MutantHuntHooks& hooks)
      : mutants_(mutants), setup_(setup), hooks_(hooks), units_(units_of(catalogue, setup.traced_together)) {
    for (const Mutant& mutant : mutants) {
      numbers_ = std::max<std::size_t>(numbers_, std::size_t{mutant.number} + 1);
    }
  }

  Result<MutantHuntRecord> run() {
    const Clock::time_point start = Clock::now();
    if (std::optional<Error> why = for_each_in_parallel(units_.size(), setup_.jobs, hooks_.stop,
                                                        [&](std::size_t i) { return trace(i); })) {
      return std::unexpected(std::move(*why));
    }
    record_.trace_milliseconds = milliseconds_since(start);
    std::ranges::sort(record_.control_failed);
    // The cheapest first, wherever an order is free.
    std::ranges::stable_sort(units_, {}, &Unit::microseconds);
    if (std::optional<Error> why =
            for_each_in_parallel(mutants_.size(), setup_.jobs, hooks_.stop, [&](std::size_t i) {
              judge(mutants_[i]);
              return Result<void>();
            })) {
      return std::unexpected(std::move(*why));
    }
    std::ranges::sort(record_.mutants, {}, [](const MutantRecord& one) { return one.mutant.number; });
    record_.complete = record_.mutants.size() == mutants_.size();
    return std::move(record_);
  }

 private:
  enum class Search : std::uint8_t { nothing, killed, stopped };

  /// Runs a unit without a mutant.
  Result<void> trace(std::size_t i) {
    Unit& unit = units_[i];
    const std::filesystem::path file = setup_.scratch / fmt::format("trace-{}", i);
    if (!(std::ofstream(file, std::ios::binary | std::ios::trunc) << std::string(numbers_, '\0'))) {
      return error(ErrorKind::failed, fmt::format("'{}' cannot be written", file.string()));
    }
    std::vector<CaseInfo> passed;
    Schedule schedule = schedule_for(unit.cases.size());
    schedule.environment = {fmt::format("{}={}", setup_.trace_variable, file.string())};
    const Result<bool> ran =
        run_schedule(unit.cases, schedule,
                     {.on_result =
                          [&](const CaseRecord& record) {
                            unit.microseconds += record.microseconds;
                            if (record.outcome == Outcome::pass) {
                              passed.push_back(record.info);
                            }
                            const std::scoped_lock lock(mutex_);
                            ++record_.control_cases;
                            if (record.outcome != Outcome::pass && record.outcome != Outcome::not_supported) {
                              record_.control_failed.push_back(record.info.id);
                            }
                          },
                      .on_incident = {},
                      .stop = hooks_.stop});
    if (!ran) {
      return std::unexpected(ran.error());
    }
    std::ifstream marks(file, std::ios::binary);
    unit.reached.assign(std::istreambuf_iterator<char>(marks), {});
    if (!marks || unit.reached.size() < numbers_) {
      return error(ErrorKind::failed, fmt::format("'{}' cannot be read", file.string()));
    }
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    unit.cases = std::move(passed);
    return {};
  }

  void judge(const Mutant& mutant) {
    const Clock::time_point start = Clock::now();
    MutantRecord record{.mutant = mutant};
    // First the cheapest unit of each file of cases, each kind of case having its turn; then all others.
    std::vector<CaseInfo> first;
    std::vector<CaseInfo> rest;
    std::set<std::string> files;
    for (const Unit& unit : units_) {
      if (unit.cases.empty() || unit.reached[mutant.number] == 0) {
        continue;
      }
      const std::string& id = unit.cases.front().id;
      std::vector<CaseInfo>& into =
          files.insert(id.substr(0, id.find('.', id.find('.') + 1))).second ? first : rest;
      into.insert(into.end(), unit.cases.begin(), unit.cases.end());
    }
    record.could_see = first.size() + rest.size();
    Search came = search(first, record);
    if (came == Search::nothing) {
      came = search(rest, record);
    }
    if (came == Search::stopped) {
      return;
    }
    record.milliseconds = milliseconds_since(start);
    const std::scoped_lock lock(mutex_);
    if (hooks_.on_result) {
      hooks_.on_result(record);
    }
    record_.mutants.push_back(std::move(record));
  }

  Search search(const std::vector<CaseInfo>& cases, MutantRecord& record) {
    if (cases.empty()) {
      return Search::nothing;
    }
    Schedule schedule = schedule_for(cases.size());
    schedule.environment = {fmt::format("{}={}", setup_.variable, record.mutant.number)};
    const Result<bool> ran =
        run_schedule(cases, schedule,
                     {.on_result =
                          [&](const CaseRecord& one) {
                            ++record.cases;
                            if (!record.killed && one.outcome != Outcome::pass) {
                              record.killed = true;
                              record.case_id = one.info.id;
                              record.outcome = one.outcome;
                              record.message = one.messages.empty() ? "" : one.messages.front().text;
                            }
                          },
                      .on_incident = {},
                      .stop = [&] { return record.killed || (hooks_.stop && hooks_.stop()); }});
    if (!ran) {
      // Without the mutant workers started: it is the mutant that keeps this one from it.
      record.killed = true;
      record.outcome = Outcome::crash;
      record.message = ran.error().message;
    }
    return record.killed ? Search::killed : *ran ? Search::nothing : Search::stopped;
  }

  [[nodiscard]] Schedule schedule_for(std::size_t cases) const {
    return {.worker = setup_.worker,
            .arguments = setup_.arguments,
            .timeout = setup_.timeout,
            .largest_chunk = cases,
            .smallest_chunk = cases};
  }

  std::span<const Mutant> mutants_;
  const MutantHuntSetup& setup_;
  const MutantHuntHooks& hooks_;
  std::vector<Unit> units_;
  std::size_t numbers_ = 1;
  std::mutex mutex_;
  MutantHuntRecord record_;
};

}  // namespace

Result<MutantHuntRecord> hunt_mutants(std::span<const Mutant> mutants, const Catalogue& catalogue,
                                      const MutantHuntSetup& setup, const MutantHuntHooks& hooks) {
  return MutantHunt(mutants, catalogue, setup, hooks).run();
}

}  // namespace rpcts::runner
