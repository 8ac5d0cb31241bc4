// C.1: the header, the lists of capabilities, and the host's capabilities.

#include <set>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/text_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

void check_capability_values(CheckContext& context, const std::vector<RenderCapability>& capabilities,
                             std::string_view member) {
  for (std::size_t i = 0; i < capabilities.size(); ++i) {
    if (!is_defined(capabilities[i])) {
      context.report.error("RP-DESC-011", pointer(member, i),
                           fmt::format("{} holds {}", member, describe(capabilities[i])),
                           one_of<RenderCapability>());
    }
  }
}

void check_host(CheckContext& context, const HostProfile& host) {
  std::set<RenderCapability> seen;
  const auto& required = context.descriptor.required_capabilities;
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (is_defined(required[i]) && seen.insert(required[i]).second && !host.offers(required[i])) {
      context.report.error("RP-DESC-012", pointer("requiredCapabilities", i),
                           fmt::format("the host does not offer {}", name_of(required[i])),
                           "a host that offers every required capability");
    }
  }
}

}  // namespace

void check_header(CheckContext& context) {
  const Descriptor& pack = context.descriptor;
  DescriptorReport& report = context.report;
  if (const auto fault = stable_id_fault(pack.id)) {
    report.error("RP-DESC-002", "/id", fmt::format("the pack's id {} {}", quoted(pack.id), *fault),
                 std::string(stable_id_form));
  }
  if (is_blank(pack.display_name)) {
    report.error("RP-DESC-003", "/displayName", "the pack's displayName is blank", "a name to show");
  }
  if (is_blank(pack.feature_summary)) {
    report.error("RP-DESC-004", "/featureSummary", "the pack's featureSummary is blank",
                 "a sentence that says what the pack does");
  }
  if (pack.pack_version.empty()) {
    report.error("RP-DESC-005", "/packVersion", "the pack has no packVersion",
                 "2 to 4 decimal numbers joined by dots, as \"1.0.0\"");
  }
  if (pack.pack_api_version != pack_api_version) {
    report.error("RP-DESC-006", "/packApiVersion", fmt::format("packApiVersion is {}", pack.pack_api_version),
                 fmt::format("exactly {}", pack_api_version));
  }
  if (!is_defined(pack.highest_tier)) {
    report.error("RP-DESC-007", "/highestTier", fmt::format("highestTier is {}", describe(pack.highest_tier)),
                 one_of<RenderPackTier>());
  }
  check_capability_values(context, pack.required_capabilities, "requiredCapabilities");
  check_capability_values(context, pack.optional_capabilities, "optionalCapabilities");
  if (context.options.host) {
    check_host(context, *context.options.host);
  }
}

}  // namespace rpcts::render_pack_v1
