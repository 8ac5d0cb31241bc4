// The tables of docs/render_pack_v1/abi.md, compared with the facts: what a pack author reads is what is
// checked.

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/render_pack_v1/block_rows.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/golden.hpp"
#include "conformance/render_pack_v1/markdown_table.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

constexpr std::string_view absent = "–";

/// A table of abi.md, by the heading of its section; none (and a failed check) when it is not there.
std::optional<MarkdownTable> table_of(CaseContext& context, std::string_view heading, std::size_t columns) {
  const Result<std::string> text = data_text(context.data(), "docs/abi.md");
  if (!text) {
    context.check(false, text.error().message);
    return std::nullopt;
  }
  Result<MarkdownTable> table = markdown_table(*text, heading, columns);
  if (!table) {
    context.check(false, fmt::format("abi.md: {}", table.error().message));
    return std::nullopt;
  }
  return std::move(*table);
}

/// A cell that holds a number, "–" for none. A cell with anything else is a failed check.
std::optional<std::uint32_t> number(CaseContext& context, std::string_view cell) {
  if (cell == absent) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  context.check(fault == std::errc() && end == cell.data() + cell.size(),
                fmt::format("abi.md: '{}' is no number", cell));
  return value;
}

/// "Set 3, binding 5, 160 bytes." or "Push constants, 96 bytes."
std::string opening_of(const Block& block) {
  return block.set == no_binding
             ? fmt::format("Push constants, {} bytes.", block.size)
             : fmt::format("Set {}, binding {}, {} bytes.", block.set, block.binding, block.size);
}

void documented_block(CaseContext& context, const Block& block) {
  const std::optional<MarkdownTable> table = table_of(context, block.name, 7);
  if (!table) {
    return;
  }
  const Result<std::string> text = data_text(context.data(), "docs/abi.md");
  const Result<std::string_view> section = markdown_section(*text, block.name);
  context.check(section->find(opening_of(block)) != std::string_view::npos,
                fmt::format("abi.md: the section {} does not say '{}'", block.name, opening_of(block)));
  BlockRows rows = rows_of(block);
  const BlockRows expected = rows;
  rows.members.clear();
  for (const std::vector<std::string>& row : *table) {
    rows.members.push_back({.name = row[0],
                            .type = row[1],
                            .offset = number(context, row[2]).value_or(0),
                            .size = number(context, row[3]).value_or(0),
                            .array_stride = number(context, row[4]).value_or(0),
                            .matrix_stride = number(context, row[5]).value_or(0)});
    context.check(!row[6].empty(), fmt::format("abi.md: {} does not say what it holds", row[0]));
  }
  compare_rows(context, rows, expected, "abi.md");
}

void documented_bindings(CaseContext& context) {
  const std::optional<MarkdownTable> table = table_of(context, "Bindings", 4);
  if (!table) {
    return;
  }
  context.equal(table->size(), blocks.size() + 1, "rows of the table of bindings");
  const auto has_row = [&](std::uint32_t set, std::uint32_t binding, const std::string& declaration) {
    return std::ranges::any_of(*table, [&](const std::vector<std::string>& row) {
      return number(context, row[0]).value_or(no_binding) == set &&
             number(context, row[1]).value_or(no_binding) == binding && row[2] == declaration;
    });
  };
  for (const Block* block : blocks) {
    const std::string_view kind = block->set == no_binding ? "push constants" : "uniform block";
    context.check(has_row(block->set, block->binding, fmt::format("{} {}", kind, block->name)),
                  fmt::format("abi.md: the binding of {} is missing or wrong", block->name));
  }
  context.check(has_row(sampled_table_set, sampled_table_binding, "sampler2DArray uTextures[]"),
                "abi.md: the binding of the texture table is missing or wrong");
}

template <class E>
void documented_values(CaseContext& context) {
  const std::optional<MarkdownTable> table = table_of(context, Vocabulary<E>::type_name, 3);
  if (!table) {
    return;
  }
  context.equal(table->size(), Vocabulary<E>::members.size(), "number of values");
  for (const std::vector<std::string>& row : *table) {
    const std::optional<E> value = value_of<E>(row[1]);
    context.check(value.has_value(), fmt::format("abi.md: {} is no {}", row[1], Vocabulary<E>::type_name));
    if (value) {
      context.equal(number(context, row[0]).value_or(no_binding), static_cast<std::uint32_t>(*value),
                    fmt::format("abi.md: value of {}", row[1]));
    }
  }
}

