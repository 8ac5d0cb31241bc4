#pragma once

// JSON with places: which byte of the text each value and each member name stands at. For formats whose
// mistakes are reported with line and column.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

/// "null", "a string", "an array", …
[[nodiscard]] std::string_view with_article(JsonKind kind);

/// One value of a JSON text. 28 bytes, whatever the value.
struct JsonNode {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  JsonKind kind = JsonKind::null;
  bool key_escaped = false;      ///< the member name has a backslash
  bool value_escaped = false;    ///< the string has a backslash
  bool complete = true;          ///< false: the text was at fault before this array or object was closed
  std::uint32_t parent = none;   ///< index of the array or object that it stands in
  std::uint32_t key = none;      ///< offset of the opening quote of the member name; none in an array
  std::uint32_t key_length = 0;  ///< bytes between the quotes
  std::uint32_t offset = 0;      ///< of the value's first byte
  std::uint32_t length = 0;      ///< scalars: bytes of the token, quotes included; else number of children
  std::uint32_t first = 0;       ///< index of the first child; the others follow it
};

/// Why a text is no JSON text.
struct JsonFault {
  enum class Kind : std::uint8_t {
    encoding,  ///< not UTF-8, a byte-order mark, an escape that is half of a surrogate pair
    syntax,    ///< not the grammar of RFC 8259
    depth,     ///< more arrays and objects within each other than allowed
  };
  Kind kind;
  std::size_t offset;    ///< of the first byte of what is wrong
  std::string found;     ///< what stands there
  std::string required;  ///< what would be accepted
};

/// The values of a text, as far as it could be read. Numbers and strings stay text until they are asked for.
class JsonTree {
 public:
  /// Reads RFC 8259 strictly, without recursion, in time and memory proportional to the text. An array or
  /// object inside `maximum_depth` others is a fault. A text of 4 GiB or more is refused as a whole.
  JsonTree(std::string text, std::size_t maximum_depth);

  /// Set when the text is no JSON text; what was read before the fault is in the tree all the same.
  [[nodiscard]] const std::optional<JsonFault>& fault() const { return fault_; }

  /// Null when not even the start of a value could be read.
  [[nodiscard]] const JsonNode* root() const { return nodes_.empty() ? nullptr : &nodes_.back(); }
  /// In text order; empty for scalars.
  [[nodiscard]] std::span<const JsonNode> children(const JsonNode& node) const;
  /// Null for the root.
  [[nodiscard]] const JsonNode* parent(const JsonNode& node) const;

  [[nodiscard]] std::string_view text() const { return text_; }
  /// The token of a scalar as it is written.
  [[nodiscard]] std::string_view token(const JsonNode& node) const;
  /// The value of a string.
  [[nodiscard]] std::string string(const JsonNode& node) const;
  /// The member name. It is the view that is returned, or it refers to `storage` when it needs decoding.
  [[nodiscard]] std::string_view key(const JsonNode& node, std::string& storage) const;

  /// RFC 6901; "" for the root.
  [[nodiscard]] std::string pointer(const JsonNode& node) const;
  /// The node that the pointer leads to, or where it does not, the last on the way that exists. Null without
  /// a root.
  [[nodiscard]] const JsonNode* nearest(std::string_view pointer) const;

 private:
  std::string text_;
  std::vector<JsonNode> nodes_;  ///< the children of a node stand side by side; the root is the last
  std::optional<JsonFault> fault_;
};

/// `key` as one step of an RFC 6901 pointer: with ~ and / escaped.
[[nodiscard]] std::string pointer_step(std::string_view key);

}  // namespace rpcts
