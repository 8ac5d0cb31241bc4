#pragma once

// What a host must publish for one frame (E.2, E.4, E.6 to E.8), from the frame's facts and the pack alone.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/render_pack_v1/expected_words.hpp"
#include "conformance/render_pack_v1/oracle_cascades.hpp"
#include "conformance/render_pack_v1/oracle_pack.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::render_pack_v1::oracle {

/// A.20, directional-shadow gate.
enum class ShadowGate : std::uint8_t {
  enabled,
  pack_disabled,
  covered,
  indoor,
  no_source,
  below_horizon,
  no_energy,
  suppressed,
  no_resident_window,
};

/// A.20, volumetric gate.
enum class ShaftGate : std::uint8_t {
  rendered,
  disabled,
  no_shadow,
  no_depth,
  indoor,
  off_screen,
  below_horizon,
  suppressed,
};

/// Everything that the blocks of one frame are made of.
struct FrameState {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool published = true;  ///< a world frame
  bool outdoor = false;
  bool projected = false;  ///< the sun has a place on the plane of the screen
  double u = -1;
  double v = -1;
  double clip_w = 0;
  bool on_screen = false;
  double group = 1;
  double ray_policy = 0;
  double ray_strength = 0;
  std::optional<Matrix> inverse_view_projection;

  bool weather_known = true;  ///< E.6 has no strength for a weather that is none of A.17
  int source = 0;             ///< kind, A.18
  Vector3 light{0, 0, 1};
  ShadowGate shadow_gate = ShadowGate::enabled;
  double shadow_strength = 0;
  Fit fit;
  ShaftGate shaft_gate = ShaftGate::rendered;
  double shaft_strength = 0;
};

/// `width` and `height` are those of the main world.
[[nodiscard]] FrameState frame_state(const rpcts_frame& frame, std::uint32_t width, std::uint32_t height,
                                     const PackValues& pack);

/// 40 words of binding 5. The volumetric pass has values of its own in two of them (OQ-5).
[[nodiscard]] ExpectedBlock frame_block(const rpcts_frame& frame, const FrameState& state,
                                        const PackValues& pack, bool volumetric_pass);

/// 84 words of binding 6.
[[nodiscard]] ExpectedBlock shadow_block(const rpcts_frame& frame, const FrameState& state,
                                         const PackValues& pack);

/// 16 words of binding 7.
[[nodiscard]] ExpectedBlock pass_block(RenderPassSemantic pass, const FrameState& state,
                                       const PackValues& pack);

/// 64 words of binding 8.
[[nodiscard]] ExpectedBlock settings_block(const PackValues& pack);

/// 24 words of the push block of a fullscreen pass whose first `slots` slots have an input. Whether these
/// have the right texture is for the pictures to tell; here they carry no sentinel.
[[nodiscard]] ExpectedBlock push_words(std::uint32_t slots);

}  // namespace rpcts::render_pack_v1::oracle
