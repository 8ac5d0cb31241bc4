#include "harness/contracts/render_pack_v1/pack_json_reader.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "harness/base/decimal.hpp"
#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_members.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// Can a value of this JSON type be a T at all? What else is RP-FILE-009.
template <class T>
constexpr bool takes(JsonKind kind) {
  if constexpr (is_optional<T>::value) {
    return kind == JsonKind::null || takes<typename T::value_type>(kind);
  } else if constexpr (ShapedObject<T>) {
    return kind == JsonKind::object;
  } else if constexpr (is_list<T>::value) {
    return kind == JsonKind::array;
  } else if constexpr (PlainEnumeration<T>) {
    return kind == JsonKind::string || kind == JsonKind::number;
  } else if constexpr (FlagSet<T>) {
    return kind == JsonKind::array || kind == JsonKind::number;
  } else if constexpr (std::same_as<T, std::string>) {
    return kind == JsonKind::string;
  } else if constexpr (std::same_as<T, bool>) {
    return kind == JsonKind::boolean;
  } else {
    static_assert(std::same_as<T, double> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>);
    return kind == JsonKind::number;
  }
}

template <class E>
std::string names_of() {
  return joined(Vocabulary<E>::members, "or");
}

/// What a T is in JSON, in words.
template <class T>
std::string in_words() {
  if constexpr (is_optional<T>::value) {
    return in_words<typename T::value_type>() + ", or null";
  } else if constexpr (ShapedObject<T>) {
    return "an object";
  } else if constexpr (is_list<T>::value) {
    return "an array";
  } else if constexpr (PlainEnumeration<T>) {
    return "the string " + names_of<T>() + ", or an integer";
  } else if constexpr (FlagSet<T>) {
    return "an array of the strings " + names_of<T>() + ", or an integer";
  } else if constexpr (std::same_as<T, std::string>) {
    return "a string";
  } else if constexpr (std::same_as<T, bool>) {
    return "true or false";
  } else if constexpr (std::same_as<T, double>) {
    return "a number";
  } else {
    return "an integer";
  }
}

/// 2 to 4 decimal numbers joined by dots.
bool is_version(std::string_view text) {
  std::size_t numbers = 0;
  while (true) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) {
      return false;
    }
    ++numbers;
    text.remove_prefix(digits);
    if (!text.starts_with('.')) {
      return text.empty() && numbers >= 2 && numbers <= 4;
    }
    text.remove_prefix(1);
  }
}

/// Reads the values of a tree into a descriptor. What is wrong is a finding, and the value stays as it was.
class Reader {
 public:
  Reader(const JsonTree& tree, PackJsonFindings& findings) : tree_(tree), findings_(findings) {}

  template <class T>
  void read(const JsonNode& node, T& out) {
    if (!takes<T>(node.kind)) {
      findings_.add_wrong_kind(node, in_words<T>());
      findings_.check_unread(node);
    } else if constexpr (is_optional<T>::value) {
      if (node.kind != JsonKind::null) {
        read(node, out.emplace());
      }
    } else if constexpr (ShapedObject<T>) {
      read_object(node, out);
    } else if constexpr (is_list<T>::value) {
      read_list(node, out);
    } else if constexpr (PlainEnumeration<T>) {
      read_enumeration(node, out);
    } else if constexpr (FlagSet<T>) {
      read_flags(node, out);
    } else if constexpr (std::same_as<T, std::string>) {
      out = tree_.string(node);
    } else if constexpr (std::same_as<T, bool>) {
      out = tree_.token(node) == "true";
    } else if constexpr (std::same_as<T, double>) {
      read_double(node, out);
    } else {
      constexpr auto least = std::numeric_limits<T>::min();
      constexpr auto most = std::numeric_limits<T>::max();
      out = static_cast<T>(read_integer(node, least, most).value_or(out));
    }
  }

