#pragma once

// What the validation layer says. A message is an error of the suite's own use of Vulkan, of a shader, or of
// the driver's answers; a case during which one comes up fails.

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts::gpu {

struct ValidationMessage {
  bool is_error = false;  ///< else a warning
  std::string id;         ///< "VUID-vkCmdDraw-None-02699"; may be empty
  std::string text;

  friend bool operator==(const ValidationMessage&, const ValidationMessage&) = default;
};

/// A message that is known to be wrong, and why.
struct KnownNoise {
  std::string_view id;         ///< exact message id
  std::string_view text_part;  ///< must occur in the text; empty = any text
  std::string_view reason;
};

/// The messages that are known to be wrong.
[[nodiscard]] std::span<const KnownNoise> known_noise();

/// What synchronization validation says wrongly of whoever draws with a texture table (D.9). Not for the
/// suite's own probes, which do without.
[[nodiscard]] std::span<const KnownNoise> texture_table_noise();

/// Collects the layer's messages. Any thread may add; one reads.
class ValidationLog {
 public:
  explicit ValidationLog(std::span<const KnownNoise> noise = known_noise()) : noise_(noise) {}

  void add(ValidationMessage message);

  /// The messages since the last call, known noise left out; empties the log.
  [[nodiscard]] std::vector<ValidationMessage> drain();

  /// How often each known noise came up so far, by its reason.
  [[nodiscard]] std::map<std::string, std::size_t> excused() const;

 private:
  std::span<const KnownNoise> noise_;
  mutable std::mutex mutex_;
  std::vector<ValidationMessage> messages_;
  std::map<std::string, std::size_t> excused_;
};

}  // namespace rpcts::gpu
