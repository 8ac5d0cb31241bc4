#include "conformance/render_pack_v1/probe_pack.hpp"

#include <fmt/format.h>
#include <fstream>
#include <set>
#include <utility>

#include "conformance/render_pack_v1/golden.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"

namespace rpcts::render_pack_v1 {

Result<ProbePack> load_pack(const std::filesystem::path& data, const std::string& key) {
  const Result<std::string> text = data_text(data, key + "/pack.json");
  if (!text) {
    return std::unexpected(text.error());
  }
  PackJsonResult read = read_pack_json(*text);
  if (!read.document) {
    return error(ErrorKind::failed,
                 fmt::format("{}/pack.json is no pack; build the suite's data again", key));
  }
  return ProbePack{.descriptor = std::move(read.document->descriptor),
                   .folder = data / "render_pack_v1" / key};
}

VariantPack::VariantPack(const ProbePack& from, const std::function<void(Descriptor&)>& change)
    : pack_{.descriptor = from.descriptor}, modules_(from.folder) {
  change(pack_.descriptor);
}

Result<void> VariantPack::write() {
  if (pack_.scratch) {
    return {};
  }
  const Result<std::string> text = to_json(pack_.descriptor);
  if (!text) {
    return std::unexpected(text.error());
  }
  Result<fixtures::ScratchFolder> scratch = fixtures::ScratchFolder::create();
  if (!scratch) {
    return std::unexpected(scratch.error());
  }
  const std::filesystem::path folder = scratch->path();
  std::ofstream file(folder / "pack.json", std::ios::binary);
  file << *text;
  file.close();
  if (!file) {
    return error(ErrorKind::failed, fmt::format("{} cannot be written", (folder / "pack.json").string()));
  }
  std::set<std::string> assets;
  for (const Pass& pass : pack_.descriptor.passes) {
    assets.insert({pass.vertex_shader_asset, pass.fragment_shader_asset});
  }
  for (const PipelineVariant& variant : pack_.descriptor.pipeline_variants) {
    assets.insert({variant.vertex_shader_asset, variant.fragment_shader_asset});
  }
  for (const std::string& asset : assets) {
    std::error_code failure;
    std::filesystem::create_directories((folder / asset).parent_path(), failure);
    std::filesystem::copy_file(modules_ / asset, folder / asset, failure);
    if (failure) {
      return error(ErrorKind::failed, fmt::format("{} cannot be copied from {}: {}", asset, modules_.string(),
                                                  failure.message()));
    }
  }
  pack_.folder = folder;
  pack_.scratch = std::make_shared<const fixtures::ScratchFolder>(std::move(*scratch));
  return {};
}

void VariantPack::remove() {
  pack_.scratch.reset();
  pack_.folder.clear();
}

}  // namespace rpcts::render_pack_v1