 private:
  template <ShapedObject T>
  void read_object(const JsonNode& node, T& out) {
    constexpr const auto& names = member_names<T>;
    findings_.enter(node, Shape<T>::title, names.front());

    const auto children = tree_.children(node);
    std::bitset<names.size()> present;
    std::vector<const JsonNode*> unknown;
    std::size_t next = 0;
    for (const JsonNode& child : children) {
      const std::size_t index = find_name(names, child, next);
      next = index + 1;
      if (index < names.size()) {
        present.set(index);
      } else {
        unknown.push_back(&child);
      }
    }
    std::vector<std::string_view> absent;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!present.test(i)) {
        absent.push_back(names[i]);
      }
    }
    if (node.complete && !absent.empty()) {
      report_missing<T>(present, meant_by(unknown, absent));
    }

    const auto repeated = repeated_names(tree_, unknown);
    auto next_repeated = repeated.begin();
    std::bitset<names.size()> read_before;
    next = 0;
    for (const JsonNode& child : children) {
      if (findings_.full()) {
        break;
      }
      const std::size_t index = find_name(names, child, next);
      next = index + 1;
      if (index < names.size() && !read_before.test(index)) {
        read_before.set(index);
        read_member(child, index, out);
        continue;
      }
      const bool is_repeated = next_repeated != repeated.end() && *next_repeated == &child;
      if (index < names.size() || is_repeated) {
        findings_.add_repeated(child);
        next_repeated += is_repeated ? 1 : 0;
      } else {
        std::string storage;
        findings_.add_unknown(child, closest(tree_.key(child, storage), absent), names);
      }
      findings_.check_unread(child);
    }
    findings_.leave();
  }

  /// Index of a member's name among `names`; their count when it is none of them. Members mostly stand in the
  /// order of the names, so the search begins with `first`.
  std::size_t find_name(std::span<const std::string_view> names, const JsonNode& member, std::size_t first) {
    const std::string_view key = tree_.key(member, storage_);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::size_t index = (first + i) % names.size();
      if (names[index] == key) {
        return index;
      }
    }
    return names.size();
  }

  /// Those of the absent names that a misspelt member seems to stand for.
  std::vector<std::string_view> meant_by(std::span<const JsonNode* const> unknown,
                                         std::span<const std::string_view> absent) {
    std::vector<std::string_view> meant;
    for (const JsonNode* member : unknown.first(std::min(unknown.size(), maximum_pack_json_findings))) {
      std::string storage;
      meant.push_back(closest(tree_.key(*member, storage), absent));
    }
    return meant;
  }

  template <ShapedObject T, std::size_t count>
  void report_missing(const std::bitset<count>& present, std::span<const std::string_view> meant) {
    for_each_member<T>([&]<class Value>(const Member<T, Value>& member, std::size_t i) {
      if (member.presence == Presence::required && !present.test(i) &&
          std::ranges::find(meant, member.name) == meant.end()) {
        findings_.add_missing(member.name, in_words<Value>());
      }
    });
  }

  template <ShapedObject T>
  void read_member(const JsonNode& node, std::size_t index, T& out) {
    for_each_member<T>([&]<class Value>(const Member<T, Value>& member, std::size_t i) {
      if (i != index) {
        return;
      }
      if (member.presence == Presence::defaulted && node.kind == JsonKind::null) {
        findings_.add_wrong_kind(node, in_words<Value>() + "; leave the member out for its default");
        return;
      }
      read(node, out.*member.field);
      if constexpr (std::same_as<Value, std::string>) {
        if (member.form == TextForm::version && node.kind == JsonKind::string &&
            !is_version(out.*member.field)) {
          findings_.add_value("RP-FILE-012", node, fmt::format("is {}", quoted(out.*member.field)),
                              "2 to 4 decimal numbers joined by dots, for example \"1.0.0\"");
        }
      }
    });
  }

  template <class T>
  void read_list(const JsonNode& node, std::vector<T>& out) {
    for (const JsonNode& child : tree_.children(node)) {
      if (findings_.full()) {
        return;
      }
      read(child, out.emplace_back());
    }
  }

  template <class E>
  void read_enumeration(const JsonNode& node, E& out) {
    if (node.kind == JsonKind::number) {
      const auto value = read_integer(node, std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max());
      out = value ? static_cast<E>(static_cast<std::int32_t>(*value)) : out;
      return;
    }
    const std::string name = tree_.string(node);
    if (const auto value = value_of<E>(name)) {
      out = *value;
    } else {
      add_unknown_name<E>(node, name);
    }
  }

  template <class E>
  void read_flags(const JsonNode& node, E& out) {
    if (node.kind == JsonKind::number) {
      const auto value = read_integer(node, std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::uint32_t>::max());
      out = value ? static_cast<E>(static_cast<std::uint32_t>(*value)) : out;
      return;
    }
    std::uint32_t bits = 0;
    const auto children = tree_.children(node);
    const bool none_alone =
        std::ranges::all_of(children, [&](const JsonNode& flag) { return is_none(flag); });
    for (const JsonNode& child : children) {
      if (findings_.full()) {
        return;
      }
      if (child.kind != JsonKind::string) {
        findings_.add_wrong_kind(child, "one of the strings " + names_of<E>());
        findings_.check_unread(child);
        continue;
      }
      const std::string name = tree_.string(child);
      if (name == no_flags) {
        if (!none_alone) {
          findings_.add_value("RP-FILE-011", child, fmt::format("is {} beside other flags", quoted(name)),
                              fmt::format("{} alone, or the other flags alone", quoted(no_flags)));
        }
      } else if (const auto flag = value_of<E>(name)) {
        bits |= static_cast<std::uint32_t>(*flag);
      } else {
        add_unknown_name<E>(child, name);
      }
    }
    out = static_cast<E>(bits);
  }

  [[nodiscard]] bool is_none(const JsonNode& flag) const {
    return flag.kind == JsonKind::string && tree_.string(flag) == no_flags;
  }

  template <class E>
  void add_unknown_name(const JsonNode& node, std::string_view name) {
    const std::string_view meant = closest(name, Vocabulary<E>::members);
    findings_.add_value(
        "RP-FILE-011", node, fmt::format("is {}, which is no {}", quoted(name), Vocabulary<E>::type_name),
        meant.empty() ? names_of<E>() : fmt::format("{}; did you mean {}?", names_of<E>(), quoted(meant)));
  }

  void read_double(const JsonNode& node, double& out) {
    const auto decimal = scan_decimal(tree_.token(node));
    const double value = decimal ? to_double(*decimal) : std::numeric_limits<double>::quiet_NaN();
    if (std::isfinite(value)) {
      out = value;
    } else {
      findings_.add_value("RP-FILE-010", node, "is a number that no double holds",
                          fmt::format("a magnitude of at most {}", std::numeric_limits<double>::max()));
    }
  }

  std::optional<std::int64_t> read_integer(const JsonNode& node, std::int64_t least, std::int64_t most) {
    const auto decimal = scan_decimal(tree_.token(node));
    const auto value = decimal ? to_int64(*decimal) : std::unexpected(NotAnInteger::fraction);
    if (value && *value >= least && *value <= most) {
      return *value;
    }
    const bool fraction = !value && value.error() == NotAnInteger::fraction;
    const std::string token = quoted(tree_.token(node));
    findings_.add_value("RP-FILE-010", node,
                        fmt::format("is {}, which {}", std::string_view(token).substr(1, token.size() - 2),
                                    fraction ? "is no whole number" : "is out of range"),
                        fmt::format("a whole number from {} to {}", least, most));
    return std::nullopt;
  }

  const JsonTree& tree_;
  PackJsonFindings& findings_;
  std::string storage_;
};

