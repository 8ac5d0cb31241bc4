#pragma once

// Which light of the sky throws the shadows of a frame, section E.6.

#include <array>
#include <span>

#include "harness/contracts/render_pack_v1/vocabulary.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/values/matrix.hpp"

namespace rpcts::reference {

struct SelectedLight {
  render_pack_v1::CelestialSource kind = render_pack_v1::CelestialSource::None;
  Vec3 direction{0, 0, 1};  ///< unit, from the surface to the light
  float elevation_sine = 0;
  float energy = 0;  ///< as given, so possibly not finite
};

/// The first source in the order sun, dominant moon, secondary moon that is available, has a direction and
/// stands above the horizon; kind None when there is none.
[[nodiscard]] SelectedLight select_light(std::span<const rpcts_celestial_source, 3> sources);

}  // namespace rpcts::reference
