#include "conformance/render_pack_v1/markdown_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace rpcts::render_pack_v1 {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// Takes the first line off `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

/// Number of `#` before a heading; 0 = no heading.
std::size_t heading_level(std::string_view line) {
  const std::size_t level = line.find_first_not_of('#');
  return level != std::string_view::npos && level > 0 && line[level] == ' ' ? level : 0;
}

bool is_row(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.size() > 1 && text.front() == '|' && text.back() == '|';
}

std::vector<std::string> cells_of(std::string_view line) {
  std::string_view text = trimmed(line);
  text.remove_prefix(1);
  std::vector<std::string> cells;
  while (!text.empty()) {
    const std::size_t end = text.find('|');
    std::string cell(trimmed(text.substr(0, end)));
    std::erase(cell, '`');
    cells.push_back(std::move(cell));
    text.remove_prefix(end + 1);  // the row ends with a bar
  }
  return cells;
}

}  // namespace

Result<std::string_view> markdown_section(std::string_view document, std::string_view heading) {
  std::optional<std::size_t> begin;
  std::size_t begin_level = 0;
  std::optional<std::size_t> end;
  std::string_view rest = document;
  while (!rest.empty()) {
    const std::size_t at = document.size() - rest.size();
    const std::string_view line = take_line(rest);
    const std::size_t level = heading_level(line);
    if (level == 0) {
      continue;
    }
    if (begin && !end && level <= begin_level) {
      end = at;
    }
    if (trimmed(line.substr(level)) == heading) {
      if (begin) {
        return error(ErrorKind::failed, fmt::format("the heading '{}' stands there twice", heading));
      }
      begin = document.size() - rest.size();
      begin_level = level;
    }
  }
  if (!begin) {
    return error(ErrorKind::failed, fmt::format("there is no heading '{}'", heading));
  }
  return document.substr(*begin, end.value_or(document.size()) - *begin);
}

Result<std::vector<MarkdownTable>> markdown_tables(std::string_view section) {
  std::vector<MarkdownTable> tables;
  std::size_t columns = 0;  // of the table that is being read; 0 = outside a table
  while (!section.empty()) {
    const std::string_view line = take_line(section);
    if (!is_row(line)) {
      columns = 0;
      continue;
    }
    std::vector<std::string> cells = cells_of(line);
    if (columns == 0) {
      columns = cells.size();
      tables.emplace_back();
      take_line(section);  // the line under the header
      continue;
    }
    if (cells.size() != columns) {
      return error(ErrorKind::failed,
                   fmt::format("the row '{}' has {} cells, its header {}", line, cells.size(), columns));
    }
    tables.back().push_back(std::move(cells));
  }
  return tables;
}

Result<MarkdownTable> markdown_table(std::string_view document, std::string_view heading,
                                     std::size_t columns) {
  const Result<std::string_view> section = markdown_section(document, heading);
  if (!section) {
    return std::unexpected(section.error());
  }
  Result<std::vector<MarkdownTable>> tables = markdown_tables(*section);
  if (!tables) {
    return std::unexpected(tables.error());
  }
  if (tables->empty() || tables->front().empty() || tables->front().front().size() != columns) {
    return error(ErrorKind::failed,
                 fmt::format("the section '{}' has no table of {} columns with rows", heading, columns));
  }
  return std::move(tables->front());
}

}  // namespace rpcts::render_pack_v1
