#pragma once

// The conformance scene, as plain arrays for any implementation; docs/render_pack_v1/scene.md describes it.
// Metres, +z up. It has no symmetry in x, y or z, so that a swapped axis or a mirrored picture shows.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/render_pack_v1/oracle_matrix.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::render_pack_v1 {

/// The smallest main world that shows every part of the scene from the scene's camera.
inline constexpr std::uint32_t scene_least_width = 64;
inline constexpr std::uint32_t scene_least_height = 36;

/// A camera; matrices follow from it.
struct SceneCamera {
  oracle::Vector3 eye{3, -14, 7};
  oracle::Vector3 target{0.5, 20, 2.5};
  oracle::Vector3 up{0, 0, 1};
  double vertical_degrees = 60;
  double near = 0.1;
  double far = 2000;
};

/// Parts of the scene, in the order of its batches; terrain is not a batch.
enum class ScenePart : std::uint8_t {
  house = 0,        ///< opaque box
  tower = 1,        ///< opaque box, tall, rotated
  fence = 2,        ///< alpha-cutout quad, two-sided
  walker = 3,       ///< animated opaque box
  flag = 4,         ///< animated alpha-cutout quad, two-sided
  banner = 5,       ///< opaque two-sided quad
  room = 6,         ///< indoor: inside faces of a box, open to the side of the viewer
  room_pillar = 7,  ///< indoor: opaque box in the room
  terrain = 255,    ///< not a batch; the others count from 0
};
[[nodiscard]] std::string_view name_of(ScenePart part);

/// What a ray of the picture meets first.
struct SceneHit {
  ScenePart part = ScenePart::terrain;
  oracle::Vector3 position{};
  double depth = 1;  ///< 0 to 1, as the depth attachment has it
  std::size_t triangle = 0;
};

/// Owns the arrays; the views below stay valid as long as it lives and is not changed.
class Scene {
 public:
  /// The conformance scene.
  Scene();

  /// For rpcts_adapter::set_scene.
  [[nodiscard]] rpcts_scene view() const;

  /// The transforms of all instances `seconds` into the animation, 16 floats each; 0 = those of view().
  [[nodiscard]] std::vector<float> instances_at(double seconds) const;

  /// What the world pass draws at clip-space x and y (row 0 of a picture is y = +1): nearest surface that is
  /// not culled and not cut out. Nothing = background. `instances` as instances_at gives them.
  [[nodiscard]] std::optional<SceneHit> shoot(const oracle::Matrix& view, const oracle::Matrix& projection,
                                              double x, double y, const std::vector<float>& instances) const;

  /// What a directional light sees: the nearest caster's surface from `origin` along the unit vector `along`;
  /// indoor batches cast nothing. `depth` is the distance in metres.
  [[nodiscard]] std::optional<SceneHit> shoot_caster(const oracle::Vector3& origin,
                                                     const oracle::Vector3& along,
                                                     const std::vector<float>& instances) const;

  static constexpr std::array<float, 3> ambient{0.25F, 0.3125F, 0.375F};
  static constexpr std::array<float, 3> background{0.125F, 0.25F, 0.5F};

 private:
  struct Texture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t layers = 0;
    std::vector<std::uint8_t> texels;
  };

  void add_terrain();
  void add_meshes();
  void add_textures();
  void add_batch(ScenePart part, std::uint32_t flags, std::uint32_t mesh, std::uint32_t texture,
                 std::uint32_t layer, const oracle::Matrix& transform);
  [[nodiscard]] std::optional<SceneHit> trace(const oracle::Vector3& origin, const oracle::Vector3& along,
                                              const std::vector<float>& instances, bool casters_only) const;
  [[nodiscard]] bool cut_out(const rpcts_batch& batch, double u, double v) const;

  struct Mesh {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
  };

  std::vector<rpcts_terrain_vertex> terrain_vertices_;
  std::vector<std::uint32_t> terrain_indices_;
  std::vector<rpcts_world_vertex> world_vertices_;
  std::vector<std::uint32_t> world_indices_;
  std::vector<rpcts_batch> batches_;
  std::vector<float> instances_;
  std::vector<Texture> textures_;
  std::vector<rpcts_texture> texture_views_;
  std::vector<Mesh> meshes_;
};

/// The frame that cases start from: noon-like sun at heading 40 degrees and elevation 35, ahead of the
/// scene's camera, the only source; clear weather at full intensity, day group 1, outside, 1/64 s, everything
/// resident. `width` and `height` are those of the main world.
[[nodiscard]] rpcts_frame scene_frame(const SceneCamera& camera, std::uint32_t width, std::uint32_t height);

/// Puts the sun's angles into the frame, and its direction into the sun's source.
void set_sun(rpcts_frame& frame, float heading_degrees, float pitch_degrees);

/// Puts matrices into the frame.
void set_camera(rpcts_frame& frame, const SceneCamera& camera, std::uint32_t width, std::uint32_t height);
void set_matrix(float (&to)[16], const oracle::Matrix& from);

/// The unit vector from the surface toward a heading and an elevation in degrees (0 = +y, 90 = +x).
[[nodiscard]] oracle::Vector3 direction_of(double heading_degrees, double pitch_degrees);

}  // namespace rpcts::render_pack_v1
