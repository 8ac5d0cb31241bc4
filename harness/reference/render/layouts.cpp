#include "harness/reference/render/layouts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/gpu/facts.hpp"

namespace rpcts::reference {

StorageForm storage_form(const DeviceFacts& facts) {
  StorageForm form;
  form.bindings = facts.maximum_stage_storage_buffers >= storage_bindings ? storage_bindings : 2;
  form.dynamic = facts.maximum_dynamic_storage_buffers >= form.bindings;
  return form;
}

std::uint32_t table_capacity(const DeviceFacts& facts) {
  return std::min(render_pack_v1::reference_table_slots, facts.maximum_table_slots);
}

Result<void> check_device(const DeviceFacts& facts) {
  if (const auto missing = gpu::missing_features(facts, gpu::Need::texture_table); !missing.empty()) {
    return error(ErrorKind::unsupported,
                 fmt::format("the texture table needs {}, which the device lacks", fmt::join(missing, ", ")));
  }
  if (!facts.hdr_color) {
    return error(ErrorKind::unsupported,
                 "the world colour needs RGBA16F that is drawn into, sampled and filtered");
  }
  if (!facts.sampled_depth) {
    return error(ErrorKind::unsupported, "the world depth needs D32F that is drawn into and sampled");
  }
  return {};
}

gpu::LayoutShape retail_shape(const DeviceFacts& facts) {
  const StorageForm form = storage_form(facts);
  std::vector<gpu::BindingShape> storage;
  for (std::uint32_t i = 0; i < form.bindings; ++i) {
    storage.push_back(
        {.binding = i,
         .type = form.dynamic ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
         .stages = push_stages});
  }
  std::vector<gpu::BindingShape> uniforms;
  for (std::uint32_t i = 1; i <= uniform_bindings; ++i) {
    uniforms.push_back({.binding = i, .stages = push_stages});
  }
  const gpu::BindingShape table{.binding = render_pack_v1::sampled_table_binding,
                                .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                .stages = VK_SHADER_STAGE_FRAGMENT_BIT,
                                .count = table_capacity(facts),
                                .table = true};
  return {.sets = {std::move(storage), std::move(uniforms), {table}},
          .push_bytes = sizeof(render_pack_v1::PushBlock),
          .push_stages = push_stages};
}

gpu::LayoutShape pack_shape(const DeviceFacts& facts) {
  gpu::LayoutShape shape = retail_shape(facts);
  std::vector<gpu::BindingShape> blocks;
  for (const std::uint32_t binding :
       {render_pack_v1::atmospheric_frame_binding, render_pack_v1::directional_shadow_binding,
        render_pack_v1::pack_pass_binding, render_pack_v1::pack_settings_binding}) {
    blocks.push_back({.binding = binding, .stages = push_stages});
  }
  shape.sets.push_back(std::move(blocks));
  return shape;
}

std::unexpected<Error> about(std::string_view thing, const Error& cause) {
  return error(cause.kind, fmt::format("{}: {}", thing, cause.message));
}

}  // namespace rpcts::reference
