#pragma once

// What the stages of check_descriptor share: where findings go, lookups that more than one stage needs, and
// what an earlier stage reported, so that a later one leaves out what only follows from it.

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "harness/base/diagnostic.hpp"
#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {

/// A JSON pointer of member names and indices: pointer("passes", 2, "hook") is "/passes/2/hook".
template <class... Parts>
[[nodiscard]] std::string pointer(const Parts&... parts) {
  std::string text;
  ((text += fmt::format("/{}", parts)), ...);
  return text;
}

/// A value of an enumeration for a message: its name, or "undefined value 9"; a flag set as "A + B".
template <class E>
[[nodiscard]] std::string describe(E value) {
  using V = Vocabulary<E>;
  if constexpr (V::flags) {
    if (value == E::None) {
      return "None";
    }
    std::string text;
    auto rest = static_cast<std::uint32_t>(value);
    for (std::size_t i = 0; i < V::members.size(); ++i) {
      const std::uint32_t bit = 1U << i;
      if ((rest & bit) != 0) {
        text += fmt::format("{}{}", text.empty() ? "" : " + ", V::members[i]);
        rest &= ~bit;
      }
    }
    if (rest != 0) {
      text += fmt::format("{}undefined bits 0x{:X}", text.empty() ? "" : " + ", rest);
    }
    return text;
  } else {
    return is_defined(value) ? std::string(name_of(value))
                             : fmt::format("undefined value {}", static_cast<std::int32_t>(value));
  }
}

/// The names of an enumeration's members for a message: "one of A, B or C".
template <class E>
[[nodiscard]] std::string one_of() {
  return fmt::format("one of {}", joined(Vocabulary<E>::members, "or"));
}

/// Collects findings; of one rule at most `findings_per_rule` are listed, the last of them says how many more
/// there are, so that memory stays in proportion whatever a descriptor holds.
class DescriptorReport {
 public:
  static constexpr std::size_t findings_per_rule = 100;

  void error(std::string_view rule, std::string at, std::string found, std::string required) {
    add(Severity::error, rule, std::move(at), std::move(found), std::move(required));
  }
  void warning(std::string_view rule, std::string at, std::string found, std::string required) {
    add(Severity::warning, rule, std::move(at), std::move(found), std::move(required));
  }

  /// How often the rule was broken so far, unlisted ones included.
  [[nodiscard]] std::size_t count(std::string_view rule) const;

  [[nodiscard]] Findings finish() &&;

 private:
  struct Tally {
    std::size_t count = 0;
    std::size_t last = 0;  ///< index of the last one listed
  };

  void add(Severity severity, std::string_view rule, std::string at, std::string found, std::string required);

  Findings findings_;
  std::unordered_map<std::string_view, Tally> tallies_;
};

/// Ids of one kind of declaration (0.3: compared without regard to ASCII case).
class IdIndex {
 public:
  /// Remembers the first declaration with an id. False when there was one already.
  bool add(std::string_view id, std::size_t index);
  /// Index of the first declaration with this id.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view id) const;

 private:
  std::unordered_map<std::string, std::size_t> indices_;  ///< by the id in lower case
};

template <class Declaration>
[[nodiscard]] IdIndex index_ids(const std::vector<Declaration>& declarations) {
  IdIndex index;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    index.add(declarations[i].id, i);
  }
  return index;
}

/// Whether the presets ask for multiview shadow cascades.
enum class MultiviewHint : std::uint8_t {
  absent,
  sound,   ///< a preset has the hint, and nothing is wrong with that
  faulty,  ///< each preset that has it was reported: what the hint demands of the graph is left out
};

struct CheckContext {
  CheckContext(const Descriptor& checked, const DescriptorOptions& how)
      : descriptor(checked),
        options(how),
        resources(index_ids(checked.resources)),
        settings(index_ids(checked.settings)) {}

  const Descriptor& descriptor;
  const DescriptorOptions& options;
  DescriptorReport report;
  IdIndex resources;
  IdIndex settings;

  /// Capabilities that stage 4 found to be missing from requiredCapabilities.
  std::bitset<Vocabulary<RenderCapability>::members.size()> capabilities_reported;
  MultiviewHint multiview = MultiviewHint::absent;

  /// The resource that a read or a write names, or null.
  [[nodiscard]] const Resource* resource(std::string_view id) const {
    const auto index = resources.find(id);
    return index ? &descriptor.resources[*index] : nullptr;
  }

  /// Does the pack require the capability? Only the pack's own list counts (C.2).
  [[nodiscard]] bool requires_capability(RenderCapability capability) const;

  /// "; did you mean 'mid'?" where an id of `declarations` is near to `id`, else empty.
  template <class Declaration>
  [[nodiscard]] std::string hint(std::string_view id, const std::vector<Declaration>& declarations) {
    std::vector<std::string_view> ids;
    if (!may_compare(declarations.size())) {
      return {};
    }
    ids.reserve(declarations.size());
    for (const Declaration& declaration : declarations) {
      ids.push_back(declaration.id);
    }
    const std::string_view meant = closest(id, ids);
    return meant.empty() ? std::string() : fmt::format("; did you mean {}?", quoted(meant));
  }

 private:
  /// Comparing for hints costs time: a descriptor full of unknown ids gets them for the first few only.
  [[nodiscard]] bool may_compare(std::size_t candidates);
  std::size_t comparisons_ = 0;
};

/// "pass 'rays'"
template <class Declaration>
[[nodiscard]] std::string named(std::string_view kind, const Declaration& declaration) {
  return fmt::format("{} {}", kind, quoted(declaration.id));
}

/// How many declarations have each semantic, and where the first with it stands. Undefined values are left
/// out.
template <class E>
class SemanticIndex {
 public:
  template <class Declaration>
  explicit SemanticIndex(const std::vector<Declaration>& declarations) {
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      if (is_defined(declarations[i].semantic)) {
        Entry& entry = entries_[slot(declarations[i].semantic)];
        entry.first = entry.count == 0 ? i : entry.first;
        ++entry.count;
      }
    }
  }

  [[nodiscard]] std::size_t count(E semantic) const { return entries_[slot(semantic)].count; }
  [[nodiscard]] std::optional<std::size_t> first(E semantic) const {
    const Entry& entry = entries_[slot(semantic)];
    return entry.count == 0 ? std::nullopt : std::optional(entry.first);
  }

 private:
  struct Entry {
    std::size_t count = 0;
    std::size_t first = 0;
  };
  static std::size_t slot(E semantic) {
    return static_cast<std::size_t>(static_cast<std::int32_t>(semantic) - Vocabulary<E>::first);
  }
  std::array<Entry, Vocabulary<E>::members.size()> entries_{};
};

}  // namespace rpcts::render_pack_v1
