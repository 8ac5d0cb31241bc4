#include "harness/contracts/render_pack_v1/limits.hpp"

#include "conformance/render_pack_v1/cases.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

/// Expected numbers are those of the text of A.19, written out.
void binary_constants(CaseContext& context) {
  context.equal(unassigned_slot, 4'294'967'295U, "unassigned slot sentinel");
  context.equal(sampled_inputs_per_pass, 4U, "sampled inputs per pass");
  context.equal(setting_capacity, 64U, "scalar capacity of PackSettings");
  context.equal(maximum_cascades, 4U, "maximum cascades");
  context.equal(multiview_view_mask, 3U, "multiview view mask");
  context.equal(alpha_cutoff, 0.05F, "alpha cutoff of cutout casters");
  context.equal(maximum_exact_integer, 16'777'216, "exact integer range of settings");
}

void ceilings(CaseContext& context) {
  context.equal(maximum_asset_bytes, 16ULL * 1024 * 1024, "maximum shader asset size in bytes");
  context.equal(maximum_resident_bytes, 256LL * 1024 * 1024, "pack resident ceiling in bytes");
  context.equal(maximum_image_dimension, 16384.0, "absolute image dimension ceiling");
  context.equal(maximum_image_layers, 256, "image layer ceiling");
  context.equal(minimum_replay_views, 1, "fewest replay views");
  context.equal(maximum_replay_views, 4, "most replay views");
}

}  // namespace

void add_limit_cases(runner::CaseTable& table) {
  table.add({.id = "render_pack_v1.limits.binary_constants",
             .title = "The binary constants are those of the contract",
             .clause = "A.19"},
            binary_constants);
  table.add({.id = "render_pack_v1.limits.ceilings",
             .title = "The ceilings on assets, memory, images and replay views are those of the contract",
             .weight = runner::Weight::reference,
             .clause = "A.19"},
            ceilings);
}

}  // namespace rpcts::render_pack_v1
