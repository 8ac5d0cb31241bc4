#pragma once

// One frame of a probe pack: what every pass must have been given, and the comparison with what it left in
// the picture.

#include <string>
#include <string_view>
#include <vector>

#include "conformance/render_pack_v1/expected_words.hpp"
#include "conformance/render_pack_v1/host_rig.hpp"
#include "conformance/render_pack_v1/oracle_frame.hpp"
#include "conformance/render_pack_v1/oracle_pack.hpp"
#include "conformance/render_pack_v1/probe_layout.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// A frame and the pack that is to be drawn with it. The pack has one of the probe packs' pass lists.
struct Look {
  Choice choice;
  WorldSize size;
  rpcts_frame frame{};
};

/// What a picture of the look says.
struct Seen {
  oracle::PackValues pack;
  oracle::FrameState state;
  FullGraphWords full;  ///< of a full graph
  CustomWords custom;   ///< of any other
};

/// What the oracle says about the look alone.
[[nodiscard]] Seen foresee(const Look& look);

/// Renders the look and reads its words. Errors as HostRig::render().
[[nodiscard]] Result<Seen> see(HostRig& rig, implementation::Implementation& implementation,
                               const Look& look);

/// Compares every word of every block and push range that the pack's passes read, and checks what they say of
/// each other.
void check_look(runner::CaseContext& context, const Look& look, const Seen& seen, Demand demand);

/// The requirements of the level that check_look() compares for the look, as claims.
[[nodiscard]] std::vector<runner::Claim> claims_of(const Look& look, Demand demand);

}  // namespace rpcts::render_pack_v1
