#include "harness/runner/scheduler.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "harness/runner/process.hpp"
#include "harness/runner/protocol.hpp"
#include "harness/runner/session.hpp"

namespace rpcts::runner {
namespace {

using Clock = std::chrono::steady_clock;

/// A worker process at work.
struct Worker {
  Worker(Process started, std::deque<std::string> chunk)
      : process(std::move(started)), session(std::move(chunk)) {}

  Process process;
  Session session;
  EventReader reader;
  Clock::time_point since = Clock::now();  ///< of the last event, or of the start
};

/// Why a worker is given up.
struct End {
  Outcome outcome = Outcome::crash;  ///< of the case that is to blame
  std::string reason;
};

class Scheduler {
 public:
  Scheduler(std::vector<CaseInfo> cases, const Schedule& schedule, const ScheduleHooks& hooks)
      : schedule_(schedule), hooks_(hooks) {
    std::ranges::sort(cases, {}, &CaseInfo::id);
    for (CaseInfo& info : cases) {
      pending_.push_back(info.id);
      std::string id = info.id;
      open_.emplace(std::move(id), CaseRecord{.info = std::move(info), .attempts = 0});
    }
  }

  Result<bool> run() {
    while (!workers_.empty() || !pending_.empty() || !again_.empty()) {
      if (hooks_.stop && hooks_.stop()) {
        return false;
      }
      if (Result<void> started = fill(); !started) {
        return std::unexpected(std::move(started.error()));
      }
      wait();
      for (std::size_t i = 0; i < workers_.size();) {
        Result<bool> goes_on = serve(*workers_[i]);
        if (!goes_on) {
          return std::unexpected(std::move(goes_on.error()));
        }
        if (*goes_on) {
          ++i;
        } else {
          workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
    }
    return true;
  }

 private:
  /// Starts workers until there are enough.
  Result<void> fill() {
    while (workers_.size() < std::max(1U, schedule_.jobs) && (!pending_.empty() || !again_.empty())) {
      std::deque<std::string> chunk = next_chunk();
      Launch launch{.program = schedule_.worker,
                    .arguments = schedule_.arguments,
                    .environment = schedule_.environment};
      for (const std::string& id : chunk) {
        launch.input += id + '\n';
      }
      Result<Process> process = Process::start(launch);
      if (!process) {
        return std::unexpected(std::move(process.error()));
      }
      workers_.push_back(std::make_unique<Worker>(std::move(*process), std::move(chunk)));
    }
    return {};
  }

  /// Large chunks first and small ones towards the end, so that all workers end at about the same time. A
  /// case that runs again runs alone.
  std::deque<std::string> next_chunk() {
    std::deque<std::string>& from = pending_.empty() ? again_ : pending_;
    const std::size_t fair = pending_.size() / (std::size_t{4} * std::max(1U, schedule_.jobs));
    const std::size_t wanted = std::min(std::max(fair, schedule_.smallest_chunk), schedule_.largest_chunk);
    const std::size_t size = pending_.empty() ? 1 : std::clamp<std::size_t>(wanted, 1, pending_.size());
    const auto end = from.begin() + static_cast<std::ptrdiff_t>(size);
    std::deque<std::string> chunk(from.begin(), end);
    from.erase(from.begin(), end);
    std::ranges::sort(chunk);  // Cases of a broken-off chunk may have come before others.
    return chunk;
  }

  void wait() const {
    std::vector<Process*> processes;
    Clock::time_point deadline = Clock::now() + schedule_.timeout;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      processes.push_back(&worker->process);
      deadline = std::min(deadline, worker->since + schedule_.timeout);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    Process::wait(processes, std::max(left, std::chrono::milliseconds(0)));
  }

  /// Takes what has come from a worker. False when it is done with.
  Result<bool> serve(Worker& worker) {
    const std::optional<Exit> exit = worker.process.exit();
    worker.reader.feed(worker.process.pump());
    while (std::optional<Result<Event>> event = worker.reader.next()) {
      Result<std::optional<CaseEnded>> ended =
          *event ? worker.session.on(std::move(**event)) : std::unexpected(std::move(event->error()));
      if (!ended) {
        worker.process.kill();
        if (ended.error().kind == ErrorKind::unsupported) {
          return std::unexpected(std::move(ended.error()));
        }
        return give_up(worker, {.reason = std::move(ended.error().message)});
      }
      worker.since = Clock::now();
      if (*ended) {
        // Text 0 of the output stands before the first case.
        finish(worker, std::move(**ended), worker.session.ended());
      }
    }
    if (exit) {
      if (worker.session.finished() && exit->good() && worker.reader.rest().empty()) {
        return false;
      }
      std::string reason = fmt::format("the worker ended with {}", exit->text());
      if (!worker.reader.rest().empty()) {
        reason += " in the middle of an event";
      }
      return give_up(worker, {.reason = std::move(reason)});
    }
    if (Clock::now() - worker.since >= schedule_.timeout) {
      worker.process.kill();
      return give_up(worker, {.outcome = Outcome::timeout,
                              .reason = fmt::format("nothing happened for {} ms, the limit of one case",
                                                    schedule_.timeout.count())});
    }
    return true;
  }

  /// A worker that ended early, or had to be ended: finds the case to blame, and lets the others run again.
  /// False, or an Error when the worker never got so far as to be ready.
  Result<bool> give_up(Worker& worker, End end) {
    const Session& session = worker.session;
    // What it has printed until now; it is dead or dies.
    static_cast<void>(worker.process.pump());
    if (!session.greeted()) {
      return error(ErrorKind::failed,
                   fmt::format("the worker '{}' was not ready: {}\n{}", schedule_.worker.string(), end.reason,
                               worker.process.last_output()));
    }
    std::deque<std::string> rest = session.remaining();
    const bool blame_next = session.running() != nullptr || (session.ended() == 0 && !rest.empty());
    if (blame_next) {
      CaseEnded blamed{.id = rest.front(), .outcome = end.outcome};
      blamed.microseconds = static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - worker.since).count());
      blamed.messages.push_back({.text = std::move(end.reason)});
      rest.pop_front();
      finish(worker, std::move(blamed), session.ended() + 1);
    } else if (hooks_.on_incident) {
      // Between two cases or after the last: no case can be blamed, and it must not be hidden.
      hooks_.on_incident(fmt::format("outside any case: {}{}", end.reason, quoted_output(worker)));
    }
    pending_.insert(pending_.begin(), rest.begin(), rest.end());
    return false;
  }

