#include "harness/runner/worker_main.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>

#include "harness/runner/event_pipe.hpp"
#include "harness/runner/worker.hpp"

namespace rpcts::runner {
namespace {

constexpr int status_passed = 0;
constexpr int status_failed = 1;

int refuse(const Error& why) {
  fmt::print(stderr, "rpcts-worker: {}\n", why.message);
  return why.kind == ErrorKind::unsupported ? status_not_supported : status_refused;
}

Catalogue catalogue_of(const WorkerCases& cases) {
  Catalogue catalogue{.rules = cases.rules};
  for (const auto& [id, known] : cases.table.cases()) {
    catalogue.cases.push_back(known.info);
  }
  return catalogue;
}

void print(const CaseEnded& ended, const CaseInfo& info) {
  fmt::print("{}: {} ({} checks, {} ms)\n", ended.id, name_of(ended.outcome), ended.checks,
             ended.microseconds / 1000);
  fmt::print("  {}\n", info.title);
  for (const Message& message : ended.messages) {
    if (message.file.empty()) {
      fmt::print("  {}\n", message.text);
    } else {
      fmt::print("  {}:{}: {}\n", message.file, message.line, message.text);
    }
  }
  for (const auto& [name, value] : ended.notes) {
    fmt::print("  {} = {}\n", name, value);
  }
}

int run_one(const WorkerCases& cases, const WorkerSetup& setup, const std::string& id) {
  int status = status_failed;
  const auto sink = [&](const Event& event) {
    if (const auto* ended = std::get_if<CaseEnded>(&event)) {
      print(*ended, cases.table.cases().at(id).info);
      status = ended->outcome == Outcome::pass            ? status_passed
               : ended->outcome == Outcome::not_supported ? status_not_supported
                                                          : status_failed;
    }
  };
  const Result<void> ran = run_cases(cases.table, std::span(&id, 1), setup.data, sink);
  return ran ? status : refuse(ran.error());
}

int serve(const WorkerCases& cases, const WorkerSetup& setup) {
  std::vector<std::string> ids;
  for (std::string line; std::getline(std::cin, line);) {
    ids.push_back(line);
  }
  const auto sink = [](const Event& event) {
    if (std::holds_alternative<CaseStarted>(event)) {
      separate_output();
    } else {
      flush_output();
    }
    send_to_parent(encode(event));
  };
  const Result<void> ran = run_cases(cases.table, ids, setup.data, sink);
  return ran ? status_passed : refuse(ran.error());
}

}  // namespace

int worker_main(int argc, char** argv, const std::filesystem::path& default_data, const LoadCases& load) {
  CLI::App app("Runs conformance cases in its own process. `rpcts run` starts it; CTest uses --run-one.");
  WorkerSetup setup{.data = default_data};
  bool list = false;
  bool tells = false;
  bool describes = false;
  bool introduces = false;
  bool serves = false;
  app.add_option("--data", setup.data, "Folder of the built fixtures");
  app.add_option("--device", setup.device, "Device by name, index or UUID");
  app.add_option("--implementation", setup.implementation, "Library or program that cases judge");
  app.add_flag("!--no-validation", setup.validation, "Do not watch it with the validation layer");
  auto* modes = app.add_option_group("mode");
  modes->add_flag("--list", list, "Write the cases and rules as JSON");
  modes->add_flag("--catalogue", tells, "Write the cases and rules as JSON to descriptor 3");
  modes->add_flag("--describe-device", describes, "Write one line about the device to descriptor 3");
  modes->add_flag("--describe-implementation", introduces,
                  "Load the implementation and write what it says of itself to descriptor 3");
  modes->add_flag("--serve", serves,
                  "Run the cases whose ids come on standard input; events on descriptor 3");
  modes->add_option("--run-one", setup.only, "Run this case and print what came of it");
  modes->require_option(1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    return app.exit(wrong) == 0 ? status_passed : status_refused;
  }

  keep_events_from_children();
  const Result<WorkerCases> cases = load(setup);
  if (!cases) {
    return refuse(cases.error());
  }
  if (describes) {
    const Result<std::string> line = cases->describe_device();
    if (!line) {
      return refuse(line.error());
    }
    send_to_parent(*line);
    return status_passed;
  }
  if (introduces) {
    const Result<ImplementationFacts> facts = cases->describe_implementation();
    if (!facts) {
      return refuse(facts.error());
    }
    send_to_parent(to_json(*facts));
    return status_passed;
  }
  if (list || tells) {
    const std::string text = to_json(catalogue_of(*cases));
    if (tells) {
      send_to_parent(text);
    } else {
      fmt::print("{}", text);
    }
    return status_passed;
  }
  return serves ? serve(*cases, setup) : run_one(*cases, setup, setup.only);
}

}  // namespace rpcts::runner
