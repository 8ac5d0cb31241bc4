#pragma once

// Ways to record the depth passes of the cascades (E.9) beside that of the reference, and the bare loop: the
// same Vulkan calls as the reference makes, without anything between them.

#include <cstdint>
#include <memory>

#include "bench/render_pack_v1/rig.hpp"

namespace rpcts::bench {

enum class CascadeWay : std::uint8_t {
  bare,         ///< the calls of the reference, one after another
  secondaries,  ///< a secondary command buffer for each cascade
  threads_2,    ///< secondaries, recorded by two threads that share the cascades out
  threads_4,    ///< likewise by four
  indirect,     ///< one indirect call for all opaque casters and one for all cutout ones
};

/// Records all cascades into a primary command buffer. Used by one thread; may have threads of its own.
class CascadeRecorder {
 public:
  /// Error `unsupported`: what the way needs and the device lacks.
  [[nodiscard]] static Result<std::shared_ptr<CascadeRecorder>> create(
      const Rig& rig, CascadeWay way, const std::shared_ptr<reference::Scene>& scene,
      const std::shared_ptr<reference::PackRuntime>& runtime);
  virtual ~CascadeRecorder() = default;
  virtual void record(const reference::FrameRecord& frame) = 0;
};

}  // namespace rpcts::bench