/// Bits of "0, 1"; none for "–".
std::uint32_t bits(CaseContext& context, std::string_view cell) {
  std::uint32_t set = 0;
  while (!cell.empty() && cell != absent) {
    const std::size_t end = std::min(cell.find(", "), cell.size());
    set |= 1U << number(context, cell.substr(0, end)).value_or(31);
    cell.remove_prefix(std::min(end + 2, cell.size()));
  }
  return set;
}

/// What a declaration of this role grants that lists exactly `inputs`. "fullscreen pass" and "custom variant"
/// are the two roles without a semantic of their own.
std::optional<RoleInterface> granted(std::string_view role, const std::vector<RenderSemanticInput>& inputs,
                                     bool reads = false) {
  if (role == "custom variant") {
    return role_of(PipelineVariant{.semantic_inputs = inputs}).interface;
  }
  if (const auto variant = value_of<RenderPipelineVariantSemantic>(role)) {
    return role_of(PipelineVariant{.semantic_inputs = inputs, .semantic = *variant}).interface;
  }
  const auto pass =
      role == "fullscreen pass" ? RenderPassSemantic::CustomFullscreen : value_of<RenderPassSemantic>(role);
  if (!pass) {
    return std::nullopt;
  }
  return role_of(Pass{.semantic_inputs = inputs,
                      .resource_reads = reads ? std::vector<std::string>{"a"} : std::vector<std::string>{},
                      .semantic = *pass})
      .interface;
}

std::vector<RenderSemanticInput> every_input() {
  std::vector<RenderSemanticInput> inputs;
  for (const std::string_view name : Vocabulary<RenderSemanticInput>::members) {
    if (const std::optional<RenderSemanticInput> input = value_of<RenderSemanticInput>(name)) {
      inputs.push_back(*input);
    }
  }
  return inputs;
}

/// One cell against what the role grants with no input and with all of them.
void role_cell(CaseContext& context, std::string_view cell, bool with_none, bool with_all,
               const std::string& what) {
  // A block in a cell marked with a star is accepted by this suite.
  const bool always = cell == "Y" || cell == "*";
  context.check(always || cell == absent || cell == "inputs",
                fmt::format("{}: '{}' is no entry", what, cell));
  context.equal(always, with_none, fmt::format("{} without inputs", what));
  context.equal(always || cell == "inputs", with_all, fmt::format("{} with every input", what));
}

constexpr std::size_t first_block_column = 4;
constexpr std::uint32_t first_block = 5;

void documented_roles(CaseContext& context) {
  const std::optional<MarkdownTable> table = table_of(context, "Roles", 8);
  if (!table) {
    return;
  }
  // Eight variants, the custom variant, the shadow pass and every fullscreen pass.
  context.equal(table->size(), Vocabulary<RenderPipelineVariantSemantic>::members.size() + 2,
                "number of roles");
  for (const std::vector<std::string>& row : *table) {
    const std::optional<RoleInterface> none = granted(row[0], {});
    const std::optional<RoleInterface> all = granted(row[0], every_input());
    if (!none || !all) {
      context.check(false, fmt::format("abi.md: '{}' is no role", row[0]));
      continue;
    }
    context.equal(bits(context, row[1]), std::uint32_t{all->set0_storage},
                  fmt::format("abi.md: {} set 0", row[0]));
    context.equal(bits(context, row[2]), std::uint32_t{all->set1_uniform},
                  fmt::format("abi.md: {} set 1", row[0]));
    context.equal(none->set0_storage, all->set0_storage,
                  fmt::format("abi.md: {} set 0 depends on inputs", row[0]));
    role_cell(context, row[3], none->table, all->table, fmt::format("abi.md: {} table", row[0]));
    for (std::size_t column = first_block_column; column < row.size(); ++column) {
      const auto block = first_block + static_cast<std::uint32_t>(column - first_block_column);
      const auto has_block = [&](const RoleInterface& role) { return ((role.set3 >> block) & 1U) != 0; };
      role_cell(context, row[column], has_block(*none), has_block(*all),
                fmt::format("abi.md: {} block {}", row[0], block));
    }
  }
}

