#pragma once

#include <filesystem>
#include <utility>

#include "harness/base/result.hpp"

namespace rpcts::implementation {

/// A private folder for scenes and pictures, removed with its content at the end. Movable.
class ProgramFolder {
 public:
  /// ErrorKind::failed when the system's temporary folder cannot be written.
  [[nodiscard]] static Result<ProgramFolder> create();
  ProgramFolder(ProgramFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ProgramFolder& operator=(ProgramFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~ProgramFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ProgramFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace rpcts::implementation
