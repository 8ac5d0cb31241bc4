#pragma once

// What a host plans to keep for a pack, by the contract's formula (C.15).

#include <cstdint>

#include "conformance/render_pack_v1/host_rig.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

/// Bytes that the retained-bytes planner of C.15 counts for the preset in a main world of this size, with one
/// sample for each pixel.
[[nodiscard]] std::int64_t planned_bytes(const Descriptor& pack, const QualityPreset& preset,
                                         WorldSize world);

}  // namespace rpcts::render_pack_v1