void documented_inputs(CaseContext& context) {
  const std::optional<MarkdownTable> table = table_of(context, "Inputs", 4);
  if (!table) {
    return;
  }
  constexpr std::string_view read = "a resource read";
  context.equal(table->size(), Vocabulary<RenderSemanticInput>::members.size() + 1, "number of inputs");
  for (const std::vector<std::string>& row : *table) {
    const std::optional<RenderSemanticInput> input = value_of<RenderSemanticInput>(row[0]);
    if (!context.check(input || row[0] == read, fmt::format("abi.md: '{}' is no input", row[0]))) {
      continue;
    }
    for (const std::string_view role : {"fullscreen pass", "custom variant"}) {
      if (!input && role == "custom variant") {
        continue;  // variants read no resources
      }
      const auto inputs = input ? std::vector{*input} : std::vector<RenderSemanticInput>{};
      const std::optional<RoleInterface> granting = granted(role, inputs, !input);
      if (!granting) {
        context.check(false, fmt::format("the suite does not know the role '{}'", role));
        continue;
      }
      const RoleInterface interface = *granting;
      const auto cell = [&](std::size_t column, bool allowed, std::string_view what) {
        context.equal(std::string_view(row[column]), allowed ? "Y" : absent,
                      fmt::format("abi.md: {} in a {}: {}", row[0], role, what));
      };
      cell(1, interface.table, "table");
      cell(2, ((interface.set3 >> atmospheric_frame_binding) & 1U) != 0, "block 5");
      cell(3, ((interface.set3 >> directional_shadow_binding) & 1U) != 0, "block 6");
    }
  }
}

/// A texture slot as the documentation writes it: "WorldColor", "resource BloomPing".
std::string slot_text(const SampledInput& input, const Descriptor& pack) {
  if (input.from == SampledInput::From::scene) {
    return std::string(name_of(input.scene));
  }
  const auto resource = std::ranges::find(pack.resources, input.resource, &Resource::id);
  return fmt::format("resource {}", resource == pack.resources.end() ? "?" : name_of(resource->semantic));
}

void documented_slots(CaseContext& context) {
  const std::optional<MarkdownTable> table = table_of(context, "Texture slots", sampled_inputs_per_pass + 1);
  const Result<std::string> text = data_text(context.data(), "bases/full/pack.json");
  if (!table || !context.check(text.has_value(), text ? "" : text.error().message)) {
    return;
  }
  const PackJsonResult read = read_pack_json(*text);
  if (!read.document) {
    context.check(false, "the base pack 'full' cannot be read");
    return;
  }
  const Descriptor& pack = read.document->descriptor;
  // All passes of the full graph but the one that draws no fullscreen picture, and the two that fuse.
  context.equal(table->size(), pack.passes.size() - 1 + 2, "rows of the table of slots");
  constexpr std::string_view fused = " fused";
  for (const std::vector<std::string>& row : *table) {
    const bool is_fused = row[0].ends_with(fused);
    const std::string name = row[0].substr(0, row[0].size() - (is_fused ? fused.size() : 0));
    const auto pass = std::ranges::find(pack.passes, value_of<RenderPassSemantic>(name),
                                        [](const Pass& one) { return std::optional(one.semantic); });
    if (!context.check(pass != pack.passes.end(), fmt::format("abi.md: '{}' is no pass", row[0]))) {
      continue;
    }
    const std::vector<SampledInput> inputs =
        sampled_inputs(*pass, pack.resources, is_fused ? Execution::fused : Execution::ordinary);
    for (std::size_t slot = 0; slot < sampled_inputs_per_pass; ++slot) {
      const std::string expected = slot < inputs.size() ? slot_text(inputs[slot], pack) : std::string(absent);
      context.equal(row[slot + 1], expected, fmt::format("abi.md: {} slot {}", row[0], "ABCD"[slot]));
    }
  }
}

}  // namespace

void add_documentation_cases(runner::CaseTable& table) {
  for (const Block* block : blocks) {
    table.add({.id = fmt::format("render_pack_v1.documentation.block:block={}", block->name),
               .title = fmt::format("abi.md shows {} as the contract has it", block->name),
               .clause = "D.6"},
              [block](CaseContext& context) { documented_block(context, *block); });
  }
  table.add({.id = "render_pack_v1.documentation.bindings",
             .title = "abi.md shows set and binding of every block and of the texture table",
             .clause = "A.19"},
            documented_bindings);
  table.add({.id = "render_pack_v1.documentation.values:enum=WeatherKind",
             .title = "abi.md shows the number of every weather kind",
             .clause = "A.17"},
            documented_values<WeatherKind>);
  table.add({.id = "render_pack_v1.documentation.values:enum=CelestialSource",
             .title = "abi.md shows the number of every celestial source",
             .clause = "A.18"},
            documented_values<CelestialSource>);
  table.add({.id = "render_pack_v1.documentation.roles",
             .title = "abi.md shows what each role may declare",
             .clause = "D.5"},
            documented_roles);
  table.add({.id = "render_pack_v1.documentation.inputs",
             .title = "abi.md shows what each semantic input grants",
             .clause = "D.5"},
            documented_inputs);
  table.add({.id = "render_pack_v1.documentation.slots",
             .title = "abi.md shows which texture is in which slot of each pass",
             .clause = "E.5"},
            documented_slots);
}

}  // namespace rpcts::render_pack_v1
