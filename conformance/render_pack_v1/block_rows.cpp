#include "conformance/render_pack_v1/block_rows.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "conformance/render_pack_v1/golden.hpp"

namespace rpcts::render_pack_v1 {
namespace {

std::string type_of(const BlockMember& member) {
  std::string type;
  if (member.columns > 1) {
    type = fmt::format("mat{}", int{member.columns});
  } else if (member.rows > 1) {
    type = fmt::format("{}vec{}",
                       member.scalar == Scalar::float32 ? "" : (member.scalar == Scalar::int32 ? "i" : "u"),
                       int{member.rows});
  } else {
    type = member.scalar == Scalar::float32 ? "float" : (member.scalar == Scalar::int32 ? "int" : "uint");
  }
  return member.array_length == 0 ? type : fmt::format("{}[{}]", type, member.array_length);
}

std::uint32_t size_of(const BlockMember& member) {
  if (member.array_length != 0) {
    return member.array_stride * member.array_length;
  }
  return member.columns > 1 ? member.matrix_stride * member.columns : 4U * member.rows;
}

std::string shown(const std::optional<std::uint32_t>& number) {
  return number ? fmt::format("{}", *number) : "none";
}

std::optional<std::uint32_t> binding_number(std::uint32_t number) {
  return number == no_binding ? std::nullopt : std::optional(number);
}

}  // namespace

BlockRows rows_of(const Block& block) {
  BlockRows rows{.name = std::string(block.name),
                 .set = binding_number(block.set),
                 .binding = binding_number(block.binding),
                 .size = block.size,
                 .members = {}};
  for (const BlockMember& member : block.members) {
    rows.members.push_back({.name = std::string(member.name),
                            .type = type_of(member),
                            .offset = member.offset,
                            .size = size_of(member),
                            .array_stride = member.array_stride,
                            .matrix_stride = member.matrix_stride});
  }
  return rows;
}

Result<BlockRows> golden_rows(const std::filesystem::path& data, std::string_view block) {
  const Result<nlohmann::json> entry = golden_entry(data, "blocks.json", "block", block);
  if (!entry) {
    return std::unexpected(entry.error());
  }
  try {
    const auto number = [&](const char* key) -> std::optional<std::uint32_t> {
      return entry->at(key).is_null() ? std::nullopt : std::optional(entry->at(key).get<std::uint32_t>());
    };
    BlockRows rows{.name = std::string(block),
                   .set = number("set"),
                   .binding = number("binding"),
                   .size = entry->at("size").get<std::uint32_t>(),
                   .members = {}};
    for (const nlohmann::json& member : entry->at("members")) {
      rows.members.push_back({.name = member.at("name").get<std::string>(),
                              .type = member.at("type").get<std::string>(),
                              .offset = member.at("offset").get<std::uint32_t>(),
                              .size = member.at("size").get<std::uint32_t>(),
                              .array_stride = member.at("arrayStride").get<std::uint32_t>(),
                              .matrix_stride = member.at("matrixStride").get<std::uint32_t>()});
    }
    return rows;
  } catch (const nlohmann::json::exception& e) {
    return error(ErrorKind::failed, fmt::format("golden/blocks.json, block {}: {}", block, e.what()));
  }
}

void compare_rows(runner::CaseContext& context, const BlockRows& found, const BlockRows& expected,
                  std::string_view source) {
  const auto cell = [&](std::string_view of, std::string_view name) {
    return fmt::format("{}: {} {} {}", source, expected.name, of, name);
  };
  context.equal(found.name, expected.name, cell("block", "name"));
  context.equal(shown(found.set), shown(expected.set), cell("block", "set"));
  context.equal(shown(found.binding), shown(expected.binding), cell("block", "binding"));
  context.equal(found.size, expected.size, cell("block", "size in bytes"));
  context.equal(found.members.size(), expected.members.size(), cell("block", "number of members"));
  for (std::size_t i = 0; i < std::max(found.members.size(), expected.members.size()); ++i) {
    if (i >= expected.members.size() || i >= found.members.size()) {
      const bool extra = i >= expected.members.size();
      context.check(false,
                    fmt::format("{}: {} member {} is {}", source, expected.name,
                                (extra ? found : expected).members[i].name, extra ? "too many" : "missing"));
      continue;
    }
    const MemberRow& a = found.members[i];
    const MemberRow& b = expected.members[i];
    const std::string member = fmt::format("member {}", b.name);
    context.equal(a.name, b.name, cell(member, "name"));
    context.equal(a.type, b.type, cell(member, "type"));
    context.equal(a.offset, b.offset, cell(member, "offset"));
    context.equal(a.size, b.size, cell(member, "size in bytes"));
    context.equal(a.array_stride, b.array_stride, cell(member, "array stride"));
    context.equal(a.matrix_stride, b.matrix_stride, cell(member, "matrix stride"));
  }
}

}  // namespace rpcts::render_pack_v1
