#pragma once

// Reading of files that somebody else wrote: bounded, never blocking, regular files only. What depends on the
// operating system stands in files_posix.cpp; another system gets a file of its own behind this header.

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts {

/// Why a file was not read.
enum class FileFault : std::uint8_t {
  missing,      ///< nothing stands at the path
  outside,      ///< a part of the path resolves outside the folder
  not_regular,  ///< a folder, a pipe, a socket, a device
  too_large,    ///< longer than the caller's limit; found without reading it where the system knows the size
  unreadable,   ///< it is there, but the system refuses it: permission, a loop of links, an I/O error
};

struct FileFailure {
  FileFault fault = FileFault::unreadable;
  std::string reason;  ///< completes "the file …": "does not exist", "is a named pipe"
};

using FileBytes = std::vector<std::byte>;

template <class T>
using FileResult = std::expected<T, FileFailure>;

/// Reads the regular file that `path` names; symbolic links are followed, as the user named it. Reads at most
/// `limit` + 1 bytes, waits for nothing, and opens nothing that is not a regular file.
[[nodiscard]] FileResult<FileBytes> read_regular_file(const std::filesystem::path& path, std::uint64_t limit);

/// How a key is followed below a folder.
enum class KeyResolver : std::uint8_t {
  best,  ///< by the system, where it can do it in one step; else as `walk`
  walk,  ///< component by component; gives the same answer
};

/// A folder held open, and the files beneath it. Movable; reading is safe from several threads.
class Folder {
 public:
  /// A path that is no folder is FileFault::not_regular.
  [[nodiscard]] static FileResult<Folder> open(const std::filesystem::path& path);

  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&& other) noexcept;
  ~Folder();

  /// Reads the regular file at `key`, a relative path with `/` between its parts, without leaving the folder:
  /// `..` past the folder and a symbolic link to an absolute path or to something outside are
  /// FileFault::outside, and nothing is opened then. A link that stays inside is followed. Limits as
  /// read_regular_file.
  [[nodiscard]] FileResult<FileBytes> read(std::string_view key, std::uint64_t limit,
                                           KeyResolver resolver = KeyResolver::best) const;

 private:
  explicit Folder(std::intptr_t handle) : handle_(handle) {}

  std::intptr_t handle_;  ///< what the system calls an open folder; -1 = moved from
};

}  // namespace rpcts
