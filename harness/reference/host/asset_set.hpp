#pragma once

// The modules of a pack, opened once each and validated before anything is made of them, sections B.9 and
// D.1.

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"

namespace rpcts::reference {

class AssetSet {
 public:
  /// Opens and judges every asset; the first fault decides. `pack.document` is set.
  [[nodiscard]] static std::expected<AssetSet, Diagnostic> load(const render_pack_v1::OpenPack& pack);

  /// The words of an asset that the descriptor names.
  [[nodiscard]] std::vector<std::uint32_t> words(std::string_view key) const;

 private:
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> words_;
};

}  // namespace rpcts::reference
