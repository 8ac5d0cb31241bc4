#include "harness/runner/fault_hunt.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "harness/runner/scheduler.hpp"

namespace rpcts::runner {
namespace {

using Clock = std::chrono::steady_clock;

bool is_in_files(const CaseInfo& info, const Fault& fault) {
  return std::ranges::find(fault.files, file_of(info.id)) != fault.files.end();
}

bool proves(const CaseInfo& info, std::string_view rule) {
  return info.clause == rule || std::ranges::find(info.claims, rule, &Claim::rule) != info.claims.end();
}

/// The first rule of the fault that the case claims, or nothing.
std::string named_rule(const CaseInfo& info, const Fault& fault) {
  const auto found =
      std::ranges::find_if(fault.rules, [&](const std::string& rule) { return proves(info, rule); });
  return found == fault.rules.end() ? std::string() : *found;
}

std::vector<CaseInfo> judging_cases(const Catalogue& catalogue) {
  std::vector<CaseInfo> cases = catalogue.cases;
  std::erase_if(cases, [](const CaseInfo& info) { return info.profiles.empty() || info.nightly; });
  return cases;
}

/// What cases do without any mistake. Used by all threads.
class Control {
 public:
  Control(const HuntSetup& setup, const HuntHooks& hooks) : setup_(setup), hooks_(hooks) {}

  /// Runs the cases without the validation layer and keeps what came of them. False: stopped.
  Result<bool> run(std::vector<CaseInfo> cases) {
    return run_schedule(std::move(cases),
                        {.worker = setup_.worker,
                         .arguments = setup_.arguments,
                         .jobs = setup_.jobs,
                         .timeout = setup_.timeout},
                        {.on_result = [&](const CaseRecord& record) { keep(record, false); },
                         .on_incident = hooks_.on_incident,
                         .stop = hooks_.stop});
  }

  /// Whether the case passes; runs it where that is not known yet.
  Result<bool> passes(const CaseInfo& info, bool watched) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto known = outcomes_.find({info.id, watched}); known != outcomes_.end()) {
        return known->second == Outcome::pass;
      }
    }
    Outcome outcome = Outcome::fail;
    const Result<bool> ran = run_schedule({info},
                                          {.worker = setup_.worker,
                                           .arguments = watched ? setup_.watched_arguments : setup_.arguments,
                                           .timeout = setup_.timeout},
                                          {.on_result =
                                               [&](const CaseRecord& record) {
                                                 outcome = record.outcome;
                                                 keep(record, watched);
                                               },
                                           .on_incident = {},
                                           .stop = hooks_.stop});
    if (!ran) {
      return std::unexpected(ran.error());
    }
    return outcome == Outcome::pass;
  }

  /// Of a case that run() has run.
  [[nodiscard]] std::optional<Outcome> outcome(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto known = outcomes_.find({id, false});
    return known == outcomes_.end() ? std::nullopt : std::optional(known->second);
  }

  void tell(HuntRecord& record) const {
    std::set<std::string> ids;
    std::set<std::string> failed;
    for (const auto& [key, outcome] : outcomes_) {
      ids.insert(key.first);
      if (outcome != Outcome::pass && outcome != Outcome::not_supported) {
        failed.insert(key.first);
      }
    }
    record.control_cases = ids.size();
    record.control_failed.assign(failed.begin(), failed.end());
  }

 private:
  void keep(const CaseRecord& record, bool watched) {
    const std::scoped_lock lock(mutex_);
    outcomes_.insert_or_assign({record.info.id, watched}, record.outcome);
  }

  const HuntSetup& setup_;
  const HuntHooks& hooks_;
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, bool>, Outcome> outcomes_;  ///< by case and whether the layer watched
};

