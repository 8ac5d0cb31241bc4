#include "conformance/render_pack_v1/golden.hpp"

#include <fmt/format.h>

#include "harness/base/files.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::uint64_t maximum_bytes = 4ULL * 1024 * 1024;

}  // namespace

Result<std::string> data_text(const std::filesystem::path& data, std::string_view key) {
  const std::filesystem::path path = data / "render_pack_v1" / key;
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_bytes);
  if (!bytes) {
    return error(ErrorKind::failed, fmt::format("the file {} {}; build the suite's data again", path.string(),
                                                bytes.error().reason));
  }
  std::string text;
  text.reserve(bytes->size());
  for (const std::byte byte : *bytes) {
    text.push_back(static_cast<char>(byte));
  }
  return text;
}

Result<nlohmann::json> golden_json(const std::filesystem::path& data, std::string_view name) {
  const Result<std::string> text = data_text(data, fmt::format("golden/{}", name));
  if (!text) {
    return std::unexpected(text.error());
  }
  try {
    return nlohmann::json::parse(*text);
  } catch (const nlohmann::json::exception& e) {
    return error(ErrorKind::failed, fmt::format("golden/{}: {}", name, e.what()));
  }
}

Result<nlohmann::json> golden_entry(const std::filesystem::path& data, std::string_view name,
                                    std::string_view key, std::string_view value) {
  const Result<nlohmann::json> list = golden_json(data, name);
  if (!list) {
    return list;
  }
  try {
    for (const nlohmann::json& entry : *list) {
      if (entry.at(key).get<std::string>() == value) {
        return entry;
      }
    }
  } catch (const nlohmann::json::exception& e) {
    return error(ErrorKind::failed, fmt::format("golden/{}: {}", name, e.what()));
  }
  return error(ErrorKind::failed, fmt::format("golden/{} has no entry whose {} is '{}'", name, key, value));
}

}  // namespace rpcts::render_pack_v1
