#pragma once

// What is known of the implementation under test, without knowing what one is: the worker that loads it says
// so in JSON, runs and reports keep it.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"

namespace rpcts::runner {

struct ImplementationFacts {
  std::string path;                   ///< library or program, as the user or the worker named it
  std::string kind;                   ///< "library" or "program"
  std::string name;                   ///< as it names itself
  std::string version;                ///< its own; may be empty
  std::vector<std::string> profiles;  ///< that it claims, in the order of profile_order
  bool scene_shading = false;         ///< whether its retail colours are those of the conformance scene

  [[nodiscard]] bool claims(std::string_view profile) const;

  friend bool operator==(const ImplementationFacts&, const ImplementationFacts&) = default;
};

/// All profiles in the order in which reports name them.
inline constexpr auto profile_order =
    std::to_array<std::string_view>({"authoring", "resolution", "host", "introspection"});

/// One line of JSON.
[[nodiscard]] std::string to_json(const ImplementationFacts& facts);
/// ErrorKind::failed when the text is none.
[[nodiscard]] Result<ImplementationFacts> implementation_from_json(std::string_view text);

/// "Example Engine 1.2 (library ./libengine.so), claims authoring and resolution".
[[nodiscard]] std::string describe(const ImplementationFacts& facts);

}  // namespace rpcts::runner
