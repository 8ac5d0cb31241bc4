// files.hpp on POSIX systems; on Linux a key is followed by openat2 where the kernel has it.

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "harness/base/files.hpp"

#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#define RPCTS_HAS_OPENAT2 1
#else
#define RPCTS_HAS_OPENAT2 0
#endif

namespace rpcts {
namespace {

#ifdef O_PATH
constexpr int look_flags = O_PATH | O_CLOEXEC;
#else
constexpr int look_flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
#endif
// O_NONBLOCK: a pipe that took the file's place after it was looked at must not hold us.
constexpr int read_flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

constexpr int maximum_links = 40;  // as the Linux kernel

class Handle {
 public:
  explicit Handle(int value) : value_(value) {}
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Handle() {
    if (value_ >= 0) {
      ::close(value_);
    }
  }
  [[nodiscard]] int get() const { return value_; }
  [[nodiscard]] bool valid() const { return value_ >= 0; }
  [[nodiscard]] int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

std::unexpected<FileFailure> failure(FileFault fault, std::string reason) {
  return std::unexpected(FileFailure{fault, std::move(reason)});
}

std::unexpected<FileFailure> failure_of(int code) {
  switch (code) {
    case ENOENT:
      return failure(FileFault::missing, "does not exist");
    case ENOTDIR:
      return failure(FileFault::missing, "does not exist: a part of its path is not a folder");
    case EXDEV:
      return failure(FileFault::outside, "resolves outside the folder");
    case ELOOP:
      return failure(FileFault::unreadable, "cannot be opened: too many symbolic links, or a loop of them");
    default:
      return failure(FileFault::unreadable,
                     "cannot be opened: " + std::error_code(code, std::generic_category()).message());
  }
}

std::optional<FileFailure> refuse_unless_regular(mode_t mode) {
  if (S_ISREG(mode)) {
    return std::nullopt;
  }
  const char* what = "is not a regular file";
  if (S_ISDIR(mode)) {
    what = "is a folder";
  } else if (S_ISFIFO(mode)) {
    what = "is a named pipe";
  } else if (S_ISSOCK(mode)) {
    what = "is a socket";
  } else if (S_ISCHR(mode) || S_ISBLK(mode)) {
    what = "is a device";
  }
  return FileFailure{FileFault::not_regular, what};
}

FileFailure too_large(std::uint64_t size, std::uint64_t limit) {
  return {FileFault::too_large,
          "is " + std::to_string(size) + " bytes long; the limit is " + std::to_string(limit)};
}

FileResult<FileBytes> read_open_file(const Handle& file, std::uint64_t limit) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) {
    return failure_of(errno);
  }
  if (auto refused = refuse_unless_regular(status.st_mode)) {
    return std::unexpected(*std::move(refused));
  }
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (size > limit) {
    return std::unexpected(too_large(size, limit));
  }
  // One byte more than the size: a file of that size then ends in one read, and one that grew is noticed.
  FileBytes bytes(size + 1);
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0) {
      if (errno == EINTR) {
        continue;
      }
      return failure(FileFault::unreadable,
                     "cannot be read: " + std::error_code(errno, std::generic_category()).message());
    }
    if (got == 0) {
      break;
    }
    filled += static_cast<std::size_t>(got);
    if (filled > limit) {
      return failure(FileFault::too_large, "is longer than the limit of " + std::to_string(limit) + " bytes");
    }
    if (filled == bytes.size()) {
      bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(2 * bytes.size(), limit + 1)));
    }
  }
  bytes.resize(filled);
  return bytes;
}

/// Looks at the file before it is opened for reading, so that no device and no pipe is ever opened. `open_at`
/// takes the flags of open(2) and returns a descriptor, or -1 and errno.
template <class Open>
FileResult<FileBytes> look_and_read(const Open& open_at, std::uint64_t limit) {
  {
    const Handle seen(open_at(look_flags));
    if (!seen.valid()) {
      return failure_of(errno);
    }
    struct stat status{};
    if (::fstat(seen.get(), &status) != 0) {
      return failure_of(errno);
    }
    if (auto refused = refuse_unless_regular(status.st_mode)) {
      return std::unexpected(*std::move(refused));
    }
  }
  const Handle file(open_at(read_flags));
  if (!file.valid()) {
    return failure_of(errno);
  }
  return read_open_file(file, limit);
}

/// The parts of a path, the last one first. A slash at the end leaves the part ".": what stands before it
/// must be a folder.
void push_parts(std::vector<std::string>& pending, std::string_view path) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t slash = std::min(path.find('/', begin), path.size());
    parts.emplace_back(slash == begin ? std::string_view(".") : path.substr(begin, slash - begin));
    begin = slash + 1;
  }
  pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()),
                 std::make_move_iterator(parts.rend()));
}

