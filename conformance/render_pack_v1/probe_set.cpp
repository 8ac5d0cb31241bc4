#include "conformance/render_pack_v1/probe_set.hpp"

#include <fmt/format.h>
#include <utility>

namespace rpcts::render_pack_v1 {

Result<std::shared_ptr<ProbeSet>> load_probe_set(std::shared_ptr<ImplementationSource> source,
                                                 const std::filesystem::path& data) {
  auto set = std::make_shared<ProbeSet>(ProbeSet{.source = source, .rig = HostRig(source)});
  for (const auto& [name, pack] : {std::pair("full", &set->full), std::pair("fused", &set->fused),
                                   std::pair("shadow", &set->shadow), std::pair("custom", &set->custom)}) {
    Result<ProbePack> read = load_pack(data, fmt::format("probe_packs/{}", name));
    if (!read) {
      return std::unexpected(read.error());
    }
    *pack = std::move(*read);
  }
  return set;
}

}  // namespace rpcts::render_pack_v1
