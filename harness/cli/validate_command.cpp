// The command line of `rpcts validate`.

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "harness/cli/validate.hpp"

namespace rpcts::cli {
namespace {

/// What CLI11 fills before it is known what the words mean.
struct Words {
  ValidateArguments arguments;
  RoleArguments role;
  std::string host;
};

}  // namespace

void add_validate(CLI::App& app, Command& chosen) {
  using render_pack_v1::Stage;
  auto words = std::make_shared<Words>();
  CLI::App* command =
      app.add_subcommand("validate", "Tells every mistake of a pack, or of one module in a role");
  command->footer(
      "Exit status: 0 accepted, 1 rejected, 2 the command or a path is wrong.\n"
      "  rpcts validate my-pack/\n"
      "  rpcts validate ray.spv --role SunRays --inputs SunScreenPosition,FrameTime");
  ValidateArguments& arguments = words->arguments;
  command->add_option("path", arguments.paths, "Folder of a pack; with --role, a SPIR-V file")
      ->required()
      ->type_name("PATH");
  command->add_option("--format", arguments.format, "text (default), json or sarif")
      ->transform(CLI::CheckedTransformer(std::map<std::string, FindingsFormat>{
          {"text", FindingsFormat::text}, {"json", FindingsFormat::json}, {"sarif", FindingsFormat::sarif}}))
      ->type_name("FORMAT");
  command->add_flag("--first", arguments.first_only, "Stop at the deciding finding, as a host does");
  command->add_flag("!--no-spirv-tools", arguments.spirv_tools,
                    "Leave out SPIRV-Tools' validator (RP-SPV-060), which runs last");

  CLI::Option* role =
      command->add_option("--role", words->role.role, "Judge one module as this pass or variant semantic")
          ->type_name("SEMANTIC");
  command->add_option("--inputs", words->role.inputs, "Semantic inputs that the pass or variant lists")
      ->delimiter(',')
      ->needs(role)
      ->type_name("SEMANTIC,…");
  command
      ->add_option(
          "--reads", words->role.reads,
          "How many resources the pass reads; without it, as many as the role reads in the full graph "
          "(C.12.c), none for a custom one")
      ->check(CLI::Range(0, 1000))
      ->needs(role)
      ->type_name("N");
  command
      ->add_option("--stage", arguments.stage,
                   "vertex or fragment; without it, that of the module's entry point")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Stage>{{"vertex", Stage::vertex}, {"fragment", Stage::fragment}}))
      ->needs(role)
      ->type_name("STAGE");

  command->add_flag("--strict", arguments.strict, "Also warn where v1 sets no rule (RP-DESC-031)")
      ->excludes(role);
  command->add_option("--host", words->host, "Also check the rules that depend on a host: conformance")
      ->check(CLI::IsMember({"conformance"}))
      ->excludes(role)
      ->type_name("HOST");
  command
      ->add_option("--lack", arguments.lacking,
                   "A capability that the conformance host shall lack; implies --host")
      ->delimiter(',')
      ->excludes(role)
      ->type_name("CAPABILITY");

  command->callback([words, role, &chosen] {
    ValidateArguments chosen_arguments = words->arguments;
    chosen_arguments.host = !words->host.empty();
    if (role->count() > 0) {
      chosen_arguments.role = words->role;
    }
    chosen = [arguments = std::move(chosen_arguments)](std::ostream& out, std::ostream& err) {
      return run_validate(arguments, out, err);
    };
  });
}

}  // namespace rpcts::cli
