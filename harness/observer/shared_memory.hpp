#pragma once

// Memory that processes share. What depends on the system stands in shared_memory_<system>.cpp.

#include <cstddef>
#include <string>

#include "harness/base/result.hpp"

namespace rpcts::observer {

/// Zeroed memory under a name, without a file that a crash would leave behind. Sparse: what is not touched
/// costs nothing.
class SharedMemory {
 public:
  /// New memory. ErrorKind::failed when the system gives none.
  [[nodiscard]] static Result<SharedMemory> create(std::size_t bytes);
  /// That of another SharedMemory, in this process or in another while the creator lives; at least `bytes` of
  /// it must be there. ErrorKind::failed else.
  [[nodiscard]] static Result<SharedMemory> open(const std::string& name, std::size_t bytes);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&&) = delete;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  [[nodiscard]] void* data() const { return data_; }
  /// For open(). Empty for memory that was opened.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  SharedMemory() = default;

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  int descriptor_ = -1;
  std::string name_;
};

/// Number of this process.
[[nodiscard]] unsigned process_id();

}  // namespace rpcts::observer
