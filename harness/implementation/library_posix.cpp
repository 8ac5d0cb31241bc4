#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "harness/base/text.hpp"
#include "harness/implementation/library.hpp"

namespace rpcts::implementation {
namespace {

constexpr const char* entry_name = "rpcts_adapter_entry";
constexpr std::size_t shown_path = 500;

std::string reason_of_loader() {
  const char* text = ::dlerror();
  return text == nullptr ? "no reason given" : text;
}

}  // namespace

bool is_library_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name.ends_with(".so") || name.ends_with(".dll") || name.ends_with(".dylib") ||
         name.find(".so.") != std::string::npos;
}

Result<rpcts_adapter_entry_function> load_entry(const std::string& path) {
  std::error_code problem;
  // An absolute path: the loader would look for a bare name in the system's folders.
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  if (problem || !std::filesystem::exists(whole, problem)) {
    return error(ErrorKind::usage,
                 fmt::format("there is no implementation {}; name the adapter's library or program",
                             quoted(path, shown_path)));
  }
  void* library = ::dlopen(whole.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    return error(ErrorKind::usage, fmt::format("the implementation {} cannot be loaded: {}",
                                               quoted(path, shown_path), reason_of_loader()));
  }
  void* entry = ::dlsym(library, entry_name);
  if (entry == nullptr) {
    return error(ErrorKind::usage,
                 fmt::format("the library {} has no {}(); export it as rpcts_adapter.h declares it",
                             quoted(path, shown_path), entry_name));
  }
  return reinterpret_cast<rpcts_adapter_entry_function>(entry);
}

}  // namespace rpcts::implementation
