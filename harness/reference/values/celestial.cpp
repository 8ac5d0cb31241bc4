#include "harness/reference/values/celestial.hpp"

#include <cmath>

namespace rpcts::reference {
namespace {

constexpr float minimum_length = 1e-5F;  // E.6, step 4

}  // namespace

SelectedLight select_light(std::span<const rpcts_celestial_source, 3> sources) {
  using render_pack_v1::CelestialSource;
  constexpr std::array kinds{CelestialSource::Sun, CelestialSource::DominantMoon,
                             CelestialSource::SecondaryMoon};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const rpcts_celestial_source& source = sources[i];
    const Vec3 given{source.direction[0], source.direction[1], source.direction[2]};
    const float size = length(given);
    if (source.available == 0 || !std::isfinite(size) || size <= minimum_length) {
      continue;
    }
    const Vec3 direction = normalized(given);
    if (direction[2] > 0) {
      return {
          .kind = kinds[i], .direction = direction, .elevation_sine = direction[2], .energy = source.energy};
    }
  }
  return {};
}

}  // namespace rpcts::reference
