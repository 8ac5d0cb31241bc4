#pragma once

// The validator with the mistakes of the group `validator`.

#include <filesystem>

#include "harness/base/diagnostic.hpp"

namespace rpcts::reference {

/// Whether this process is told to make one of them.
[[nodiscard]] bool misjudges() noexcept;

/// Takes from all findings about a pack what the mistake overlooks, or adds what it finds where nothing is.
void misjudge(const std::filesystem::path& folder, Findings& findings);

}  // namespace rpcts::reference
