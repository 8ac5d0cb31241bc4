#include "harness/contracts/render_pack_v1/check_descriptor.hpp"

#include "harness/contracts/render_pack_v1/check_stages.hpp"

namespace rpcts::render_pack_v1 {

Findings check_descriptor(const Descriptor& descriptor, const DescriptorOptions& options) {
  CheckContext context(descriptor, options);
  check_header(context);
  check_semantics(context);
  check_ids(context);
  check_resources(context);
  check_passes(context);
  check_replays(context);
  check_variants(context);
  check_settings(context);
  check_presets(context);
  check_roles(context);
  check_atmosphere_policy(context);
  return std::move(context.report).finish();
}

}  // namespace rpcts::render_pack_v1
