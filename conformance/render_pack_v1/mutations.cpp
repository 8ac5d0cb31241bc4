// Every single fact of the interface of every valid module, changed one at a time: the changed module is
// rejected for the right rule, or stays accepted where the contract leaves the fact free.

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/module_verdict.hpp"
#include "fixtures/render_pack_v1/generated/base_modules.hpp"
#include "fixtures/render_pack_v1/generated/mutant.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using generated::BaseModule;
using generated::Mutant;
using runner::CaseContext;

constexpr auto titles = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"address", "Roads to raw memory are refused"},
    {"array_element", "The elements of an array member have their one type"},
    {"array_length", "The length of an array member is its plain constant"},
    {"array_stride", "ArrayStride is the layout's and present"},
    {"array_type", "An array type of its own, equal in everything, is as good"},
    {"binding", "Each other value of Binding and none get their verdict"},
    {"block", "The struct of a buffer is a Block"},
    {"bound", "The id bound is above every id and within the limit"},
    {"buffer_read", "Reading an inherited buffer stays allowed"},
    {"buffer_write", "Nothing writes through an inherited buffer"},
    {"capability", "Capabilities are not looked at"},
    {"entry_count", "There is exactly one entry point"},
    {"entry_interface", "The interface list of the entry point is not looked at"},
    {"entry_name", "The entry point is called main"},
    {"entry_name_unterminated", "The name of the entry point ends inside its instruction"},
    {"execution_model", "The execution model is that of the stage"},
    {"file_size", "The file is whole words and ends with an instruction"},
    {"foreign", "A resource that no place takes is refused at each place"},
    {"free_decoration", "Decorations that say nothing about the interface are not looked at"},
    {"generator", "The generator word is not looked at"},
    {"image_write", "OpImageWrite is refused anywhere"},
    {"inherited_members", "The members of inherited blocks are free, as long as a buffer stays read-only"},
    {"magic", "The first word is the SPIR-V magic number"},
    {"majority", "A matrix is ColMajor"},
    {"matrix_stride", "MatrixStride is the layout's and present"},
    {"member_count", "A block has exactly its members"},
    {"member_type", "A member has its one type"},
    {"non_writable", "An inherited buffer is read-only as a whole"},
    {"offset", "Offset is the layout's and present"},
    {"pointee", "A variable points straight to its one block"},
    {"raw_storage_class", "A storage class that reaches raw or unknown memory is refused"},
    {"repeated_decoration", "A decoration of the interface stands once on its target"},
    {"schema", "The schema word is not looked at"},
    {"set", "Each other value of DescriptorSet and none get their verdict"},
    {"shared_type", "A type that a block is made of, changed where it is declared"},
    {"storage_class", "Each other storage class gets its verdict"},
    {"table_chain", "The table is a runtime array of combined samplers of arrayed 2-D images"},
    {"table_dim", "The table's images are 2-D, arrayed and sampled"},
    {"table_image", "The table's image is single-sampled, of 32-bit float and of unknown format"},
    {"texel_pointer", "OpImageTexelPointer is refused anywhere"},
    {"truncated", "An instruction has its least words"},
    {"variable_added", "A second variable at a place, or at none, is refused"},
    {"version", "The version is one of SPIR-V 1.0 to 1.6"},
    {"word_count", "An instruction has words and ends inside the module"},
});

std::string_view title_of(std::string_view kind) {
  const auto found =
      std::ranges::lower_bound(titles, kind, {}, [](const auto& title) { return title.first; });
  return found != titles.end() && found->first == kind ? found->second : kind;
}

static_assert(std::ranges::is_sorted(titles, {}, [](const auto& title) { return title.first; }));

/// One module in one role with its changed modules, which are made when the first case asks for them. Shared
/// by its cases, which one thread runs.
class Subject {
 public:
  explicit Subject(const BaseModule& module) : module_(module) {}

  [[nodiscard]] const BaseModule& module() const { return module_; }
  [[nodiscard]] const generated::Mutants& mutants() {
    if (!mutants_) {
      mutants_ = generated::mutants_of(view(), generated::Want::mutants);
    }
    return *mutants_;
  }
  [[nodiscard]] generated::Subject view() const {
    return {.facts = *module_.facts, .stage = module_.stage, .role = module_.role};
  }

