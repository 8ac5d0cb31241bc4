// Table D.5 cell by cell: for each role, and each set of inputs that changes what it may declare, a module
// that declares exactly one thing is accepted where the table grants it and rejected by its rule elsewhere.
// What the table grants comes from golden/role_interface.json.

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/golden.hpp"
#include "conformance/render_pack_v1/module_verdict.hpp"
#include "fixtures/render_pack_v1/generated/probe_module.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using generated::DeclarationKind;
using generated::Declared;
using generated::ProbeModules;
using runner::CaseContext;
using runner::Proof;

/// A row of the golden table.
struct Row {
  std::string label;   ///< "SunRays", the semantic
  std::string inputs;  ///< for ids of cases: "SunDirection+Weather", "none", "all"
  std::uint32_t reads = 0;
  Role role;
  std::vector<std::uint32_t> set0;
  std::vector<std::uint32_t> set1;
  bool table = false;
  std::vector<std::uint32_t> set3;
  std::vector<std::uint32_t> tolerated;  ///< of set 3: may be accepted or refused (OQ-7), so no case is made
};

/// What a place of the table expects of a module that declares one thing there.
struct Cell {
  Declared declared;
  std::string_view rule;  ///< the rule that refuses it, or that it keeps
  bool granted = false;
};

struct Place {
  std::string name;  ///< the case: "set0", "b5"
  std::string title;
  std::vector<Cell> cells;
};

bool holds(const std::vector<std::uint32_t>& list, std::uint32_t value) {
  return std::ranges::find(list, value) != list.end();
}

/// The role as the checker is told of it; what it grants is asked of the checker only for judging.
Role role_from(const nlohmann::json& row, const std::vector<RenderSemanticInput>& inputs,
               std::uint32_t reads) {
  const auto name = row.at("role").get<std::string>();
  if (row.at("kind") == "pass") {
    Pass pass;
    pass.semantic = value_of<RenderPassSemantic>(name).value();
    pass.semantic_inputs = inputs;
    for (std::uint32_t i = 0; i < reads; ++i) {
      pass.resource_reads.push_back(fmt::format("resource-{}", i));
    }
    return role_of(pass);
  }
  PipelineVariant variant;
  variant.semantic = value_of<RenderPipelineVariantSemantic>(name).value();
  variant.semantic_inputs = inputs;
  return role_of(variant);
}

Row row_from(const nlohmann::json& json) {
  Row row;
  row.label = json.at("role").get<std::string>();
  row.reads = json.at("reads").get<std::uint32_t>();
  std::vector<RenderSemanticInput> inputs;
  for (const nlohmann::json& input : json.at("inputs")) {
    const auto name = input.get<std::string>();
    inputs.push_back(value_of<RenderSemanticInput>(name).value());
    row.inputs += (row.inputs.empty() ? "" : "+") + name;
  }
  if (inputs.empty()) {
    row.inputs = "none";
  } else if (inputs.size() == Vocabulary<RenderSemanticInput>::members.size()) {
    row.inputs = "all";
  }
  row.role = role_from(json, inputs, row.reads);
  row.set0 = json.at("set0").get<std::vector<std::uint32_t>>();
  row.set1 = json.at("set1").get<std::vector<std::uint32_t>>();
  row.table = json.at("table").get<bool>();
  row.set3 = json.at("set3").get<std::vector<std::uint32_t>>();
  row.tolerated = json.at("tolerated").get<std::vector<std::uint32_t>>();
  return row;
}

std::vector<Place> places_of(const Row& row) {
  std::vector<Place> places;
  Place set0{.name = "set0", .title = "Storage buffers of set 0, bindings 0 to 10", .cells = {}};
  for (std::uint32_t binding = 0; binding <= 10; ++binding) {
    set0.cells.push_back({.declared = {DeclarationKind::storage_buffer, base_storage_set, binding},
                          .rule = "RP-SPV-040",
                          .granted = holds(row.set0, binding)});
  }
  places.push_back(std::move(set0));
  Place set1{.name = "set1", .title = "Uniform buffers of set 1, bindings 0 to 5", .cells = {}};
  for (std::uint32_t binding = 0; binding <= 5; ++binding) {
    set1.cells.push_back({.declared = {DeclarationKind::uniform_block, base_uniform_set, binding},
                          .rule = "RP-SPV-043",
                          .granted = holds(row.set1, binding)});
  }
  places.push_back(std::move(set1));
  places.push_back({.name = "table",
                    .title = "The texture table",
                    .cells = {{.declared = {DeclarationKind::table, sampled_table_set, sampled_table_binding},
                               .rule = "RP-SPV-030",
                               .granted = row.table}}});
  for (std::uint32_t binding = atmospheric_frame_binding; binding <= pack_settings_binding; ++binding) {
    if (!holds(row.tolerated, binding)) {
      places.push_back({.name = fmt::format("b{}", binding),
                        .title = fmt::format("The block of set 3, binding {}", binding),
                        .cells = {{.declared = {DeclarationKind::uniform_block, pack_uniform_set, binding},
                                   .rule = "RP-SPV-034",
                                   .granted = holds(row.set3, binding)}}});
    }
  }
  Place reserved{.name = "reserved", .title = "Bindings of set 3 that are reserved", .cells = {}};
  for (const std::uint32_t binding : {0U, 1U, 2U, 3U, 4U, 9U, 10U, 31U, 32U, 37U}) {
    reserved.cells.push_back(
        {.declared = {DeclarationKind::uniform_block, pack_uniform_set, binding}, .rule = "RP-SPV-033"});
  }
  places.push_back(std::move(reserved));
  Place elsewhere{.name = "elsewhere", .title = "Places and kinds that no role takes", .cells = {}};
  for (const Declared& declared :
       {Declared{DeclarationKind::table, sampled_table_set, 1}, Declared{DeclarationKind::table, 0, 0},
        Declared{DeclarationKind::uniform_block, base_storage_set, 0},
        Declared{DeclarationKind::storage_buffer, base_uniform_set, 1},
        Declared{DeclarationKind::storage_buffer, sampled_table_set, 2},
        Declared{DeclarationKind::sampler, base_storage_set, 1},
        Declared{DeclarationKind::sampler, base_uniform_set, 1},
        Declared{DeclarationKind::uniform_block, 4, 5}, Declared{DeclarationKind::table, 4, 0}}) {
    elsewhere.cells.push_back({.declared = declared, .rule = "RP-SPV-045"});
  }
  places.push_back(std::move(elsewhere));
  return places;
}

