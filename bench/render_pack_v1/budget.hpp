#pragma once

// What the base packs cost over retail, beside the budgets that their presets declare (B.6).

#include <string>

#include "harness/base/result.hpp"

namespace rpcts::bench {

/// Draws so many frames of retail and so many of each preset, by turns. Sends one line of JSON a preset on
/// the events' descriptor: {"budget": "full/high", "size": …, "frames": …, "cpu_p50", "cpu_p99", "gpu_p50",
/// "gpu_p99": increments in milliseconds or null, "cpu_p50_spread", …: how far the retail frames of one half
/// of the blocks are from those of the other, "cpu_p50_declared", …: the budgets, "cpu_verdict",
/// "gpu_verdict", "verdict": "within"|"over"|"not measured"}. "over" is said only of what is over by more
/// than the spread. A preset that the device does not offer has {"budget", "verdict", "reason"}. Prints a
/// table too. `device` as choose_device() takes it.
[[nodiscard]] Result<void> report_budgets(const std::string& device, unsigned frames);

}  // namespace rpcts::bench
