#include "conformance/render_pack_v1/host_rig.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::size_t kept_hosts = 3;

std::string key_of(const Choice& choice) {
  std::string key = fmt::format("{}\n{}\n", choice.pack->folder.string(), choice.preset);
  for (const auto& [setting, value] : choice.values) {
    key += fmt::format("{}={}\n", setting, value);
  }
  return key;
}

/// All facts of the frame: of the transforms what they are, not where they stand.
std::string bytes_of(const rpcts_frame& frame) {
  rpcts_frame facts = frame;
  facts.instances = nullptr;
  const std::size_t transforms = frame.instances == nullptr ? 0 : frame.instance_count * 16 * sizeof(float);
  std::string bytes(sizeof(facts) + transforms, '\0');
  std::memcpy(bytes.data(), &facts, sizeof(facts));
  if (transforms > 0) {
    std::memcpy(bytes.data() + sizeof(facts), frame.instances, transforms);
  }
  return bytes;
}

Result<void> check_active(implementation::Host& host, const Choice& choice) {
  const Result<implementation::State> state = host.state();
  if (!state) {
    return std::unexpected(state.error());
  }
  const std::string& pack = choice.pack->descriptor.id;
  if (state->state != RPCTS_STATE_ACTIVE || state->pack != pack) {
    return error(
        ErrorKind::failed,
        fmt::format("{}, preset {}, is not active after a frame: state {}, drawn with '{}', reason '{}'",
                    pack, choice.preset, state->state, state->pack, state->reason));
  }
  return {};
}

}  // namespace

Result<rpcts_setup> HostRig::setup(const HostSetup& wanted) const {
  const auto uuid = source_->device_uuid();
  if (!uuid) {
    return std::unexpected(uuid.error());
  }
  rpcts_setup made{};
  made.size = sizeof(made);
  made.width = wanted.world.width;
  made.height = wanted.world.height;
  made.output_width = wanted.output.width;
  made.output_height = wanted.output.height;
  made.withheld_capabilities = wanted.withheld_capabilities;
  made.max_image_dimension = wanted.max_image_dimension;
  made.max_image_layers = wanted.max_image_layers;
  made.device_local_bytes = wanted.device_local_bytes;
  std::ranges::copy(*uuid, made.device_uuid);
  return made;
}

Result<implementation::Host> HostRig::open(implementation::Implementation& implementation,
                                           const HostSetup& wanted) const {
  const Result<rpcts_setup> made = setup(wanted);
  if (!made) {
    return std::unexpected(made.error());
  }
  Result<implementation::Host> host = implementation.create_host(*made);
  if (!host) {
    return host;
  }
  if (auto done = host->set_scene(scene_.view()); !done) {
    return std::unexpected(done.error());
  }
  return host;
}

Result<HostRig::Warm*> HostRig::warm(implementation::Implementation& implementation, WorldSize size) {
  ++clock_;
  if (const auto found = hosts_.find(size); found != hosts_.end()) {
    found->second.used = clock_;
    return &found->second;
  }
  while (hosts_.size() >= kept_hosts) {
    hosts_.erase(std::ranges::min_element(hosts_, {}, [](const auto& one) { return one.second.used; }));
  }
  Result<implementation::Host> host = open(implementation, {.world = size});
  if (!host) {
    return std::unexpected(host.error());
  }
  const auto added = hosts_.emplace(size, Warm{.host = std::move(*host), .used = clock_});
  return &added.first->second;
}

Result<void> HostRig::register_pack(implementation::Implementation& implementation, WorldSize size,
                                    const ProbePack& pack) {
  Result<Warm*> one = warm(implementation, size);
  if (!one) {
    return std::unexpected(one.error());
  }
  const std::string folder = pack.folder.string();
  if (!(*one)->registered.contains(folder)) {
    if (auto done = (*one)->host.register_pack(folder); !done) {
      retire(size);
      return done;
    }
    (*one)->registered.emplace(folder, pack.scratch);
  }
  return {};
}

