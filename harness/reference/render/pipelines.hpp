#pragma once

// Pipelines that draw the vertices of the scene.

#include "harness/base/result.hpp"
#include "harness/gpu/pipeline.hpp"

namespace rpcts::reference {

enum class MeshKind : std::uint8_t { terrain, world };

/// The vertex input of a mesh (D.8), as rpcts_terrain_vertex and rpcts_world_vertex lie in memory.
[[nodiscard]] gpu::VertexShape vertices_of(MeshKind kind);

/// `shape` with vertices, depth and culling of a mesh.
[[nodiscard]] gpu::PipelineShape mesh_shape(MeshKind kind, std::span<const std::uint32_t> vertex,
                                            std::span<const std::uint32_t> fragment, VkFormat color,
                                            std::uint32_t view_mask = 0);

/// Pipelines of the default path.
struct RetailPipelines {
  gpu::Owned<VkPipeline> terrain;
  gpu::Owned<VkPipeline> world;
  gpu::Owned<VkPipeline> terrain_normals;
  gpu::Owned<VkPipeline> world_normals;
  gpu::Owned<VkPipeline> tone_map;

  [[nodiscard]] static Result<RetailPipelines> create(const gpu::Device& device,
                                                      const gpu::PipelineLayout& retail);
};

}  // namespace rpcts::reference
