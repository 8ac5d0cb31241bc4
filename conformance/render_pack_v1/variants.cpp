// Modules that mean the same and are written in another way: the verdict stays. Correct modules stay
// accepted, broken ones stay rejected by the same rule.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/module_verdict.hpp"
#include "fixtures/render_pack_v1/generated/base_modules.hpp"
#include "fixtures/render_pack_v1/generated/landing.hpp"
#include "fixtures/render_pack_v1/generated/mutant.hpp"
#include "fixtures/render_pack_v1/generated/rewrite.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace fs = std::filesystem;
using generated::BaseModule;
using generated::ModuleFacts;
using generated::Rewrite;
using generated::Words;
using runner::CaseContext;
using runner::Proof;

std::span<const std::byte> bytes_of(const Words& words) {
  return std::as_bytes(std::span(words));
}

/// What an accepted module with these variables proves: rules that must not fire on it.
std::vector<runner::Claim> kept_rules(const ModuleFacts& facts) {
  ClaimSet claims;
  for (const std::string_view rule :
       {"RP-AST-004", "RP-SPV-001", "RP-SPV-002", "RP-SPV-003", "RP-SPV-004", "RP-SPV-005", "RP-SPV-010",
        "RP-SPV-011", "RP-SPV-012", "RP-SPV-050", "RP-SPV-051", "RP-SPV-055", "RP-SPV-056", "RP-SPV-060"}) {
    claims.add(rule, Proof::positive);
  }
  for (const generated::Variable& variable : facts.variables()) {
    claims.add(generated::shape_rule(variable), Proof::positive);
    if (variable.set) {
      claims.add("RP-SPV-020", Proof::positive);
      claims.add("RP-SPV-021", Proof::positive);
    }
    if (variable.set == base_storage_set) {
      claims.add("RP-SPV-040", Proof::positive);
      claims.add("RP-SPV-041", Proof::positive);
    } else if (variable.set == pack_uniform_set) {
      claims.add("RP-SPV-034", Proof::positive);
      claims.add("RP-SPV-035", Proof::positive);
    }
  }
  return claims.claims();
}

// Correct modules, rewritten.

using SharedModule = std::shared_ptr<const BaseModule>;

void add_rewritten(runner::CaseTable& table, const SharedModule& module, std::string_view role) {
  for (const Rewrite& rewrite : generated::rewrites()) {
    if (!rewrite.applies(*module->facts)) {
      continue;
    }
    table.add(
        {.id = fmt::format("render_pack_v1.variants.{}:module={};role={}", rewrite.name, module->name, role),
         .title = fmt::format("A correct module stays accepted when {}", rewrite.title),
         .claims = kept_rules(*module->facts),
         .generated = true},
        [module, &rewrite](CaseContext& context) {
          const Result<Words> words = rewrite.make(module->facts->words());
          if (!words) {
            context.check(false, words.error().message);
            return;
          }
          context.check(*words != module->facts->words(), "the rewrite changes the module");
          ModuleVerdict(module->role, module->stage, module->key, context)
              .accepts_as_valid(bytes_of(*words), rewrite.title);
        });
  }
}

// Broken modules, rewritten.

/// Kinds of changes that SPIRV-Tools can still parse and rewrite, so that the fault goes through the rewrite.
constexpr auto carried_kinds = std::to_array<std::string_view>({
    "array_element", "array_length",        "array_stride",  "binding",        "block",
    "entry_name",    "execution_model",     "foreign",       "image_write",    "majority",
    "matrix_stride", "member_count",        "member_type",   "non_writable",   "offset",
    "pointee",       "repeated_decoration", "set",           "storage_class",  "table_chain",
    "table_dim",     "table_image",         "texel_pointer", "variable_added",
});

/// The rewrites that they are tried with: those that move the words which the interface rules read.
constexpr auto carrying_rewrites = std::to_array<std::string_view>({
    "annotations_reversed",
    "debug_stripped",
    "groups_by_decoration",
    "groups_by_target",
    "ids_shuffled",
    "ids_sparse",
    "unused_added",
});

/// Of each rule and each kind of change that breaks it one broken module: what the rewrites are tried on.
class BrokenModules {
 public:
  explicit BrokenModules(SharedModule module) : module_(std::move(module)) {}

