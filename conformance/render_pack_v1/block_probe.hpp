#pragma once

// The probes that read a whole block, and how their result is judged.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/render_pack_v1/block_words.hpp"
#include "conformance/render_pack_v1/probe_rig.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/gpu/device.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// A block, read in one manner in one stage.
struct BlockProbe {
  const Block* block = nullptr;
  std::string module;      ///< "atmospheric_frame.component.frag"
  std::string parameters;  ///< of the case id: "read=component;stage=fragment"
  std::string manner;      ///< completes a title: "component by component in the fragment stage"
};

/// All of them, the push block's included.
[[nodiscard]] std::vector<BlockProbe> block_probes();

/// Runs the probe and compares each scalar; what is wrong, in the order of the members. Empty = all right.
[[nodiscard]] Result<std::vector<WordFault>> find_faults(const gpu::Device& device,
                                                         const std::filesystem::path& data,
                                                         const BlockProbe& probe);

/// The body of a case: one check for each scalar.
[[nodiscard]] Result<void> check_block(runner::CaseContext& context, const gpu::Device& device,
                                       const BlockProbe& probe);

/// Puts a word into the scalar member `member` of a block. The member must exist.
void put_word(ProbeRig& rig, const Block& block, std::string_view member, std::uint32_t word);

}  // namespace rpcts::render_pack_v1
