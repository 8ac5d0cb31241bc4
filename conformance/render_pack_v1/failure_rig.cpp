#include "conformance/render_pack_v1/failure_rig.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/scene.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Host;
using implementation::Picture;
using implementation::State;

constexpr WorldSize small{48, 32};
constexpr WorldSize large{64, 40};
/// Frames until nothing that was retired is in flight any more: more than hosts keep in flight.
constexpr int frames_to_rest = 4;

rpcts_frame still_frame(WorldSize size) {
  rpcts_frame frame = scene_frame(SceneCamera{}, size.width, size.height);
  // A picture is to be the same whenever it is drawn.
  frame.delta_seconds = 0;
  frame.flags |= RPCTS_FRAME_SETTLE;
  return frame;
}

std::string_view name_of_state(int state) {
  switch (state) {
    case RPCTS_STATE_RETAIL:
      return "Retail";
    case RPCTS_STATE_CANDIDATE_PENDING:
      return "CandidatePending";
    case RPCTS_STATE_ACTIVE:
      return "Active";
    default:
      return "FailedToRetail";
  }
}

}  // namespace

FailureRig::FailureRig(PictureSet& set, FailurePlan plan, const ProbePack& pack, Host host)
    : set_(&set),
      plan_(std::move(plan)),
      pack_(&pack),
      host_(std::move(host)),
      observer_(set.source->observer()),
      frame_(still_frame(small)),
      large_frame_(still_frame(large)) {}

Result<FailureRig> FailureRig::open(PictureSet& set, implementation::Implementation& implementation,
                                    FailurePlan plan) {
  observer::Observer* observer = set.source->observer();
  if (observer == nullptr) {
    return error(ErrorKind::unsupported, set.source->observer_state());
  }
  const Result<const ProbePack*> pack = set.base(plan.base);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  observer->attend(observer::Attention::ledger);
  Result<Host> host = set.rig.open(implementation, {.world = small});
  observer->attend(observer::Attention::idle);
  if (!host) {
    return std::unexpected(host.error());
  }
  FailureRig rig(set, std::move(plan), **pack, std::move(*host));
  if (auto done = rig.host_.register_pack((*pack)->folder.string()); !done) {
    return std::unexpected(done.error());
  }
  for (const std::string& preset : {rig.plan_.preset, rig.plan_.other}) {
    if (preset.empty()) {
      continue;
    }
    const auto available = rig.host_.availability((*pack)->descriptor.id, preset);
    if (!available) {
      return std::unexpected(available.error());
    }
    if (!available->pack_compatible || !available->preset_available) {
      return error(ErrorKind::unsupported,
                   fmt::format("preset {} is not available: {}", preset, available->reason));
    }
  }
  if (auto done = rig.warm_up(); !done) {
    return std::unexpected(done.error());
  }
  return rig;
}

Result<void> FailureRig::warm_up() {
  // Twice: what is made once for good has been made when the second round begins.
  for (int round = 0; round < 2; ++round) {
    Result<Picture> active = activate(plan_.preset);
    if (!active) {
      return std::unexpected(active.error());
    }
    active_ = std::move(*active);
    Answer answer = happen();
    if (!answer.call) {
      return answer.call;
    }
    after_ = std::move(*answer.picture);
    if (plan_.event == FailureEvent::resize) {
      Result<Picture> larger = rest(true);
      if (!larger) {
        return std::unexpected(larger.error());
      }
      retail_after_ = std::move(*larger);
      if (auto back = host_.resize(small.width, small.height); !back) {
        return back;
      }
    }
    Result<Picture> retail = rest();
    if (!retail) {
      return std::unexpected(retail.error());
    }
    retail_ = std::move(*retail);
    if (plan_.event != FailureEvent::resize) {
      retail_after_ = retail_;
    }
  }
  if (auto read = observer_->read(); !read) {
    return read;
  }
  baseline_ = observer_->ledger().snapshot();
  if (baseline_.objects.empty()) {
    return error(
        ErrorKind::unsupported,
        "the observing layer sees no object of the implementation: it does not use the Vulkan loader");
  }
  return {};
}

Result<Picture> FailureRig::draw(bool is_large) {
  return host_.render(is_large ? large_frame_ : frame_);
}

Result<void> FailureRig::select(const std::string& preset) {
  return host_.select({.pack = preset.empty() ? std::string() : pack_->descriptor.id,
                       .preset = preset,
                       .version = {},
                       .overrides = {},
                       .explicit_choice = true});
}

Result<Picture> FailureRig::activate(const std::string& preset) {
  if (auto done = select(preset); !done) {
    return std::unexpected(done.error());
  }
  Result<Picture> picture = draw();
  if (!picture) {
    return picture;
  }
  const Result<State> state = host_.state();
  if (!state) {
    return std::unexpected(state.error());
  }
  if (state->state != RPCTS_STATE_ACTIVE || state->pack != pack_->descriptor.id) {
    return error(
        ErrorKind::failed,
        fmt::format("preset {} is not active after an explicit choice and a frame: state {}, reason '{}'",
                    preset, name_of_state(state->state), state->reason));
  }
  return picture;
}

Result<Picture> FailureRig::rest(bool is_large) {
  if (auto done = select({}); !done) {
    return std::unexpected(done.error());
  }
  Result<Picture> picture = draw(is_large);
  for (int i = 0; i < frames_to_rest && picture; ++i) {
    picture = draw(is_large);
  }
  return picture;
}

