// The lists of facts cover what they say, and the comparison of words tells right from wrong.

#include "conformance/render_pack_v1/frame_facts.hpp"

#include <bit>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <set>

#include "conformance/render_pack_v1/expected_words.hpp"
#include "conformance/render_pack_v1/oracle_frame.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

TEST(FrameFacts, EachPairOfValuesOccurs) {
  const std::vector<Facts> rows = paired_facts();
  std::array<std::size_t, knob_count> counts{};
  for (const Facts& row : single_facts()) {
    for (std::size_t knob = 0; knob < knob_count; ++knob) {
      counts[knob] = std::max(counts[knob], row[knob] + 1);
    }
  }
  for (std::size_t a = 0; a < knob_count; ++a) {
    for (std::size_t b = a + 1; b < knob_count; ++b) {
      std::set<std::pair<std::size_t, std::size_t>> pairs;
      for (const Facts& row : rows) {
        pairs.emplace(row[a], row[b]);
      }
      EXPECT_EQ(pairs.size(), counts[a] * counts[b]) << a << " with " << b;
    }
  }
  EXPECT_LT(rows.size(), 120U);
}

TEST(FrameFacts, NamesAreUnique) {
  std::set<std::string> names;
  for (const Facts& row : paired_facts()) {
    EXPECT_TRUE(names.insert(name_of(row)).second) << name_of(row);
  }
  EXPECT_EQ(name_of(Facts{}), "base");
}

TEST(FrameFacts, FramesForAShadowHaveOne) {
  oracle::PackValues pack;
  pack.graph = oracle::Graph::shadow_only;
  pack.policy.directional_shadow_light_elevation_response = {{-90, 0}, {1, 0}, {12, 1}, {90, 1}};
  pack.quality = oracle::low_quality();
  int enabled = 0;
  for (const Facts& row : paired_shadow_facts()) {
    enabled +=
        oracle::frame_state(frame_of(row, {}), 64, 64, pack).shadow_gate == oracle::ShadowGate::enabled;
  }
  EXPECT_EQ(enabled, static_cast<int>(paired_shadow_facts().size()));
}

TEST(FrameFacts, TheSunStandsWhereTheKnobSays) {
  const auto state = [](std::size_t place) {
    Facts facts{};
    facts[static_cast<std::size_t>(Knob::sun)] = place;
    return oracle::frame_state(frame_of(facts, {}), 64, 64, {});
  };
  EXPECT_TRUE(state(0).on_screen);
  EXPECT_FALSE(state(1).projected);
  EXPECT_TRUE(state(2).projected && !state(2).on_screen && state(2).u < 0);
  EXPECT_TRUE(state(3).projected && !state(3).on_screen && state(3).v < 0);
  EXPECT_TRUE(state(4).on_screen && state(4).u < 0.02);
}

/// How many checks fail; a failed check is a failure of the running test, so these are caught.
std::size_t failures(std::span<const std::uint32_t> found, const ExpectedWord& word, Demand demand) {
  testing::TestPartResultArray caught;
  const testing::ScopedFakeTestPartResultReporter reporter(
      testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &caught);
  runner::CaseContext context{{}};
  compare_words(context, found, {word}, demand, "test");
  return context.failures();
}

std::size_t failures(std::uint32_t found, const ExpectedWord& word, Demand demand) {
  return failures(std::span(&found, 1), word, demand);
}

TEST(ExpectedWords, BitsAndNearness) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const ExpectedWord exact = exact_float("x", published::outdoor, 0);
  EXPECT_EQ(failures(bits(0.0F), exact, Demand::must), 0U);
  EXPECT_EQ(failures(bits(-0.0F), exact, Demand::must), 1U);
  EXPECT_EQ(failures(bits(1.0F), exact, Demand::reference), 0U) << "of the other level";
  ExpectedWord near = ulp_word("x", published::ray_policy, 1, 4);
  EXPECT_EQ(failures(bits(1.0F + 4.0F / (1 << 23)), near, Demand::reference), 0U);
  EXPECT_EQ(failures(bits(1.0F + 5.0F / (1 << 23)), near, Demand::reference), 1U);
  EXPECT_EQ(failures(0x7FC00000U, near, Demand::reference), 1U) << "not a number is near to nothing";
  near.others = {2};
  EXPECT_EQ(failures(bits(2.0F), near, Demand::reference), 0U);
  EXPECT_EQ(failures(5, open_word("x"), Demand::must), 0U);
  EXPECT_EQ(failures(std::span<const std::uint32_t>(), exact, Demand::must), 1U) << "nothing was read";
}

TEST(PublishedValues, EveryLevelIsKnown) {
  for (const Rule& rule : published_values()) {
    EXPECT_EQ(find_rule(published_values(), rule.id), &rule);
    EXPECT_TRUE(rule.level == Level::must || rule.level == Level::reference || !is_value(rule)) << rule.id;
  }
  EXPECT_EQ(find_rule(published_values(), "RP-VAL-999"), nullptr);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
