#include "conformance/render_pack_v1/probe_rig.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/block_words.hpp"
#include "harness/base/files.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/gpu/pipeline.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::uint32_t spirv_magic = 0x07230203;
constexpr VkShaderStageFlags both_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

// Each block lies in a part of its own of one buffer, with tagged memory on both sides. Every device takes
// the offset: no alignment limit of Vulkan is larger.
constexpr std::uint32_t part_bytes = 1024;
constexpr std::uint32_t block_at = 256;

constexpr std::array<const Block*, 4> uniform_blocks{&atmospheric_frame, &directional_shadow, &pack_pass,
                                                     &pack_settings};

std::uint32_t offset_of(const Block& block) {
  return (block.binding - atmospheric_frame_binding) * part_bytes + block_at;
}

void write_word(std::byte* to, std::uint32_t word) {
  std::memcpy(to, &word, sizeof(word));
}

Result<std::vector<std::uint32_t>> load_module(const std::filesystem::path& data, const std::string& name) {
  const std::filesystem::path path = data / "render_pack_v1" / "probes" / (name + ".spv");
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_asset_bytes);
  if (!bytes) {
    return error(ErrorKind::usage, fmt::format("the probe {} {}; the folder of the built fixtures is wrong",
                                               path.string(), bytes.error().reason));
  }
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  if (words.empty() || words.front() != spirv_magic) {
    return error(ErrorKind::usage, fmt::format("the probe {} is no SPIR-V", path.string()));
  }
  return words;
}

Result<Probe> load_probe(const std::filesystem::path& data, const std::string& vertex,
                         const std::string& fragment) {
  Result<std::vector<std::uint32_t>> vertex_words = load_module(data, vertex);
  if (!vertex_words) {
    return std::unexpected(vertex_words.error());
  }
  Result<std::vector<std::uint32_t>> fragment_words = load_module(data, fragment);
  if (!fragment_words) {
    return std::unexpected(fragment_words.error());
  }
  return Probe{.vertex = std::move(*vertex_words), .fragment = std::move(*fragment_words)};
}

/// D.9: sets 0 and 1 belong to the base pipelines and are empty here.
gpu::LayoutShape layout_shape(const gpu::Device& device, bool table) {
  gpu::LayoutShape shape{.sets = std::vector<std::vector<gpu::BindingShape>>(pack_uniform_set + 1),
                         .push_bytes = push_block.size,
                         .push_stages = both_stages};
  if (table) {
    shape.sets[sampled_table_set] = {{.binding = sampled_table_binding,
                                      .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                      .stages = VK_SHADER_STAGE_FRAGMENT_BIT,
                                      .count = table_capacity(device),
                                      .table = true}};
  }
  for (const Block* block : uniform_blocks) {
    shape.sets[pack_uniform_set].push_back({.binding = block->binding,
                                            .type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
                                            .stages = both_stages});
  }
  return shape;
}

}  // namespace

std::uint32_t table_capacity(const gpu::Device& device) {
  return std::min(reference_table_slots, device.facts().maximum_table_slots);
}

Result<Probe> load_fragment_probe(const std::filesystem::path& data, const std::string& name) {
  return load_probe(data, "fullscreen.vert", name);
}

Result<Probe> load_vertex_probe(const std::filesystem::path& data, const std::string& name,
                                std::uint32_t points) {
  Result<Probe> probe = load_probe(data, name, "vertex_word.frag");
  if (probe) {
    probe->topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    probe->vertices = points;
  }
  return probe;
}

ProbeRig::ProbeRig(const gpu::Device& device, gpu::PipelineLayout layout, gpu::Buffer uniforms,
                   gpu::DescriptorSet uniform_set, gpu::Owned<VkSampler> sampler)
    : device_(&device),
      layout_(std::move(layout)),
      uniforms_(std::move(uniforms)),
      sampler_(std::move(sampler)),
      uniform_set_(std::move(uniform_set)) {
  for (const Block* block : uniform_blocks) {
    const std::span<std::byte> part = uniforms_.bytes().subspan(offset_of(*block) - block_at, part_bytes);
    for (std::uint32_t byte = 0; byte < part_bytes; byte += sizeof(std::uint32_t)) {
      const auto place = static_cast<std::int32_t>(byte) - static_cast<std::int32_t>(block_at);
      write_word(part.data() + byte, tag_of(*block, place));
    }
  }
  for (std::uint32_t byte = 0; byte < push_block.size; byte += sizeof(std::uint32_t)) {
    write_word(push_.data() + byte, tag_of(push_block, static_cast<std::int32_t>(byte)));
  }
}

