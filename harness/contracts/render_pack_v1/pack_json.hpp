#pragma once

// Reader of pack.json, the on-disk form of a descriptor (pack-format.md): rules RP-FILE-002 to RP-FILE-012.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

/// Where each value of a JSON text begins.
class SourceMap {
 public:
  /// Adds file, line and column to a place that has a pointer. A pointer that is not in the text (a member
  /// left out) gets the position of its nearest parent.
  void locate(Place& place) const;

  /// `text` need not outlive the map.
  SourceMap(std::string file, std::string_view text);
  void add(std::string pointer, std::size_t offset) { offsets_.emplace(std::move(pointer), offset); }

 private:
  std::string file_;
  std::vector<std::size_t> line_starts_;
  std::map<std::string, std::size_t, std::less<>> offsets_;
};

struct PackDocument {
  Descriptor descriptor;
  SourceMap source;
};

struct PackJsonResult {
  /// Set when the text was read without an error; a document with findings of severity error is not set.
  std::optional<PackDocument> document;
  /// Every mistake, in text order; each with line and column. A syntax error ends the reading.
  Findings findings;
};

/// Reads a whole pack.json text. `file` is how findings name it. Never throws for any content; memory is in
/// proportion to the text. The caller refuses a file over maximum_pack_json_bytes before reading it.
[[nodiscard]] PackJsonResult read_pack_json(std::string_view text, std::string file = "pack.json");

}  // namespace rpcts::render_pack_v1
