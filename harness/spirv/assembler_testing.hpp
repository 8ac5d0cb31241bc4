#pragma once

// Modules for tests: texts for SPIRV-Tools' assembler, and one edit at a time.

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <span>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts::spirv::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const std::vector<std::uint32_t>& words) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

/// Whatever the assembler can write, raw words (`!0x0004003B`) included, as SPIR-V 1.5.
inline std::vector<std::uint32_t> assemble_words(std::string_view text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  std::string message;
  tools.SetMessageConsumer(
      [&message](spv_message_level_t, const char*, const spv_position_t& position, const char* what) {
        message += "line " + std::to_string(position.line) + ": " + what + "\n";
      });
  std::vector<std::uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text.data(), text.size(), &words)) << message;
  return words;
}

inline Bytes assemble(std::string_view text) {
  return bytes_of(assemble_words(text));
}

/// `text` with its only `from` replaced; a text without it, or with two, fails the test.
inline std::string edited(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "not in the text: " << from;
  if (at == std::string::npos) {
    return text;
  }
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << "twice in the text: " << from;
  return text.replace(at, from.size(), to);
}

/// `text` with a line added before the line that begins with `before`.
inline std::string with_line(const std::string& text, std::string_view before, std::string_view line) {
  const std::string marker = "\n" + std::string(before);
  const std::size_t at = text.find(marker);
  EXPECT_NE(at, std::string::npos) << "no line begins with: " << before;
  return at == std::string::npos ? text : std::string(text).insert(at + 1, std::string(line) + "\n");
}

}  // namespace rpcts::spirv::testing
