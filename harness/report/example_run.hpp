#pragma once

// A small run with one case of each outcome, for the tests of this room.

#include <vector>

#include "harness/runner/catalogue.hpp"
#include "harness/runner/results.hpp"

namespace rpcts::report {

inline std::vector<runner::RuleInfo> example_rules() {
  using runner::Weight;
  return {
      {.id = "R-1", .contract = "c", .clause = "C.1", .level = Weight::must, .statement = "one is two"},
      {.id = "R-2", .contract = "c", .clause = "C.1", .level = Weight::reference, .statement = "two | three"},
      {.id = "R-3", .contract = "c", .clause = "C.2", .level = Weight::host, .statement = "three"},
      {.id = "R-4", .contract = "c", .clause = "C.2", .level = Weight::must, .statement = "four"},
      {.id = "R-5", .contract = "c", .clause = "D.1", .level = Weight::must, .statement = "five"},
  };
}

/// A record with the common members set.
inline runner::CaseRecord example_record(std::string id, runner::Outcome outcome,
                                         std::vector<runner::Claim> claims,
                                         std::vector<runner::Message> messages = {}) {
  runner::CaseRecord record;
  record.info.id = std::move(id);
  record.info.title = "What is tested";
  record.info.claims = std::move(claims);
  record.outcome = outcome;
  record.checks = 3;
  record.microseconds = 1'234'567;
  record.messages = std::move(messages);
  return record;
}

inline runner::RunRecord example_run() {
  using runner::Outcome;
  using runner::Proof;
  runner::RunRecord run;
  run.suite_version = "1.2.3";
  run.started = "2025-01-31T12:00:00Z";
  run.host = {.name = "box", .system = "Linux 6.1.0 x86_64", .cores = 4};
  run.device = "device 0: llvmpipe";
  run.settings.device = "llvmpipe";
  run.settings.timeout_seconds = 60;
  run.milliseconds = 61'250;
  run.complete = true;
  run.cases = {
      example_record("c.blocks.crash", Outcome::crash, {{"R-1", Proof::negative}},
                     {{.text = "the worker ended with signal 11 (Segmentation fault)"}}),
      example_record(
          "c.blocks.fail:n=1", Outcome::fail, {{"R-1", Proof::positive}, {"R-2", Proof::negative}},
          {{.text = "found <1> & \"2\",\nexpected 3", .file = "conformance/c/blocks.cpp", .line = 12}}),
      example_record("c.blocks.pass", Outcome::pass, {{"R-4", Proof::positive}}),
      example_record("c.slots.flake", Outcome::flake, {}, {{.text = "the first time"}}),
      example_record("c.slots.slow", Outcome::timeout, {{"R-1", Proof::positive}},
                     {{.text = "nothing happened"}}),
      example_record("c.slots.unsupported", Outcome::not_supported, {{"R-3", Proof::positive}},
                     {{.text = "no descriptor indexing"}}),
      example_record("c.slots.waived", Outcome::waived, {}, {{.text = "known: see the driver's notes"}}),
      example_record("c.slots.warning", Outcome::quality_warning, {{"R-2", Proof::positive}},
                     {{.text = "unusual order"}}),
  };
  run.cases[0].output = "before\n*** the driver \x1B[31mis upset\x01\xFF\n";
  run.cases[2].notes = {{"device", "llvmpipe"}};
  run.cases[3].info.clause = "A.17";
  run.cases[7].info.weight = runner::Weight::reference;
  run.selected = run.cases.size();
  return run;
}

/// Two cases of the one claimed profile, one of a profile that is not claimed.
inline runner::RunRecord example_run_of_an_implementation() {
  using runner::Outcome;
  runner::RunRecord run = example_run();
  run.settings.implementation = "./libengine.so";
  run.implementation = runner::ImplementationFacts{.path = "./libengine.so",
                                                   .kind = "library",
                                                   .name = "Example Engine",
                                                   .version = "1.2",
                                                   .profiles = {"authoring"}};
  run.cases = {
      example_record("c.packs.a", Outcome::pass, {{"R-1", runner::Proof::positive}}),
      example_record("c.packs.b", Outcome::fail, {{"R-1", runner::Proof::negative}}, {{.text = "accepted"}}),
      example_record("c.shadow.a", Outcome::not_supported, {},
                     {{.text = "Example Engine claims only authoring"}}),
  };
  run.cases[0].info.profiles = {"authoring"};
  run.cases[1].info.profiles = {"authoring"};
  run.cases[2].info.profiles = {"host"};
  run.selected = run.cases.size();
  return run;
}

}  // namespace rpcts::report
