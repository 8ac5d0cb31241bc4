#pragma once

// The packs that a host knows, section F.1. Knowing a pack opens none of its assets and makes nothing.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/reference/host/device_profile.hpp"

namespace rpcts::reference {

/// One pack as it was registered; never changes.
struct Registration {
  std::uint64_t identity = 0;  ///< of this registration; never used again
  std::string id;              ///< of the pack; the folder's name where pack.json cannot be read
  render_pack_v1::OpenPack pack;
  std::string refusal;  ///< why it is incompatible; empty = compatible, and then pack.document is set

  /// Of a compatible pack.
  [[nodiscard]] const render_pack_v1::Descriptor& descriptor() const {
    return pack.document->descriptor;  // NOLINT(bugprone-unchecked-optional-access): see `refusal`
  }
};

using RegistrationPtr = std::shared_ptr<const Registration>;

class Catalogue {
 public:
  /// RP-LIFE-002 and 004: reads pack.json and checks the descriptor against this device; a pack that is
  /// refused is listed with its reason. Of two packs with one id the first stays (RP-LIFE-003).
  /// ErrorKind::usage when the path is no folder.
  [[nodiscard]] Result<void> add(const std::filesystem::path& folder, const DeviceProfile& device);

  /// RP-LIFE-005. False when there is no such pack.
  [[nodiscard]] bool withdraw(std::string_view id);

  /// Null when there is no such pack.
  [[nodiscard]] RegistrationPtr find(std::string_view id) const;

  /// Whether this very registration is still listed.
  [[nodiscard]] bool holds(const Registration& registration) const;

 private:
  std::vector<RegistrationPtr> list_;
  std::uint64_t next_identity_ = 1;
};

}  // namespace rpcts::reference
