#pragma once

// What lives on the devices of an implementation, kept from the records of the layer. Pure: no Vulkan is
// called here.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace rpcts::observer {

struct Record;

/// One object that was created and not destroyed.
struct LiveObject {
  VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
  std::uint64_t handle = 0;
  std::uint64_t call = 0;     ///< number of the call that made it, in the order of all calls
  std::string command{};      ///< "vkCreateImage"
  std::uint64_t bytes = 0;    ///< of memory
  std::uint32_t sets = 0;     ///< of a pipeline layout: its set layouts
  std::uint64_t parent = 0;   ///< of a descriptor set its pool, of a command buffer its pool
  std::uint32_t process = 0;  ///< number of the process that made it
};

/// A copy of the counts at one moment.
struct Snapshot {
  std::map<VkObjectType, std::uint32_t> objects{};  ///< how many live, by kind; kinds without any left out
  std::map<std::uint32_t, std::uint32_t> pipeline_layouts{};          ///< by number of sets
  std::map<std::uint32_t, std::uint32_t> set_layouts_with_binding{};  ///< layouts that have this binding
  std::uint64_t memory_bytes = 0;                                     ///< allocated device memory
  std::uint64_t last_call = 0;  ///< number of the last call that is in it

  [[nodiscard]] std::uint32_t count(VkObjectType type) const;
  /// Pipeline layouts with more than this many sets.
  [[nodiscard]] std::uint32_t layouts_with_more_sets_than(std::uint32_t sets) const;
};

class Ledger {
 public:
  Ledger();
  ~Ledger();
  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;

  void take(const Record& record);

  [[nodiscard]] Snapshot snapshot() const;
  /// Everything that lives, by the number of its call.
  [[nodiscard]] std::vector<LiveObject> live() const;
  /// Sentences that name what lives more, or less, than at `before`, with the calls that made what is new;
  /// empty = the same counts and the same memory.
  [[nodiscard]] std::vector<std::string> differences(const Snapshot& before) const;

  /// Since the start. Of descriptor writes each VkWriteDescriptorSet and VkCopyDescriptorSet counts one, and
  /// each entry of an update template; those that are pushed into command buffers only at Attention::record.
  [[nodiscard]] std::uint64_t descriptor_writes() const;
  /// Calls of vkQueueSubmit, vkQueueSubmit2 and vkQueueBindSparse.
  [[nodiscard]] std::uint64_t submits() const;
  [[nodiscard]] std::uint64_t objects_created() const;
  /// What must never be: an object destroyed twice, or while a submitted command buffer that may use it has
  /// not been seen to end, or beyond the restrictions; a device destroyed before what it made. (What a device
  /// left behind still lives in the ledger: it was never destroyed.) Since the last call.
  [[nodiscard]] std::vector<std::string> take_findings();

  /// Starts anew; that what lived is destroyed later is no finding.
  void forget();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rpcts::observer
