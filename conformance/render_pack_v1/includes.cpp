// The shared includes, compiled and read back: what pack authors include has the byte offsets of the
// contract.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/render_pack_v1/block_rows.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/golden.hpp"
#include "conformance/render_pack_v1/module_reflection.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

/// The module that declares what an include declares; none (and a failed check) when it cannot be read.
std::optional<ModuleReflection> probe_of(CaseContext& context, std::string_view include) {
  const Result<std::string> text = data_text(context.data(), fmt::format("include_probes/{}.spv", include));
  if (!text) {
    context.check(false, text.error().message);
    return std::nullopt;
  }
  Result<ModuleReflection> reflection = reflect_module(std::as_bytes(std::span(*text)));
  if (!reflection) {
    context.check(false, fmt::format("the probe of {}.glsl: {}", include, reflection.error().message));
    return std::nullopt;
  }
  return std::move(*reflection);
}

struct BlockInclude {
  const Block* block;
  std::string_view include;
};

constexpr std::array block_includes{
    BlockInclude{&atmospheric_frame, "atmospheric_frame"},
    BlockInclude{&directional_shadow, "directional_shadow"}, BlockInclude{&pack_pass, "pack_pass"},
    BlockInclude{&pack_settings, "pack_settings"}, BlockInclude{&push_block, "push_block"}};
static_assert(block_includes.size() == blocks.size());

/// The one block that an include declares.
std::optional<BlockRows> included_block(CaseContext& context, const BlockInclude& of) {
  std::optional<ModuleReflection> probe = probe_of(context, of.include);
  if (!probe ||
      !context.equal(probe->declared.size(), 1U, fmt::format("declarations of {}.glsl", of.include))) {
    return std::nullopt;
  }
  const spirv::ResourceKind kind =
      of.block == &push_block ? spirv::ResourceKind::push_block : spirv::ResourceKind::uniform_block;
  context.equal(spirv::name_of(probe->declared[0].kind), spirv::name_of(kind),
                fmt::format("{}.glsl declares", of.include));
  return std::move(probe->declared[0].rows);
}

void against_facts(CaseContext& context, const BlockInclude& of) {
  if (const std::optional<BlockRows> found = included_block(context, of)) {
    compare_rows(context, *found, rows_of(*of.block), fmt::format("{}.glsl", of.include));
  }
}

void against_golden(CaseContext& context, const BlockInclude& of) {
  const Result<BlockRows> golden = golden_rows(context.data(), of.block->name);
  if (!golden) {
    context.check(false, golden.error().message);
    return;
  }
  if (const std::optional<BlockRows> found = included_block(context, of)) {
    compare_rows(context, *found, *golden, fmt::format("{}.glsl", of.include));
  }
}

/// The numbers in "// @0, @64, @128: …"; empty when the line has none.
std::vector<std::uint32_t> offsets_in_comment(std::string_view line) {
  std::vector<std::uint32_t> offsets;
  constexpr std::string_view comment = "// @";
  std::size_t at = line.find(comment);
  at = at == std::string_view::npos ? at : at + comment.size();
  while (at != std::string_view::npos) {
    std::uint32_t offset = 0;
    const auto [end, fault] = std::from_chars(line.data() + at, line.data() + line.size(), offset);
    if (fault != std::errc()) {
      break;
    }
    offsets.push_back(offset);
    const std::string_view rest = line.substr(static_cast<std::size_t>(end - line.data()));
    at = rest.starts_with(", @") ? line.size() - rest.size() + 3 : std::string_view::npos;
  }
  return offsets;
}