PackJsonResult too_large(std::size_t size, std::string file) {
  Diagnostic finding;
  finding.rule = "RP-FILE-002";
  finding.place.file = std::move(file);
  finding.found = fmt::format("{} bytes", size);
  finding.required = fmt::format("at most {} bytes", maximum_pack_json_bytes);
  PackJsonResult result;
  result.findings.add(std::move(finding));
  return result;
}

}  // namespace

void SourceMap::locate(Place& place) const {
  if (!place.file.empty()) {
    return;
  }
  place.file = file_;
  if (const JsonNode* node = tree_.nearest(place.pointer)) {
    const LinePosition position = lines_.at(node->offset);
    place.line = position.line;
    place.column = position.column;
  }
}

PackJsonResult read_pack_json(std::string_view text, std::string file) {
  if (text.size() > maximum_pack_json_bytes) {
    return too_large(text.size(), std::move(file));
  }
  JsonTree tree(std::string(text), maximum_pack_json_depth);
  LineIndex lines(text);
  PackJsonFindings findings(tree, lines, file);
  Descriptor descriptor;
  // First, for it decides: what is no JSON text of a bounded depth has no members that could be at fault.
  if (const auto& fault = tree.fault()) {
    findings.add_fault(*fault);
  }
  if (tree.root() != nullptr) {
    Reader(tree, findings).read(*tree.root(), descriptor);
  }
  PackJsonResult result{.document = std::nullopt, .findings = findings.take()};
  if (result.findings.all().empty()) {
    result.document.emplace(std::move(descriptor),
                            SourceMap(std::move(file), std::move(tree), std::move(lines)));
  }
  return result;
}

}  // namespace rpcts::render_pack_v1
