#include "harness/gpu/validation.hpp"

#include <algorithm>
#include <utility>

namespace rpcts::gpu {

std::span<const KnownNoise> known_noise() {
  return {};
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
