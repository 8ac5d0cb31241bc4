#pragma once

#include <cstddef>
#include <span>
#include <volk.h>

#include "harness/base/result.hpp"
#include "harness/gpu/device.hpp"
#include "harness/gpu/owned.hpp"

namespace rpcts::gpu {

/// A buffer in host-visible, coherent memory, mapped for its whole life and filled with zeros.
class Buffer {
 public:
  [[nodiscard]] static Result<Buffer> create(const Device& device, std::size_t bytes,
                                             VkBufferUsageFlags usage);

  [[nodiscard]] VkBuffer handle() const { return buffer_.get(); }

  /// The memory itself. Not to be touched while the device works with it.
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  Buffer() = default;

  Owned<VkDeviceMemory> memory_;  // freed after the buffer; freeing unmaps
  Owned<VkBuffer> buffer_;
  std::span<std::byte> bytes_;
};

}  // namespace rpcts::gpu
