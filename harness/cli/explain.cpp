#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <ostream>
#include <tuple>

#include "harness/cli/commands.hpp"
#include "harness/cli/worker_program.hpp"
#include "harness/runner/results.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

/// Cases of a rule that are named; `rpcts list --rule` has all.
constexpr std::size_t named_cases = 12;

struct Options {
  WorkerProgram worker;
  std::string id;
};

/// "conformance/render_pack_v1/slots.cpp" of "render_pack_v1.slots.assignment".
std::string source_of(const std::string& id) {
  const std::size_t first = id.find('.');
  const std::size_t second = id.find('.', first + 1);
  return fmt::format("conformance/{}/{}.cpp", id.substr(0, first), id.substr(first + 1, second - first - 1));
}

void explain_case(const runner::CaseInfo& info, const runner::Catalogue& catalogue,
                  const WorkerProgram& worker, std::ostream& out) {
  out << fmt::format("case     {}\ntests    {}\nlevel    {}\n", info.id, info.title, name_of(info.weight));
  for (const runner::Claim& claim : info.claims) {
    out << fmt::format("proves   {} ({})", claim.rule, name_of(claim.proof));
    if (const runner::RuleInfo* rule = catalogue.find_rule(claim.rule)) {
      out << fmt::format(", {} {}\n         {}: {}", rule->clause, name_of(rule->level),
                         rule->published ? "holds" : "rejected when", rule->statement);
    }
    out << '\n';
  }
  if (!info.clause.empty()) {
    out << fmt::format("clause   {}\n", info.clause);
  }
  out << fmt::format("judges   {}\n", info.profiles.empty() ? std::string("the suite itself")
                                                            : fmt::format("the implementation ({})",
                                                                          fmt::join(info.profiles, ", ")));
  out << fmt::format("needs    {}\n", info.needs_device ? "a Vulkan device" : "no device");
  out << fmt::format("source   {}{}\n", source_of(info.id), info.generated ? ", made by a generator" : "");
  out << fmt::format(
      "alone    {}\n",
      runner::repeat_command(info.id, {.implementation = info.profiles.empty() ? "" : worker.implementation,
                                       .data = worker.data}));
}

void name_cases(const runner::RuleInfo& rule, runner::Proof proof, const runner::Catalogue& catalogue,
                std::ostream& out) {
  std::vector<const runner::CaseInfo*> cases;
  for (const runner::CaseInfo& info : catalogue.cases) {
    if (std::ranges::find(info.claims, runner::Claim{rule.id, proof}) != info.claims.end()) {
      cases.push_back(&info);
    }
  }
  // Cases written by hand say more than generated ones. (The order among equals is that of the ids.)
  std::ranges::sort(cases, {},
                    [](const runner::CaseInfo* info) { return std::tie(info->generated, info->id); });
  out << fmt::format("{} cases: {}\n", name_of(proof), cases.size());
  for (std::size_t i = 0; i < std::min(named_cases, cases.size()); ++i) {
    out << fmt::format("  {}\n    {}\n", cases[i]->id, cases[i]->title);
  }
  if (cases.size() > named_cases) {
    out << fmt::format("  and {} more: rpcts list --rule {}\n", cases.size() - named_cases, rule.id);
  }
}

void explain_rule(const runner::RuleInfo& rule, const runner::Catalogue& catalogue, std::ostream& out) {
  out << fmt::format("rule     {}\nlevel    {}\nclause   {} of {}\n{}: {}\n", rule.id, name_of(rule.level),
                     rule.clause, rule.contract, rule.published ? "holds" : "rejected when", rule.statement);
  name_cases(rule, runner::Proof::positive, catalogue, out);
  if (!rule.published) {
    name_cases(rule, runner::Proof::negative, catalogue, out);
  }
}

int explain(const Options& options, std::ostream& out, std::ostream& err) {
  const Result<runner::Catalogue> catalogue = options.worker.catalogue();
  if (!catalogue) {
    err << "rpcts: " << catalogue.error().message << '\n';
    return exit_wrong_command;
  }
  if (const runner::CaseInfo* info = catalogue->find_case(options.id)) {
    explain_case(*info, *catalogue, options.worker, out);
    return exit_as_expected;
  }
  if (const runner::RuleInfo* rule = catalogue->find_rule(options.id)) {
    explain_rule(*rule, *catalogue, out);
    return exit_as_expected;
  }
  std::vector<std::string_view> known;
  for (const runner::RuleInfo& rule : catalogue->rules) {
    known.push_back(rule.id);
  }
  for (const runner::CaseInfo& info : catalogue->cases) {
    known.push_back(info.id);
  }
  const std::string_view near = runner::nearest(options.id, known);
  err << fmt::format(
      "rpcts: there is no case and no rule '{}'{} (`rpcts list` and `rpcts requirements` show all)\n",
      options.id, near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
  return exit_wrong_command;
}

}  // namespace

void add_explain(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "explain", "Tell what a case tests, by which rule, and how to run it alone; or what proves a rule");
  command->add_option("ID", options->id, "Id of a case or of a rule")->required();
  command
      ->add_option("--implementation", options->worker.implementation,
                   "Library or program, for the command that runs the case alone")
      ->type_name("FILE");
  add_worker_options(*command, options->worker);
  command->callback([options, &chosen] {
    chosen = [options](std::ostream& out, std::ostream& err) { return explain(*options, out, err); };
  });
}

}  // namespace rpcts::cli
