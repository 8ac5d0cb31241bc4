#include "harness/reference/render/vulkan_renderer.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

#include "harness/gpu/choice.hpp"
#include "harness/reference/mistakes/gates.hpp"
#include "harness/reference/mistakes/leaks.hpp"
#include "harness/reference/mistakes/order.hpp"
#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {
namespace {

SceneLighting lighting_of(const FrameValues& frame, const Scene& scene) {
  SceneLighting lighting;
  const auto& sun = frame.sun_direction;
  const auto& light = frame.sun_light;
  const auto& ambient = scene.ambient();
  lighting.lights[0].direction_and_range = {-sun[0], -sun[1], -sun[2], 0};
  lighting.lights[0].color_and_intensity = {light[0], light[1], light[2], 1};
  lighting.ambient = {ambient[0], ambient[1], ambient[2], 1};
  lighting.camera_and_time = {frame.eye[0], frame.eye[1], frame.eye[2], frame.seconds};
  return lighting;
}

PackRuntime* body_of(Runtime* runtime) {
  return runtime != nullptr ? &static_cast<RuntimeHandle*>(runtime)->runtime() : nullptr;
}

/// One submit draws the whole frame, so that its failure is one of every stage in it.
std::string_view stages_of(const FrameRecord& record) {
  if (record.runtime == nullptr) {
    return "rendering the world";
  }
  return record.depth_passes > 0 ? "rendering shadows, the world of the pack and its post-processing"
                                 : "rendering the world of the pack and its post-processing";
}

template <class Item>
void drop_gone(std::vector<std::weak_ptr<Item>>& items) {
  std::erase_if(items, [](const std::weak_ptr<Item>& item) { return item.expired(); });
}

/// The serial of no frame: what waits for it stays as long as the shelf.
constexpr std::uint64_t never = UINT64_MAX;

}  // namespace

void PackShelf::retire(PackRuntime* runtime) {
  const auto found = std::ranges::find(in_use, runtime, &std::shared_ptr<PackRuntime>::get);
  if (found != in_use.end()) {
    const bool stays = makes(find_mistake(leak_mistakes, "leaks.retired-runtime"));
    if (makes(find_mistake(leak_mistakes, "leaks.runtime-before-fence"))) {
      runtime->last_serial = 0;
    }
    queue.add(stays ? never : runtime->last_serial, *found);
    in_use.erase(found);
  }
}

RuntimeHandle::~RuntimeHandle() {
  if (const std::shared_ptr<PackShelf> shelf = shelf_.lock()) {
    shelf->retire(runtime_);
  }
}

std::uint64_t RuntimeHandle::resident_bytes() const {
  const std::shared_ptr<PackShelf> shelf = shelf_.lock();
  return shelf != nullptr ? runtime_->targets->bytes() + runtime_->buffer_bytes() : 0;
}

Result<std::unique_ptr<Renderer>> Renderer::create(const RendererSetup& setup) {
  return VulkanRenderer::create(setup);
}

Result<std::unique_ptr<Renderer>> VulkanRenderer::create(const RendererSetup& setup) {
  auto instance = gpu::Instance::create(
      {.loader = {}, .validation = setup.validation, .noise = gpu::texture_table_noise()});
  if (!instance) {
    return std::unexpected(instance.error());
  }
  std::unique_ptr<VulkanRenderer> made(new VulkanRenderer);
  made->instance_.emplace(std::move(*instance));
  const bool any = setup.device_uuid == std::array<std::uint8_t, 16>{};
  const auto physical = made->instance_->choose(any ? std::string{} : gpu::uuid_text(setup.device_uuid));
  if (!physical) {
    return error(ErrorKind::unsupported, physical.error().message);
  }
  if (auto done = check_device((*physical)->facts); !done) {
    return about(gpu::describe((*physical)->identity), done.error());
  }
  auto device = gpu::Device::open(**physical);
  if (!device) {
    return std::unexpected(device.error());
  }
  made->device_.emplace(std::move(*device));
  if (auto done = made->make_retail_path(setup); !done) {
    return std::unexpected(done.error());
  }
  return made;
}

