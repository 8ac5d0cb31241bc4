#pragma once

// What the layer tells: one fact in a block of fixed size, so that it fits a ring in shared memory. Only
// facts: what they mean together is worked out by Ledger and Recording.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer {

/// What a Record tells. In brackets what its members hold beyond number, command and scope.
enum class Told : std::uint16_t {
  created = 1,          ///< [type, object, other: parent; values by type, see Record::values]
  destroyed,            ///< [type, object]
  layout_bindings,      ///< bindings of a set layout [object; payload: u32 each]
  pass_attachment,      ///< of a render pass [object, values 0: index, 1: format, 2: load, 3: store]
  framebuffer_views,    ///< [object; payload: views]
  children_freed,       ///< a pool was reset [type and object of the pool]
  descriptors_written,  ///< [values 0: how many writes and copies]
  submitted,       ///< [object: queue, other: fence, values 0: id of the submit; payload: command buffers]
  submitted_more,  ///< [values 0: id of the submit; payload: further command buffers]
  signals,         ///< of a submit [object: semaphore, values 0: id, 1: value, 0 of a binary one]
  waits,           ///< likewise
  fence_seen,      ///< signalled, by a wait or a query [object]
  semaphore_seen,  ///< [object, values 0: value]
  queue_idle,      ///< [object: queue]
  device_idle,     ///< of the scope
  beyond,          ///< a restriction was passed over [values 0: Limit, 1: asked for, 2: allowed]
  // What command buffers contain; object is the command buffer.
  begin,       ///< recording starts: what it contained is gone
  begin_pass,  ///< [values 0: view mask, 1: layers, 2: x | y << 32, 3: width | height << 32,
               ///<  4: framebuffer or 0, 5: render pass or 0]
  attachment,  ///< of the pass [other: view, values 0: load, 1: store, 2: index, 3: 1 = load and store are
               ///<  those of the render pass]
  end_pass,
  bind_pipeline,   ///< [other, values 0: bind point]
  bind_sets,       ///< [other: layout, values 0: bind point, 1: first set; payload: sets]
  bind_offsets,    ///< [values 0: bind point, 1: first set; payload: u32 dynamic offsets of the sets before]
  push_constants,  ///< [other: layout, values 0: stages, 1: offset; payload: bytes]
  draw,            ///< [values 0: count, 1: instances, 2: first, 3: vertex offset, 4: first instance]
  draw_indirect,  ///< [other: buffer, values 0: offset, 1: draws, 2: stride, 3: index in this command buffer,
                  ///<  4: count buffer or 0, 5: its offset]
  execute,        ///< [payload: secondary command buffers]
  uses,           ///< [type, other: an object that the commands refer to]
  indirect_values,  ///< at a submit [values 0: index, 1: first draw, 2: draws in all; payload: parameter
                    ///< sets]
};

/// What Told::beyond is about.
enum class Limit : std::uint32_t { image_layers, image_dimension, dynamic_storage_buffers, timestamps };

struct Record {
  std::uint64_t number = 0;  ///< of the call, in the order of all calls
  std::uint64_t scope = 0;   ///< the device or instance: handles are unique within it
  std::uint64_t object = 0;
  std::uint64_t other = 0;
  /// Of created: memory: bytes, type; pipeline layout: sets; image: format, width, height, layers; image
  /// view: image, format, first layer, layers; framebuffer: layers; buffer: bytes; set layout: flags; render
  /// pass: view mask of its first subpass; descriptor set: its layout.
  std::array<std::uint64_t, 8> values{};
  Told what = Told::created;
  std::uint16_t command = 0;  ///< index of command_name()
  VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
  std::uint32_t process = 0;
  std::uint32_t payload_bytes = 0;
  std::array<std::uint8_t, 136> payload{};

  /// As many of `items` as fit into the payload; how many that are.
  template <class T>
  std::size_t put(std::span<const T> items) {
    const std::size_t count =
        items.size() < payload.size() / sizeof(T) ? items.size() : payload.size() / sizeof(T);
    if (count > 0) {
      std::memcpy(payload.data(), items.data(), count * sizeof(T));
    }
    payload_bytes = static_cast<std::uint32_t>(count * sizeof(T));
    return count;
  }
  template <class T>
  [[nodiscard]] std::size_t count_of() const {
    return (payload_bytes < payload.size() ? payload_bytes : payload.size()) / sizeof(T);
  }
  template <class T>
  [[nodiscard]] T item(std::size_t index) const {
    T value{};
    std::memcpy(&value, payload.data() + (index * sizeof(T)), sizeof(T));
    return value;
  }
};

static_assert(sizeof(Record) == 248);
static_assert(std::is_trivially_copyable_v<Record>);

}  // namespace rpcts::observer
