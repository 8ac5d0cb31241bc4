#include "harness/reference/host/host.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/reference/host/availability.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/availability.hpp"
#include "harness/reference/mistakes/discovery.hpp"
#include "harness/reference/mistakes/leaks.hpp"
#include "harness/reference/mistakes/state.hpp"
#include "harness/reference/values/frame_facts.hpp"

namespace rpcts::reference {
namespace {

constexpr std::uint32_t default_flights = 2;

FrameSizes sizes_of(Size world, Size output) {
  return {.world = world, .output = output.width == 0 || output.height == 0 ? world : output};
}

Result<void> check_size(Size world) {
  if (world.width == 0 || world.height == 0) {
    return error(ErrorKind::usage,
                 fmt::format("the main world is {}x{}; give it pixels", world.width, world.height));
  }
  return {};
}

/// What the frames of a scene need of its instances.
Result<void> check_instances(const rpcts_frame& frame, const rpcts_scene& scene) {
  if (frame.instances != nullptr && frame.instance_count != scene.instance_count) {
    return error(ErrorKind::usage,
                 fmt::format("rpcts_frame::instances has {} transforms; the scene has {} instances",
                             frame.instance_count, scene.instance_count));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Host>> Host::open(const rpcts_setup& setup, RendererFactory factory) {
  const Size world{setup.width, setup.height};
  if (Result<void> checked = check_size(world); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  std::unique_ptr<Host> host(
      new Host(setup, std::move(factory), sizes_of(world, {setup.output_width, setup.output_height})));
  if (Result<void> opened = host->open_renderer(); !opened) {
    return std::unexpected(std::move(opened.error()));
  }
  return host;
}

Host::Host(const rpcts_setup& setup, RendererFactory factory, FrameSizes sizes)
    : setup_(setup), factory_(std::move(factory)), sizes_(sizes) {
  drawn_pack_.reserve(render_pack_v1::maximum_id_characters);
  drawn_preset_.reserve(render_pack_v1::maximum_id_characters);
}

Host::~Host() {
  if (renderer_ != nullptr) {
    activation_.release(*renderer_);
    std::ignore = renderer_->finish();
  }
}

Result<void> Host::open_renderer() {
  RendererSetup setup{.world = sizes_.world,
                      .output = sizes_.output,
                      .flights = setup_.flights == 0 ? default_flights : setup_.flights};
  std::ranges::copy(setup_.device_uuid, setup.device_uuid.begin());
  Result<std::unique_ptr<Renderer>> renderer = factory_(setup);
  if (!renderer) {
    return std::unexpected(std::move(renderer.error()));
  }
  Result<DeviceProfile> profile = device_profile((*renderer)->facts(), setup_);
  if (!profile) {
    return std::unexpected(std::move(profile.error()));
  }
  profile_ = *profile;
  renderer_ = *std::move(renderer);
  return {};
}

Result<void> Host::check_ready() const {
  if (renderer_ == nullptr) {
    return error(ErrorKind::failed, "this host has no device any more: it could not be made again");
  }
  if (!scene_) {
    return error(ErrorKind::usage, "no scene has been set; call set_scene first");
  }
  return {};
}

Result<void> Host::set_scene(const rpcts_scene& scene) {
  if (renderer_ == nullptr) {
    return check_ready();
  }
  Result<SceneCopy> copy = SceneCopy::of(scene);
  if (!copy) {
    return std::unexpected(std::move(copy.error()));
  }
  if (Result<void> set = renderer_->set_scene(copy->scene()); !set) {
    return set;
  }
  scene_ = *std::move(copy);
  return {};
}

Result<void> Host::register_pack(const std::filesystem::path& folder) {
  if (renderer_ != nullptr && makes(find_mistake(discovery_mistakes, "discovery.layout-at-registration"))) {
    if (auto made = renderer_->prepare({})) {
      std::ignore = made->release();
    }
  }
  return catalogue_.add(folder, profile_);
}

Result<void> Host::withdraw_pack(std::string_view id) {
  if (!catalogue_.withdraw(id)) {
    return error(ErrorKind::usage, fmt::format("no pack {} is registered", rpcts::quoted(id)));
  }
  return {};
}

PackAvailability Host::availability(std::string_view pack, std::string_view preset) const {
  const RegistrationPtr registration = catalogue_.find(pack);
  if (registration == nullptr) {
    return {.reason = fmt::format("no pack {} is registered", rpcts::quoted(pack))};
  }
  if (!registration->refusal.empty()) {
    return {.reason = registration->refusal};
  }
  const render_pack_v1::Descriptor& descriptor = registration->descriptor();
  const render_pack_v1::QualityPreset* declared = find_id(descriptor.quality_presets, preset);
  if (declared == nullptr) {
    return {.pack_compatible = true,
            .reason = fmt::format("pack {} has no preset {}", rpcts::quoted(pack), rpcts::quoted(preset))};
  }
  if (const auto refused = preset_refusal(descriptor, *declared, profile_)) {
    return {.pack_compatible = true,
            .reason = makes(find_mistake(availability_mistakes, "availability.reason-of-preset-lost"))
                          ? std::string()
                          : refused->text()};
  }
  if (makes(find_mistake(availability_mistakes, "availability.pack-goes-with-preset"))) {
    for (const render_pack_v1::QualityPreset& other : descriptor.quality_presets) {
      if (const auto refused = preset_refusal(descriptor, other, profile_)) {
        return {.reason = refused->text()};
      }
    }
  }
  return {.pack_compatible = true, .preset_available = true, .reason = {}};
}

Result<void> Host::render(const rpcts_frame& frame, std::span<std::uint8_t> picture) {
  if (Result<void> ready = check_ready(); !ready) {
    return ready;
  }
  if (Result<void> checked = check_frame(frame); !checked) {
    return checked;
  }
  if (Result<void> checked = check_instances(frame, scene_->scene()); !checked) {
    return checked;
  }
  if (Result<void> bounded =
          activation_.at_boundary(*renderer_, sizes_, (frame.flags & RPCTS_FRAME_SETTLE) != 0);
      !bounded) {
    return bounded;
  }
  if (Result<void> drawn = draw(frame, picture); !drawn) {
    return drawn;
  }
  if (Result<void> prepared =
          activation_.after_frame(*renderer_, sizes_, frame.gpu_milliseconds, frame.cpu_milliseconds,
                                  (frame.flags & RPCTS_FRAME_UNSTABLE) == 0);
      !prepared) {
    return prepared;
  }
  if (const std::vector<std::string> said = renderer_->drain_validation(); !said.empty()) {
    return error(ErrorKind::failed, fmt::format("the validation layer says: {}", fmt::join(said, " | ")));
  }
  return {};
}

Result<void> Host::draw(const rpcts_frame& frame, std::span<std::uint8_t> picture) {
  seconds_ += std::clamp(frame.delta_seconds, 0.0F, 1.0F);
  if (const PackFacts* facts = activation_.facts()) {
    frame_.reserve(facts->passes.size());
  }
  Result<void> drawn = renderer_->draw(frame_.evaluate(frame, sizes_.world, activation_.facts(), seconds_),
                                       activation_.runtime(), picture);
  if (!drawn && activation_.runtime() != nullptr && drawn.error().kind != ErrorKind::lost) {
    // RP-LIFE-030: the pack goes, and this very frame still shows a world.
    std::string why = fmt::format("pack {}: {}", rpcts::quoted(activation_.pack()->registration->id),
                                  drawn.error().message);
    if (!makes(find_mistake(state_mistakes, "state.failing-pack-goes-on"))) {
      activation_.fail(*renderer_, why);
    }
    if (makes(find_mistake(state_mistakes, "state.failing-frame-is-lost"))) {
      std::ranges::fill(picture, std::uint8_t{0});
      ++frames_;
      note_drawn();
      return {};
    }
    drawn = renderer_->draw(frame_.evaluate(frame, sizes_.world, nullptr, seconds_), nullptr, picture);
    if (!drawn) {
      return error(drawn.error().kind,
                   fmt::format("{}; retail in its place: {}", why, drawn.error().message));
    }
  }
  if (!drawn) {
    return drawn;
  }
  ++frames_;
  note_drawn();
  return {};
}

void Host::note_drawn() {
  if (const PlannedPack* pack = activation_.pack()) {
    drawn_pack_ = pack->registration->id;
    drawn_preset_ = pack->preset->id;
  } else {
    drawn_pack_.clear();
    drawn_preset_.clear();
  }
}

Result<void> Host::resize(Size world, Size output) {
  if (renderer_ == nullptr) {
    return check_ready();
  }
  if (Result<void> checked = check_size(world); !checked) {
    return checked;
  }
  const FrameSizes sizes = sizes_of(world, output);
  if (Result<void> resized = renderer_->resize(sizes.world, sizes.output); !resized) {
    return resized;
  }
  if (Result<void> resized = activation_.resize(*renderer_, sizes); !resized) {
    // A device that is really gone has nothing of the old sizes either; the next one is made with them.
    std::ignore = renderer_->resize(sizes_.world, sizes_.output);
    return resized;
  }
  sizes_ = sizes;
  return {};
}

Result<void> Host::reconnect() {
  if (renderer_ == nullptr) {
    return check_ready();
  }
  activation_.reconnect();
  return renderer_->finish();  // RP-LIFE-044: nothing of the session survives its fences
}

Result<void> Host::recreate_device() {
  if (renderer_ != nullptr) {
    activation_.release(*renderer_);
    std::ignore = renderer_->finish();  // the device may be a lost one
    if (makes(find_mistake(leak_mistakes, "leaks.device-of-recreation"))) {
      std::ignore = renderer_.release();
    }
    renderer_.reset();
  }
  if (Result<void> opened = open_renderer(); !opened) {
    return opened;
  }
  if (Result<void> set = scene_ ? renderer_->set_scene(scene_->scene()) : Result<void>(); !set) {
    renderer_.reset();
    return set;
  }
  return {};
}

Result<std::vector<std::byte>> Host::bound_block(const std::string& pass, int binding) const {
  if (renderer_ == nullptr) {
    return std::unexpected(check_ready().error());
  }
  return renderer_->bound_block(pass, binding);
}

Result<rpcts_ledger> Host::ledger() const {
  if (renderer_ == nullptr) {
    return std::unexpected(check_ready().error());
  }
  return renderer_->ledger();
}

}  // namespace rpcts::reference