/// The target of a link, or nothing and errno.
std::optional<std::string> link_target(int parent, const std::string& name) {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlinkat(parent, name.c_str(), target.data(), target.size());
  if (length < 0) {
    return std::nullopt;
  }
  return std::string(target.data(), static_cast<std::size_t>(length));
}

FileResult<FileBytes> read_by_walking(int root, std::string_view key, std::uint64_t limit) {
  std::vector<Handle> folders;  // from the root, which is not in it, to where we are
  std::vector<std::string> pending;
  push_parts(pending, key);
  int links = 0;
  while (!pending.empty()) {
    const std::string name = std::move(pending.back());
    pending.pop_back();
    if (name == ".") {
      continue;
    }
    if (name == "..") {
      if (folders.empty()) {
        return failure_of(EXDEV);
      }
      folders.pop_back();
      continue;
    }
    const int parent = folders.empty() ? root : folders.back().get();
    struct stat status{};
    if (::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return failure_of(errno);
    }
    if (S_ISLNK(status.st_mode)) {
      if (++links > maximum_links) {
        return failure_of(ELOOP);
      }
      const std::optional<std::string> target = link_target(parent, name);
      if (!target) {
        return failure_of(errno);
      }
      if (target->starts_with('/')) {
        return failure_of(EXDEV);
      }
      push_parts(pending, *target);
      continue;
    }
    if (S_ISDIR(status.st_mode)) {
      Handle folder(::openat(parent, name.c_str(), look_flags | O_DIRECTORY | O_NOFOLLOW));
      if (!folder.valid()) {
        return failure_of(errno);
      }
      folders.push_back(std::move(folder));
      continue;
    }
    if (!pending.empty()) {
      return failure_of(ENOTDIR);
    }
    if (auto refused = refuse_unless_regular(status.st_mode)) {
      return std::unexpected(*std::move(refused));
    }
    const Handle file(::openat(parent, name.c_str(), read_flags | O_NOFOLLOW));
    if (!file.valid()) {
      return failure_of(errno);
    }
    return read_open_file(file, limit);
  }
  return failure(FileFault::not_regular, "is a folder");
}

#if RPCTS_HAS_OPENAT2
/// Nothing when this system cannot resolve beneath a folder in one step.
std::optional<FileResult<FileBytes>> read_by_openat2(int root, const std::string& key, std::uint64_t limit) {
  bool can = true;
  auto result = look_and_read(
      [&](int flags) {
        open_how how{};
        how.flags = static_cast<decltype(how.flags)>(flags);
        how.resolve = RESOLVE_BENEATH;
        const auto descriptor =
            static_cast<int>(::syscall(SYS_openat2, root, key.c_str(), &how, sizeof(how)));
        if (descriptor < 0) {
          // EPERM: a sandbox that does not know the call. EAGAIN: something was renamed meanwhile.
          can = errno != ENOSYS && errno != EPERM && errno != EAGAIN && errno != EINVAL;
        }
        return descriptor;
      },
      limit);
  if (!can) {
    return std::nullopt;
  }
  return result;
}
#endif

}  // namespace

FileResult<FileBytes> read_regular_file(const std::filesystem::path& path, std::uint64_t limit) {
  return look_and_read([&](int flags) { return ::open(path.c_str(), flags); }, limit);
}

FileResult<Folder> Folder::open(const std::filesystem::path& path) {
  Handle folder(::open(path.c_str(), look_flags | O_DIRECTORY));
  if (!folder.valid()) {
    const int code = errno;
    struct stat status{};
    if (code == ENOTDIR && ::stat(path.c_str(), &status) == 0) {
      return failure(FileFault::not_regular, "is not a folder");
    }
    return failure_of(code);
  }
  return Folder(folder.release());
}

Folder::Folder(Folder&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

Folder& Folder::operator=(Folder&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

Folder::~Folder() {
  if (handle_ >= 0) {
    ::close(static_cast<int>(handle_));
  }
}

FileResult<FileBytes> Folder::read(std::string_view key, std::uint64_t limit, KeyResolver resolver) const {
  if (key.empty()) {
    return failure(FileFault::missing, "has no name");
  }
  if (key.find('\0') != std::string_view::npos) {
    return failure(FileFault::unreadable, "cannot be opened: its name holds a NUL character");
  }
  if (key.starts_with('/')) {
    return failure_of(EXDEV);
  }
  const int root = static_cast<int>(handle_);
#if RPCTS_HAS_OPENAT2
  if (resolver == KeyResolver::best) {
    if (auto result = read_by_openat2(root, std::string(key), limit)) {
      return *std::move(result);
    }
  }
#else
  static_cast<void>(resolver);
#endif
  return read_by_walking(root, key, limit);
}

}  // namespace rpcts
