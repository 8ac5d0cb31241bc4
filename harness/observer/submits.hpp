#pragma once

// Which submitted work may still be running, and what it refers to, from the records of the layer. Pure.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "harness/observer/record.hpp"

namespace rpcts::observer {

/// What tells one object from all others.
struct ObjectKey {
  std::uint64_t scope = 0;
  VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
  std::uint64_t handle = 0;

  friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;
};

/// A submit that has not been seen to end.
struct PendingSubmit {
  std::uint64_t scope = 0;
  std::uint64_t queue = 0;
  std::uint64_t fence = 0;
  std::uint64_t id = 0;
  std::uint64_t call = 0;
  std::uint16_t command = 0;
  std::map<std::uint64_t, std::uint64_t> signals{};  ///< semaphore -> value, 0 for a binary one
  std::map<std::uint64_t, std::uint64_t> waits{};    ///< likewise
  std::set<ObjectKey> uses{};
};

class Submits {
 public:
  void take(const Record& record);
  /// The first submit that may still use the object.
  [[nodiscard]] const PendingSubmit* user_of(const ObjectKey& key) const;
  void end_scope(std::uint64_t scope);
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }

 private:
  struct Commands {
    std::set<ObjectKey> uses;
    std::vector<std::uint64_t> secondary;
  };

  void describe(const Record& record);
  void command(const Record& record);
  void submit(const Record& record);
  void add_buffers(const Record& record, PendingSubmit& submit) const;
  void use_view(std::set<ObjectKey>& uses, std::uint64_t scope, std::uint64_t view) const;
  /// All submits to the queue of a finished one, up to it: a fence or semaphore waits for those before it
  /// too. And those whose semaphores it waited for.
  template <class Finished>
  void finish(const Finished& finished);

  std::vector<PendingSubmit> pending_;  ///< by id
  std::map<ObjectKey, Commands> commands_;
  std::map<ObjectKey, std::uint64_t> images_;                     ///< of views
  std::map<ObjectKey, std::vector<std::uint64_t>> framebuffers_;  ///< their views
};

}  // namespace rpcts::observer
