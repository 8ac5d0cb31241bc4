#include "harness/runner/worker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <source_location>
#include <string_view>

namespace rpcts::runner {
namespace {

/// Longer texts of one message or note are cut.
constexpr std::size_t maximum_text_bytes = 2048;

std::string bounded(std::string_view text) {
  if (text.size() <= maximum_text_bytes) {
    return std::string(text);
  }
  return fmt::format("{} [{} bytes more]", text.substr(0, maximum_text_bytes),
                     text.size() - maximum_text_bytes);
}

/// What is left of the bytes that the report of one case may have.
class Budget {
 public:
  /// Whether a text still fits; takes its bytes when it does.
  [[nodiscard]] bool take(std::size_t bytes) {
    if (bytes > left_) {
      left_ = 0;
      return false;
    }
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_ = maximum_report_bytes;
};

/// What the running test leaves for the listener.
struct Running {
  const Case* what = nullptr;
  std::filesystem::path data;
  std::uint64_t checks = 0;
  std::size_t failures = 0;
  std::map<std::string, std::string> notes;
  std::optional<std::string> not_supported;
  std::chrono::microseconds took{0};
};

/// One case as a test.
class CaseTest : public testing::Test {
 public:
  CaseTest(const Case& what, Running& running) : what_(what), running_(running) {}

  void TestBody() override {
    running_ = Running{.what = &what_, .data = running_.data};
    CaseContext context(running_.data);
    const auto start = std::chrono::steady_clock::now();
    try {
      what_.body(context);
    } catch (const NotSupported& reason) {
      running_.not_supported = reason.reason;
    } catch (const std::exception& thrown) {
      ADD_FAILURE() << "an exception left the case: " << thrown.what();
    } catch (...) {
      ADD_FAILURE() << "an exception of an unknown type left the case";
    }
    running_.took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    running_.checks = context.checks();
    running_.failures = context.failures();
    running_.notes = context.notes();
  }

 private:
  const Case& what_;
  Running& running_;
};

/// The event of a case that has ended. `unreported` counts failures that have no message.
CaseEnded ended(const Running& running, std::vector<Message> failures, std::size_t unreported) {
  const CaseInfo& info = running.what->info;
  CaseEnded event{.id = info.id,
                  .checks = running.checks,
                  .microseconds = static_cast<std::uint64_t>(running.took.count()),
                  .notes = {}};
  Budget budget;
  for (const auto& [name, value] : running.notes) {
    std::string text = bounded(value);
    if (budget.take(name.size() + text.size())) {
      event.notes.emplace(name, std::move(text));
    }
  }
  if (!failures.empty()) {
    const bool mild = info.weight == Weight::reference || info.weight == Weight::strict;
    event.outcome = mild ? Outcome::quality_warning : Outcome::fail;
    event.messages = std::move(failures);
    if (unreported > 0) {
      event.messages.push_back({.text = fmt::format("{} more checks failed", unreported)});
    }
  } else if (running.not_supported) {
    event.outcome = Outcome::not_supported;
    event.messages.push_back({.text = bounded(*running.not_supported)});
  } else if (running.checks == 0) {
    event.outcome = Outcome::fail;
    event.messages.push_back({.text = "the case checks nothing"});
  } else {
    event.outcome = Outcome::pass;
  }
  return event;
}

/// The path below the root of the sources, which this file knows of itself as the compiler was given it.
std::string_view below_the_root(std::string_view file) {
  constexpr std::string_view own_path = "harness/runner/worker.cpp";
  std::string_view root = std::source_location::current().file_name();
  root.remove_suffix(own_path.size());
  if (file.starts_with(root)) {
    file.remove_prefix(root.size());
  }
  return file;
}

Message message_of(const testing::TestPartResult& part) {
  std::string_view text = part.message();
  // ADD_FAILURE_AT puts this before the text.
  constexpr std::string_view prefix = "Failed\n";
  if (text.starts_with(prefix)) {
    text.remove_prefix(prefix.size());
  }
  return {.text = bounded(text),
          .file = std::string(part.file_name() != nullptr ? below_the_root(part.file_name()) : ""),
          .line = part.line_number() > 0 ? static_cast<std::uint32_t>(part.line_number()) : 0};
}

class Listener : public testing::EmptyTestEventListener {
 public:
  Listener(const Running& running, const EventSink& sink) : running_(running), sink_(sink) {}

  void OnTestStart(const testing::TestInfo& test) override {
    sink_(CaseStarted{fmt::format("{}.{}", test.test_suite_name(), test.name())});
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    std::vector<Message> failures;
    std::size_t unreported = running_.failures - std::min(running_.failures, CaseContext::maximum_failures);
    Budget budget;
    for (int i = 0; i < test.result()->total_part_count(); ++i) {
      const testing::TestPartResult& part = test.result()->GetTestPartResult(i);
      if (!part.failed()) {
        continue;
      }
      Message message = message_of(part);
      if (failures.empty() || budget.take(message.text.size())) {
        failures.push_back(std::move(message));
      } else {
        ++unreported;
      }
    }
    sink_(ended(running_, std::move(failures), unreported));
  }

 private:
  const Running& running_;
  const EventSink& sink_;
};

/// GoogleTest reads its flags from the environment too; none of them may change what is run.
void ignore_environment() {
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE"}) {
    ::unsetenv(name);
  }
  GTEST_FLAG_SET(filter, std::string("*"));
  GTEST_FLAG_SET(output, std::string());
  GTEST_FLAG_SET(repeat, 1);
  GTEST_FLAG_SET(shuffle, false);
  GTEST_FLAG_SET(fail_fast, false);
  GTEST_FLAG_SET(list_tests, false);
  GTEST_FLAG_SET(break_on_failure, false);
  GTEST_FLAG_SET(throw_on_failure, false);
  GTEST_FLAG_SET(also_run_disabled_tests, true);
}

}  // namespace

Result<void> run_cases(const CaseTable& table, std::span<const std::string> ids,
                       const std::filesystem::path& data, const EventSink& sink) {
  std::map<std::string, const Case*> selected;
  for (const std::string& id : ids) {
    const auto found = table.cases().find(id);
    if (found == table.cases().end()) {
      return error(ErrorKind::usage, fmt::format("there is no case '{}'", id));
    }
    selected.emplace(id, &found->second);
  }

  testing::InitGoogleTest();
  ignore_environment();

  Running running{.data = data};
  for (const auto& [id, one] : selected) {
    // Suite and name are what stands before and after the second dot: contract.file, case.
    const std::size_t dot = id.find('.', id.find('.') + 1);
    const std::string suite = id.substr(0, dot);
    const std::string name = id.substr(dot + 1);
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [one, &running]() -> CaseTest* { return new CaseTest(*one, running); });
  }

  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  auto listener = std::make_unique<Listener>(running, sink);
  listeners.Append(listener.get());

  sink(Hello{.cases = selected.size()});
  // The status only says whether a test failed, which the events have said already.
  [[maybe_unused]] const int status = RUN_ALL_TESTS();
  sink(Goodbye{});
  listeners.Release(listener.get());
  return {};
}

}  // namespace rpcts::runner