  [[nodiscard]] const BaseModule& module() const { return *module_; }

  struct Broken {
    const generated::Mutant* mutant;
    std::string text;  ///< what was changed
  };
  /// Valid as long as this object.
  [[nodiscard]] std::vector<Broken> broken_by(std::string_view rule) {
    if (!mutants_) {
      mutants_ =
          generated::mutants_of({.facts = *module_->facts, .stage = module_->stage, .role = module_->role},
                                generated::Want::mutants);
    }
    std::set<std::string_view> kinds;
    std::vector<Broken> chosen;
    for (const generated::Mutant& mutant : mutants_->all) {
      const generated::Group& group = mutants_->groups[mutant.group];
      if (!mutant.accepted && mutant.rule == rule && std::ranges::binary_search(carried_kinds, group.kind) &&
          kinds.insert(group.kind).second) {
        chosen.push_back({.mutant = &mutant,
                          .text = fmt::format("{} of {}: {}", group.kind, group.target, mutant.change)});
      }
    }
    return chosen;
  }

 private:
  SharedModule module_;
  std::optional<generated::Mutants> mutants_;
};

void run_broken(CaseContext& context, BrokenModules& modules, std::string_view rule) {
  const BaseModule& module = modules.module();
  ModuleVerdict verdict(module.role, module.stage, module.key, context);
  for (const auto& [mutant, text] : modules.broken_by(rule)) {
    const Words broken = generated::with_edits(module.facts->words(), mutant->edits);
    if (!verdict.rejects(bytes_of(broken), rule, text)) {
      continue;  // a matter of the mutations
    }
    for (const Rewrite& rewrite : generated::rewrites()) {
      if (!std::ranges::binary_search(carrying_rewrites, rewrite.name) || !rewrite.applies(*module.facts)) {
        continue;
      }
      const Result<Words> rewritten = rewrite.make(broken);
      if (!rewritten) {
        context.check(false, fmt::format("{}, {}: {}", text, rewrite.name, rewritten.error().message));
        continue;
      }
      verdict.rejects(bytes_of(*rewritten), rule, fmt::format("{}, {}", text, rewrite.title));
    }
  }
}

void add_broken(runner::CaseTable& table, const SharedModule& module, std::string_view role) {
  const auto modules = std::make_shared<BrokenModules>(module);
  const generated::Mutants listed = generated::mutants_of(
      {.facts = *module->facts, .stage = module->stage, .role = module->role}, generated::Want::groups);
  std::set<std::string_view> rules;
  for (const generated::Group& group : listed.groups) {
    for (const generated::Group::Claim& claim : group.claims) {
      if (!claim.accepted && std::ranges::binary_search(carried_kinds, group.kind)) {
        rules.insert(claim.rule);
      }
    }
  }
  for (const std::string_view rule : rules) {
    table.add({.id = fmt::format("render_pack_v1.variants.broken:module={};role={};rule={}", module->name,
                                 role, rule),
               .title = fmt::format("A module that {} rejects stays so in every way to write it", rule),
               .claims = {{.rule = std::string(rule), .proof = Proof::negative}},
               .generated = true},
              [modules, rule](CaseContext& context) { run_broken(context, *modules, rule); });
  }
}

// Modules that the build makes by other compilers, options and optimisers.

/// What such a module is expected to be: the rule that rejects it, or nothing.
struct Built {
  fs::path file;
  std::string how;  ///< "glslang-spirv1.3"
  std::string_view rule;
};

bool has_inherited_buffers(const BaseModule& module) {
  return std::ranges::any_of(module.facts->variables(), [](const generated::Variable& variable) {
    return variable.set == base_storage_set;
  });
}

/// The rule against a module that lost members of blocks: that of the first block in module order which is no
/// longer what the contract says; empty when no block was hit.
Result<std::string_view> dead_member_rule(const fs::path& file) {
  auto words = generated::read_words(file);
  if (!words) {
    return std::unexpected(words.error());
  }
  const Result<ModuleFacts> facts = ModuleFacts::read(std::move(*words));
  if (!facts) {
    return std::unexpected(facts.error());
  }
  for (const generated::Variable& variable : facts->variables()) {
    if (!generated::has_fixed_layout(variable)) {
      continue;
    }
    const Block* block = variable.storage == spv::StorageClassPushConstant
                             ? &push_block
                             : generated::pack_block(variable.binding.value_or(no_binding));
    if (facts->block_text(variable.pointee) != generated::block_text(*block)) {
      return block->rule;
    }
  }
  return std::string_view();
}

