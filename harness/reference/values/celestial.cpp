#include "harness/reference/values/celestial.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "harness/reference/mistakes/celestial.hpp"

namespace rpcts::reference {
namespace {

constexpr float minimum_length = 1e-5F;  // E.6, step 4

using render_pack_v1::CelestialSource;

constexpr std::array kinds{CelestialSource::Sun, CelestialSource::DominantMoon,
                           CelestialSource::SecondaryMoon};

/// The source as a light, or nothing where it is not available, has no direction or is not above `horizon`.
std::optional<SelectedLight> visible_light(const rpcts_celestial_source& source, CelestialSource kind,
                                           float horizon) {
  const Vec3 given{source.direction[0], source.direction[1], source.direction[2]};
  const float size = length(given);
  if (source.available == 0 || !std::isfinite(size) || size <= minimum_length) {
    return std::nullopt;
  }
  const Vec3 direction = normalized(given);
  if (!(direction[2] > horizon)) {
    return std::nullopt;
  }
  return SelectedLight{
      .kind = kind, .direction = direction, .elevation_sine = direction[2], .energy = source.energy};
}

using Sources = std::span<const rpcts_celestial_source, 3>;

/// The first visible one in this order of the sources.
SelectedLight first_of(Sources sources, const std::array<std::size_t, 3>& order, float horizon = 0) {
  for (const std::size_t i : order) {
    if (const auto light = visible_light(sources[i], kinds[i], horizon)) {
      return *light;
    }
  }
  return {};
}

template <class Value>
SelectedLight greatest(Sources sources, Value value) {
  SelectedLight best;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto light = visible_light(sources[i], kinds[i], 0);
    if (light && (best.kind == CelestialSource::None || value(*light) > value(best))) {
      best = *light;
    }
  }
  return best;
}

SelectedLight mistaken_light(Sources sources) {
  constexpr std::array<std::size_t, 3> right{0, 1, 2};
  constexpr float nadir = -2;
  constexpr float just_below = -1e-6F;
  std::array<rpcts_celestial_source, 3> changed{sources[0], sources[1], sources[2]};
  if (makes(celestial_mistake("moon-beats-sun"))) {
    return first_of(sources, {1, 2, 0});
  }
  if (makes(celestial_mistake("secondary-moon-first"))) {
    return first_of(sources, {0, 2, 1});
  }
  if (makes(celestial_mistake("below-horizon"))) {
    return first_of(sources, right, nadir);
  }
  if (makes(celestial_mistake("at-horizon"))) {
    return first_of(sources, right, just_below);
  }
  if (makes(celestial_mistake("highest-wins"))) {
    return greatest(sources, [](const SelectedLight& light) { return light.elevation_sine; });
  }
  if (makes(celestial_mistake("brightest-wins"))) {
    return greatest(sources, [](const SelectedLight& light) { return light.energy; });
  }
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (makes(celestial_mistake("unavailable"))) {
      changed[i].available = 1;
    } else if (makes(celestial_mistake("energy-decides")) && !(changed[i].energy > 0)) {
      changed[i].available = 0;
    } else if (makes(celestial_mistake("only-the-sun")) && i > 0) {
      changed[i].available = 0;
    } else if (makes(celestial_mistake("only-the-first")) && i > 0) {
      changed[i].available = 0;
    }
  }
  if (makes(celestial_mistake("only-the-first")) && sources[0].available == 0) {
    return first_of(sources, right);  // the first that the sky has
  }
  return first_of(changed, right);
}

}  // namespace

SelectedLight select_light(Sources sources) {
  return makes_one_of(celestial_mistakes) ? mistaken_light(sources) : first_of(sources, {0, 1, 2});
}

}  // namespace rpcts::reference
