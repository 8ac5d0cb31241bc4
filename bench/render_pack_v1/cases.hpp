#pragma once

// The benchmark cases of this contract, group by group.

#include <string>
#include <vector>

#include "bench/core/case.hpp"
#include "bench/render_pack_v1/rig.hpp"

namespace rpcts::bench {

/// D.9, D.6: bindings 5 to 8 and the push words of each pass, each frame.
void add_upload_cases(std::vector<Case>& cases, Rig& rig);
/// E.9: the depth passes of the cascades.
void add_cascade_cases(std::vector<Case>& cases, Rig& rig);
/// F: whole validations, activations, fallbacks and resizes. `device` as choose_device() takes it.
void add_lifecycle_cases(std::vector<Case>& cases, const std::string& device);
/// Whole frames of retail and of every preset of the base packs. `device` as choose_device() takes it.
void add_frame_cases(std::vector<Case>& cases, const std::string& device);

}  // namespace rpcts::bench
