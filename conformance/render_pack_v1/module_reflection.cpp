#include "conformance/render_pack_v1/module_reflection.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "harness/spirv/inspect.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Fields = std::vector<spirv::BlockField>;

/// The number at the end of "vec4", "mat4"; 1 for a scalar.
std::uint32_t components(std::string_view type) {
  const std::size_t digits = type.find_last_not_of("0123456789") + 1;
  std::uint32_t count = 1;
  std::from_chars(type.data() + digits, type.data() + type.size(), count);
  return count;
}

/// Bytes from the start of a struct to the end of its last member.
std::uint32_t end_of(const Fields& fields);

/// Bytes of a member; of a runtime array those of one element. Every scalar of the includes has four bytes.
std::uint32_t size_of(const spirv::BlockField& field) {
  if (field.array_stride) {
    const std::size_t bracket = field.type.find('[') + 1;
    std::uint32_t count = 1;
    std::from_chars(field.type.data() + bracket, field.type.data() + field.type.size(), count);
    return count * *field.array_stride;
  }
  if (!field.members.empty()) {
    return end_of(field.members);
  }
  return components(field.type) * field.matrix_stride.value_or(4);
}

std::uint32_t end_of(const Fields& fields) {
  std::uint32_t end = 0;
  for (const spirv::BlockField& field : fields) {
    end = std::max(end, field.offset.value_or(0) + size_of(field));
  }
  return end;
}

MemberRow member_row(const spirv::BlockField& field) {
  return {.name = field.name,
          .type = (field.row_major ? "row-major " : "") + field.type,
          .offset = field.offset.value_or(no_binding),  // never that of a fact
          .size = size_of(field),
          .array_stride = field.array_stride.value_or(0),
          .matrix_stride = field.matrix_stride.value_or(0)};
}

Declared declared(const spirv::InterfaceVariable& variable) {
  Declared result{
      .kind = variable.kind, .read_only = variable.non_writable, .type = variable.type, .rows = {}};
  result.rows = {.name = variable.block,
                 .set = variable.set,
                 .binding = variable.binding,
                 .size = end_of(variable.members),
                 .members = {}};
  for (const spirv::BlockField& field : variable.members) {
    result.rows.members.push_back(member_row(field));
  }
  result.read_only =
      result.read_only ||
      (!variable.members.empty() && std::ranges::all_of(variable.members, &spirv::BlockField::non_writable));
  return result;
}

/// Default bits of 32-bit specialization constants, by SpecId. The module has been read before.
std::map<std::uint32_t, std::uint32_t> specialization_constants(std::span<const std::byte> module) {
  constexpr std::uint32_t op_spec_constant = 50;
  constexpr std::uint32_t op_decorate = 71;
  constexpr std::uint32_t spec_id = 1;
  constexpr std::size_t header_words = 5;
  std::vector<std::uint32_t> words(module.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), module.data(), words.size() * sizeof(std::uint32_t));
  std::map<std::uint32_t, std::uint32_t> spec_ids;  // by result id
  std::map<std::uint32_t, std::uint32_t> constants;
  for (std::size_t at = header_words; at + 3 < words.size(); at += std::max(words[at] >> 16U, 1U)) {
    const std::uint32_t op = words[at] & 0xFFFFU;
    if (op == op_decorate && words[at + 2] == spec_id) {
      spec_ids[words[at + 1]] = words[at + 3];
    } else if (const auto decorated = spec_ids.find(words[at + 2]);
               op == op_spec_constant && decorated != spec_ids.end()) {
      constants[decorated->second] = words[at + 3];
    }
  }
  return constants;
}

}  // namespace

Result<ModuleReflection> reflect_module(std::span<const std::byte> module) {
  const Result<spirv::Inspection> inspection = spirv::inspect(module);
  if (!inspection) {
    return std::unexpected(inspection.error());
  }
  ModuleReflection reflection{.declared = {}, .constants = specialization_constants(module)};
  for (const spirv::InterfaceVariable& variable : inspection->variables) {
    reflection.declared.push_back(declared(variable));
  }
  return reflection;
}

}  // namespace rpcts::render_pack_v1
