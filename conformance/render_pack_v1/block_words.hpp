#pragma once

// The 32-bit words of a block: which scalar stands where by the contract, a value for each that tells where
// it came from, and the comparison of what a probe read with what it had to read.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/blocks.hpp"

namespace rpcts::render_pack_v1 {

struct BlockWord {
  std::string member;        ///< "uShadowWorldToClip"
  std::string name;          ///< "uShadowWorldToClip[2][1][3]": element, column, row; "uShadowControl.z"
  std::uint32_t offset = 0;  ///< bytes from the start of the block
};

/// Every scalar of the block in the order of the members; in a member by element, column and row.
[[nodiscard]] std::vector<BlockWord> words_of(const Block& block);

/// The bits that the host puts at `byte` of `block`, which may lie before or behind it, up to 4096 bytes: a
/// normal float, unlike that of any other place, so that no device changes it on the way.
[[nodiscard]] std::uint32_t tag_of(const Block& block, std::int32_t byte);

/// Says where a word comes from: "the word at byte 100 of AtmosphericFrame".
[[nodiscard]] std::string origin_of(std::uint32_t word);

struct WordFault {
  std::string member;
  std::string text;  ///< names block, scalar, the byte that should have been read and what was
};

/// Compares what a probe read, one word for each of words_of(block), with the tags of the contract's offsets.
/// A missing word counts as wrong.
[[nodiscard]] std::vector<WordFault> compare_with_tags(const Block& block,
                                                       std::span<const std::uint32_t> found);

}  // namespace rpcts::render_pack_v1
