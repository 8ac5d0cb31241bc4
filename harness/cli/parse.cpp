#include "harness/cli/parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <string_view>
#include <vector>

#include "harness/cli/commands.hpp"
#include "harness/cli/devices.hpp"
#include "harness/cli/inspect.hpp"
#include "harness/cli/validate.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::cli {
namespace {

/// The word among the user's that nothing knows, with what is known in its place.
struct Unknown {
  std::string what;  ///< "subcommand", "option"
  std::string word;
  std::vector<std::string> known;
};

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

Unknown unknown_word(const CLI::App& app, std::span<const std::string> words, const CLI::ParseError& wrong) {
  const auto parsed = app.get_subcommands();
  const std::vector<std::string> subcommands = subcommand_names(app);
  if (parsed.empty()) {
    const auto first =
        std::ranges::find_if(words, [](const std::string& word) { return !word.starts_with('-'); });
    if (first != words.end() && std::ranges::find(subcommands, *first) == subcommands.end()) {
      return {"subcommand", *first, subcommands};
    }
  }
  const CLI::App& where = parsed.empty() ? app : *parsed.front();
  const std::vector<std::string> options = option_names(where);
  if (dynamic_cast<const CLI::ExtrasError*>(&wrong) != nullptr) {
    for (const std::string& word : words) {
      const std::string name = word.substr(0, word.find('='));
      if (name.starts_with("--") && std::ranges::find(options, name) == options.end()) {
        return {"option", name, options};
      }
    }
  }
  return {};
}

int refuse(const CLI::App& app, std::span<const std::string> words, const CLI::ParseError& wrong,
           std::ostream& err) {
  const auto parsed = app.get_subcommands();
  const std::string help =
      parsed.empty() ? "rpcts --help" : fmt::format("rpcts {} --help", parsed.front()->get_name());
  const Unknown unknown = unknown_word(app, words, wrong);
  if (unknown.word.empty()) {
    err << fmt::format("rpcts: {} (`{}` shows what there is)\n", wrong.what(), help);
    return exit_wrong_command;
  }
  const std::string_view near = runner::nearest(unknown.word, {unknown.known.begin(), unknown.known.end()});
  err << fmt::format("rpcts: there is no {} '{}'{} (`{}` shows all)\n", unknown.what, unknown.word,
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near), help);
  return exit_wrong_command;
}

}  // namespace

int run_program(std::span<const std::string> words, std::ostream& out, std::ostream& err) {
  const std::string program = words.empty() ? "rpcts" : words.front();
  words = words.subspan(words.empty() ? 0 : 1);
  CLI::App app("Conformance test suite of the render-pack shader ABI.", "rpcts");
  app.footer(
      "Exit status: 0 as expected; 1 something is not as expected; 2 the command or the environment is "
      "wrong.\n"
      "`rpcts SUBCOMMAND --help` shows the options of a subcommand.");
  app.set_version_flag("--version", "rpcts " RPCTS_VERSION, "Show the version and leave");
  app.set_help_flag("-h,--help", "Show this help and leave");
  app.require_subcommand(1);
  Command chosen;
  add_validate(app, chosen);
  add_inspect(app, chosen);
  add_run(app, chosen, program);
  add_list(app, chosen);
  add_explain(app, chosen);
  add_requirements(app, chosen);
  add_devices(app, chosen);
  add_faults(app, chosen, program);
  add_bench(app, chosen);
  add_perf(app, chosen);

  // CLI11 takes the words from the back.
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& stop) {
    if (stop.get_exit_code() == 0) {
      return app.exit(stop, out, err);
    }
    if (words.empty()) {
      err << app.help();
      return exit_wrong_command;
    }
    return refuse(app, words, stop, err);
  }
  return chosen(out, err);
}

}  // namespace rpcts::cli