Result<void> VulkanRenderer::make_retail_path(const RendererSetup& setup) {
  auto samplers = Samplers::create(*device_);
  if (!samplers) {
    return about("the samplers", samplers.error());
  }
  samplers_.emplace(std::move(*samplers));
  auto layout = gpu::PipelineLayout::create(*device_, retail_shape(device_->facts()));
  if (!layout) {
    return about("the layout of sets 0 to 2", layout.error());
  }
  retail_layout_.emplace(std::move(*layout));
  if (makes(find_mistake(leak_mistakes, "leaks.layout-at-start"))) {
    auto early = gpu::PipelineLayout::create(*device_, pack_shape(device_->facts()));
    if (early) {
      auto kept = std::make_shared<gpu::PipelineLayout>(std::move(*early));
      shelf_->layout = kept;
      shelf_->queue.add(never, kept);
    }
  }
  auto pipelines = RetailPipelines::create(*device_, *retail_layout_);
  if (!pipelines) {
    return std::unexpected(pipelines.error());
  }
  pipelines_.emplace(std::move(*pipelines));
  auto table = TextureTable::create(*device_, *retail_layout_, *samplers_);
  if (!table) {
    return std::unexpected(table.error());
  }
  table_ = std::move(*table);
  auto targets = WorldTargets::create(*device_, *table_, *samplers_, setup.world, setup.output);
  if (!targets) {
    return std::unexpected(targets.error());
  }
  targets_ = std::move(*targets);
  for (std::uint32_t i = 0; i < std::max(setup.flights, 1U); ++i) {
    auto flight = Flight::create(*device_, *retail_layout_);
    if (!flight) {
      return about("a flight", flight.error());
    }
    flights_.push_back(std::move(*flight));
  }
  return {};
}

VulkanRenderer::~VulkanRenderer() {
  // What a driver that fails again and again still works with cannot be kept any longer.
  if (!finish()) {
    shelf_->queue.complete(serial_);
  }
}

Result<void> VulkanRenderer::set_scene(const rpcts_scene& scene) {
  if (auto settled = settle_table(); !settled) {
    return settled;
  }
  auto made = Scene::create(*device_, *retail_layout_, *table_, *samplers_, scene,
                            static_cast<std::uint32_t>(flights_.size()));
  if (!made) {
    return std::unexpected(made.error());
  }
  shelf_->queue.add(serial_, std::exchange(scene_, std::move(*made)));
  return {};
}

Result<std::unique_ptr<Runtime>> VulkanRenderer::prepare(const RuntimePlan& plan) {
  if (auto settled = settle_table(); !settled) {
    return std::unexpected(settled.error());
  }
  std::shared_ptr<const gpu::PipelineLayout> layout = shelf_->layout.lock();
  if (layout == nullptr) {
    auto made = gpu::PipelineLayout::create(*device_, pack_shape(device_->facts()));
    if (!made) {
      return about("the layout of sets 0 to 3", made.error());
    }
    layout = std::make_shared<const gpu::PipelineLayout>(std::move(*made));
  }
  auto made = PackRuntime::create({.device = *device_,
                                   .table = *table_,
                                   .samplers = *samplers_,
                                   .layout = layout,
                                   .flights = static_cast<std::uint32_t>(flights_.size())},
                                  plan);
  if (!made) {
    if (makes(find_mistake(leak_mistakes, "leaks.set-of-failed-activation"))) {
      auto set = gpu::DescriptorSet::create(*device_, *layout, pack_set);
      if (set) {
        shelf_->queue.add(never, std::make_shared<gpu::DescriptorSet>(std::move(*set)));
      }
    }
    return std::unexpected(made.error());
  }
  if (makes(find_mistake(leak_mistakes, "leaks.layout-stays"))) {
    shelf_->queue.add(never, std::const_pointer_cast<gpu::PipelineLayout>(layout));
  }
  if (makes(find_mistake(leak_mistakes, "leaks.slot-of-activation"))) {
    auto slot = table_->add(targets_->color.image, samplers_->linear_clamp.get(), SlotOwner::pack);
    if (slot) {
      shelf_->queue.add(never, std::make_shared<TableSlot>(std::move(*slot)));
    }
  }
  const std::shared_ptr<PackRuntime> runtime = std::move(*made);
  drop_gone(shelf_->runtimes);
  drop_gone(shelf_->target_sets);
  shelf_->layout = layout;
  shelf_->runtimes.push_back(runtime);
  shelf_->target_sets.push_back(runtime->targets);
  shelf_->in_use.push_back(runtime);
  return std::make_unique<RuntimeHandle>(shelf_, runtime.get());
}

