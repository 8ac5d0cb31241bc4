#include "harness/contracts/render_pack_v1/host_capabilities.hpp"

#include <algorithm>

#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// What a capability asks of the device; empty when the device has it.
std::string_view missing_for(RenderCapability capability, const DeviceFacts& facts) {
  switch (capability) {
    case RenderCapability::FullscreenPasses:
    case RenderCapability::AuthoredSunDirection:
    case RenderCapability::AuthoredCelestialDirectionalLight:
    case RenderCapability::AuthoredSunScreenPosition:
    case RenderCapability::AuthoredWeather:
    case RenderCapability::OutdoorDirectionalShadowCasterReplay:
    case RenderCapability::AnimatedCasterTransforms:
    case RenderCapability::AlphaCutoutShadowCasters:
      return {};
    case RenderCapability::MainWorldColorIntermediate:
      return facts.hdr_color ? "" : "RGBA16F cannot be rendered to, sampled and filtered linearly";
    case RenderCapability::SceneDepthSampling:
    case RenderCapability::DirectionalShadowMaps:
      return facts.sampled_depth ? "" : "depth images cannot be rendered to and sampled";
    case RenderCapability::GpuTimestampQueries:
      return facts.timestamps ? "" : "the graphics queue has no timestamps";
    case RenderCapability::MultiviewDirectionalShadowCascades:
      return facts.multiview ? "" : "the multiview feature is missing";
    case RenderCapability::SceneNormalSampling:
      return "no host of v1 offers it";
  }
  return "not a capability of v1";
}

std::int64_t share_of(std::uint64_t device_local_bytes, std::int64_t ceiling) {
  const std::uint64_t share = device_local_bytes / device_local_divisor;
  return static_cast<std::int64_t>(std::min(share, static_cast<std::uint64_t>(ceiling)));
}

}  // namespace

std::vector<CapabilityVerdict> host_capabilities(const DeviceFacts& facts) {
  std::vector<CapabilityVerdict> verdicts;
  const std::size_t count = Vocabulary<RenderCapability>::members.size();
  verdicts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto capability = static_cast<RenderCapability>(i);
    const std::string_view missing = missing_for(capability, facts);
    verdicts.push_back({.capability = capability, .offered = missing.empty(), .missing = missing});
  }
  return verdicts;
}

HostLimits host_limits(const DeviceFacts& facts) {
  return {.resident_bytes = share_of(facts.device_local_bytes, maximum_resident_bytes),
          .transient_bytes = share_of(facts.device_local_bytes, maximum_transient_bytes),
          .image_dimension = facts.maximum_image_dimension,
          .image_layers = facts.maximum_image_layers};
}

}  // namespace rpcts::render_pack_v1
