#include "harness/gpu/validation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rpcts::gpu {

std::span<const KnownNoise> known_noise() {
  return {};
}

std::span<const KnownNoise> texture_table_noise() {
  // Layer 1.3.239 takes every written slot of the table as read by every draw that has the table bound, so it
  // sees a hazard in each image of the table that is being drawn into. Which slots a draw reads is known to
  // the shaders only; partially bound tables are made for that.
  static constexpr std::array<KnownNoise, 1> noise{{{
      .id = "SYNC-HAZARD-READ-AFTER-WRITE",
      .text_part = "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
      .reason = "the layer takes every slot of the texture table as read by every draw",
  }}};
  return noise;
}

void ValidationLog::add(ValidationMessage message) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find_if(noise_, [&message](const KnownNoise& noise) {
    return message.id == noise.id && message.text.find(noise.text_part) != std::string::npos;
  });
  if (known != noise_.end()) {
    ++excused_[std::string(known->reason)];
    return;
  }
  messages_.push_back(std::move(message));
}

std::vector<ValidationMessage> ValidationLog::drain() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

std::map<std::string, std::size_t> ValidationLog::excused() const {
  const std::lock_guard lock(mutex_);
  return excused_;
}

}  // namespace rpcts::gpu