/// The hunt for one fault.
class Hunter {
 public:
  Hunter(const Fault& fault, const Catalogue& catalogue, std::span<const CaseInfo> cases,
         const HuntSetup& setup, const HuntHooks& hooks, Control& control)
      : setup_(setup), hooks_(hooks), control_(control) {
    record_.fault = fault;
    warnings_count_ = std::ranges::all_of(fault.rules, [&](const std::string& rule) {
      const auto warns = [](Weight weight) {
        return weight == Weight::reference || weight == Weight::strict;
      };
      if (const RuleInfo* known = catalogue.find_rule(rule)) {
        return warns(known->level);
      }
      // A clause without rule ids has the level of its cases.
      return std::ranges::all_of(
          cases, [&](const CaseInfo& info) { return info.clause != rule || warns(info.weight); });
    });
    for (const CaseInfo& info : cases) {
      if (!is_in_files(info, fault)) {
        if (!setup.own_files_only) {
          far_.push_back(info);
        }
      } else if (named_rule(info, fault).empty()) {
        near_.push_back(info);
      } else {
        claiming_.push_back(info);
      }
    }
  }

  /// Nothing when it was stopped.
  Result<std::optional<FaultRecord>> run() {
    const Clock::time_point start = Clock::now();
    if (nothing_supported()) {
      record_.fate = Fate::not_supported;
      return record_;
    }
    std::vector<CaseInfo> both = claiming_;
    both.insert(both.end(), near_.begin(), near_.end());
    // The validation layer costs time and seldom tells more than the cases do.
    for (const auto& [cases, watched] :
         {std::pair(&claiming_, false), std::pair(&near_, false), std::pair(&both, true),
          std::pair(&far_, false), std::pair(&far_, true)}) {
      if (watched && setup_.watched_arguments.empty()) {
        continue;
      }
      const Result<Search> came = search(*cases, watched);
      if (!came) {
        return std::unexpected(came.error());
      }
      if (*came == Search::stopped) {
        return std::optional<FaultRecord>();
      }
      if (*came == Search::caught) {
        break;
      }
    }
    record_.milliseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count());
    return record_;
  }

 private:
  enum class Search : std::uint8_t { nothing, caught, stopped };

  [[nodiscard]] bool nothing_supported() const {
    const auto supported = [&](const CaseInfo& info) {
      return control_.outcome(info.id) != Outcome::not_supported;
    };
    return std::ranges::none_of(claiming_, supported) && std::ranges::none_of(near_, supported);
  }

  [[nodiscard]] bool counts(Outcome outcome) const {
    return is_failure(outcome) || (warnings_count_ && outcome == Outcome::quality_warning);
  }

  /// Runs the cases until one fails that passes without the mistake.
  Result<Search> search(std::vector<CaseInfo> cases, bool watched) {
    while (!cases.empty()) {
      std::optional<CaseRecord> found;
      std::set<std::string> ended;
      const Result<bool> ran = run_schedule(
          cases,
          {.worker = setup_.worker,
           .arguments = watched ? setup_.watched_arguments : setup_.arguments,
           .timeout = setup_.timeout,
           .largest_chunk = cases.size(),
           .smallest_chunk = cases.size(),
           .environment = {fmt::format("{}={}", setup_.variable, record_.fault.id)}},
          {.on_result =
               [&](CaseRecord record) {
                 ++record_.cases;
                 if (found) {
                   return;  // came with the last one; it runs again where that one proves nothing
                 }
                 ended.insert(record.info.id);
                 if (counts(record.outcome)) {
                   found = std::move(record);
                 }
               },
           .on_incident = {},
           .stop = [&] { return found.has_value() || (hooks_.stop && hooks_.stop()); }});
      if (!ran) {
        return std::unexpected(ran.error());
      }
      if (!found) {
        return *ran ? Search::nothing : Search::stopped;
      }
      const Result<bool> passes = control_.passes(found->info, watched);
      if (!passes) {
        return std::unexpected(passes.error());
      }
      if (*passes) {
        keep(*found, watched);
        return Search::caught;
      }
      std::erase_if(cases, [&](const CaseInfo& info) { return ended.contains(info.id); });
    }
    return Search::nothing;
  }

  void keep(const CaseRecord& record, bool watched) {
    record_.case_id = record.info.id;
    record_.outcome = record.outcome;
    record_.message = record.messages.empty() ? std::string() : record.messages.front().text;
    record_.rule = named_rule(record.info, record_.fault);
    record_.fate = record_.rule.empty() ? Fate::caught : Fate::named;
    record_.watched = watched;
  }

  const HuntSetup& setup_;
  const HuntHooks& hooks_;
  Control& control_;
  bool warnings_count_ = false;
  std::vector<CaseInfo> claiming_;  ///< of the fault's files, with a claim of one of its rules
  std::vector<CaseInfo> near_;      ///< of the fault's files, without
  std::vector<CaseInfo> far_;       ///< all others
  FaultRecord record_;
};

}  // namespace

