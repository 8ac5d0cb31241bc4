#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_json_reader.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// A value in words: "the string 'x'", "5", "an array".
std::string shown(const JsonTree& tree, const JsonNode& value) {
  switch (value.kind) {
    case JsonKind::string:
      return fmt::format("the string {}", quoted(tree.string(value)));
    case JsonKind::number:
    case JsonKind::boolean: {
      const std::string text = quoted(tree.token(value));  // clipped
      return text.substr(1, text.size() - 2);
    }
    case JsonKind::null:
    case JsonKind::array:
    case JsonKind::object:
      break;
  }
  return std::string(with_article(value.kind));
}

std::string_view rule_of(JsonFault::Kind kind) {
  switch (kind) {
    case JsonFault::Kind::encoding:
      return "RP-FILE-003";
    case JsonFault::Kind::syntax:
      return "RP-FILE-004";
    case JsonFault::Kind::depth:
      break;
  }
  return "RP-FILE-005";
}

}  // namespace

void PackJsonFindings::add(std::string_view rule, std::size_t offset, std::string pointer, std::string found,
                           std::string required) {
  if (findings_.all().size() >= maximum_pack_json_findings) {
    full_ = true;
    return;
  }
  const LinePosition position = lines_.at(offset);
  findings_.add({.rule = rule,
                 .place = {.file = std::string(file_),
                           .pointer = std::move(pointer),
                           .line = position.line,
                           .column = position.column},
                 .found = std::move(found),
                 .required = std::move(required)});
}

Findings PackJsonFindings::take() {
  if (full_) {
    findings_.all().back().found +=
        fmt::format("; reading stops after {} mistakes", maximum_pack_json_findings);
  }
  return std::move(findings_);
}

const std::string& PackJsonFindings::owner_name() {
  Owner& owner = owners_.back();
  if (!owner.name.empty()) {
    return owner.name;
  }
  std::string storage;
  for (const JsonNode& member : tree_.children(*owner.object)) {
    if (member.kind == JsonKind::string && tree_.key(member, storage) == owner.name_member) {
      owner.name = fmt::format("{} {}", owner.title, quoted(tree_.string(member)));
      return owner.name;
    }
  }
  owner.name = fmt::format("the {}", owner.title);
  return owner.name;
}

std::string PackJsonFindings::subject(const JsonNode& value) {
  const JsonNode* parent = tree_.parent(value);
  if (parent == nullptr) {
    return "the text";
  }
  if (value.key == JsonNode::none) {
    const auto index = &value - tree_.children(*parent).data();
    return fmt::format("entry {} of {}", index, subject(*parent));
  }
  std::string storage;
  return fmt::format("{} of {}", quoted(tree_.key(value, storage)), owner_name());
}

std::string PackJsonFindings::member_pointer(std::string_view member) const {
  return fmt::format("{}/{}", tree_.pointer(*owners_.back().object), pointer_step(member));
}

void PackJsonFindings::add_value(std::string_view rule, const JsonNode& value, std::string_view found,
                                 std::string required) {
  add(rule, value.offset, tree_.pointer(value), fmt::format("{} {}", subject(value), found),
      std::move(required));
}

void PackJsonFindings::add_wrong_kind(const JsonNode& value, std::string required) {
  add_value("RP-FILE-009", value, fmt::format("is {}", shown(tree_, value)), std::move(required));
}

void PackJsonFindings::add_repeated(const JsonNode& member) {
  std::string storage;
  add("RP-FILE-006", member.key, tree_.pointer(member),
      fmt::format("member {} a second time in one object", quoted(tree_.key(member, storage))),
      "each member once");
}

void PackJsonFindings::add_unknown(const JsonNode& member, std::string_view meant,
                                   std::span<const std::string_view> known) {
  std::string storage;
  add("RP-FILE-007", member.key, tree_.pointer(member),
      fmt::format("unknown member {} of {}", quoted(tree_.key(member, storage)), owner_name()),
      meant.empty() ? fmt::format("one of {}", joined(known, "or"))
                    : fmt::format("a known member; did you mean {}?", quoted(meant)));
}

void PackJsonFindings::add_missing(std::string_view member, std::string required) {
  add("RP-FILE-008", owners_.back().object->offset, member_pointer(member),
      fmt::format("{} has no member {}", owner_name(), quoted(member)),
      fmt::format("{}: {}", quoted(member), required));
}

void PackJsonFindings::add_fault(const JsonFault& fault) {
  add(rule_of(fault.kind), fault.offset, "", fault.found, fault.required);
}

void PackJsonFindings::check_unread(const JsonNode& value) {
  const auto children = tree_.children(value);
  std::vector<const JsonNode*> repeated;
  if (value.kind == JsonKind::object && children.size() > 1) {
    std::vector<const JsonNode*> members;
    members.reserve(children.size());
    for (const JsonNode& child : children) {
      members.push_back(&child);
    }
    repeated = repeated_names(tree_, members);
  }
  auto next = repeated.begin();
  for (const JsonNode& child : children) {
    if (full_) {
      return;
    }
    if (next != repeated.end() && *next == &child) {
      add_repeated(child);
      ++next;
    }
    check_unread(child);
  }
}

std::vector<const JsonNode*> repeated_names(const JsonTree& tree, std::span<const JsonNode* const> members) {
  struct Named {
    std::string name;
    const JsonNode* member;
  };
  std::vector<Named> sorted;
  sorted.reserve(members.size());
  std::string storage;
  for (const JsonNode* member : members) {
    sorted.push_back({std::string(tree.key(*member, storage)), member});
  }
  std::ranges::sort(sorted, [](const Named& a, const Named& b) {
    return std::tie(a.name, a.member->offset) < std::tie(b.name, b.member->offset);
  });
  std::vector<const JsonNode*> repeated;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].name == sorted[i - 1].name) {
      repeated.push_back(sorted[i].member);
    }
  }
  std::ranges::sort(repeated, {}, &JsonNode::offset);
  return repeated;
}

}  // namespace rpcts::render_pack_v1
