#include "conformance/render_pack_v1/block_words.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "harness/gpu/draw.hpp"

namespace rpcts::render_pack_v1 {
namespace {

// A tag: 23 bits of mantissa under an exponent of 150, that is an integer between 2^23 and 2^24. The mantissa
// holds the number of the block and the byte, shifted so that places before the block have one too.
constexpr std::uint32_t exponent = 0x4B000000;
constexpr std::uint32_t exponent_mask = 0xFF800000;
constexpr std::uint32_t number_shift = 16;
constexpr std::uint32_t byte_mask = 0xFFFF;
constexpr std::int32_t byte_bias = 0x1000;
constexpr std::uint32_t push_number = 9;  // behind the bindings 5 to 8

std::uint32_t number_of(const Block& block) {
  return block.binding == no_binding ? push_number : block.binding;
}

/// ".z" for a component of a vector, "[3]" for a row of a matrix, nothing for a scalar.
std::string component(const BlockMember& member, std::uint32_t row) {
  if (member.columns > 1) {
    return fmt::format("[{}]", row);
  }
  return member.rows > 1 ? fmt::format(".{}", "xyzw"[row]) : std::string{};
}

}  // namespace

std::vector<BlockWord> words_of(const Block& block) {
  std::vector<BlockWord> words;
  for (const BlockMember& member : block.members) {
    const std::uint32_t elements = std::max<std::uint32_t>(member.array_length, 1);
    for (std::uint32_t element = 0; element < elements; ++element) {
      for (std::uint32_t column = 0; column < member.columns; ++column) {
        for (std::uint32_t row = 0; row < member.rows; ++row) {
          std::string name(member.name);
          name += member.array_length > 0 ? fmt::format("[{}]", element) : "";
          name += member.columns > 1 ? fmt::format("[{}]", column) : "";
          name += component(member, row);
          words.push_back({.member = std::string(member.name),
                           .name = std::move(name),
                           .offset = member.offset + element * member.array_stride +
                                     column * member.matrix_stride +
                                     row * static_cast<std::uint32_t>(sizeof(std::uint32_t))});
        }
      }
    }
  }
  return words;
}

std::uint32_t tag_of(const Block& block, std::int32_t byte) {
  return exponent | number_of(block) << number_shift | static_cast<std::uint32_t>(byte + byte_bias);
}

std::string origin_of(std::uint32_t word) {
  if (word == gpu::unwritten_word) {
    return "the clear value: no draw wrote the pixel";
  }
  for (const Block* block : blocks) {
    const std::uint32_t rest = word ^ (exponent | number_of(*block) << number_shift);
    if ((rest & (exponent_mask | ~byte_mask)) == 0) {
      return fmt::format("the word at byte {} of {}", static_cast<std::int32_t>(rest) - byte_bias,
                         block->name);
    }
  }
  return "no word of the host";
}

std::vector<WordFault> compare_with_tags(const Block& block, std::span<const std::uint32_t> found) {
  std::vector<WordFault> faults;
  const std::vector<BlockWord> words = words_of(block);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t expected = tag_of(block, static_cast<std::int32_t>(words[i].offset));
    if (i >= found.size()) {
      faults.push_back({words[i].member, fmt::format("{}.{} was not read", block.name, words[i].name)});
    } else if (found[i] != expected) {
      faults.push_back(
          {words[i].member,
           fmt::format("{}.{} must be read from byte {} ({:#010x}), found {:#010x}, {}", block.name,
                       words[i].name, words[i].offset, expected, found[i], origin_of(found[i]))});
    }
  }
  return faults;
}

}  // namespace rpcts::render_pack_v1