Result<void> HostRig::withdraw(implementation::Implementation& implementation, WorldSize size,
                               const ProbePack& pack) {
  const auto found = hosts_.find(size);
  if (found == hosts_.end() || !found->second.registered.contains(pack.folder.string())) {
    return {};
  }
  last_picture_.reset();
  Result<implementation::Host*> host = retail(implementation, size);
  if (!host) {
    return std::unexpected(host.error());
  }
  if (auto done = (*host)->withdraw_pack(pack.descriptor.id); !done) {
    retire(size);
    return done;
  }
  found->second.registered.erase(pack.folder.string());
  return {};
}

Result<HostRig::Warm*> HostRig::chosen(implementation::Implementation& implementation, WorldSize size,
                                       const Choice& choice) {
  if (auto known = register_pack(implementation, size, *choice.pack); !known) {
    return std::unexpected(known.error());
  }
  Result<Warm*> one = warm(implementation, size);
  if (!one || (*one)->selected == key_of(choice)) {
    return one;
  }
  // A device that lacks what the pack requires is no fault of the implementation.
  const auto available = (*one)->host.availability(choice.pack->descriptor.id, choice.preset);
  if (!available) {
    retire(size);
    return std::unexpected(available.error());
  }
  if (!available->pack_compatible || !available->preset_available) {
    return error(ErrorKind::unsupported,
                 fmt::format("{}, preset {}, is not available: {}", choice.pack->descriptor.id, choice.preset,
                             available->reason));
  }
  const auto done = (*one)->host.select({.pack = choice.pack->descriptor.id,
                                         .preset = choice.preset,
                                         .version = {},
                                         .overrides = choice.values,
                                         .explicit_choice = true});
  if (!done) {
    retire(size);
    return std::unexpected(done.error());
  }
  (*one)->selected = key_of(choice);
  return one;
}

Result<implementation::Host*> HostRig::prepare(implementation::Implementation& implementation, WorldSize size,
                                               const Choice& choice, const rpcts_frame& frame) {
  Result<Warm*> one = chosen(implementation, size, choice);
  if (!one) {
    return std::unexpected(one.error());
  }
  rpcts_frame settled = frame;
  settled.flags |= RPCTS_FRAME_SETTLE;
  auto done = (*one)->host.run_frame(settled);
  if (done) {
    done = check_active((*one)->host, choice);
  }
  if (!done) {
    retire(size);
    return std::unexpected(done.error());
  }
  return &(*one)->host;
}

Result<implementation::Host*> HostRig::retail(implementation::Implementation& implementation,
                                              WorldSize size) {
  Result<Warm*> one = warm(implementation, size);
  if (!one) {
    return std::unexpected(one.error());
  }
  if (!(*one)->selected.empty()) {
    if (auto done = (*one)->host.select({.pack = {}, .preset = {}}); !done) {
      retire(size);
      return std::unexpected(done.error());
    }
    (*one)->selected.clear();
  }
  return &(*one)->host;
}

Result<implementation::Picture> HostRig::render(implementation::Implementation& implementation,
                                                WorldSize size, const Choice& choice,
                                                const rpcts_frame& frame) {
  const std::string key = fmt::format("{}x{}\n{}", size.width, size.height, key_of(choice)) + bytes_of(frame);
  if (last_picture_ && key == last_key_) {
    return *last_picture_;
  }
  Result<Warm*> one = chosen(implementation, size, choice);
  if (!one) {
    return std::unexpected(one.error());
  }
  rpcts_frame settled = frame;
  settled.flags |= RPCTS_FRAME_SETTLE;
  Result<implementation::Picture> picture = (*one)->host.render(settled);
  if (!picture) {
    retire(size);
    return picture;
  }
  if (auto active = check_active((*one)->host, choice); !active) {
    retire(size);
    return std::unexpected(active.error());
  }
  last_key_ = key;
  last_picture_ = *picture;
  return picture;
}

}  // namespace rpcts::render_pack_v1
