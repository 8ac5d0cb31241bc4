#pragma once

// One call of an adapter and what came back: text through sinks, the status, an exception that got out.

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

/// Bytes that are kept of one text; the rest is dropped and said so.
inline constexpr std::size_t maximum_text_bytes = std::size_t{64} * 1024;

/// `text` with everything that is not UTF-8, and NUL, replaced by U+FFFD.
[[nodiscard]] std::string repaired(std::string_view text);

[[nodiscard]] inline rpcts_text text_of(std::string_view text) {
  return {.data = text.data(), .length = text.size()};
}

/// Takes the text that an adapter writes. Stays where it is while the adapter has its sink.
class TextSink {
 public:
  TextSink() = default;
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;

  [[nodiscard]] rpcts_sink sink() { return {.write = write, .context = this}; }
  /// Repaired; ends with a note when more was written than is kept.
  [[nodiscard]] std::string text() const;
  /// Whether bytes were announced without being there.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  static void write(void* context, const char* data, std::size_t length);

  std::string text_;
  std::size_t dropped_ = 0;
  bool broken_ = false;
};

/// "the adapter breaks its header: " before what it does; see breaks_header().
[[nodiscard]] std::unexpected<Error> header_broken(std::string what);

/// What a status says of the call `name`.
[[nodiscard]] Result<void> result_of(const char* name, rpcts_status status, const TextSink& reason);

/// Calls one function of the table and judges its status and texts. `call` takes the sink for the reason;
/// `texts` are the sinks that the call may write beside it.
template <class Call>
Result<void> called(const char* name, const Call& call, std::span<const TextSink> texts = {}) {
  TextSink reason;
  rpcts_status status = RPCTS_FAILED;
  try {
    status = call(reason.sink());
  } catch (const std::exception& thrown) {
    return header_broken(std::string("an exception left ") + name + ": " + repaired(thrown.what()));
  } catch (...) {
    return header_broken(std::string("an exception of an unknown type left ") + name);
  }
  for (const TextSink& text : texts) {
    if (text.broken()) {
      return header_broken(std::string(name) + " writes a text that is NULL and not empty");
    }
  }
  return result_of(name, status, reason);
}

/// The values of a call in the form of the header; views into `values`.
[[nodiscard]] std::vector<rpcts_setting_value> header_values(std::span<const SettingValue> values);

/// Bytes of the suite that an adapter writes into, with a guard behind them.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::size_t capacity);

  [[nodiscard]] std::uint8_t* data() { return bytes_.data(); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  /// Whether nothing was written behind the capacity.
  [[nodiscard]] bool whole() const;
  /// The first `length` bytes.
  [[nodiscard]] std::vector<std::uint8_t> take(std::size_t length) &&;

 private:
  std::size_t capacity_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace rpcts::implementation