/// What the contract says of a module that came about like this.
Result<std::string_view> expected_rule(const BaseModule& module, const fs::path& file, std::string_view how) {
  // Optimising for size drops members of blocks that the shader does not read, and with them the layout.
  if (how == "eliminate-dead-members" || how == "Os" || how == "glslc-Os") {
    return dead_member_rule(file);
  }
  // Before SPIR-V 1.3 a storage buffer is a Uniform with BufferBlock; the HLSL front end writes that always.
  if ((how == "glslang-spirv1.0" && has_inherited_buffers(module)) || how == "hlsl-structured_buffer") {
    return "RP-SPV-045";
  }
  if (how == "hlsl-separate_sampler") {
    return "RP-SPV-031";
  }
  if (how == "hlsl-column_major") {
    return "RP-SPV-037";
  }
  return std::string_view();
}

void run_built(CaseContext& context, const BaseModule& module, const Built& built) {
  const Result<Words> words = generated::read_words(built.file);
  if (!words) {
    context.check(false, words.error().message);
    return;
  }
  context.check(*words != module.facts->words(), "the module is written in another way");
  ModuleVerdict verdict(module.role, module.stage, module.key, context);
  if (built.rule.empty()) {
    verdict.accepts_as_valid(bytes_of(*words), built.how);
  } else {
    verdict.rejects(bytes_of(*words), built.rule, built.how);
  }
}

Result<void> add_built(runner::CaseTable& table, const SharedModule& module, std::string_view role,
                       const fs::path& variants, std::string_view family) {
  std::error_code failed;
  std::set<fs::path> files;  // in a fixed order
  for (const auto& entry : fs::directory_iterator(variants / family / module->name, failed)) {
    files.insert(entry.path());
  }
  if (failed) {
    return {};  // no variant of this module in this family
  }
  for (const fs::path& file : files) {
    Built built{.file = file, .how = file.stem().string(), .rule = {}};
    const auto rule = expected_rule(*module, file, built.how);
    if (!rule) {
      return std::unexpected(rule.error());
    }
    built.rule = *rule;
    ClaimSet claims;
    if (built.rule.empty()) {
      for (const std::string_view kept :
           {"RP-SPV-010", "RP-SPV-011", "RP-SPV-012", "RP-SPV-045", "RP-SPV-060"}) {
        claims.add(kept, Proof::positive);
      }
    } else {
      claims.add(built.rule, Proof::negative);
    }
    runner::CaseInfo info{
        .id = fmt::format("render_pack_v1.variants.{}:module={};role={};how={}", family, module->name, role,
                          built.how),
        .title =
            fmt::format("{} by {} is {}", family == "optimised" ? "A module optimised" : "A shader compiled",
                        built.how, built.rule.empty() ? "accepted" : "rejected"),
        .claims = claims.claims(),
        .generated = true};
    table.add(std::move(info), [module, built](CaseContext& context) { run_built(context, *module, built); });
  }
  return {};
}

}  // namespace

Result<void> add_variant_cases(runner::CaseTable& table, std::span<const BaseModule> modules,
                               const fs::path& data) {
  const fs::path variants = data / "render_pack_v1" / "variants";
  if (!fs::is_directory(variants)) {
    return error(ErrorKind::failed, fmt::format("there are no built modules in '{}'; build the project first",
                                                variants.string()));
  }
  std::set<const ModuleFacts*> broken;  // one role of a module is enough for its faults
  for (const BaseModule& one : modules) {
    const std::string role = generated::role_label(one, modules);
    const auto module = std::make_shared<const BaseModule>(one);
    for (const std::string_view family : {"compiled", "optimised"}) {
      if (auto done = add_built(table, module, role, variants, family); !done) {
        return done;
      }
    }
    if (!module->repeated) {
      add_rewritten(table, module, role);
      if (broken.insert(module->facts.get()).second) {
        add_broken(table, module, role);
      }
    }
  }
  return {};
}

}  // namespace rpcts::render_pack_v1
