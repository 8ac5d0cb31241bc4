#pragma once

// A host that is watched call by call, and the events in which one of its calls fails.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::render_pack_v1 {

/// What happens while the call fails.
enum class FailureEvent : std::uint8_t {
  activation,     ///< from retail
  frame,          ///< with the pack active
  preset_change,  ///< to another preset of the active pack
  resize,         ///< with the pack active
  deactivation,   ///< the user selects retail
};

/// How it fails.
enum class FailureKind : std::uint8_t {
  driver,      ///< the call answers VK_ERROR_INITIALIZATION_FAILED: a failure of the pack
  memory,      ///< it answers out of host or device memory, by turns
  allocation,  ///< an allocation of the driver gives no memory
};

struct FailurePlan {
  std::string base;    ///< "full"
  std::string preset;  ///< that is active, or becomes so
  std::string other;   ///< of preset_change
  FailureEvent event = FailureEvent::activation;
  FailureKind kind = FailureKind::driver;
};

/// What came of one failure.
struct FailureOutcome {
  bool injected = false;             ///< false: the event has fewer calls
  std::uint64_t counted = 0;         ///< calls of the event, where none failed
  std::string command{};             ///< that failed
  bool tolerated = false;            ///< the event went well all the same
  std::vector<std::string> wrong{};  ///< what the contract forbids; empty = survived
};

/// One host with one base pack. Used by one thread.
class FailureRig {
 public:
  /// Warms the host up: what the event needs has been done once, so that whatever is kept for good exists.
  /// ErrorKind::unsupported where nothing watches the implementation or the preset is not available.
  [[nodiscard]] static Result<FailureRig> open(PictureSet& set,
                                               implementation::Implementation& implementation,
                                               FailurePlan plan);

  /// Does the event while its nth call, 1-based, fails, and looks at what is left. An Error when the host
  /// cannot be used any more.
  [[nodiscard]] Result<FailureOutcome> attempt(std::uint64_t nth);

 private:
  /// What the call of the event answered.
  struct Answer {
    Result<void> call;
    std::optional<implementation::Picture> picture{};
  };

  FailureRig(PictureSet& set, FailurePlan plan, const ProbePack& pack, implementation::Host host);

  [[nodiscard]] Result<void> warm_up();
  [[nodiscard]] Result<implementation::Picture> draw(bool large = false);
  [[nodiscard]] Result<void> select(const std::string& preset);
  /// The preset, active after a frame, whose picture it returns.
  [[nodiscard]] Result<implementation::Picture> activate(const std::string& preset);
  /// Retail, and everything that was used has come to rest.
  [[nodiscard]] Result<implementation::Picture> rest(bool large = false);
  [[nodiscard]] Answer happen();
  void judge(const Answer& answer, const implementation::State& state, FailureOutcome& outcome) const;

  PictureSet* set_;
  FailurePlan plan_;
  const ProbePack* pack_;
  implementation::Host host_;
  observer::Observer* observer_;
  rpcts_frame frame_;
  rpcts_frame large_frame_;
  implementation::Picture retail_;
  implementation::Picture active_;
  implementation::Picture after_;         ///< of the event that goes well
  implementation::Picture retail_after_;  ///< retail at the size that holds then
  observer::Snapshot baseline_;
};

}  // namespace rpcts::render_pack_v1