  static std::string quoted_output(const Worker& worker) {
    const std::string output = worker.process.last_output();
    return output.empty() ? output : fmt::format("; it printed:\n{}", output);
  }

  /// A case has ended. The final result goes out; a failure that may be tried again waits. `output_number`:
  /// of the case's text in the worker's output.
  void finish(Worker& worker, CaseEnded ended, std::size_t output_number) {
    const auto at = open_.find(ended.id);
    CaseRecord& record = at->second;
    record.outcome = record.attempts == 0 ? ended.outcome : merge(record.outcome, ended.outcome);
    ++record.attempts;
    record.checks = ended.checks;
    record.microseconds = ended.microseconds;
    record.notes = std::move(ended.notes);
    for (Message& message : ended.messages) {
      if (record.attempts > 1) {
        message.text = fmt::format("run {}: {}", record.attempts, message.text);
      }
      record.messages.push_back(std::move(message));
    }
    if (ended.outcome != Outcome::pass) {
      record.output = worker.process.output(output_number);
    }
    if (is_failure(record.outcome) && record.attempts <= schedule_.retries) {
      again_.push_back(ended.id);
      return;
    }
    CaseRecord final_record = std::move(record);
    open_.erase(at);
    if (hooks_.on_result) {
      hooks_.on_result(std::move(final_record));
    }
  }

  const Schedule& schedule_;
  const ScheduleHooks& hooks_;
  std::deque<std::string> pending_;         ///< not yet given to a worker
  std::deque<std::string> again_;           ///< failed, and to be run once more
  std::map<std::string, CaseRecord> open_;  ///< without a final result
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

Result<bool> run_schedule(std::vector<CaseInfo> cases, const Schedule& schedule, const ScheduleHooks& hooks) {
  return Scheduler(std::move(cases), schedule, hooks).run();
}

}  // namespace rpcts::runner
