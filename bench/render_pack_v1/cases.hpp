#pragma once

// The benchmark cases of this contract, group by group.

#include <vector>

#include "bench/core/case.hpp"
#include "bench/render_pack_v1/rig.hpp"

namespace rpcts::bench {

/// D.9, D.6: bindings 5 to 8 and the push words of each pass, each frame.
void add_upload_cases(std::vector<Case>& cases, Rig& rig);
/// E.9: the depth passes of the cascades.
void add_cascade_cases(std::vector<Case>& cases, Rig& rig);

}  // namespace rpcts::bench
