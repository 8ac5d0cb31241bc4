#pragma once

// What the suite asks of the observing layer: to watch what an implementation does with Vulkan, to take
// something away from its device, and to make one of its calls fail. The layer sits between the
// implementation and the driver, in this process or in a child of it, whatever language that is written in.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "harness/base/result.hpp"
#include "harness/observer/ledger.hpp"
#include "harness/observer/recording.hpp"

namespace rpcts::observer {

/// How much the layer looks at; what is not looked at costs nothing, because the layer leaves the call to the
/// driver.
enum class Attention : std::uint32_t {
  idle = 0,    ///< nothing
  ledger = 1,  ///< objects, memory, descriptor writes, submits; calls can fail
  record = 2,  ///< also what command buffers contain
};

/// What the devices seem to lack. Zero or false = as the device is.
struct Restrictions {
  bool no_multiview = false;
  bool no_descriptor_indexing = false;
  bool no_timestamps = false;
  std::uint32_t dynamic_storage_buffers = 0;  ///< maxDescriptorSetStorageBuffersDynamic
  std::uint32_t image_layers = 0;             ///< maxImageArrayLayers
  std::uint32_t image_dimension = 0;          ///< maxImageDimension2D
  std::uint64_t device_local_bytes = 0;       ///< of the largest device-local heap

  friend bool operator==(const Restrictions&, const Restrictions&) = default;
};

/// A failure to come. Counting starts with disturb().
struct Disturbance {
  enum class Of : std::uint32_t {
    call,             ///< of a command that can return an error, by the Vulkan registry
    host_allocation,  ///< of the driver's allocations for an implementation that passes no
                      ///< VkAllocationCallbacks
  };
  Of of = Of::call;
  std::uint64_t nth = 0;  ///< 1-based; 0 = none fails, they are only counted
  std::string command{};  ///< "vkCreateImage": only this command is counted; empty = all; of calls only.
                          ///< A name that the registry lacks counts nothing
  VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;  ///< of calls only
};

/// What came of a Disturbance.
struct Disturbed {
  std::uint64_t counted = 0;     ///< fallible calls, or host allocations, while it lasted
  bool injected = false;         ///< whether the nth came
  std::string command{};         ///< that failed, or in which the allocation failed
  VkResult result = VK_SUCCESS;  ///< that it returned: the one asked for, where the registry lets the command
                                 ///< return it, else the first error that it may
  std::uint64_t attempts = 0;    ///< counted host allocations inside it, when `of` was a host allocation
};

/// The one observer of a process. Used by one thread; what it watches may use many.
class Observer {
 public:
  /// Changes VK_INSTANCE_LAYERS, VK_ADD_LAYER_PATH or VK_LAYER_PATH and RPCTS_OBSERVER_CHANNEL, so it comes
  /// before the implementation is loaded and before other threads start; the layer goes in front of those
  /// that are already named. `folder` holds the layer and its manifest. ErrorKind::unsupported when it is not
  /// there; ErrorKind::failed when the system gives no shared memory.
  [[nodiscard]] static Result<std::unique_ptr<Observer>> start(const std::filesystem::path& folder);

  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  ~Observer();

  /// Holds for instances that are created from now on.
  void attend(Attention attention);
  /// Holds for instances that are created from now on.
  void restrict_to(const Restrictions& restrictions);

  /// Starts counting, and the failure where one is asked for. Needs Attention::ledger.
  void disturb(const Disturbance& disturbance);
  /// Ends it.
  [[nodiscard]] Disturbed calm();

  /// From now on a fence or timeline semaphore that a submit signals looks unsignalled for this long after
  /// the submit; zero ends it. A wait without end waits that long.
  void stall_fences(std::chrono::milliseconds duration);

  /// Takes what the layer has told since the last call into ledger() and recording(). An Error when more was
  /// told than the channel holds, so that the ledger is not to be trusted any more: read more often.
  [[nodiscard]] Result<void> read();

  /// As of the last read().
  [[nodiscard]] const Ledger& ledger() const;
  /// Ledger::take_findings(), as of the last read().
  [[nodiscard]] std::vector<std::string> take_findings();
  /// What was submitted since the last forget_recording(), as of the last read().
  [[nodiscard]] const Recording& recording() const;
  void forget_recording();

  /// Starts the ledger anew: objects of processes that are gone.
  void forget_ledger();

 private:
  struct State;
  explicit Observer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rpcts::observer
