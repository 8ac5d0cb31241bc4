#include "harness/spirv/decorations.hpp"

#include <chrono>
#include <gtest/gtest.h>

#include "harness/spirv/assembler_testing.hpp"
#include "harness/spirv/names.hpp"

namespace rpcts::spirv {
namespace {

constexpr std::uint32_t maximum_bound = 4'194'303;

/// A module of decorations and one struct, %1, with `members` members of type %2.
class DecorationTest : public ::testing::Test {
 protected:
  void read(std::vector<std::uint32_t> decorations, std::uint32_t members = 4) {
    words_ = {magic_word, newest_version, 0, 100, 0};
    words_.insert(words_.end(), decorations.begin(), decorations.end());
    words_.insert(words_.end(), {(members + 2) << 16 | 30, 1});
    words_.insert(words_.end(), members, 2);
    ASSERT_EQ(module_.read(words_, maximum_bound).error, ReadError::none);
    reader_.reset(module_);
  }

  /// Words of instructions.
  static std::vector<std::uint32_t> lines(std::initializer_list<std::vector<std::uint32_t>> instructions) {
    std::vector<std::uint32_t> words;
    for (const std::vector<std::uint32_t>& instruction : instructions) {
      words.push_back(static_cast<std::uint32_t>((instruction.size() << 16) | instruction[0]));
      words.insert(words.end(), instruction.begin() + 1, instruction.end());
    }
    return words;
  }

  static constexpr std::uint32_t decorate = 71;
  static constexpr std::uint32_t member_decorate = 72;
  static constexpr std::uint32_t group = 73;
  static constexpr std::uint32_t group_decorate = 74;
  static constexpr std::uint32_t group_member_decorate = 75;
  static constexpr std::uint32_t col_major = 5;
  static constexpr std::uint32_t array_stride = 6;
  static constexpr std::uint32_t non_writable = 24;
  static constexpr std::uint32_t location = 30;
  static constexpr std::uint32_t binding = 33;
  static constexpr std::uint32_t offset = 35;

  std::vector<std::uint32_t> words_;
  Module module_;
  DecorationReader reader_;
};

TEST_F(DecorationTest, values_stand_with_their_bits) {
  read(lines({{decorate, 7, binding, 5}, {decorate, 7, location, 3}, {decorate, 8, array_stride, 64}}));
  EXPECT_EQ(reader_.of(7).bits, decorated::binding);
  EXPECT_EQ(reader_.of(7).binding(), 5U);
  EXPECT_EQ(reader_.of(8).array_stride(), 64U);
  EXPECT_EQ(reader_.of(9).bits, 0U);
}

TEST_F(DecorationTest, of_two_the_last_counts) {
  read(lines({{decorate, 7, binding, 5}, {decorate, 7, binding, 6}}));
  EXPECT_EQ(reader_.of(7).binding(), 6U);
}

TEST_F(DecorationTest, members_and_their_struct_are_apart) {
  read(lines({{decorate, 1, non_writable},
              {member_decorate, 1, 2, offset, 32},
              {member_decorate, 1, 2, col_major},
              {member_decorate, 1, 9, offset, 144}}));
  EXPECT_EQ(reader_.of(1).bits, decorated::non_writable);
  std::array<Decorations, 3> members;
  EXPECT_EQ(reader_.of_struct(1, members).bits, decorated::non_writable);
  EXPECT_EQ(members[0].bits, 0U);
  EXPECT_EQ(members[2].bits, decorated::offset | decorated::col_major);
  EXPECT_EQ(members[2].offset(), 32U);
}

TEST_F(DecorationTest, a_decoration_without_its_literal_is_none) {
  read(lines({{decorate, 7, binding}, {member_decorate, 1, 0, offset}, {member_decorate, 1, 1, col_major}}));
  EXPECT_EQ(reader_.of(7).bits, 0U);
  std::array<Decorations, 2> members;
  reader_.of_struct(1, members);
  EXPECT_EQ(members[0].bits, 0U);
  EXPECT_EQ(members[1].bits, decorated::col_major);
}

TEST_F(DecorationTest, groups_are_expanded) {
  read(lines({{decorate, 20, binding, 5},
              {decorate, 20, offset, 48},
              {decorate, 20, non_writable},
              {group, 20},
              {group_decorate, 20, 7, 8},
              {group_member_decorate, 20, 1, 0, 1, 3}}));
  EXPECT_EQ(reader_.of(7).binding(), 5U);
  EXPECT_EQ(reader_.of(8).binding(), 5U);
  std::array<Decorations, 4> members;
  reader_.of_struct(1, members);
  EXPECT_EQ(members[0].offset(), 48U);
  EXPECT_EQ(members[1].bits, 0U);
  EXPECT_EQ(members[3].offset(), 48U);
  EXPECT_EQ(reader_.non_writable_members(1, 4), 2U);
}

TEST_F(DecorationTest, a_group_is_no_target_of_a_group) {
  read(lines({{decorate, 20, binding, 5},
              {group, 20},
              {group, 21},
              {group_decorate, 20, 21},
              {group_decorate, 21, 7},
              {group_decorate, 99, 8}}));
  EXPECT_EQ(reader_.of(7).bits, 0U);
  EXPECT_EQ(reader_.of(8).bits, 0U);
}

TEST_F(DecorationTest, repetitions_name_the_later_instruction) {
  read(lines({{decorate, 7, binding, 5},
              {decorate, 8, binding, 5},
              {decorate, 7, binding, 5},
              {member_decorate, 1, 1, offset, 0},
              {member_decorate, 1, 0, offset, 0},
              {member_decorate, 1, 1, offset, 0}}));
  const std::vector<Repetition> found = reader_.repetitions(100);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].word, header_words + 8);
  EXPECT_EQ(found[0].id, 7U);
  EXPECT_EQ(found[0].member, -1);
  EXPECT_EQ(found[0].bit, decorated::binding);
  EXPECT_EQ(found[1].word, header_words + 12 + 10);
  EXPECT_EQ(found[1].member, 1);
  EXPECT_EQ(reader_.repetitions(1).size(), 1U);
}

