#pragma once

// The validation layer over an implementation that knows nothing of it: the Vulkan loader is told by the
// environment to put the layer into every instance of this process and its children, and the layer writes its
// errors into a pipe that is read here.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::implementation {

/// One error of the layer.
struct LayerError {
  std::string id;    ///< "VUID-VkBufferCreateInfo-size-00912"
  std::string text;  ///< what the layer writes, its first line

  friend bool operator==(const LayerError&, const LayerError&) = default;
};

/// The errors in text that the layer wrote, each different one once, in order.
[[nodiscard]] std::vector<LayerError> layer_errors(std::string_view text);

/// From start() to its end errors are collected, also those of instances that were made before. Used by one
/// thread, while others may use Vulkan.
class ValidationWatch {
 public:
  /// Changes VK_INSTANCE_LAYERS and VK_LAYER_SETTINGS_PATH, so it comes before the implementation is loaded
  /// and before other threads start. The layer must be installed. ErrorKind::failed when the system gives no
  /// pipe.
  [[nodiscard]] static Result<std::unique_ptr<ValidationWatch>> start();

  ValidationWatch(const ValidationWatch&) = delete;
  ValidationWatch& operator=(const ValidationWatch&) = delete;
  ~ValidationWatch();

  /// The errors since the last call. Complete: the layer writes before the call of Vulkan returns.
  [[nodiscard]] std::vector<LayerError> drain();

 private:
  struct State;
  explicit ValidationWatch(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rpcts::implementation
