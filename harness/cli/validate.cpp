#include "harness/cli/validate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "harness/base/files.hpp"
#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"
#include "harness/contracts/render_pack_v1/validate_pack.hpp"
#include "harness/report/findings.hpp"
#include "harness/spirv/module.hpp"

namespace rpcts::cli {
namespace {

using namespace render_pack_v1;
using report::Subject;

std::string_view level_name(Level level) {
  switch (level) {
    case Level::must:
      return "MUST";
    case Level::reference:
      return "REF";
    case Level::host:
      return "HOST";
    case Level::strict:
      break;
  }
  return "warning";
}

std::optional<report::RuleFacts> rule_facts(std::string_view id) {
  const Rule* rule = find_rule(id);
  if (rule == nullptr) {
    return std::nullopt;
  }
  return report::RuleFacts{rule->section, level_name(rule->level), rule->statement};
}

Result<ValidateOptions> pack_options(const ValidateArguments& arguments) {
  ValidateOptions options;
  options.descriptor.strict = arguments.strict;
  options.first_only = arguments.first_only;
  options.spirv_tools = arguments.spirv_tools;
  if (!arguments.host && arguments.lacking.empty()) {
    return options;
  }
  HostProfile host = HostProfile::conformance();
  for (const std::string& name : arguments.lacking) {
    const auto capability = value_of<RenderCapability>(name);
    if (!capability) {
      constexpr auto& known = Vocabulary<RenderCapability>::members;
      const std::string_view meant = closest(name, known);
      return error(
          ErrorKind::usage,
          fmt::format("--lack: {} is no capability{} Known: {}", rpcts::quoted(name),
                      meant.empty() ? "." : fmt::format("; did you mean {}?", meant), joined(known, "and")));
    }
    host.capabilities.reset(static_cast<std::size_t>(*capability));
  }
  options.descriptor.host = host;
  return options;
}

Subject check_pack(const std::filesystem::path& path, const ValidateOptions& options) {
  Subject subject{.path = path, .kind = "pack"};
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    subject.error = fmt::format(
        "{} is a file; a pack is named by its folder, and one module is judged in a role: --role SunRays",
        rpcts::quoted(path.string(), 200));
    return subject;
  }
  Result<PackReport> checked = validate_pack(path, options);
  if (!checked) {
    subject.error = std::move(checked.error().message);
    return subject;
  }
  subject.findings = std::move(checked->findings);
  subject.modules = checked->modules;
  subject.judgements = checked->judgements;
  return subject;
}

/// The stage of the module's only entry point; nothing when it has none of the two.
std::optional<Stage> own_stage(const FileBytes& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte) {
      words[i] |= std::to_integer<std::uint32_t>(bytes[4 * i + byte]) << (8 * byte);
    }
  }
  spirv::Module module;
  if (module.read(words, maximum_spirv_id_bound).error != spirv::ReadError::none ||
      module.entry_points().size() != 1) {
    return std::nullopt;
  }
  constexpr std::uint32_t vertex_model = 0;    // RP-SPV-011
  constexpr std::uint32_t fragment_model = 4;  // RP-SPV-011
  const std::uint32_t model = module.operand(module.entry_points().front(), 1);
  if (model == vertex_model) {
    return Stage::vertex;
  }
  return model == fragment_model ? std::optional(Stage::fragment) : std::nullopt;
}

/// Reads and judges modules, one after the other.
class ModuleCheck {
 public:
  ModuleCheck(const ValidateArguments& arguments, const Role& role) : arguments_(arguments), role_(role) {}

  Subject check(const std::filesystem::path& path) {
    Subject subject{.path = path, .kind = "module"};
    const FileResult<FileBytes> bytes = read_regular_file(path, maximum_asset_bytes);
    if (bytes) {
      judge(*bytes, subject);
    } else if (bytes.error().fault == FileFault::too_large) {
      Diagnostic finding;
      finding.rule = "RP-AST-003";
      finding.place.file = path.string();
      finding.found = fmt::format("the module {}", bytes.error().reason);
      finding.required = fmt::format("at most {} bytes", maximum_asset_bytes);
      subject.findings.add(std::move(finding));
    } else {
      subject.error = fmt::format("{} {}; --role judges files of SPIR-V", rpcts::quoted(path.string(), 200),
                                  bytes.error().reason);
    }
    return subject;
  }

 private:
  void judge(const FileBytes& bytes, Subject& subject) {
    const std::optional<Stage> own = arguments_.stage ? arguments_.stage : own_stage(bytes);
    // A module of no such stage is refused as either.
    const Stage stage = own.value_or(Stage::fragment);
    subject.note = fmt::format("judged as {}, {} stage ({})", name_of(role_),
                               stage == Stage::vertex ? "vertex" : "fragment",
                               arguments_.stage ? "as --stage says"
                               : own            ? "that of its entry point"
                                                : "it has no entry point that tells; see --stage");
    const std::string file = subject.path.string();
    judge_.judge(bytes, stage, role_, file, subject.findings);
    subject.modules = 1;
    subject.judgements = 1;
    if (subject.findings.accepted() && arguments_.spirv_tools) {
      validate_with_spirv_tools(bytes, file, subject.findings);
    }
    if (const Diagnostic* deciding = subject.findings.deciding();
        deciding != nullptr && arguments_.first_only) {
      auto& all = subject.findings.all();
      all.erase(all.begin() + (deciding - all.data()) + 1, all.end());
    }
  }

  const ValidateArguments& arguments_;
  Role role_;
  ModuleJudge judge_;
};

Result<std::vector<Subject>> check_all(const ValidateArguments& arguments) {
  std::vector<Subject> subjects;
  if (arguments.role) {
    const Result<Role> role = module_role(*arguments.role);
    if (!role) {
      return std::unexpected(role.error());
    }
    ModuleCheck modules(arguments, *role);
    for (const std::filesystem::path& path : arguments.paths) {
      subjects.push_back(modules.check(path));
    }
    return subjects;
  }
  const Result<ValidateOptions> options = pack_options(arguments);
  if (!options) {
    return std::unexpected(options.error());
  }
  for (const std::filesystem::path& path : arguments.paths) {
    subjects.push_back(check_pack(path, *options));
  }
  return subjects;
}

}  // namespace

int run_validate(const ValidateArguments& arguments, std::ostream& out, std::ostream& err) {
  const Result<std::vector<Subject>> subjects = check_all(arguments);
  if (!subjects) {
    err << "rpcts validate: " << subjects.error().message << '\n';
    return exit_wrong_command;
  }
  switch (arguments.format) {
    case FindingsFormat::text:
      report::write_text(out, *subjects, rule_facts);
      break;
    case FindingsFormat::json:
      report::write_json(out, *subjects, rule_facts);
      break;
    case FindingsFormat::sarif:
      report::write_sarif(out, *subjects, rule_facts);
      break;
  }
  bool rejected = false;
  bool unreadable = false;
  for (const Subject& subject : *subjects) {
    if (!subject.error.empty()) {
      unreadable = true;
      err << "rpcts validate: " << subject.error << '\n';
    }
    rejected = rejected || !subject.findings.accepted();
  }
  return unreadable ? exit_wrong_command : rejected ? exit_not_as_expected : exit_as_expected;
}

}  // namespace rpcts::cli