void check_cell(CaseContext& context, ProbeModules& modules, const Role& role, const Cell& cell) {
  for (const Stage stage : {Stage::vertex, Stage::fragment}) {
    const std::string what = fmt::format("{} in a {} shader", generated::text_of(cell.declared),
                                         stage == Stage::vertex ? "vertex" : "fragment");
    const auto module = modules.get(stage, {cell.declared});
    if (!module) {
      context.check(false, module.error().message);
      continue;
    }
    ModuleVerdict verdict(role, stage, "probe.spv", context);
    if (cell.granted) {
      verdict.accepts(**module, what);
    } else {
      verdict.rejects(**module, cell.rule, what);
    }
  }
}

/// A module that declares everything the role is granted, and one that declares nothing.
void check_all(CaseContext& context, ProbeModules& modules, const Row& row) {
  std::vector<Declared> everything{{DeclarationKind::push_block, 0, 0}};
  for (const std::uint32_t binding : row.set0) {
    everything.push_back({DeclarationKind::storage_buffer, base_storage_set, binding});
  }
  for (const std::uint32_t binding : row.set1) {
    everything.push_back({DeclarationKind::uniform_block, base_uniform_set, binding});
  }
  if (row.table) {
    everything.push_back({DeclarationKind::table, sampled_table_set, sampled_table_binding});
  }
  for (const std::uint32_t binding : row.set3) {
    everything.push_back({DeclarationKind::uniform_block, pack_uniform_set, binding});
  }
  for (const Stage stage : {Stage::vertex, Stage::fragment}) {
    const std::string_view in = stage == Stage::vertex ? "a vertex shader" : "a fragment shader";
    ModuleVerdict verdict(row.role, stage, "probe.spv", context);
    for (const auto& [declared, what] : {std::pair(everything, "everything that is granted"),
                                         std::pair(std::vector<Declared>{}, "nothing")}) {
      const auto module = modules.get(stage, declared);
      if (!module) {
        context.check(false, module.error().message);
      } else {
        verdict.accepts_as_valid(**module, fmt::format("{} with {}", in, what));
      }
    }
  }
}

void add_row(runner::CaseTable& table, const Row& row, const std::shared_ptr<ProbeModules>& modules) {
  const auto id_of = [&](std::string_view place) {
    return fmt::format("render_pack_v1.sweep.{}:role={};inputs={};reads={}", place, row.label, row.inputs,
                       row.reads);
  };
  for (const Place& place : places_of(row)) {
    ClaimSet claims;
    for (const Cell& cell : place.cells) {
      claims.add(cell.rule, cell.granted ? Proof::positive : Proof::negative);
    }
    runner::CaseInfo info{
        .id = id_of(place.name),
        .title = fmt::format("{}: granted to the role as in D.5, refused else", place.title),
        .claims = claims.claims(),
        .generated = true};
    table.add(std::move(info), [modules, role = row.role, cells = place.cells](CaseContext& context) {
      for (const Cell& cell : cells) {
        check_cell(context, *modules, role, cell);
      }
    });
  }
  ClaimSet claims;
  for (const std::string_view rule : {"RP-SPV-020", "RP-SPV-021", "RP-SPV-022", "RP-SPV-023", "RP-SPV-045"}) {
    claims.add(rule, Proof::positive);
  }
  table.add({.id = id_of("everything"),
             .title = "A module may declare all that its role is granted, and nothing of it",
             .claims = claims.claims(),
             .generated = true},
            [modules, row](CaseContext& context) { check_all(context, *modules, row); });
}

}  // namespace

Result<void> add_sweep_cases(runner::CaseTable& table, const std::filesystem::path& data) {
  const auto rows = golden_json(data, "role_interface.json");
  if (!rows) {
    return std::unexpected(rows.error());
  }
  const auto modules = std::make_shared<ProbeModules>();
  for (const nlohmann::json& row : *rows) {
    try {
      add_row(table, row_from(row), modules);
    } catch (const std::exception& wrong) {  // of the JSON library, or an unknown name
      return error(ErrorKind::failed,
                   fmt::format("golden/role_interface.json: {}: {}", wrong.what(), row.dump()));
    }
  }
  return {};
}

}  // namespace rpcts::render_pack_v1