/// The line of an include that declares a member: the one with ` name;` or ` name[`.
std::string_view line_of(std::string_view text, std::string_view member) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    for (const char behind : {';', '['}) {
      if (line.find(fmt::format(" {}{}", member, behind)) != std::string_view::npos) {
        return line;
      }
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

/// What the comments of an include tell a reader is what the compiler does.
void comments(CaseContext& context, const BlockInclude& of) {
  const Result<std::string> text = data_text(context.data(), fmt::format("include/{}.glsl", of.include));
  if (!text) {
    context.check(false, text.error().message);
    return;
  }
  for (const BlockMember& member : of.block->members) {
    const std::vector<std::uint32_t> offsets = offsets_in_comment(line_of(*text, member.name));
    const std::string what = fmt::format("{}.glsl: comment of {}", of.include, member.name);
    if (!context.check(!offsets.empty(), what + " states no offset")) {
      continue;
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      context.equal(offsets[i], member.offset + static_cast<std::uint32_t>(i) * member.array_stride, what);
    }
  }
}

/// Something that an include declares outside set 3. Sizes are those of D.5; 0 = the contract gives none.
struct Expected {
  std::string_view include;
  std::uint32_t set;
  std::uint32_t binding;
  spirv::ResourceKind kind;
  std::uint32_t size = 0;
};

constexpr spirv::ResourceKind storage = spirv::ResourceKind::storage_buffer;
constexpr spirv::ResourceKind uniform = spirv::ResourceKind::uniform_block;

constexpr auto base_declarations = std::to_array<Expected>({
    {"world_instances", base_storage_set, 0, storage, 64},  // of one instance
    {"world_instances", base_storage_set, 1, storage, 16},  // of one batch
    {"world_surface", base_storage_set, 2, storage},
    {"world_surface", base_storage_set, 3, storage},
    {"world_surface", base_storage_set, 4, storage},
    {"world_surface", base_storage_set, 5, storage},
    {"world_surface", base_storage_set, 6, storage},
    {"world_surface", base_storage_set, 7, storage},
    {"world_surface", base_storage_set, 8, storage},
    {"world_surface", base_storage_set, 9, storage},
    {"scene_lighting", base_uniform_set, 1, uniform, 576},
    {"terrain_surface", base_uniform_set, 2, uniform, 144},  // a count, padded, and eight planes
    {"terrain_surface", base_uniform_set, 3, uniform, 144},  // 36 floats
});

void base_pipeline(CaseContext& context, std::string_view include) {
  const std::optional<ModuleReflection> probe = probe_of(context, include);
  if (!probe) {
    return;
  }
  std::size_t expected_count = 0;
  for (const Expected& expected : base_declarations) {
    if (expected.include != include) {
      continue;
    }
    ++expected_count;
    const std::string what = fmt::format("{}.glsl: ({}, {})", include, expected.set, expected.binding);
    const auto found = std::ranges::find_if(probe->declared, [&](const Declared& one) {
      return one.rows.set == expected.set && one.rows.binding == expected.binding;
    });
    if (!context.check(found != probe->declared.end(), what + " is not declared")) {
      continue;
    }
    context.equal(spirv::name_of(found->kind), spirv::name_of(expected.kind), what);
    if (expected.kind == storage) {
      context.check(found->read_only, what + " is writable");
    }
    if (expected.size != 0) {
      context.equal(found->rows.size, expected.size, what + " size in bytes");
    }
  }
  context.equal(probe->declared.size(), expected_count, fmt::format("declarations of {}.glsl", include));
}

void texture_table(CaseContext& context) {
  const std::optional<ModuleReflection> probe = probe_of(context, "texture_table");
  if (!probe || !context.equal(probe->declared.size(), 1U, "declarations of texture_table.glsl")) {
    return;
  }
  const Declared& table = probe->declared[0];
  context.equal(table.rows.set.value_or(no_binding), sampled_table_set, "set of the table");
  context.equal(table.rows.binding.value_or(no_binding), sampled_table_binding, "binding of the table");
  context.equal(spirv::name_of(table.kind), spirv::name_of(spirv::ResourceKind::combined_image_sampler),
                "kind of the table");
  context.equal(table.type, std::string("sampler2DArray[]"), "type of the table");
}

/// Includes of constants bring no declaration along, so that every role may have them.
void declares_nothing(CaseContext& context, std::string_view include) {
  if (const std::optional<ModuleReflection> probe = probe_of(context, include)) {
    context.equal(probe->declared.size(), 0U, fmt::format("declarations of {}.glsl", include));
  }
}

// Ids of the specialization constants of include_probes/constants.frag.
constexpr std::uint32_t first_weather_constant = 0;
constexpr std::uint32_t first_source_constant = 16;
constexpr std::uint32_t enabled_bit_constant = 32;
constexpr std::uint32_t radius_shift_constant = 33;
constexpr std::uint32_t radius_bits_constant = 34;
constexpr std::uint32_t unassigned_constant = 48;
constexpr std::uint32_t alpha_cutoff_constant = 49;

void constant(CaseContext& context, const ModuleReflection& probe, std::uint32_t id, std::uint32_t expected,
              const std::string& what) {
  const auto found = probe.constants.find(id);
  if (context.check(found != probe.constants.end(), what + " is not in the probe")) {
    context.equal(found->second, expected, what);
  }
}

/// The members of an enumeration, in order, as the golden data has them.
template <class E>
void enumerated_constants(CaseContext& context, std::uint32_t first) {
  const std::optional<ModuleReflection> probe = probe_of(context, "constants");
  const Result<nlohmann::json> golden =
      golden_entry(context.data(), "vocabulary.json", "name", Vocabulary<E>::type_name);
  if (!probe || !context.check(golden.has_value(), golden ? "" : golden.error().message)) {
    return;
  }
  std::uint32_t id = first;
  for (const std::string_view name : Vocabulary<E>::members) {
    constant(context, *probe, id++, golden->at("members").value(name, no_binding),
             fmt::format("constant of {}", name));
  }
}

void other_constants(CaseContext& context) {
  const std::optional<ModuleReflection> probe = probe_of(context, "constants");
  if (!probe) {
    return;
  }
  constant(context, *probe, unassigned_constant, unassigned_slot, "PACK_SLOT_UNASSIGNED");
  constant(context, *probe, alpha_cutoff_constant, std::bit_cast<std::uint32_t>(alpha_cutoff),
           "PACK_ALPHA_CUTOFF");
  // Flags of uShadowTextureAndFlags.w: bit 0 is "enabled", bits 8 to 11 are the filter radius.
  constant(context, *probe, enabled_bit_constant, 1, "PACK_SHADOW_ENABLED_BIT");
  constant(context, *probe, radius_shift_constant, 8, "PACK_SHADOW_PCF_RADIUS_SHIFT");
  constant(context, *probe, radius_bits_constant, 4, "PACK_SHADOW_PCF_RADIUS_BITS");
}

void add_block_cases(runner::CaseTable& table) {
  for (const BlockInclude& of : block_includes) {
    const std::string_view name = of.block->name;
    table.add({.id = fmt::format("render_pack_v1.includes.facts:block={}", name),
               .title = fmt::format("{} of the compiled include has the layout that the suite checks", name),
               .clause = "D.6"},
              [of](CaseContext& context) { against_facts(context, of); });
    table.add({.id = fmt::format("render_pack_v1.includes.golden:block={}", name),
               .title = fmt::format("{} of the compiled include has the layout of the contract", name),
               .clause = "D.6"},
              [of](CaseContext& context) { against_golden(context, of); });
    table.add({.id = fmt::format("render_pack_v1.includes.comments:block={}", name),
               .title = fmt::format("The offsets in the comments of {} are the real ones", name),
               .clause = "D.6"},
              [of](CaseContext& context) { comments(context, of); });
  }
}

}  // namespace

