#pragma once

// Which pack is active, section F: the state machine between a user's wish and what frames are drawn with.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/host/candidate.hpp"

namespace rpcts::reference {

enum class ActivationState : std::int32_t {
  retail = RPCTS_STATE_RETAIL,
  candidate_pending = RPCTS_STATE_CANDIDATE_PENDING,
  active = RPCTS_STATE_ACTIVE,
  failed_to_retail = RPCTS_STATE_FAILED_TO_RETAIL,
};

/// Used by one thread. `catalogue` and `device` outlive it. The renderer of a call is that of the calls
/// before, until release() has been called. A call between two frames counts as one at the boundary between
/// them. Errors of calls are no failures of a pack (RP-LIFE-021): what was being prepared is gone with the
/// wish for it, and what is active stays.
class Activation {
 public:
  Activation(const Catalogue& catalogue, const DeviceProfile& device)
      : catalogue_(catalogue), device_(device) {}

  /// RP-LIFE-010 and 011: records the wish. An explicit choice clears the memory of its earlier failure
  /// (RP-LIFE-019); retail chosen after a failure clears the failure.
  void request(PackSelection selection, bool explicit_choice);

  /// The boundary before a frame: withdrawn packs go, a wish is planned, what was prepared is published or
  /// fails. With `settle` what is planned is also prepared here and now.
  [[nodiscard]] Result<void> at_boundary(Renderer& renderer, FrameSizes sizes, bool settle);

  /// After a frame: automatic quality sees it, and a planned candidate is prepared beside what is active; its
  /// outcome waits for the next boundary.
  [[nodiscard]] Result<void> after_frame(Renderer& renderer, FrameSizes sizes, float gpu_milliseconds,
                                         float cpu_milliseconds, bool stable);

  /// RP-LIFE-018 and 030: the whole pack goes, the selection becomes retail.
  void fail(Renderer& renderer, std::string reason);

  /// RP-LIFE-042, after the renderer has the new sizes. On an Error, a lost device, the pack has its old
  /// targets.
  [[nodiscard]] Result<void> resize(Renderer& renderer, FrameSizes sizes);

  /// RP-LIFE-044: what automatic quality has counted belongs to the session that ended.
  void reconnect();

  /// RP-LIFE-046: everything on the device goes; what was selected is wished for again, and the generation
  /// starts anew.
  void release(Renderer& renderer);

  [[nodiscard]] ActivationState state() const { return state_; }
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  /// Of failed_to_retail; else empty.
  [[nodiscard]] const std::string& reason() const { return reason_; }

  /// What frames are drawn with; null for retail.
  [[nodiscard]] Runtime* runtime() const { return active_ ? active_->prepared.runtime.get() : nullptr; }
  [[nodiscard]] const PackFacts* facts() const { return active_ ? &active_->prepared.facts : nullptr; }
  [[nodiscard]] const PlannedPack* pack() const { return active_ ? &active_->planned : nullptr; }

 private:
  struct Active {
    PlannedPack planned;
    PreparedPack prepared;
  };
  struct Candidate {
    PlannedPack planned;
    FrameSizes sizes;  ///< that it was prepared for
    std::optional<std::expected<PreparedPack, NotMade>> outcome;
  };
  struct Failure {
    PackSelection selection;
    std::uint64_t registration;
    std::string reason;
  };

  void drop_withdrawn(Renderer& renderer);
  void take_wish(Renderer& renderer, FrameSizes sizes);
  Result<void> prepare(Renderer& renderer, FrameSizes sizes);
  void discard_outcome(Renderer& renderer);
  void discard_candidate(Renderer& renderer);
  void apply_outcome(Renderer& renderer);
  void retire_active(Renderer& renderer);
  void fail(Renderer& renderer, const PackSelection& selection, const Registration* registration,
            std::string reason);
  void move_to(QualityLevel level);
  [[nodiscard]] const Failure* remembered(const PackSelection& selection,
                                          const Registration& registration) const;

  const Catalogue& catalogue_;
  const DeviceProfile& device_;
  ActivationState state_ = ActivationState::retail;
  std::uint64_t generation_ = 0;
  std::string reason_;
  PackSelection selection_;
  std::optional<PackSelection> wish_;
  std::optional<Candidate> candidate_;
  std::optional<Active> active_;
  std::vector<Failure> failures_;
};

}  // namespace rpcts::reference
