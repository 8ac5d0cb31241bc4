#pragma once

// Numbers of the contract that are neither an enumeration nor a layout, section A.19 and the rules that use
// them.

#include <cstdint>
#include <string_view>

namespace rpcts::render_pack_v1 {

inline constexpr std::int32_t pack_api_version = 1;                           // 0.4
inline constexpr std::uint32_t unassigned_slot = 0xFFFFFFFF;                  // A.19
inline constexpr std::uint32_t sampled_inputs_per_pass = 4;                   // A.19: A, B, C, D
inline constexpr std::uint32_t setting_capacity = 64;                         // A.19
inline constexpr std::uint32_t maximum_cascades = 4;                          // A.19
inline constexpr std::uint32_t multiview_view_mask = 0b11;                    // A.19
inline constexpr float alpha_cutoff = 0.05F;                                  // A.19
inline constexpr std::int64_t maximum_exact_integer = 16'777'216;             // A.19, both signs, inclusive
inline constexpr std::uint64_t maximum_asset_bytes = 16'777'216;              // A.19, equal accepted
inline constexpr std::int64_t maximum_resident_bytes = 268'435'456;           // A.19, equal accepted
inline constexpr std::int64_t maximum_transient_bytes = 536'870'912;          // C.15, equal accepted
inline constexpr std::uint64_t device_local_divisor = 8;                      // C.15
inline constexpr std::uint32_t reference_table_slots = 16'384;                // D.9, upstream
inline constexpr double maximum_image_dimension = 16'384.0;                   // A.19
inline constexpr std::int32_t maximum_image_layers = 256;                     // A.19
inline constexpr std::int32_t minimum_replay_views = 1;                       // A.19
inline constexpr std::int32_t maximum_replay_views = 4;                       // A.19
inline constexpr std::uint32_t maximum_id_characters = 128;                   // B.10
inline constexpr std::uint32_t maximum_asset_key_bytes = 512;                 // B.10, UTF-8 bytes (OQ-31)
inline constexpr std::string_view entry_point_name = "main";                  // D.3
inline constexpr std::uint32_t maximum_spirv_id_bound = 4'194'303;            // RP-SPV-056
inline constexpr std::uint64_t maximum_pack_json_bytes = 4ULL * 1024 * 1024;  // RP-FILE-002
inline constexpr std::uint32_t maximum_pack_json_depth = 32;                  // RP-FILE-005

}  // namespace rpcts::render_pack_v1
