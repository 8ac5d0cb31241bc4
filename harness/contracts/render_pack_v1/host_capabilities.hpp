#pragma once

// What a host on a device offers to a pack: capabilities and limits, section C.15.

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/base/device_facts.hpp"
#include "harness/contracts/render_pack_v1/vocabulary.hpp"

namespace rpcts::render_pack_v1 {

struct CapabilityVerdict {
  RenderCapability capability{};
  bool offered = false;
  std::string_view missing;  ///< what stands in the way; empty when offered
};

/// C.15. Limits in bytes, pixels and layers.
struct HostLimits {
  std::int64_t resident_bytes = 0;
  std::int64_t transient_bytes = 0;
  std::uint32_t image_dimension = 0;
  std::uint32_t image_layers = 0;
};

/// One verdict for each capability of A.2, in ordinal order.
[[nodiscard]] std::vector<CapabilityVerdict> host_capabilities(const DeviceFacts& facts);

[[nodiscard]] HostLimits host_limits(const DeviceFacts& facts);

}  // namespace rpcts::render_pack_v1