TEST_F(DecorationTest, what_may_repeat_is_no_repetition) {
  read(lines({{decorate, 7, non_writable},
              {decorate, 7, non_writable},
              {decorate, 7, location, 1},
              {decorate, 7, location, 1},
              {member_decorate, 1, 0, non_writable},
              {member_decorate, 1, 0, non_writable}}));
  EXPECT_TRUE(reader_.repetitions(100).empty());
}

TEST_F(DecorationTest, a_large_group_on_many_targets_ends_soon) {
  // Half of 1 MiB decorates the group, the other half names it on one struct.
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    words.insert(words.end(), {0x00030047, 20, non_writable});
  }
  words.insert(words.end(), {2U << 16 | group, 20});
  for (int block = 0; block < 2; ++block) {
    words.insert(words.end(), {0xFFFEU << 16 | group_member_decorate, 20});
    for (std::uint32_t i = 0; i < 0xFFFE - 2; i += 2) {
      words.insert(words.end(), {1, i % 60'000});
    }
  }
  const auto start = std::chrono::steady_clock::now();
  read(words, 60'000);
  EXPECT_EQ(reader_.non_writable_members(1, 60'000), 30'000U);
  EXPECT_TRUE(reader_.repetitions(100).empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(NameTest, wanted_names_only) {
  const std::vector<std::uint32_t> words = testing::assemble_words(
      "OpName %1 \"one\"\nOpName %2 \"two\"\nOpMemberName %1 4 \"member\"\nOpName %1 \"again\"\n");
  Module module;
  ASSERT_EQ(module.read(words, maximum_bound).error, ReadError::none);
  const NameTable all(module);
  EXPECT_EQ(all.of(1), "one");
  EXPECT_EQ(all.of(2), "two");
  EXPECT_EQ(all.of(1, 4), "member");
  EXPECT_EQ(all.of(1, 3), "");
  EXPECT_EQ(all.shown(1), "%1 'one'");
  EXPECT_EQ(all.shown(9), "%9");
  const NameTable some(module, {{.id = 1, .member = 4}, {.id = 2}});
  EXPECT_EQ(some.of(1), "");
  EXPECT_EQ(some.of(2), "two");
  EXPECT_EQ(some.of(1, 4), "member");
}

}  // namespace
}  // namespace rpcts::spirv
