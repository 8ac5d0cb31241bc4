#include "conformance/render_pack_v1/look_cases.hpp"

#include <fmt/format.h>
#include <utility>

namespace rpcts::render_pack_v1 {

void add_look_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set, const std::string& id,
                    const std::string& title, const Look& look, const std::shared_ptr<VariantPack>& variant) {
  for (const Demand demand : {Demand::must, Demand::reference}) {
    std::vector<runner::Claim> claims = claims_of(look, demand);
    if (claims.empty()) {
      continue;
    }
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("{};level={}", id, demand == Demand::must ? "must" : "reference"),
                  .title = title,
                  .claims = std::move(claims),
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, look, demand, variant](
                     runner::CaseContext& context,
                     implementation::Implementation& implementation) -> Result<void> {
           if (variant != nullptr) {
             if (auto written = variant->write(); !written) {
               return written;
             }
           }
           const Result<Seen> seen = see(set->rig, implementation, look);
           if (!seen) {
             return std::unexpected(seen.error());
           }
           check_look(context, look, *seen, demand);
           return {};
         }});
  }
}

}  // namespace rpcts::render_pack_v1
