#include "harness/contracts/render_pack_v1/pack_assets.hpp"

#include <fmt/format.h>
#include <unordered_map>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"

namespace rpcts::render_pack_v1 {
namespace {

class AssetList {
 public:
  template <class Declaration>
  void add(const std::vector<Declaration>& declarations, std::string_view member, std::string_view kind) {
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      const Declaration& one = declarations[i];
      const auto use = [&](std::string_view asset, Stage stage) {
        return AssetUse{
            .declaration = fmt::format("{} {}", kind, quoted(one.id)),
            .pointer = fmt::format("/{}/{}/{}", member, i, asset),
            .stage = stage,
            .role = is_defined(one.semantic) ? std::optional(role_of(one)) : std::nullopt,
        };
      };
      add(one.vertex_shader_asset, use("vertexShaderAsset", Stage::vertex));
      add(one.fragment_shader_asset, use("fragmentShaderAsset", Stage::fragment));
    }
  }

  [[nodiscard]] std::vector<PackAsset> take() { return std::move(assets_); }

 private:
  void add(const std::string& key, AssetUse use) {
    if (!is_safe_asset_key(key)) {
      return;
    }
    const auto [entry, added] = by_key_.emplace(key, assets_.size());
    if (added) {
      assets_.push_back({.key = key, .uses = {}});
    }
    assets_[entry->second].uses.push_back(std::move(use));
  }

  std::vector<PackAsset> assets_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

}  // namespace

std::vector<PackAsset> list_assets(const Descriptor& descriptor) {
  AssetList list;
  list.add(descriptor.passes, "passes", "pass");
  list.add(descriptor.pipeline_variants, "pipelineVariants", "variant");
  return list.take();
}

}  // namespace rpcts::render_pack_v1
