#pragma once

#include <functional>
#include <utility>

namespace rpcts::gpu {

/// Sole owner of a Vulkan handle: destroys it at the end of its life. Members of a class are destroyed in
/// reverse order of declaration, so a handle is declared after the handles that it needs.
template <class Handle>
class Owned {
 public:
  Owned() = default;
  Owned(Handle handle, std::function<void(Handle)> destroy) : handle_(handle), destroy_(std::move(destroy)) {}
  Owned(Owned&& other) noexcept
      : handle_(std::exchange(other.handle_, Handle{})), destroy_(std::exchange(other.destroy_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, Handle{});
      destroy_ = std::exchange(other.destroy_, nullptr);
    }
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { reset(); }

  [[nodiscard]] Handle get() const { return handle_; }

 private:
  void reset() {
    if (handle_ != Handle{}) {
      destroy_(std::exchange(handle_, Handle{}));
    }
  }

  Handle handle_{};
  std::function<void(Handle)> destroy_;
};

}  // namespace rpcts::gpu
