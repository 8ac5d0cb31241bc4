#pragma once

// The descriptor rules, section C: RP-DESC.

#include <bitset>
#include <optional>

#include "harness/base/diagnostic.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/ids.hpp"

namespace rpcts::render_pack_v1 {

/// What a host offers (C.15). HOST rules are checked only against one.
struct HostProfile {
  std::bitset<Vocabulary<RenderCapability>::members.size()> capabilities;  ///< bit = ordinal of A.2

  /// The conformance host of C.15: all capabilities.
  [[nodiscard]] static HostProfile conformance() {
    HostProfile host;
    host.capabilities.set();
    return host;
  }
  [[nodiscard]] bool offers(RenderCapability capability) const {
    return is_defined(capability) && capabilities.test(static_cast<std::size_t>(capability));
  }
};

struct DescriptorOptions {
  bool strict = false;              ///< RP-DESC-031 as a warning
  std::optional<HostProfile> host;  ///< set: RP-DESC-012, 032 and 224 are checked as well
};

/// Every finding, in the stage order of C.0, so that the first error is the deciding one. Places carry JSON
/// pointers; a SourceMap adds lines. A finding that only follows from an earlier one is left out.
[[nodiscard]] Findings check_descriptor(const Descriptor& descriptor, const DescriptorOptions& options = {});

/// B.10: 1 to 128 characters, `a`-`z` first, then `a`-`z`, `0`-`9`, `.`, `-`, `_`.
[[nodiscard]] bool is_stable_id(std::string_view text);
/// B.10 and OQ-31: the key stays inside the pack on every system. Says nothing about links.
[[nodiscard]] bool is_safe_asset_key(std::string_view text);
/// B.10: empty or only white space.
[[nodiscard]] bool is_blank(std::string_view text);

}  // namespace rpcts::render_pack_v1
