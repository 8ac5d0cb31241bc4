#include "harness/reference/render/pipelines.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/render/layouts.hpp"
#include "harness/reference/render/own_shaders.hpp"
#include "harness/reference/render/world_targets.hpp"

namespace rpcts::reference {
namespace {

constexpr std::uint32_t packed_offset = offsetof(rpcts_terrain_vertex, packed);
constexpr std::uint32_t packed_bytes = 16;

constexpr std::array terrain_attributes{
    VkVertexInputAttributeDescription{0, 0, VK_FORMAT_R32G32B32_SFLOAT,
                                      offsetof(rpcts_terrain_vertex, position)},
    VkVertexInputAttributeDescription{1, 0, VK_FORMAT_R32G32B32_SFLOAT,
                                      offsetof(rpcts_terrain_vertex, normal)},
    VkVertexInputAttributeDescription{2, 0, VK_FORMAT_R32G32B32A32_UINT, packed_offset},
    VkVertexInputAttributeDescription{3, 0, VK_FORMAT_R32G32B32A32_UINT, packed_offset + packed_bytes},
    VkVertexInputAttributeDescription{4, 0, VK_FORMAT_R32G32B32A32_UINT, packed_offset + 2 * packed_bytes},
    VkVertexInputAttributeDescription{5, 0, VK_FORMAT_R32G32B32A32_UINT, packed_offset + 3 * packed_bytes},
};

constexpr std::array world_attributes{
    VkVertexInputAttributeDescription{0, 0, VK_FORMAT_R32G32B32_SFLOAT,
                                      offsetof(rpcts_world_vertex, position)},
    VkVertexInputAttributeDescription{1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(rpcts_world_vertex, normal)},
    VkVertexInputAttributeDescription{2, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(rpcts_world_vertex, uv)},
};

}  // namespace

gpu::VertexShape vertices_of(MeshKind kind) {
  if (kind == MeshKind::terrain) {
    return {.stride = sizeof(rpcts_terrain_vertex), .attributes = terrain_attributes};
  }
  return {.stride = sizeof(rpcts_world_vertex), .attributes = world_attributes};
}

gpu::PipelineShape mesh_shape(MeshKind kind, std::span<const std::uint32_t> vertex,
                              std::span<const std::uint32_t> fragment, VkFormat color,
                              std::uint32_t view_mask) {
  return {.vertex = vertex,
          .fragment = fragment,
          .color_format = color,
          .depth_format = depth_format,
          .input = vertices_of(kind),
          .view_mask = view_mask,
          .culls = true};
}

Result<RetailPipelines> RetailPipelines::create(const gpu::Device& device,
                                                const gpu::PipelineLayout& retail) {
  RetailPipelines made;
  const auto mesh = [&](gpu::Owned<VkPipeline>& pipeline, MeshKind kind, OwnShader vertex,
                        OwnShader fragment) -> Result<void> {
    auto drawn = gpu::make_pipeline(
        device, retail, mesh_shape(kind, words_of(vertex), words_of(fragment), world_color_format));
    if (!drawn) {
      return std::unexpected(drawn.error());
    }
    pipeline = std::move(*drawn);
    return {};
  };
  Result<void> done =
      mesh(made.terrain, MeshKind::terrain, OwnShader::terrain_vertex, OwnShader::terrain_fragment);
  if (done) {
    done = mesh(made.world, MeshKind::world, OwnShader::world_vertex, OwnShader::world_fragment);
  }
  if (done) {
    done = mesh(made.terrain_normals, MeshKind::terrain, OwnShader::terrain_vertex,
                OwnShader::terrain_normals_fragment);
  }
  if (done) {
    done =
        mesh(made.world_normals, MeshKind::world, OwnShader::world_vertex, OwnShader::world_normals_fragment);
  }
  if (!done) {
    return about("the pipelines of the default path", done.error());
  }
  auto tone_map = gpu::make_pipeline(device, retail,
                                     {.vertex = words_of(OwnShader::whole_picture_vertex),
                                      .fragment = words_of(OwnShader::tone_map_fragment),
                                      .color_format = output_format});
  if (!tone_map) {
    return about("the default tone map", tone_map.error());
  }
  made.tone_map = std::move(*tone_map);
  return made;
}

}  // namespace rpcts::reference
