#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <ostream>

#include "harness/cli/commands.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

struct Options {
  WorkerProgram worker;
  std::string contract;
  std::string filter = "*";
  std::string rule;
  std::string profile;
  bool json = false;
};

/// "id  RP-DESC-082 negative, RP-DESC-091 positive  [device]"; [nightly] where it is long
std::string line_of(const runner::CaseInfo& info) {
  std::string line = info.id;
  const char* separator = "  ";
  for (const runner::Claim& claim : info.claims) {
    line += fmt::format("{}{} {}", separator, claim.rule, name_of(claim.proof));
    separator = ", ";
  }
  if (info.claims.empty() && !info.clause.empty()) {
    line += "  " + info.clause;
  }
  for (const std::string& profile : info.profiles) {
    line += fmt::format("  [{}]", profile);
  }
  line += info.needs_device ? "  [device]" : "";
  return line + (info.nightly ? "  [nightly]\n" : "\n");
}

int list(const Options& options, std::ostream& out, std::ostream& err) {
  Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    err << "rpcts: " << catalogue.error().message << '\n';
    return exit_wrong_command;
  }
  Result<std::vector<runner::CaseInfo>> selected =
      select(*catalogue, {.contract = options.contract,
                          .filter = options.filter,
                          .implementation_only = !options.worker.implementation.empty(),
                          .nightly = true});
  if (!selected) {
    err << "rpcts: " << selected.error().message << '\n';
    return exit_wrong_command;
  }
  if (!options.profile.empty()) {
    if (std::ranges::find(runner::profile_order, options.profile) == runner::profile_order.end()) {
      err << fmt::format("rpcts: there is no profile '{}' (known: {})\n", options.profile,
                         fmt::join(runner::profile_order, ", "));
      return exit_wrong_command;
    }
    std::erase_if(*selected, [&](const runner::CaseInfo& info) {
      return std::ranges::find(info.profiles, options.profile) == info.profiles.end();
    });
  }
  if (!options.worker.implementation.empty()) {
    // What it does not claim would not be judged.
    const Result<runner::ImplementationFacts> facts = options.worker.implementation_facts();
    if (!facts) {
      err << "rpcts: " << facts.error().message << '\n';
      return exit_wrong_command;
    }
    std::erase_if(*selected, [&](const runner::CaseInfo& info) {
      return !std::ranges::all_of(info.profiles, [&](const std::string& one) { return facts->claims(one); });
    });
  }
  if (!options.rule.empty()) {
    if (catalogue->find_rule(options.rule) == nullptr) {
      err << fmt::format("rpcts: there is no rule '{}' (`rpcts requirements` shows all)\n", options.rule);
      return exit_wrong_command;
    }
    std::erase_if(*selected, [&](const runner::CaseInfo& info) {
      return std::ranges::find(info.claims, options.rule, &runner::Claim::rule) == info.claims.end();
    });
  }
  if (options.json) {
    out << runner::to_json({.rules = std::move(catalogue->rules), .cases = std::move(*selected)});
    return exit_as_expected;
  }
  for (const runner::CaseInfo& info : *selected) {
    out << line_of(info);
  }
  return exit_as_expected;
}

}  // namespace

void add_list(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("list", "Show the cases, with the rules that they prove");
  command->add_option("--contract", options->contract, "Only cases of this contract")->type_name("C");
  command
      ->add_option("--filter", options->filter,
                   "Only cases whose id matches; * and ? stand for any text and any character")
      ->type_name("GLOB");
  command->add_option("--rule", options->rule, "Only cases that prove this rule")->type_name("ID");
  command
      ->add_option("--profile", options->profile,
                   "Only cases that judge this profile of an implementation: authoring, resolution, host, "
                   "introspection")
      ->type_name("P");
  command
      ->add_option("--implementation", options->worker.implementation,
                   "Only cases that would judge this library or program: of the profiles that it claims")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Write JSON, with the rules");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return list(*options, out, err); };
  });
}

}  // namespace rpcts::cli
