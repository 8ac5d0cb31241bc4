#pragma once

// What the reference offers to packs on its device, and as which lesser device a case wants it to behave.

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_capabilities.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::reference {

struct DeviceProfile {
  render_pack_v1::HostProfile capabilities;
  render_pack_v1::HostLimits limits;
};

/// C.15, with SceneNormalSampling (OQ-11: the renderer draws normals), without caster replay on a device that
/// has no draw parameters, less what the set-up withholds; limits are the lower of the device's and the
/// set-up's. ErrorKind::unsupported for a capability bit outside A.2.
[[nodiscard]] Result<DeviceProfile> device_profile(const DeviceFacts& facts, const rpcts_setup& setup);

}  // namespace rpcts::reference
