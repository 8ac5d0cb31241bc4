#include "harness/implementation/answer.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/implementation/program_adapter.hpp"

namespace rpcts::implementation {
namespace {

constexpr std::string_view broken_prefix = "the adapter breaks its header: ";
constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t guard_bytes = 64;
constexpr std::uint8_t guard_value = 0xA7;

}  // namespace

bool breaks_header(const Error& why) {
  return why.message.starts_with(broken_prefix);
}

std::unexpected<Error> header_broken(std::string what) {
  return error(ErrorKind::failed, std::string(broken_prefix) + std::move(what));
}

std::string repaired(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = text.front() == '\0' ? 0 : utf8_length(text);
    good += length == 0 ? replacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return good;
}

void TextSink::write(void* context, const char* data, std::size_t length) {
  auto& self = *static_cast<TextSink*>(context);
  if (length == 0) {
    return;
  }
  if (data == nullptr) {
    self.broken_ = true;
    return;
  }
  const std::size_t taken = std::min(length, maximum_text_bytes - self.text_.size());
  self.text_.append(data, taken);
  self.dropped_ += length - taken;
}

std::string TextSink::text() const {
  std::string text = repaired(text_);
  if (dropped_ > 0) {
    text += fmt::format(" [{} bytes more]", dropped_);
  }
  return text;
}

Result<void> result_of(const char* name, rpcts_status status, const TextSink& reason) {
  if (reason.broken()) {
    return header_broken(fmt::format("{} writes a reason that is NULL and not empty", name));
  }
  switch (status) {
    case RPCTS_OK:
      return {};
    case RPCTS_UNSUPPORTED: {
      std::string text = reason.text();
      return error(ErrorKind::unsupported,
                   text.empty() ? fmt::format("the adapter does not support {} and gives no reason", name)
                                : std::move(text));
    }
    case RPCTS_FAILED: {
      const std::string text = reason.text();
      return error(ErrorKind::failed,
                   fmt::format("{} failed: {}", name, text.empty() ? "no reason given" : text));
    }
    case status_of_broken_program:
      return header_broken(fmt::format("{}: {}", name, reason.text()));
    default:
      return header_broken(fmt::format("{} returns the unknown status {}", name, status));
  }
}

std::vector<rpcts_setting_value> header_values(std::span<const SettingValue> values) {
  std::vector<rpcts_setting_value> list;
  list.reserve(values.size());
  for (const auto& [setting, value] : values) {
    list.push_back({.setting = text_of(setting), .value = text_of(value)});
  }
  return list;
}

GuardedBytes::GuardedBytes(std::size_t capacity) : capacity_(capacity), bytes_(capacity + guard_bytes) {
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(capacity), bytes_.end(), guard_value);
}

bool GuardedBytes::whole() const {
  return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(capacity_), bytes_.end(),
                     [](std::uint8_t byte) { return byte == guard_value; });
}

std::vector<std::uint8_t> GuardedBytes::take(std::size_t length) && {
  bytes_.resize(length);
  return std::move(bytes_);
}

}  // namespace rpcts::implementation
