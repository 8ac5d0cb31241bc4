#pragma once

// The parts of the reader of pack.json that do not depend on the type that is read: findings and their words.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/diagnostic.hpp"
#include "harness/base/json_tree.hpp"
#include "harness/base/line_index.hpp"

namespace rpcts::render_pack_v1 {

/// Collects findings about a tree in the order in which they are added. Keeps the path of objects that are
/// being read, so that messages can name them.
class PackJsonFindings {
 public:
  PackJsonFindings(const JsonTree& tree, const LineIndex& lines, std::string_view file)
      : tree_(tree), lines_(lines), file_(file) {}

  /// An object that is read now; to be left again.
  void enter(const JsonNode& object, std::string_view title, std::string_view name_member) {
    owners_.push_back({&object, title, name_member, {}});
  }
  void leave() { owners_.pop_back(); }

  /// A finding about a value, placed at it. `found` goes on behind the name of the value: "is …".
  void add_value(std::string_view rule, const JsonNode& value, std::string_view found, std::string required);
  /// RP-FILE-009.
  void add_wrong_kind(const JsonNode& value, std::string required);
  /// RP-FILE-006, placed at the repeated name.
  void add_repeated(const JsonNode& member);
  /// RP-FILE-007, placed at the name. `meant` may be empty.
  void add_unknown(const JsonNode& member, std::string_view meant, std::span<const std::string_view> known);
  /// RP-FILE-008, placed at the object that is read now.
  void add_missing(std::string_view member, std::string required);
  /// RP-FILE-003, 004 or 005.
  void add_fault(const JsonFault& fault);

  /// RP-FILE-006 for every repeated name in the objects of a value that nobody reads.
  void check_unread(const JsonNode& value);

  /// True when there are more mistakes than are kept: there is no use in reading on.
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] Findings take();

 private:
  struct Owner {
    const JsonNode* object;
    std::string_view title;        ///< "resource"
    std::string_view name_member;  ///< the member whose text names it: "id"
    std::string name;              ///< for messages, once it was needed
  };

  void add(std::string_view rule, std::size_t offset, std::string pointer, std::string found,
           std::string required);
  [[nodiscard]] const std::string& owner_name();
  [[nodiscard]] std::string subject(const JsonNode& value);
  [[nodiscard]] std::string member_pointer(std::string_view member) const;

  const JsonTree& tree_;
  const LineIndex& lines_;
  std::string_view file_;
  std::vector<Owner> owners_;
  Findings findings_;
  bool full_ = false;
};

/// Those of the members whose name stands before among them, in text order.
[[nodiscard]] std::vector<const JsonNode*> repeated_names(const JsonTree& tree,
                                                          std::span<const JsonNode* const> members);

}  // namespace rpcts::render_pack_v1
