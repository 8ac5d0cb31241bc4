#include "harness/reference/host/device_profile.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "harness/reference/mistakes/availability.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderCapability;

constexpr std::size_t capability_count = render_pack_v1::Vocabulary<RenderCapability>::members.size();

/// The lower of the two, where 0 stands for "no other than the device's".
template <class Number>
Number limited(Number of_device, Number wanted) {
  return wanted == 0 ? of_device : std::min(of_device, wanted);
}

}  // namespace

Result<DeviceProfile> device_profile(const DeviceFacts& facts, const rpcts_setup& setup) {
  if ((setup.withheld_capabilities >> capability_count) != 0) {
    return error(ErrorKind::unsupported,
                 fmt::format("withheld_capabilities is {:#x}; capabilities are the bits 0 to {}",
                             setup.withheld_capabilities, capability_count - 1));
  }
  DeviceFacts lesser = facts;
  lesser.maximum_image_dimension = limited(facts.maximum_image_dimension, setup.max_image_dimension);
  lesser.maximum_image_layers = limited(facts.maximum_image_layers, setup.max_image_layers);
  lesser.device_local_bytes = limited(facts.device_local_bytes, setup.device_local_bytes);
  DeviceProfile profile;
  for (const render_pack_v1::CapabilityVerdict& verdict : render_pack_v1::host_capabilities(lesser)) {
    profile.capabilities.capabilities.set(static_cast<std::size_t>(verdict.capability), verdict.offered);
  }
  profile.capabilities.capabilities.set(static_cast<std::size_t>(RenderCapability::SceneNormalSampling),
                                        facts.hdr_color);
  // D.8: the casters of every pack address their transforms by draw parameters.
  if (!facts.draw_parameters) {
    profile.capabilities.capabilities.reset(
        static_cast<std::size_t>(RenderCapability::OutdoorDirectionalShadowCasterReplay));
  }
  for (std::size_t i = 0; i < capability_count; ++i) {
    if ((setup.withheld_capabilities >> i & 1U) != 0) {
      profile.capabilities.capabilities.reset(i);
    }
  }
  profile.limits = render_pack_v1::host_limits(lesser);
  if (makes(find_mistake(availability_mistakes, "availability.half-of-the-memory"))) {
    profile.limits.resident_bytes /= 2;
  }
  return profile;
}

}  // namespace rpcts::reference
