// C.3: ids of declarations.

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/text_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

template <class Declaration>
void check_kind(CheckContext& context, const std::vector<Declaration>& declarations, std::string_view member,
                std::string_view kind) {
  IdIndex seen;
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const std::string& id = declarations[i].id;
    if (const auto fault = stable_id_fault(id)) {
      context.report.error("RP-DESC-040", pointer(member, i, "id"),
                           fmt::format("{} id {} {}", kind, quoted(id), *fault), std::string(stable_id_form));
    }
    if (id.empty()) {
      continue;  // 040 says it of each
    }
    if (const auto taken = seen.find(id)) {
      context.report.error("RP-DESC-041", pointer(member, i, "id"),
                           fmt::format("{} id {} is taken by {}", kind, quoted(id), pointer(member, *taken)),
                           fmt::format("an id that no other {} has, whatever the case of its letters", kind));
    } else {
      seen.add(id, i);
    }
  }
}

}  // namespace

void check_ids(CheckContext& context) {
  const Descriptor& pack = context.descriptor;
  check_kind(context, pack.resources, "resources", "resource");
  check_kind(context, pack.passes, "passes", "pass");
  check_kind(context, pack.scene_replays, "sceneReplays", "scene replay");
  check_kind(context, pack.pipeline_variants, "pipelineVariants", "variant");
  check_kind(context, pack.quality_presets, "qualityPresets", "preset");
  check_kind(context, pack.settings, "settings", "setting");
}

}  // namespace rpcts::render_pack_v1
