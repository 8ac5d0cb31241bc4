#include "harness/runner/mutant_hunt.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <thread>
#include <tuple>

#include "harness/runner/scheduler.hpp"

namespace rpcts::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// Of the cases that are run first with a mutant, as they took without one.
constexpr std::chrono::duration<std::uint64_t, std::micro> first_step{500'000};

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

/// The cases that judge an implementation, cut into units; nightly ones only of the files that look at a
/// mutant's source.
std::vector<Unit> units_of(const Catalogue& catalogue, std::span<const Mutant> mutants, std::size_t size) {
  std::set<std::string_view> looking;
  for (const Mutant& mutant : mutants) {
    looking.insert(mutant.look_first.begin(), mutant.look_first.end());
  }
  std::vector<Unit> units;
  for (const CaseInfo& info : catalogue.cases) {
    if (info.profiles.empty() || (info.nightly && !looking.contains(file_of(info.id)))) {
      continue;
    }
    if (units.empty() || units.back().cases.size() == std::max<std::size_t>(1, size) ||
        file_of(units.back().cases.front().id) != file_of(info.id)) {
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
      : mutants_(mutants),
        setup_(setup),
        hooks_(hooks),
        units_(units_of(catalogue, mutants, setup.traced_together)) {
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
    std::vector<std::uint64_t> times;
    Schedule schedule = schedule_for(unit.cases.size());
    schedule.environment = {fmt::format("{}={}", setup_.trace_variable, file.string())};
    const Result<bool> ran =
        run_schedule(unit.cases, schedule,
                     {.on_result =
                          [&](const CaseRecord& record) {
                            times.push_back(record.microseconds);
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
    // One of the cases has paid for the process's start, which many units will share.
    std::ranges::sort(times);
    if (times.size() > 1) {
      times.back() = times[times.size() - 2];
    }
    unit.microseconds = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
    return {};
  }

  void judge(const Mutant& mutant) {
    const Clock::time_point start = Clock::now();
    MutantRecord record{.mutant = mutant};
    std::vector<std::size_t> order = in_order(mutant);
    for (const std::size_t i : order) {
      record.could_see += units_[i].cases.size();
    }
    // Steps of growing cost: the start of a process costs more than a few cases, and most mutants fall soon.
    std::uint64_t step = first_step.count();
    std::uint64_t spent = 0;
    const auto most = static_cast<std::uint64_t>(std::chrono::microseconds(setup_.longest).count()) /
                      (mutant.expected_survivor ? 10 : 1);
    Search came = Search::nothing;
    for (std::size_t at = 0; at < order.size() && came == Search::nothing && spent < most; step *= 4) {
      std::vector<CaseInfo> cases;
      for (const std::uint64_t end = std::min(spent + step, most); at < order.size() && spent < end; ++at) {
        const Unit& unit = units_[order[at]];
        spent += std::max<std::uint64_t>(1, unit.microseconds);
        cases.insert(cases.end(), unit.cases.begin(), unit.cases.end());
      }
      came = search(cases, record);
    }
    if (came == Search::stopped) {
      return;
    }
    record.milliseconds = milliseconds_since(start);
    const std::scoped_lock lock(mutex_);
    if (record.killed && !record.case_id.empty()) {
      remember(record);
    }
    if (hooks_.on_result) {
      hooks_.on_result(record);
    }
    record_.mutants.push_back(std::move(record));
  }

  /// The units that could see a mutant: first what killed others of its source, then the cheapest of each
  /// file of cases, each kind of case having its turn, then the second of each, and so on.
  std::vector<std::size_t> in_order(const Mutant& mutant) {
    std::vector<std::size_t> killers;
    {
      const std::scoped_lock lock(mutex_);
      killers = killers_[mutant.file];
    }
    std::map<std::string_view, std::uint64_t> given;  // time, by file
    // Whether others are to be tried first, time of the file of cases until its end, and the unit.
    std::vector<std::tuple<bool, std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const Unit& unit = units_[i];
      if (!unit.cases.empty() && unit.reached[mutant.number] != 0) {
        const bool known = std::ranges::find(killers, i) != killers.end();
        order.emplace_back(!known && std::ranges::find(mutant.look_first, file_of(unit.cases.front().id)) ==
                                         mutant.look_first.end(),
                           known ? 0 : given[file_of(unit.cases.front().id)] += unit.microseconds, i);
      }
    }
    std::ranges::sort(order);
    std::vector<std::size_t> units;
    std::ranges::copy(order | std::views::elements<2>, std::back_inserter(units));
    return units;
  }

  /// Keeps the last few units that killed a mutant of the source.
  void remember(const MutantRecord& record) {
    const auto unit = std::ranges::find_if(units_, [&](const Unit& one) {
      return std::ranges::find(one.cases, record.case_id, &CaseInfo::id) != one.cases.end();
    });
    std::vector<std::size_t>& killers = killers_[record.mutant.file];
    const auto index = static_cast<std::size_t>(unit - units_.begin());
    std::erase(killers, index);
    killers.insert(killers.begin(), index);
    killers.resize(std::min<std::size_t>(killers.size(), 3));
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
  std::vector<Unit> units_;                                  ///< sorted by cost once all are traced
  std::map<std::string, std::vector<std::size_t>> killers_;  ///< by source; the last first
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
