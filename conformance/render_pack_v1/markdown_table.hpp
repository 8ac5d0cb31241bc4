#pragma once

// Tables in the documentation, so that it can be compared with the facts.

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::render_pack_v1 {

/// A table without its header and the line under it: rows of cells, trimmed, without backticks.
using MarkdownTable = std::vector<std::vector<std::string>>;

/// The section of a document: from the heading with this text to the next heading of the same or a higher
/// level. ErrorKind::failed when there is no such heading, or more than one.
[[nodiscard]] Result<std::string_view> markdown_section(std::string_view document, std::string_view heading);

/// Every table of a section, in order. ErrorKind::failed when a row has another number of cells than its
/// header.
[[nodiscard]] Result<std::vector<MarkdownTable>> markdown_tables(std::string_view section);

/// The first table of the section with this heading, if its header has `columns` cells.
[[nodiscard]] Result<MarkdownTable> markdown_table(std::string_view document, std::string_view heading,
                                                   std::size_t columns);

}  // namespace rpcts::render_pack_v1
