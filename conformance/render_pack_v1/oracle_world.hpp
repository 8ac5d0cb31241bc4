#pragma once

// What the world pass of the conformance scene must draw, pixel by pixel, where nothing is in doubt: the
// shading that the adapter header states for rpcts_scene, in double precision, by rays through the scene.

#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/render_pack_v1/oracle_matrix.hpp"
#include "conformance/render_pack_v1/scene.hpp"

namespace rpcts::render_pack_v1::oracle {

/// A frame as a camera sees it. Refers to the scene.
struct WorldView {
  const Scene* scene = nullptr;
  rpcts_frame frame{};
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<float> instances;  ///< as Scene::instances_at gives them
};

/// One pixel. Its colour is `unlit + visibility * lit`, linear.
struct WorldPixel {
  Vector3 unlit{};
  Vector3 lit{};                ///< the sun's part
  std::optional<SceneHit> hit;  ///< nothing = background
  Vector3 normal{};
};

/// The pixel in column `x` from the left and row `y` from the top; nothing where its colour is in doubt:
/// another surface or texel lies within half a pixel and a bit of its middle.
[[nodiscard]] std::optional<WorldPixel> world_pixel(const WorldView& view, std::uint32_t x, std::uint32_t y);

/// Whether light from `light` (unit, surface to light) reaches the pixel's surface: 1 or 0, nothing where
/// something within `margin` metres has another answer, where the surface
/// hardly faces the light, or where it stands indoors.
[[nodiscard]] std::optional<double> light_reaches(const WorldView& view, const WorldPixel& pixel,
                                                  const Vector3& light, double margin);

}  // namespace rpcts::render_pack_v1::oracle
