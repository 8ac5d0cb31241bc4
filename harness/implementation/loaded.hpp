#pragma once

// What stands behind an Implementation and its hosts.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

struct Loaded {
  const rpcts_adapter* table = nullptr;
  std::string name;     ///< repaired, cut
  std::string version;  ///< repaired, cut
  /// What has to live as long as the table; nothing for a library, which is never unloaded.
  std::shared_ptr<void> keeper{};
};

/// Checks everything that the header asks of a table. ErrorKind::usage with the member and the repair.
[[nodiscard]] Result<Loaded> check_table(const rpcts_adapter* table);

/// ErrorKind::unsupported when the table does not claim all of `profiles`.
[[nodiscard]] Result<void> require(const Loaded& loaded, std::uint32_t profiles);

struct Implementation::Open : Loaded {};

struct Host::Open {
  std::shared_ptr<const Loaded> loaded;
  rpcts_host* handle = nullptr;
  std::uint32_t width = 0;  ///< of the picture: the output's size
  std::uint32_t height = 0;

  Open(std::shared_ptr<const Loaded> table, rpcts_host* host, std::uint32_t w, std::uint32_t h)
      : loaded(std::move(table)), handle(host), width(w), height(h) {}
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  ~Open();
};

}  // namespace rpcts::implementation
