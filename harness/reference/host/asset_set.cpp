#include "harness/reference/host/asset_set.hpp"

#include "harness/contracts/render_pack_v1/validate_pack.hpp"

namespace rpcts::reference {
namespace {

/// SPIR-V is a stream of little-endian words (RP-AST-004 has checked the length).
std::vector<std::uint32_t> words_of(const FileBytes& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte) {
      words[i] |= std::to_integer<std::uint32_t>(bytes[i * 4 + byte]) << (8 * byte);
    }
  }
  return words;
}

}  // namespace

std::expected<AssetSet, Diagnostic> AssetSet::load(const render_pack_v1::OpenPack& pack) {
  AssetSet assets;
  const render_pack_v1::PackReport report =
      render_pack_v1::check_assets(pack.folder, *pack.document, {.first_only = true},
                                   [&](const render_pack_v1::PackAsset& asset, const FileBytes& bytes) {
                                     assets.words_.insert_or_assign(asset.key, words_of(bytes));
                                   });
  if (const Diagnostic* deciding = report.findings.deciding()) {
    return std::unexpected(*deciding);
  }
  return assets;
}

std::vector<std::uint32_t> AssetSet::words(std::string_view key) const {
  const auto found = words_.find(key);
  return found == words_.end() ? std::vector<std::uint32_t>() : found->second;
}

}  // namespace rpcts::reference
