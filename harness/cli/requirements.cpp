#include "harness/report/requirements.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <ostream>
#include <set>
#include <sstream>

#include "harness/cli/commands.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

struct Options {
  WorkerProgram worker;
  std::string contract;
  std::string output;
  std::string compare;
  bool check = false;
};

/// The named contract, or the only one.
Result<std::string> contract_of(const Options& options, const runner::Catalogue& catalogue) {
  std::set<std::string_view> contracts;
  for (const runner::RuleInfo& rule : catalogue.rules) {
    contracts.insert(rule.contract);
  }
  if (options.contract.empty() && contracts.size() == 1) {
    return std::string(*contracts.begin());
  }
  if (contracts.contains(options.contract)) {
    return options.contract;
  }
  const std::string known = fmt::format("{}", fmt::join(contracts, ", "));
  if (options.contract.empty()) {
    return error(ErrorKind::usage, fmt::format("name a contract with --contract (known: {})", known));
  }
  const std::string_view near = runner::nearest(options.contract, {contracts.begin(), contracts.end()});
  return error(ErrorKind::usage,
               fmt::format("there is no contract '{}'{} (known: {})", options.contract,
                           near.empty() ? "" : fmt::format("; did you mean '{}'?", near), known));
}

int complain(std::ostream& err, const std::string& what, int status) {
  err << "rpcts: " << what << '\n';
  return status;
}

int requirements(const Options& options, std::ostream& out, std::ostream& err) {
  const Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    return complain(err, catalogue.error().message, exit_wrong_command);
  }
  const Result<std::string> contract = contract_of(options, *catalogue);
  if (!contract) {
    return complain(err, contract.error().message, exit_wrong_command);
  }
  const std::vector<report::Requirement> table = report::requirements_of(*catalogue, *contract);
  const std::string page = report::requirements_page(table, *contract);
  int status = exit_as_expected;
  if (!options.output.empty()) {
    std::ofstream file(options.output, std::ios::binary | std::ios::trunc);
    file << page << std::flush;
    if (!file) {
      return complain(err, fmt::format("'{}' cannot be written", options.output), exit_wrong_command);
    }
  }
  if (!options.compare.empty()) {
    std::ifstream file(options.compare, std::ios::binary);
    if (!file) {
      return complain(err, fmt::format("'{}' cannot be read", options.compare), exit_wrong_command);
    }
    std::ostringstream text;
    text << file.rdbuf();
    if (text.str() != page) {
      status =
          complain(err,
                   fmt::format("'{0}' is out of date; write it again with `rpcts requirements --contract {1} "
                               "--output {0}`",
                               options.compare, *contract),
                   exit_not_as_expected);
    }
  }
  if (options.check) {
    const std::vector<std::string> missing = report::missing_proofs(table);
    for (const std::string& one : missing) {
      err << "rpcts: " << one << '\n';
    }
    out << fmt::format("{}: {} rules, {} proofs missing\n", *contract, table.size(), missing.size());
    status = missing.empty() ? status : exit_not_as_expected;
  }
  if (options.output.empty() && options.compare.empty() && !options.check) {
    out << page;
  }
  return status;
}

}  // namespace

void add_requirements(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "requirements", "Show each rule of a contract with the cases that prove it, as a Markdown page");
  command->add_option("--contract", options->contract, "Name of the contract [the only one]")->type_name("C");
  command->add_option("--output", options->output, "Write the page to this file")->type_name("FILE");
  command->add_option("--compare", options->compare, "Status 1 when this file is not the page")
      ->type_name("FILE");
  command->add_flag("--check", options->check,
                    "Status 1 when a rule of level MUST or REF lacks a positive or a negative case");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return requirements(*options, out, err); };
  });
}

}  // namespace rpcts::cli