FailureRig::Answer FailureRig::happen() {
  const auto with_frame = [&](const Result<void>& before, bool is_large) {
    if (!before) {
      return Answer{.call = before};
    }
    Result<Picture> picture = draw(is_large);
    if (!picture) {
      return Answer{.call = std::unexpected(picture.error())};
    }
    return Answer{.call = {}, .picture = std::move(*picture)};
  };
  switch (plan_.event) {
    case FailureEvent::activation:
      return with_frame(select(plan_.preset), false);
    case FailureEvent::frame:
      return with_frame({}, false);
    case FailureEvent::preset_change:
      return with_frame(select(plan_.other), false);
    case FailureEvent::resize:
      return with_frame(host_.resize(large.width, large.height), true);
    case FailureEvent::deactivation:
      return with_frame(select({}), false);
  }
  std::unreachable();
}

void FailureRig::judge(const Answer& answer, const State& state, FailureOutcome& outcome) const {
  const auto wrong = [&](std::string what) { outcome.wrong.push_back(std::move(what)); };
  const auto has_reason = [](const std::string& text) {
    return text.find_first_not_of(" \n") != std::string::npos;
  };
  if (!answer.call) {
    // The error went up to the caller: RP-LIFE-021, or retail itself could not be drawn.
    if (implementation::breaks_header(answer.call.error())) {
      wrong(answer.call.error().message);
    }
    if (!has_reason(answer.call.error().message)) {
      wrong("the call fails without a reason");
    }
    // A pack that executes nothing leaves the frame to retail, whose failure is not the pack's.
    if (plan_.event == FailureEvent::activation && state.state == RPCTS_STATE_ACTIVE &&
        !pack_->descriptor.passes.empty()) {
      wrong("the call fails and the candidate is active all the same");
    }
    return;
  }
  switch (state.state) {
    case RPCTS_STATE_ACTIVE:
      outcome.tolerated = true;
      if (plan_.event == FailureEvent::deactivation) {
        wrong("the pack is active after retail was selected");
      } else if (state.pack != pack_->descriptor.id) {
        wrong(fmt::format("the state is Active and the frame was drawn with '{}'", state.pack));
      } else if (*answer.picture != after_) {
        wrong("the pack is active, and its picture is another one: something of it is missing");
      }
      return;
    case RPCTS_STATE_FAILED_TO_RETAIL:
      if (!has_reason(state.reason)) {
        wrong("the state is FailedToRetail without a reason");
      }
      break;
    case RPCTS_STATE_RETAIL:
      if (plan_.event == FailureEvent::deactivation) {
        outcome.tolerated = true;
        break;
      }
      wrong("the state is Retail where it must be FailedToRetail with a reason");
      break;
    default:
      wrong(fmt::format("the state is {} after the frame", name_of_state(state.state)));
  }
  if (!state.pack.empty()) {
    wrong(fmt::format("the frame was drawn with '{}' after the failure", state.pack));
  }
  if (*answer.picture != retail_after_) {
    wrong("the picture of the frame is not, bit by bit, the retail picture from before");
  }
}

Result<FailureOutcome> FailureRig::attempt(std::uint64_t nth) {
  if (plan_.event != FailureEvent::activation) {
    if (auto active = activate(plan_.preset); !active) {
      return std::unexpected(active.error());
    }
  }
  observer_->disturb({.of = plan_.kind == FailureKind::allocation ? observer::Disturbance::Of::host_allocation
                                                                  : observer::Disturbance::Of::call,
                      .nth = nth,
                      .command = {},
                      .result = plan_.kind == FailureKind::driver ? VK_ERROR_INITIALIZATION_FAILED
                                : nth % 2 == 0                    ? VK_ERROR_OUT_OF_HOST_MEMORY
                                                                  : VK_ERROR_OUT_OF_DEVICE_MEMORY});
  const Answer answer = happen();
  const observer::Disturbed disturbed = observer_->calm();
  FailureOutcome outcome{
      .injected = disturbed.injected, .counted = disturbed.counted, .command = disturbed.command};
  const Result<State> state = host_.state();
  if (!state) {
    return std::unexpected(state.error());
  }
  if (outcome.injected) {
    judge(answer, *state, outcome);
  } else if (!answer.call) {
    outcome.wrong.push_back("without a failure the event fails: " + answer.call.error().message);
  }
  if (plan_.event == FailureEvent::resize) {
    // Whichever size holds: a call that failed left the old one, and the next one succeeds.
    if (auto back = host_.resize(small.width, small.height); !back) {
      return std::unexpected(back.error());
    }
  }
  const Result<Picture> retail = rest();
  if (!retail) {
    return std::unexpected(retail.error());
  }
  if (*retail != retail_) {
    outcome.wrong.push_back("retail does not look, bit by bit, as before");
  }
  if (auto read = observer_->read(); !read) {
    return std::unexpected(read.error());
  }
  for (std::string& difference : observer_->ledger().differences(baseline_)) {
    outcome.wrong.push_back(std::move(difference));
  }
  if (outcome.injected && plan_.event == FailureEvent::activation) {
    // The next activation succeeds; for other events the next attempt begins with one.
    const Result<Picture> again = activate(plan_.preset);
    if (!again) {
      outcome.wrong.push_back("the next activation: " + again.error().message);
      return outcome;
    }
    if (*again != active_) {
      outcome.wrong.push_back("the next activation draws another picture");
    }
    if (auto back = rest(); !back) {
      return std::unexpected(back.error());
    }
  }
  return outcome;
}

}  // namespace rpcts::render_pack_v1
