#pragma once

// The golden data of the contract, as it stands in the built data folder.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/base/result.hpp"

namespace rpcts::render_pack_v1 {

/// The text of `<data>/render_pack_v1/<key>`. ErrorKind::failed names the file that cannot be read.
[[nodiscard]] Result<std::string> data_text(const std::filesystem::path& data, std::string_view key);

/// `<data>/render_pack_v1/golden/<name>`, parsed. ErrorKind::failed names the file and what is wrong with it.
[[nodiscard]] Result<nlohmann::json> golden_json(const std::filesystem::path& data, std::string_view name);

/// The object of a golden list whose member `key` is `value`; ErrorKind::failed when there is none.
[[nodiscard]] Result<nlohmann::json> golden_entry(const std::filesystem::path& data, std::string_view name,
                                                  std::string_view key, std::string_view value);

}  // namespace rpcts::render_pack_v1
