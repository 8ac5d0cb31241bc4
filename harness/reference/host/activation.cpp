#include "harness/reference/host/activation.hpp"

#include <algorithm>
#include <utility>

#include "harness/base/text.hpp"
#include "harness/reference/mistakes/events.hpp"
#include "harness/reference/mistakes/state.hpp"

namespace rpcts::reference {
namespace {

/// RP-LIFE-021: what says nothing about the pack.
bool is_fatal(ErrorKind kind) {
  return (kind == ErrorKind::exhausted || kind == ErrorKind::lost) &&
         !makes(find_mistake(state_mistakes, "state.fatal-errors-are-the-packs"));
}

}  // namespace

void Activation::request(PackSelection selection, bool explicit_choice) {
  selection = normalised(std::move(selection));
  if (explicit_choice && !makes(find_mistake(state_mistakes, "state.choice-is-not-tried"))) {
    std::erase_if(failures_, [&](const Failure& one) { return same_selection(one.selection, selection); });
  }
  // A candidate of the current selection is a level of automatic quality and no wish of the user.
  const bool pending = wish_ || (candidate_ && !same_selection(candidate_->planned.selection, selection_));
  const bool clears_failure = state_ == ActivationState::failed_to_retail && explicit_choice;
  if (!pending && !clears_failure && same_selection(selection, selection_) &&
      (selection.retail() || !makes(find_mistake(state_mistakes, "state.current-selection-again")))) {
    return;
  }
  wish_ = std::move(selection);
  if (!makes(find_mistake(state_mistakes, "state.request-is-not-pending"))) {
    state_ = ActivationState::candidate_pending;
  }
}

Result<void> Activation::at_boundary(Renderer& renderer, FrameSizes sizes, bool settle) {
  if (state_ == ActivationState::failed_to_retail &&
      makes(find_mistake(state_mistakes, "state.failure-is-forgotten"))) {
    state_ = ActivationState::retail;
    reason_.clear();
  }
  drop_withdrawn(renderer);
  if (active_) {
    if (auto reason = over_budget(active_->planned, active_->prepared, sizes, device_)) {
      fail(renderer, *std::move(reason));
    }
  }
  take_wish(renderer, sizes);
  if (!candidate_) {
    return {};
  }
  if (candidate_->outcome && candidate_->sizes != sizes &&
      !makes(find_mistake(state_mistakes, "state.old-extent-published"))) {
    discard_outcome(renderer);  // RP-LIFE-016
  }
  if (!candidate_->outcome && settle) {
    if (Result<void> prepared = prepare(renderer, sizes); !prepared) {
      return prepared;
    }
  }
  if (candidate_->outcome) {
    apply_outcome(renderer);
  }
  return {};
}

Result<void> Activation::after_frame(Renderer& renderer, FrameSizes sizes, float gpu_milliseconds,
                                     float cpu_milliseconds, bool stable) {
  if (active_ && active_->planned.automatic && !candidate_ && !wish_) {
    AutoQuality& quality = active_->planned.automatic->quality;
    const auto resident = static_cast<std::int64_t>(active_->prepared.resident_bytes());
    switch (quality.sample({gpu_milliseconds, cpu_milliseconds, resident, stable})) {
      case AutoQuality::Decision::stay:
        break;
      case AutoQuality::Decision::down:
        move_to(static_cast<QualityLevel>(static_cast<std::uint8_t>(quality.level()) - 1));
        break;
      case AutoQuality::Decision::up:
        move_to(static_cast<QualityLevel>(static_cast<std::uint8_t>(quality.level()) + 1));
        break;
      case AutoQuality::Decision::retire:
        fail(renderer,
             fmt::format(
                 "pack {}: automatic quality: level Low stays over its budget, with {} ms of GPU, {} ms "
                 "of CPU and {} resident bytes in the last frame",
                 rpcts::quoted(active_->planned.registration->id), gpu_milliseconds, cpu_milliseconds,
                 resident));
        break;
    }
  }
  if (candidate_ && !candidate_->outcome && !wish_) {
    Result<void> prepared = prepare(renderer, sizes);
    if (candidate_ && candidate_->outcome &&
        makes(find_mistake(state_mistakes, "state.published-between-boundaries"))) {
      apply_outcome(renderer);
    }
    return prepared;
  }
  return {};
}

void Activation::fail(Renderer& renderer, std::string reason) {
  const RegistrationPtr registration = active_ ? active_->planned.registration : nullptr;
  fail(renderer, PackSelection(selection_), registration.get(), std::move(reason));
}

Result<void> Activation::resize(Renderer& renderer, FrameSizes sizes) {
  if (!active_) {
    return {};
  }
  if (makes(find_mistake(event_mistakes, "events.resize-retires"))) {
    fail(renderer, "the main world has another size");
    return {};
  }
  if (auto resized = resize_pack(active_->planned, active_->prepared, sizes, device_, renderer); !resized) {
    if (resized.error().kind == ErrorKind::lost) {
      return error(ErrorKind::lost, std::move(resized.error().reason));
    }
    fail(renderer, std::move(resized.error().reason));
    return {};
  }
  if (auto& automatic = active_->planned.automatic) {
    automatic->quality.set_budgets(level_budgets(automatic->range, sizes.world, device_));
  }
  return {};
}

void Activation::reconnect() {
  if (active_ && active_->planned.automatic) {
    active_->planned.automatic->quality.forget_evidence();
  }
}

void Activation::release(Renderer& renderer) {
  if (!wish_ && candidate_) {
    wish_ = candidate_->planned.selection;
  } else if (!wish_ && active_) {
    wish_ = selection_;
  }
  discard_candidate(renderer);
  retire_active(renderer);
  selection_ = {};
  generation_ = makes(find_mistake(event_mistakes, "events.generation-goes-on")) ? generation_ : 0;
  if (makes(find_mistake(event_mistakes, "events.new-device-forgets-pack"))) {
    wish_.reset();
    state_ = ActivationState::retail;
  }
  if (wish_) {
    state_ = ActivationState::candidate_pending;
  }
}

void Activation::drop_withdrawn(Renderer& renderer) {
  const auto withdrawn = [&](const PlannedPack& planned) { return !catalogue_.holds(*planned.registration); };
  if (makes(find_mistake(state_mistakes, "state.withdrawn-goes-on"))) {
    return;
  }
  const PlannedPack* gone = nullptr;
  if (active_ && withdrawn(active_->planned)) {
    gone = &active_->planned;
  } else if (candidate_ && withdrawn(candidate_->planned)) {
    gone = &candidate_->planned;
  }
  if (gone == nullptr) {
    return;
  }
  // Another pack that is only being prepared is a wish of its own, and outlives this one.
  if (candidate_ && !withdrawn(candidate_->planned) && !wish_) {
    wish_ = candidate_->planned.selection;
  }
  const std::string reason = fmt::format("pack {} was withdrawn or replaced while it was selected",
                                         rpcts::quoted(gone->registration->id));
  fail(renderer, {}, nullptr, reason);
}

void Activation::take_wish(Renderer& renderer, FrameSizes sizes) {
  if (!wish_) {
    return;
  }
  if (candidate_ && candidate_->outcome &&
      makes(find_mistake(state_mistakes, "state.earlier-outcome-published"))) {
    apply_outcome(renderer);
  }
  discard_candidate(renderer);  // RP-LIFE-017
  const PackSelection selection = *std::exchange(wish_, std::nullopt);
  if (selection.retail() && active_ && makes(find_mistake(state_mistakes, "state.retail-ignored"))) {
    state_ = ActivationState::active;
    return;
  }
  if (selection.retail()) {
    retire_active(renderer);
    selection_ = {};
    state_ = ActivationState::retail;
    reason_.clear();
    return;
  }
  const RegistrationPtr registration = catalogue_.find(selection.pack);
  if (registration == nullptr && makes(find_mistake(state_mistakes, "state.unknown-pack-ignored"))) {
    state_ = active_ ? ActivationState::active : ActivationState::retail;
    return;
  }
  const Failure* earlier = registration ? remembered(selection, *registration) : nullptr;
  if (earlier != nullptr) {
    const std::string reason = earlier->reason;
    fail(renderer, selection, nullptr, fmt::format("{} (as before; not tried again)", reason));
    return;
  }
  auto planned = plan_selection(registration, selection, sizes, device_);
  if (!planned) {
    fail(renderer, selection, registration.get(), std::move(planned.error()));
    return;
  }
  if (makes(find_mistake(state_mistakes, "state.active-goes-when-planned"))) {
    retire_active(renderer);
  }
  candidate_ = Candidate{.planned = *std::move(planned), .sizes = sizes, .outcome = std::nullopt};
  state_ = ActivationState::candidate_pending;
}

Result<void> Activation::prepare(Renderer& renderer, FrameSizes sizes) {
  candidate_->sizes = sizes;
  candidate_->outcome = prepare_pack(candidate_->planned, sizes, device_, renderer);
  if (candidate_->outcome->has_value() || !is_fatal(candidate_->outcome->error().kind)) {
    return {};
  }
  NotMade why = std::move(candidate_->outcome->error());
  candidate_.reset();
  state_ = active_ ? ActivationState::active : ActivationState::retail;
  reason_.clear();
  return error(why.kind, std::move(why.reason));
}

void Activation::discard_outcome(Renderer& renderer) {
  if (candidate_->outcome && candidate_->outcome->has_value() && (*candidate_->outcome)->runtime) {
    renderer.retire(std::move((*candidate_->outcome)->runtime));
  }
  candidate_->outcome.reset();
}

void Activation::discard_candidate(Renderer& renderer) {
  if (candidate_) {
    discard_outcome(renderer);
    candidate_.reset();
  }
}

void Activation::apply_outcome(Renderer& renderer) {
  if (!candidate_->outcome->has_value()) {
    const RegistrationPtr registration = candidate_->planned.registration;
    fail(renderer, PackSelection(candidate_->planned.selection), registration.get(),
         std::string(candidate_->outcome->error().reason));
    return;
  }
  Active next{.planned = std::move(candidate_->planned), .prepared = std::move(**candidate_->outcome)};
  candidate_.reset();
  retire_active(renderer);
  active_ = std::move(next);
  selection_ = active_->planned.selection;
  state_ = ActivationState::active;
  reason_.clear();
  if (!makes(find_mistake(state_mistakes, "state.generation-stays"))) {
    generation_ += makes(find_mistake(state_mistakes, "state.generation-counts-twice")) ? 2 : 1;
  }
}

void Activation::retire_active(Renderer& renderer) {
  if (active_ && active_->prepared.runtime) {
    renderer.retire(std::move(active_->prepared.runtime));
  }
  active_.reset();
}

void Activation::fail(Renderer& renderer, const PackSelection& selection, const Registration* registration,
                      std::string reason) {
  if (registration != nullptr) {
    std::erase_if(failures_, [&](const Failure& one) {
      return one.registration == registration->identity && same_selection(one.selection, selection);
    });
    failures_.push_back({selection, registration->identity, reason});
  }
  discard_candidate(renderer);
  if (active_ && registration != active_->planned.registration.get() &&
      makes(find_mistake(state_mistakes, "state.previous-restored"))) {
    state_ = ActivationState::active;
    return;
  }
  retire_active(renderer);
  selection_ = {};
  state_ = makes(find_mistake(state_mistakes, "state.failure-stays-pending"))
               ? ActivationState::candidate_pending
               : ActivationState::failed_to_retail;
  reason_ = std::move(reason);
  generation_ += makes(find_mistake(state_mistakes, "state.generation-counts-failures")) ? 1 : 0;
  if (makes(find_mistake(state_mistakes, "state.no-reason"))) {
    reason_.clear();
  }
  if (makes(find_mistake(state_mistakes, "state.one-reason-for-all"))) {
    reason_ = "the pack could not be activated";
  }
}

void Activation::move_to(QualityLevel level) {
  PlannedPack planned = active_->planned;
  planned.preset = planned.automatic->range.presets[static_cast<std::size_t>(level)];
  planned.automatic->quality.moved_to(level);
  candidate_ = Candidate{.planned = std::move(planned), .sizes = {}, .outcome = std::nullopt};
  state_ = ActivationState::candidate_pending;
}

const Activation::Failure* Activation::remembered(const PackSelection& selection,
                                                  const Registration& registration) const {
  const bool any_registration = makes(find_mistake(state_mistakes, "state.registration-is-not-tried"));
  const auto found = std::ranges::find_if(failures_, [&](const Failure& one) {
    return (any_registration || one.registration == registration.identity) &&
           same_selection(one.selection, selection);
  });
  return found == failures_.end() || makes(find_mistake(state_mistakes, "state.failed-is-retried")) ? nullptr
                                                                                                    : &*found;
}

}  // namespace rpcts::reference