Result<ProbeRig> ProbeRig::create(const gpu::Device& device, bool table) {
  Result<gpu::PipelineLayout> layout = gpu::PipelineLayout::create(device, layout_shape(device, table));
  if (!layout) {
    return std::unexpected(layout.error());
  }
  Result<gpu::Buffer> uniforms = gpu::Buffer::create(device, std::size_t{part_bytes} * uniform_blocks.size(),
                                                     VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  if (!uniforms) {
    return std::unexpected(uniforms.error());
  }
  Result<gpu::DescriptorSet> uniform_set = gpu::DescriptorSet::create(device, *layout, pack_uniform_set);
  if (!uniform_set) {
    return std::unexpected(uniform_set.error());
  }
  for (const Block* block : uniform_blocks) {
    uniform_set->write_uniform(block->binding, *uniforms, block->size);
  }
  Result<gpu::Owned<VkSampler>> sampler = gpu::make_nearest_sampler(device);
  if (!sampler) {
    return std::unexpected(sampler.error());
  }
  ProbeRig rig(device, std::move(*layout), std::move(*uniforms), std::move(*uniform_set),
               std::move(*sampler));
  if (table) {
    // All slots, as a host has them. SwiftShader reads beyond a set that has fewer than its layout allows.
    Result<gpu::DescriptorSet> set =
        gpu::DescriptorSet::create(device, rig.layout_, sampled_table_set, table_capacity(device));
    if (!set) {
      return std::unexpected(set.error());
    }
    rig.table_ = std::move(*set);
  }
  return rig;
}

std::span<std::byte> ProbeRig::bytes(const Block& block) {
  if (block.binding == no_binding) {
    return push_;
  }
  return uniforms_.bytes().subspan(offset_of(block), block.size);
}

void ProbeRig::put_texture(std::uint32_t slot, const gpu::Image& image) {
  table_.value().write_texture(sampled_table_binding, slot, image, sampler_.get());
}

Result<std::vector<std::uint32_t>> ProbeRig::draw(const Probe& probe, const gpu::PictureShape& picture,
                                                  const std::function<void()>& after_recording) {
  const Result<gpu::Owned<VkPipeline>> pipeline = gpu::make_pipeline(*device_, layout_,
                                                                     {.vertex = probe.vertex,
                                                                      .fragment = probe.fragment,
                                                                      .color_format = VK_FORMAT_R32_UINT,
                                                                      .topology = probe.topology,
                                                                      .view_mask = picture.view_mask});
  if (!pipeline) {
    return std::unexpected(pipeline.error());
  }
  std::array<VkDescriptorSet, pack_uniform_set + 1> sets{};
  sets[sampled_table_set] = table_ ? table_->handle() : VK_NULL_HANDLE;
  sets[pack_uniform_set] = uniform_set_.handle();
  std::array<std::uint32_t, uniform_blocks.size()> offsets{};
  std::ranges::transform(uniform_blocks, offsets.begin(),
                         [](const Block* block) { return offset_of(*block); });
  return gpu::draw_words(*device_, picture,
                         {.pipeline = pipeline->get(),
                          .layout = &layout_,
                          .sets = sets,
                          .dynamic_offsets = offsets,
                          .push = push_,
                          .vertices = probe.vertices,
                          .after_recording = after_recording});
}

Result<std::vector<std::uint32_t>> run_probe(const gpu::Device& device, const std::filesystem::path& data,
                                             const ProbeRun& run) {
  const Result<Probe> probe = run.module.ends_with(".vert")
                                  ? load_vertex_probe(data, run.module, run.picture.width)
                                  : load_fragment_probe(data, run.module);
  if (!probe) {
    return std::unexpected(probe.error());
  }
  Result<ProbeRig> rig = ProbeRig::create(device, run.table);
  if (!rig) {
    return std::unexpected(rig.error());
  }
  if (run.prepare) {
    run.prepare(*rig);
  }
  return rig->draw(*probe, run.picture, [&] {
    if (run.after_recording) {
      run.after_recording(*rig);
    }
  });
}

}  // namespace rpcts::render_pack_v1
