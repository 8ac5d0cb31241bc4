#include "bench/render_pack_v1/rig.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>

#include "bench/render_pack_v1/box_scene.hpp"
#include "harness/base/executable_path.hpp"
#include "harness/base/files.hpp"
#include "harness/reference/render/layouts.hpp"

namespace rpcts::bench {
namespace {

using reference::ShaderPair;

constexpr std::uint64_t maximum_module_bytes = std::uint64_t{1} << 20U;
/// Of any case: a scene has a set for each.
constexpr std::uint32_t maximum_flights = 3;

Result<std::vector<std::uint32_t>> base_module(const std::string& pack, const std::string& name) {
  const std::filesystem::path path =
      installed_data_folder() / "render_pack_v1" / "bases" / pack / "shaders" / (name + ".spv");
  const FileResult<FileBytes> bytes = read_regular_file(path, maximum_module_bytes);
  if (!bytes) {
    return error(ErrorKind::failed, fmt::format("the module '{}' {}", path.string(), bytes.error().reason));
  }
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  return words;
}

Result<void> read_pair(ShaderPair& pair, const std::string& pack, const std::string& vertex_pack,
                       const std::string& vertex, const std::string& fragment) {
  auto vertex_words = base_module(vertex_pack, vertex);
  if (!vertex_words) {
    return std::unexpected(vertex_words.error());
  }
  auto fragment_words = base_module(pack, fragment);
  if (!fragment_words) {
    return std::unexpected(fragment_words.error());
  }
  pair = {.vertex = std::move(*vertex_words), .fragment = std::move(*fragment_words)};
  return {};
}

Result<std::shared_ptr<reference::PackRuntime>> made(const reference::PackContext& context,
                                                     const reference::RuntimePlan& plan) {
  auto runtime = reference::PackRuntime::create(context, plan);
  if (!runtime) {
    return std::unexpected(runtime.error());
  }
  return std::shared_ptr<reference::PackRuntime>(std::move(*runtime));
}

}  // namespace

Result<std::unique_ptr<Rig>> Rig::open(const std::string& device) {
  std::unique_ptr<Rig> rig(new Rig);
  if (auto done = rig->make(device); !done) {
    return std::unexpected(done.error());
  }
  return rig;
}

Result<void> Rig::make(const std::string& wanted) {
  auto instance = gpu::Instance::create({.loader = {}, .validation = false});
  if (!instance) {
    return std::unexpected(instance.error());
  }
  instance_.emplace(std::move(*instance));
  const auto physical = instance_->choose(wanted);
  if (!physical) {
    return std::unexpected(physical.error());
  }
  physical_ = (*physical)->handle;
  if (auto done = reference::check_device((*physical)->facts); !done) {
    return done;
  }
  auto device = gpu::Device::open(**physical, {.push_descriptors = true, .multi_draw_indirect = true});
  if (!device) {
    return std::unexpected(device.error());
  }
  device_.emplace(std::move(*device));
  auto samplers = reference::Samplers::create(*device_);
  if (!samplers) {
    return std::unexpected(samplers.error());
  }
  samplers_.emplace(std::move(*samplers));
  auto retail = gpu::PipelineLayout::create(*device_, reference::retail_shape(device_->facts()));
  if (!retail) {
    return std::unexpected(retail.error());
  }
  retail_layout_.emplace(std::move(*retail));
  auto pack = gpu::PipelineLayout::create(*device_, reference::pack_shape(device_->facts()));
  if (!pack) {
    return std::unexpected(pack.error());
  }
  pack_layout_ = std::make_shared<const gpu::PipelineLayout>(std::move(*pack));
  auto pipelines = reference::RetailPipelines::create(*device_, *retail_layout_);
  if (!pipelines) {
    return std::unexpected(pipelines.error());
  }
  pipelines_.emplace(std::move(*pipelines));
  auto table = reference::TextureTable::create(*device_, *retail_layout_, *samplers_);
  if (!table) {
    return std::unexpected(table.error());
  }
  table_ = std::move(*table);
  constexpr reference::Size size{.width = 64, .height = 36};
  auto targets = reference::WorldTargets::create(*device_, *table_, *samplers_, size, size);
  if (!targets) {
    return std::unexpected(targets.error());
  }
  targets_ = std::move(*targets);
  return {};
}

reference::PackContext Rig::context(std::uint32_t flights) const {
  return {.device = *device_,
          .table = *table_,
          .samplers = *samplers_,
          .layout = pack_layout_,
          .flights = flights};
}

Result<std::shared_ptr<reference::Scene>> Rig::scene(std::uint32_t boxes) {
  if (scene_ == nullptr || boxes_ != boxes) {
    scene_.reset();
    const BoxScene wanted(boxes);
    auto scene = reference::Scene::create(*device_, *retail_layout_, *table_, *samplers_, wanted.view(),
                                          maximum_flights);
    if (!scene) {
      return std::unexpected(scene.error());
    }
    scene_ = std::move(*scene);
    boxes_ = boxes;
  }
  return scene_;
}

Result<std::shared_ptr<reference::PackRuntime>> Rig::passes_runtime(std::uint32_t passes,
                                                                    std::uint32_t flights) const {
  reference::FullscreenPlan pass{.id = "pass"};
  if (auto done = read_pair(pass.shaders, "shadow", "tone", "fullscreen.vert", "copy.frag"); !done) {
    return std::unexpected(done.error());
  }
  reference::RuntimePlan plan;
  plan.passes.assign(passes, pass);
  return made(context(flights), plan);
}

Result<std::shared_ptr<reference::PackRuntime>> Rig::shadow_runtime(std::uint32_t cascades,
                                                                    bool multiview) const {
  if (multiview && !device_->facts().multiview) {
    return error(ErrorKind::unsupported, "the device has no multiview");
  }
  if (!device_->facts().draw_parameters) {
    return error(ErrorKind::unsupported, "the device has no shader draw parameters, which casters use");
  }
  const std::string pack = multiview ? "mv" : "shadow";
  const std::string suffix = multiview ? "_caster_multiview.vert" : "_caster.vert";
  reference::ShadowPlan shadow{.target = 0, .cascades = cascades, .multiview = multiview};
  struct Part {
    ShaderPair& pair;
    std::string vertex;
    std::string fragment;
  };
  const std::array<Part, 5> parts{
      {{shadow.terrain_caster, "terrain" + suffix, "opaque_caster.frag"},
       {shadow.opaque_caster, "world" + suffix, "opaque_caster.frag"},
       {shadow.cutout_caster, "world" + suffix, "cutout_caster.frag"},
       {shadow.terrain_receiver, "terrain_receiver.vert", "terrain_receiver.frag"},
       {shadow.world_receiver, "world_receiver.vert", "world_receiver.frag"}}};
  for (const Part& part : parts) {
    if (auto done = read_pair(part.pair, pack, pack, part.vertex, part.fragment); !done) {
      return std::unexpected(done.error());
    }
  }
  reference::RuntimePlan plan;
  plan.targets.push_back({.id = "map",
                          .format = render_pack_v1::RenderFormatClass::DirectionalDepth,
                          .size = {.width = 1024, .height = 1024},
                          .layers = cascades});
  plan.shadow = std::move(shadow);
  return made(context(1), plan);
}

reference::FrameRecord Rig::record(VkCommandBuffer commands, const reference::Flight& flight,
                                   std::uint32_t flight_number, const reference::FrameValues& values,
                                   const reference::Scene& scene, reference::PackRuntime* runtime) const {
  return {.commands = commands,
          .flight = flight_number,
          .values = values,
          .scene = scene,
          .targets = *targets_,
          .retail = *pipelines_,
          .retail_layout = *retail_layout_,
          .uniforms = flight.uniforms(),
          .uniform_offsets = flight.uniform_offsets(),
          .table = table_->set(),
          .runtime = runtime};
}

}  // namespace rpcts::bench
