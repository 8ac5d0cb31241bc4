#pragma once

// What the cases of a host share: the probe packs, the rig, and the frame that a case looks at.

#include <filesystem>
#include <memory>

#include "conformance/implementation_source.hpp"
#include "conformance/render_pack_v1/host_rig.hpp"
#include "conformance/render_pack_v1/probe_pack.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// One per worker, used by one thread.
struct ProbeSet {
  std::shared_ptr<ImplementationSource> source;
  HostRig rig;
  ProbePack full;
  ProbePack fused;
  ProbePack shadow;
  ProbePack custom;
};

/// ErrorKind::failed when a probe pack cannot be read.
[[nodiscard]] Result<std::shared_ptr<ProbeSet>> load_probe_set(std::shared_ptr<ImplementationSource> source,
                                                               const std::filesystem::path& data);

}  // namespace rpcts::render_pack_v1