Result<void> check_faults(std::span<const Fault> faults, const Catalogue& catalogue) {
  const std::vector<CaseInfo> cases = judging_cases(catalogue);
  for (const Fault& fault : faults) {
    for (const std::string& file : fault.files) {
      if (std::ranges::find(cases, file, [](const CaseInfo& info) { return file_of(info.id); }) ==
          cases.end()) {
        return error(ErrorKind::usage,
                     fmt::format("the mistake {} is to be seen by the cases of '{}'; no case there judges an "
                                 "implementation",
                                 fault.id, file));
      }
    }
    for (const std::string& rule : fault.rules) {
      if (std::ranges::none_of(cases, [&](const CaseInfo& info) { return proves(info, rule); })) {
        return error(
            ErrorKind::usage,
            fmt::format("the mistake {} breaks '{}', which no case that judges an implementation claims",
                        fault.id, rule));
      }
    }
  }
  return {};
}

Result<HuntRecord> hunt(std::span<const Fault> faults, const Catalogue& catalogue, const HuntSetup& setup,
                        const HuntHooks& hooks) {
  const std::vector<CaseInfo> cases = judging_cases(catalogue);
  std::mutex mutex;
  std::atomic<bool> over = false;
  std::optional<Error> why;
  HuntRecord record;
  const HuntHooks shared{.on_result = hooks.on_result,
                         .on_incident =
                             [&](std::string text) {
                               const std::scoped_lock lock(mutex);
                               if (hooks.on_incident) {
                                 hooks.on_incident(std::move(text));
                               }
                             },
                         .stop = [&] { return over || (hooks.stop && hooks.stop()); }};

  Control control(setup, shared);
  std::vector<CaseInfo> near;
  std::ranges::copy_if(cases, std::back_inserter(near), [&](const CaseInfo& info) {
    return std::ranges::any_of(faults, [&](const Fault& fault) { return is_in_files(info, fault); });
  });
  const Result<bool> controlled = control.run(std::move(near));
  if (!controlled) {
    return std::unexpected(controlled.error());
  }

  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < faults.size() && !shared.stop(); i = next++) {
      Result<std::optional<FaultRecord>> found =
          Hunter(faults[i], catalogue, cases, setup, shared, control).run();
      const std::scoped_lock lock(mutex);
      if (!found) {
        why = found.error();
        why->message = fmt::format("with the mistake {}: {}", faults[i].id, why->message);
        over = true;
      } else if (*found) {
        if (hooks.on_result) {
          hooks.on_result(**found);
        }
        record.faults.push_back(std::move(**found));
      }
    }
  };
  if (*controlled) {
    // A worker dies with the thread that started it, which waits for it.
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min<std::size_t>(std::max(1U, setup.jobs), faults.size()); ++i) {
      threads.emplace_back(work);
    }
  }
  if (why) {
    return std::unexpected(std::move(*why));
  }
  control.tell(record);
  std::ranges::sort(record.faults, {}, [](const FaultRecord& one) { return one.fault.id; });
  record.complete = record.faults.size() == faults.size();
  return record;
}

}  // namespace rpcts::runner