 private:
  BaseModule module_;
  std::optional<generated::Mutants> mutants_;
};

void run(CaseContext& context, Subject& subject, std::size_t group_index) {
  const BaseModule& module = subject.module();
  ModuleVerdict verdict(module.role, module.stage, module.key, context);
  const std::span<const std::byte> unchanged = std::as_bytes(std::span(module.facts->words()));
  if (!verdict.accepts(unchanged, "the unchanged module")) {
    return;
  }
  const generated::Group& group = subject.mutants().groups[group_index];
  for (const Mutant& mutant : subject.mutants().all) {
    if (mutant.group != group_index) {
      continue;
    }
    const std::vector<std::byte> bytes = generated::bytes_of(mutant, module.facts->words());
    const std::string change = fmt::format("{} of {}: {}", group.kind, group.target, mutant.change);
    if (std::ranges::equal(bytes, unchanged)) {
      context.check(false, change + ": the change changes nothing");
    } else if (mutant.accepted) {
      verdict.accepts(bytes, change);
    } else {
      verdict.rejects(bytes, mutant.rule, change);
    }
  }
}

void add_module(runner::CaseTable& table, const BaseModule& module, std::string_view role) {
  const auto subject = std::make_shared<Subject>(module);
  const generated::Mutants listed = generated::mutants_of(subject->view(), generated::Want::groups);
  for (std::size_t i = 0; i < listed.groups.size(); ++i) {
    const generated::Group& group = listed.groups[i];
    ClaimSet claims;
    for (const generated::Group::Claim& claim : group.claims) {
      claims.add(claim.rule, claim.accepted ? runner::Proof::positive : runner::Proof::negative);
    }
    table.add({.id = fmt::format("render_pack_v1.mutations.{}:module={};role={};target={}", group.kind,
                                 module.name, role, group.target),
               .title = std::string(title_of(group.kind)),
               .claims = claims.claims(),
               .generated = true},
              [subject, i](CaseContext& context) { run(context, *subject, i); });
  }
}

/// What the generators make of all modules together: enough, of every kind, and how much they leave out.
void check_totals(CaseContext& context, std::span<const BaseModule> modules) {
  constexpr std::size_t least = 5'000;
  std::map<std::string_view, std::size_t> kinds;
  std::map<std::string_view, std::size_t> left_out;
  std::size_t rejected = 0;
  std::size_t accepted = 0;
  for (const BaseModule& module : modules) {
    if (module.repeated) {
      continue;
    }
    const generated::Mutants mutants = generated::mutants_of(
        {.facts = *module.facts, .stage = module.stage, .role = module.role}, generated::Want::mutants);
    for (const Mutant& mutant : mutants.all) {
      ++kinds[mutants.groups[mutant.group].kind];
      ++(mutant.accepted ? accepted : rejected);
    }
    for (const auto& [reason, count] : mutants.left_out) {
      left_out[reason] += count;
    }
  }
  context.check(rejected >= least,
                fmt::format("{} changed modules are to be rejected, at least {}", rejected, least));
  for (const auto& [kind, title] : titles) {
    context.check(kinds[kind] > 0, fmt::format("no module has a change of the kind {}", kind));
  }
  context.equal(kinds.size(), titles.size(), "kinds of changes that have a title");
  context.note("rejected", std::to_string(rejected));
  context.note("accepted", std::to_string(accepted));
  for (const auto& [reason, count] : left_out) {
    context.note(fmt::format("left out: {}", reason), std::to_string(count));
  }
}

}  // namespace

void add_mutation_cases(runner::CaseTable& table, std::span<const BaseModule> modules) {
  const auto shared = std::make_shared<const std::vector<BaseModule>>(modules.begin(), modules.end());
  table.add({.id = "render_pack_v1.mutations.totals",
             .title = "Every kind of interface fact is changed in some module, and the changes are many",
             .generated = true,
             .clause = "G.2"},
            [shared](CaseContext& context) { check_totals(context, *shared); });
  for (const BaseModule& module : modules) {
    if (!module.repeated) {
      add_module(table, module, generated::role_label(module, modules));
    }
  }
}

}  // namespace rpcts::render_pack_v1
