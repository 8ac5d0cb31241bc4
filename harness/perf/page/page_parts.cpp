#include "harness/perf/page/page_parts.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <utility>

#include "harness/base/files.hpp"
#include "harness/perf/page/page_places.hpp"

namespace rpcts::perf {
namespace {

constexpr std::uint64_t largest_part = std::uint64_t{4} * 1024 * 1024;

Result<std::string> read_part(const std::filesystem::path& file) {
  const FileResult<FileBytes> bytes = read_regular_file(file, largest_part);
  if (!bytes) {
    return error(ErrorKind::usage,
                 fmt::format("the part {} of the performance page {}; name the folder \"perf\" "
                             "of the suite's data",
                             file.string(), bytes.error().reason));
  }
  std::string text(bytes->size(), '\0');
  for (std::size_t index = 0; index < bytes->size(); ++index) {
    text[index] = static_cast<char>((*bytes)[index]);
  }
  return text;
}

}  // namespace

Result<PageParts> read_page_parts(const std::filesystem::path& folder) {
  PageParts parts;
  for (const auto& [name, part] :
       {std::pair{"page.html", &PageParts::html}, std::pair{"page.css", &PageParts::css},
        std::pair{"charts.js", &PageParts::charts}, std::pair{"page.js", &PageParts::js},
        std::pair{"chart.min.js", &PageParts::library},
        std::pair{"chart.licence.txt", &PageParts::licence}}) {
    Result<std::string> text = read_part(folder / name);
    if (!text) {
      return std::unexpected(std::move(text.error()));
    }
    parts.*part = std::move(*text);
  }
  for (const std::string_view place : page_places) {
    if (parts.html.find(fmt::format("{{{{{}}}}}", place)) == std::string::npos) {
      return error(ErrorKind::usage,
                   fmt::format("{} has no {{{{{}}}}}: it is not the frame of this version of the suite",
                               (folder / "page.html").string(), place));
    }
  }
  return parts;
}

}  // namespace rpcts::perf
