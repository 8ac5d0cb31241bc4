#pragma once

// pack.json, the on-disk form of a descriptor (pack-format.md): its reader, rules RP-FILE-002 to RP-FILE-012,
// and its writer.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/diagnostic.hpp"
#include "harness/base/json_tree.hpp"
#include "harness/base/line_index.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

/// Where each value of a pack.json stands. Immutable, so any thread may ask.
class SourceMap {
 public:
  /// `lines` are those of the tree's text.
  SourceMap(std::string file, JsonTree tree, LineIndex lines)
      : file_(std::move(file)), tree_(std::move(tree)), lines_(std::move(lines)) {}

  /// Adds file, line and column to a place without a file, by its pointer ("" is the whole text). A pointer
  /// that is not in the text (a member left out) gets the position of its nearest parent.
  void locate(Place& place) const;

 private:
  std::string file_;
  JsonTree tree_;
  LineIndex lines_;
};

struct PackDocument {
  Descriptor descriptor;
  SourceMap source;
};

struct PackJsonResult {
  /// Set when there is no finding.
  std::optional<PackDocument> document;
  /// Every mistake, in text order; each with line and column. A text that is no JSON text (003, 004), or is
  /// nested too deeply (005), is read up to that fault, which stands first: it decides.
  ///
  /// The place of a member left out is the object that lacks it, so it comes before what is wrong inside; the
  /// pointer is that of the member. It is not reported where a misspelt member stands for it. A repeated or
  /// an unknown member is placed at its name, everything else at the value.
  Findings findings;
};

/// Reading stops at this many mistakes; the last then says so.
inline constexpr std::size_t maximum_pack_json_findings = 1000;

/// Reads a whole pack.json text. `file` is how findings name it. Never throws for any content; time and
/// memory are in proportion to the text.
///
/// What the format leaves open: an integer in place of an enumeration's name is any int32; in place of a flag
/// set it is any uint32, or an int32 whose bits are meant. A number below the range of double is 0.
[[nodiscard]] PackJsonResult read_pack_json(std::string_view text, std::string file = "pack.json");

/// The text of a pack.json that reads as this descriptor: every member but the absent ones, in the order of
/// pack_members.hpp, indented by two spaces. Values outside an enumeration or a flag set are written as
/// integers. ErrorKind::usage for what JSON cannot express: a number that is not finite, text that is not
/// UTF-8.
[[nodiscard]] Result<std::string> to_json(const Descriptor& descriptor);

}  // namespace rpcts::render_pack_v1