Result<void> VulkanRenderer::replace_targets(Runtime& runtime, std::span<const TargetPlan> targets) {
  PackRuntime& body = *body_of(&runtime);
  if (auto done = body.check_replacement(targets); !done) {
    return done;
  }
  if (auto settled = settle_table(); !settled) {
    return settled;
  }
  if (makes(find_mistake(leak_mistakes, "leaks.targets-before-fence"))) {
    body.targets.reset();
  }
  auto made = PackTargets::create(*device_, *table_, *samplers_, targets);
  if (!made) {
    return std::unexpected(made.error());
  }
  drop_gone(shelf_->target_sets);
  shelf_->target_sets.push_back(*made);
  const bool stays = makes(find_mistake(leak_mistakes, "leaks.targets-of-resize"));
  shelf_->queue.add(stays ? never : body.last_serial, std::exchange(body.targets, std::move(*made)));
  return {};
}

Result<void> VulkanRenderer::resize(Size world, Size output) {
  if (auto settled = settle_table(); !settled) {
    return settled;
  }
  auto made = WorldTargets::create(*device_, *table_, *samplers_, world, output);
  if (!made) {
    return std::unexpected(made.error());
  }
  shelf_->queue.add(serial_, std::exchange(targets_, std::move(*made)));
  return {};
}

Result<void> VulkanRenderer::check_frame(const FrameValues& frame, const PackRuntime* runtime,
                                         std::span<const std::uint8_t> picture) const {
  if (scene_ == nullptr) {
    return error(ErrorKind::usage, "a frame without a scene");
  }
  if (!picture.empty() && picture.size() != targets_->readback.bytes().size()) {
    return error(ErrorKind::usage, fmt::format("{} bytes for a picture of {} x {}", picture.size(),
                                               targets_->output.width, targets_->output.height));
  }
  if (runtime != nullptr && frame.passes.size() != runtime->passes.size()) {
    return error(ErrorKind::usage, fmt::format("values of {} passes for a runtime with {}",
                                               frame.passes.size(), runtime->passes.size()));
  }
  return {};
}

Result<void> VulkanRenderer::wait_for(std::uint32_t flight) {
  const Result<std::uint64_t> done = flights_[flight].wait(*device_);
  if (!done) {
    return std::unexpected(done.error());
  }
  shelf_->queue.complete(*done);
  return {};
}

Result<void> VulkanRenderer::draw(const FrameValues& frame, Runtime* runtime,
                                  std::span<std::uint8_t> picture) {
  PackRuntime* const body = body_of(runtime);
  if (auto done = check_frame(frame, body, picture); !done) {
    return done;
  }
  const auto flight = static_cast<std::uint32_t>(serial_ % flights_.size());
  if (auto done = wait_for(flight); !done) {
    return about("preparing the world", done.error());
  }
  if (body != nullptr && makes(find_mistake(leak_mistakes, "leaks.fence-of-frame"))) {
    const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    std::ignore = vkCreateFence(device_->handle(), &info, nullptr, &fence);
  }
  const std::uint64_t writes = descriptor_writes(body);
  if (auto done = draw_on(flight, frame, body, !picture.empty()); !done) {
    return done;
  }
  last_frame_.frame_descriptor_writes = static_cast<std::uint32_t>(descriptor_writes(body) - writes);
  if (picture.empty()) {
    return {};
  }
  if (auto done = wait_for(flight); !done) {
    return about("observing the picture", done.error());
  }
  std::memcpy(picture.data(), targets_->readback.bytes().data(), picture.size());
  return {};
}

