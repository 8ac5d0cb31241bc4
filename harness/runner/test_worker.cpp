// A worker with a handful of cases, one for each thing that a case can do.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

#include "harness/runner/worker_main.hpp"

namespace rpcts::runner {
namespace {

void add(CaseTable& table, const char* name, std::function<void(CaseContext&)> body,
         Weight weight = Weight::must) {
  table.add({.id = std::string("t.cases.") + name, .title = "A case for tests", .weight = weight},
            std::move(body));
}

Result<WorkerCases> load(const WorkerSetup& setup) {
  if (setup.device == "none") {
    return error(ErrorKind::usage, "there is no device 'none'");
  }
  WorkerCases cases;
  cases.describe_device = [wanted = setup.device]() -> Result<std::string> {
    if (wanted.empty()) {
      return error(ErrorKind::unsupported, "no device is here");
    }
    return "device " + wanted + " of the tests";
  };
  cases.describe_implementation = [path = setup.implementation,
                                   watched = setup.validation]() -> Result<ImplementationFacts> {
    if (path == "missing") {
      return error(ErrorKind::usage, "there is no implementation 'missing'");
    }
    if (path == "crashes") {
      std::abort();
    }
    return ImplementationFacts{.path = path.empty() ? "own.so" : path,
                               .kind = "library",
                               .name = watched ? "Engine" : "Unwatched",
                               .version = "2",
                               .profiles = {"authoring"}};
  };
  cases.table.add(
      {.id = "t.judges.packs", .title = "The engine accepts", .claims = {}, .profiles = {"authoring"}},
      [](CaseContext& context) { context.check(true, "accepted"); });
  cases.table.add({.id = "t.judges.frames", .title = "The engine draws", .claims = {}, .profiles = {"host"}},
                  [](CaseContext& context) { context.not_supported("Engine claims authoring only"); });
  cases.table.add({.id = "t.judges.wrongly",
                   .title = "The engine fails",
                   .claims = {},
                   .profiles = {"authoring", "resolution"}},
                  [](CaseContext& context) { context.check(false, "wrong"); });
  add(cases.table, "passes", [](CaseContext& context) {
    context.check(true, "true");
    context.equal(1, 1, "one");
    context.note("data", context.data().string());
  });
  add(cases.table, "fails", [](CaseContext& context) {
    context.check(true, "fine");
    context.equal(1, 2, "the number");
    context.check(false, "also wrong");
  });
  add(
      cases.table, "fails_mildly", [](CaseContext& context) { context.check(false, "unusual"); },
      Weight::reference);
  add(
      cases.table, "fails_strictly", [](CaseContext& context) { context.check(false, "unusual"); },
      Weight::strict);
  add(
      cases.table, "fails_on_the_host", [](CaseContext& context) { context.check(false, "wrong"); },
      Weight::host);
  add(cases.table, "checks_nothing", [](CaseContext&) {});
  add(cases.table, "checks_nothing_mildly", [](CaseContext&) {}, Weight::reference);
  add(cases.table, "expects", [](CaseContext& context) {
    context.check(true, "one check");
    EXPECT_EQ(1, 2);
  });
  add(cases.table, "throws", [](CaseContext& context) {
    context.check(true, "one check");
    throw std::runtime_error("no more memory");
  });
  add(cases.table, "throws_a_number", [](CaseContext&) { throw 42; });
  add(cases.table, "unsupported",
      [](CaseContext& context) { context.not_supported("no descriptor indexing"); });
  add(cases.table, "unsupported_after_failure", [](CaseContext& context) {
    context.check(false, "wrong before");
    context.not_supported("no descriptor indexing");
  });
  add(cases.table, "unsupported_after_checks", [](CaseContext& context) {
    context.check(true, "right");
    context.not_supported("no descriptor indexing");
  });
  add(cases.table, "fails_often", [](CaseContext& context) {
    for (int i = 0; i < 1000; ++i) {
      context.check(false, "wrong");
    }
  });
  add(cases.table, "fails_at_length", [](CaseContext& context) {
    for (int i = 0; i < 40; ++i) {
      context.check(false, std::string(100'000, '\x01'));
    }
    context.note("long", std::string(100'000, '\x01'));
  });
  add(cases.table, "prints", [](CaseContext& context) {
    std::puts("{\"event\":\"goodbye\"}");
    context.check(false, "see the output");
  });
  add(cases.table, "crashes", [](CaseContext& /*context*/) {
    std::fputs("the driver is upset\n", stderr);
    std::abort();
  });
  add(cases.table, "hangs",
      [](CaseContext& /*context*/) { std::this_thread::sleep_for(std::chrono::hours(1)); });
  add(cases.table, "interrupt_1_passes", [](CaseContext& context) { context.check(true, "true"); });
  add(cases.table, "interrupt_2_hangs",
      [](CaseContext& /*context*/) { std::this_thread::sleep_for(std::chrono::hours(1)); });
  cases.rules = {
      {.id = "T-001", .contract = "t", .clause = "1", .level = Weight::must, .statement = "it is wrong"},
      {.id = "T-002", .contract = "t", .clause = "2", .level = Weight::reference, .statement = "it is odd"}};
  cases.table.add({.id = "t.rules.keeps",
                   .title = "What keeps both rules is accepted",
                   .claims = {{"T-001", Proof::positive}, {"T-002", Proof::positive}},
                   .needs_device = true},
                  [](CaseContext& context) { context.check(true, "accepted"); });
  cases.table.add({.id = "t.rules.breaks",
                   .title = "What breaks the rule is rejected",
                   .claims = {{"T-001", Proof::negative}},
                   .generated = true},
                  [](CaseContext& context) { context.check(true, "rejected"); });
  add(cases.table, "parameters:a=1;b=x,y", [](CaseContext& context) { context.check(true, "true"); });
  return cases;
}

}  // namespace
}  // namespace rpcts::runner

int main(int argc, char** argv) {
  return rpcts::runner::worker_main(argc, argv, "default-data", rpcts::runner::load);
}
