#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "harness/observer/shared_memory.hpp"

namespace rpcts::observer {
namespace {

std::unexpected<Error> failed(const char* call) {
  return error(ErrorKind::failed, fmt::format("no shared memory for the observing layer: {}: {}", call,
                                              std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe)
}

void* mapped(int descriptor, std::size_t bytes) {
  void* const data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return data == MAP_FAILED ? nullptr : data;
}

}  // namespace

Result<SharedMemory> SharedMemory::create(std::size_t bytes) {
  SharedMemory memory;
  memory.descriptor_ = ::memfd_create("rpcts-observer", MFD_CLOEXEC);
  if (memory.descriptor_ < 0) {
    return failed("memfd_create");
  }
  if (::ftruncate(memory.descriptor_, static_cast<off_t>(bytes)) != 0) {
    return failed("ftruncate");
  }
  memory.data_ = mapped(memory.descriptor_, bytes);
  if (memory.data_ == nullptr) {
    return failed("mmap");
  }
  memory.bytes_ = bytes;
  memory.name_ = fmt::format("/proc/{}/fd/{}", ::getpid(), memory.descriptor_);
  return memory;
}

Result<SharedMemory> SharedMemory::open(const std::string& name, std::size_t bytes) {
  SharedMemory memory;
  memory.descriptor_ = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
  if (memory.descriptor_ < 0) {
    return failed("open");
  }
  struct stat facts{};
  if (::fstat(memory.descriptor_, &facts) != 0 || static_cast<std::size_t>(facts.st_size) < bytes) {
    return error(ErrorKind::failed, fmt::format("{} is no channel of the observing layer", name));
  }
  memory.data_ = mapped(memory.descriptor_, bytes);
  if (memory.data_ == nullptr) {
    return failed("mmap");
  }
  memory.bytes_ = bytes;
  return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(other.bytes_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)) {}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) {
    ::munmap(data_, bytes_);
  }
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

unsigned process_id() {
  return static_cast<unsigned>(::getpid());
}

}  // namespace rpcts::observer