Result<void> VulkanRenderer::draw_on(std::uint32_t flight, const FrameValues& frame, PackRuntime* runtime,
                                     bool reads) {
  // The next frame of this flight publishes again, so that a failure has nothing to take back (RP-LIFE-030).
  if (auto done = scene_->publish_transforms(flight, frame.instances); !done) {
    return done;
  }
  flights_[flight].publish(lighting_of(frame, *scene_));
  if (runtime != nullptr) {
    runtime->publish(flight, frame.shadow, frame.passes);
  }
  const Result<VkCommandBuffer> commands = flights_[flight].begin(*device_);
  if (!commands) {
    return about("preparing the world", commands.error());
  }
  FrameRecord record{.commands = *commands,
                     .flight = flight,
                     .values = frame,
                     .scene = *scene_,
                     .targets = *targets_,
                     .retail = *pipelines_,
                     .retail_layout = *retail_layout_,
                     .uniforms = flights_[flight].uniforms(),
                     .uniform_offsets = flights_[flight].uniform_offsets(),
                     .table = table_->set(),
                     .runtime = runtime};
  const bool late = makes(find_mistake(order_mistakes, "order.cascades-after-world"));
  if (runtime != nullptr && runtime->shadow && frame.cascades > 0 && !late &&
      (runtime->last_serial == 0 || !makes(find_mistake(gate_mistakes, "gates.map-of-earlier-frame")))) {
    record_cascades(record);
  }
  if (runtime != nullptr && runtime->samples_normals()) {
    record_normals(record);
  }
  record_world(record);
  if (runtime != nullptr && runtime->shadow && frame.cascades > 0 && late) {
    record_cascades(record);
  }
  const std::size_t output = record_passes(record);
  if (reads) {
    record_readback(record, output);
  }
  if (auto done = flights_[flight].submit(*device_, serial_ + 1); !done) {
    return about(stages_of(record), done.error());
  }
  ++serial_;
  last_frame_.frame_fullscreen_passes = record.fullscreen_passes;
  last_frame_.frame_depth_passes = record.depth_passes;
  last_frame_.frame_view_mask = record.view_mask;
  last_drawn_.reset();
  if (runtime != nullptr) {
    runtime->last_serial = serial_;
    runtime->last_flight = flight;
    last_drawn_ = *std::ranges::find(shelf_->in_use, runtime, &std::shared_ptr<PackRuntime>::get);
  }
  return {};
}

Result<void> VulkanRenderer::finish() {
  bool waited = true;
  for (std::uint32_t flight = 0; flight < flights_.size(); ++flight) {
    waited = wait_for(flight).has_value() && waited;
  }
  if (!waited) {
    if (auto idle = device_->wait_idle(); !idle) {
      return about("before what was retired is released", idle.error());
    }
  }
  shelf_->queue.complete(serial_);
  return {};
}

Result<void> VulkanRenderer::settle_table() {
  return device_->facts().update_unused_while_pending ? Result<void>() : finish();
}

std::uint64_t VulkanRenderer::descriptor_writes(const PackRuntime* runtime) const {
  std::uint64_t count = table_->write_count() + scene_->write_count();
  for (const Flight& flight : flights_) {
    count += flight.write_count();
  }
  return count + (runtime != nullptr ? runtime->write_count() : 0);
}

std::vector<std::byte> VulkanRenderer::bound_block(const std::string& pass, int binding) const {
  const std::shared_ptr<PackRuntime> runtime = last_drawn_.lock();
  if (runtime == nullptr) {
    return {};
  }
  const auto found = std::ranges::find(runtime->passes, pass, &PackPassRecord::id);
  if (found == runtime->passes.end() || !found->recorded) {
    return {};
  }
  if (binding == RPCTS_BLOCK_PUSH) {
    const auto bytes = std::as_bytes(std::span(&found->push, 1));
    return {bytes.begin(), bytes.end()};
  }
  return binding > 0 ? runtime->block(*found, static_cast<std::uint32_t>(binding)) : std::vector<std::byte>{};
}

rpcts_ledger VulkanRenderer::ledger() const {
  rpcts_ledger ledger = last_frame_;
  ledger.size = sizeof(ledger);
  ledger.pack_texture_slots = table_->count(SlotOwner::pack);
  ledger.set3_layouts = shelf_->layout.expired() ? 0 : 1;
  for (const std::weak_ptr<PackRuntime>& item : shelf_->runtimes) {
    if (const std::shared_ptr<PackRuntime> runtime = item.lock()) {
      ledger.pack_pipelines += runtime->pipeline_count();
      ledger.pack_buffers += runtime->buffer_count();
      ledger.set3_sets += runtime->set_count();
      ledger.pack_bytes += runtime->buffer_bytes();
    }
  }
  for (const std::weak_ptr<PackTargets>& item : shelf_->target_sets) {
    if (const std::shared_ptr<PackTargets> set = item.lock()) {
      ledger.pack_images += static_cast<std::uint32_t>(set->targets.size());
      ledger.pack_bytes += set->bytes();
    }
  }
  return ledger;
}

std::vector<std::string> VulkanRenderer::drain_validation() {
  std::vector<std::string> said;
  for (const gpu::ValidationMessage& message : instance_->log()->drain()) {
    said.push_back(fmt::format("{}: {}", message.id, message.text));
  }
  return said;
}

}  // namespace rpcts::reference
