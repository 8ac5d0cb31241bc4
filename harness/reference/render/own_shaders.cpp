#include "harness/reference/render/own_shaders.hpp"

#include <rpcts_reference_shaders/terrain.frag.h>
#include <rpcts_reference_shaders/terrain.vert.h>
#include <rpcts_reference_shaders/terrain_normals.frag.h>
#include <rpcts_reference_shaders/tone_map.frag.h>
#include <rpcts_reference_shaders/whole_picture.vert.h>
#include <rpcts_reference_shaders/world.frag.h>
#include <rpcts_reference_shaders/world.vert.h>
#include <rpcts_reference_shaders/world_normals.frag.h>

namespace rpcts::reference {

std::span<const std::uint32_t> words_of(OwnShader shader) {
  switch (shader) {
    case OwnShader::terrain_vertex:
      return terrain_vert;
    case OwnShader::terrain_fragment:
      return terrain_frag;
    case OwnShader::terrain_normals_fragment:
      return terrain_normals_frag;
    case OwnShader::world_vertex:
      return world_vert;
    case OwnShader::world_fragment:
      return world_frag;
    case OwnShader::world_normals_fragment:
      return world_normals_frag;
    case OwnShader::whole_picture_vertex:
      return whole_picture_vert;
    case OwnShader::tone_map_fragment:
      return tone_map_frag;
  }
  return {};
}

}  // namespace rpcts::reference