void add_include_cases(runner::CaseTable& table) {
  add_block_cases(table);
  for (const std::string_view include :
       {"scene_lighting", "terrain_surface", "world_instances", "world_surface"}) {
    table.add(
        {.id = fmt::format("render_pack_v1.includes.base_pipeline:include={}", include),
         .title = fmt::format("{}.glsl declares its bindings of the base pipelines, read only", include),
         .clause = "D.5"},
        [include](CaseContext& context) { base_pipeline(context, include); });
  }
  for (const std::string_view include : {"celestial_sources", "scene_light", "weather_kinds"}) {
    table.add({.id = fmt::format("render_pack_v1.includes.declares_nothing:include={}", include),
               .title = fmt::format("{}.glsl declares no descriptor", include),
               .clause = "D.5"},
              [include](CaseContext& context) { declares_nothing(context, include); });
  }
  table.add({.id = "render_pack_v1.includes.texture_table",
             .title = "texture_table.glsl declares the table as the contract has it",
             .clause = "D.8"},
            texture_table);
  table.add({.id = "render_pack_v1.includes.constants:of=WeatherKind",
             .title = "The weather constants are those of the contract",
             .clause = "A.17"},
            [](CaseContext& context) { enumerated_constants<WeatherKind>(context, first_weather_constant); });
  table.add(
      {.id = "render_pack_v1.includes.constants:of=CelestialSource",
       .title = "The source constants are those of the contract",
       .clause = "A.18"},
      [](CaseContext& context) { enumerated_constants<CelestialSource>(context, first_source_constant); });
  table.add({.id = "render_pack_v1.includes.constants:of=limits",
             .title = "The sentinel, the alpha cutoff and the shadow flags are those of the contract",
             .clause = "A.19"},
            other_constants);
}

}  // namespace rpcts::render_pack_v1
