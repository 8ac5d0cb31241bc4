#include "harness/contracts/render_pack_v1/settings.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rpcts::render_pack_v1 {
namespace {

using testing::HasSubstr;
using Kind = RenderSettingKind;
using Reason = SettingFault::Reason;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Setting setting(Kind kind, std::optional<double> minimum = {}, std::optional<double> maximum = {},
                std::optional<double> step = {}) {
  Setting made;
  made.id = "it";
  made.kind = kind;
  made.minimum = minimum;
  made.maximum = maximum;
  made.step = step;
  return made;
}

Setting choice(std::vector<std::string> choices) {
  Setting made = setting(Kind::Choice);
  made.choices = std::move(choices);
  return made;
}

void expect_value(const Setting& of, std::string_view text, float value) {
  const auto encoded = encode_setting(of, text);
  ASSERT_TRUE(encoded.has_value()) << text << ": " << encoded.error().found;
  EXPECT_EQ(std::bit_cast<std::uint32_t>(*encoded), std::bit_cast<std::uint32_t>(value)) << text;
}

void expect_fault(const Setting& of, std::string_view text, Reason reason) {
  const auto encoded = encode_setting(of, text);
  ASSERT_FALSE(encoded.has_value()) << text << " is " << *encoded;
  EXPECT_EQ(encoded.error().reason, reason) << text << ": " << encoded.error().found;
}

TEST(Boolean, TakesTheTwoWordsInAnyCase) {
  const Setting it = setting(Kind::Boolean);
  expect_value(it, "true", 1);
  expect_value(it, "True", 1);
  expect_value(it, " false ", 0);
  expect_value(it, "\t\n\v\f\rFALSE", 0);
}

TEST(Boolean, RefusesOtherWords) {
  const Setting it = setting(Kind::Boolean);
  for (const std::string_view text : {"1", "0", "yes", "", " ", "t rue", "truee", "tru", "true\xC2\xA0"}) {
    expect_fault(it, text, Reason::not_a_boolean);
  }
}

TEST(Boolean, IgnoresBoundsAndStep) {
  expect_value(setting(Kind::Boolean, 5, 6, 0.3), "true", 1);
}

TEST(Integer, TakesDigitsWithASign) {
  const Setting it = setting(Kind::Integer);
  expect_value(it, "16777216", 16777216);
  expect_value(it, "-16777216", -16777216);
  expect_value(it, "+5", 5);
  expect_value(it, " 7\r\n", 7);
  expect_value(it, "007", 7);
  expect_value(it, "-0", 0.0F);  // no minus zero
}

TEST(Integer, RefusesWhatIsNotExact) {
  const Setting it = setting(Kind::Integer);
  expect_fault(it, "16777217", Reason::not_exact);
  expect_fault(it, "-16777217", Reason::not_exact);
  expect_fault(it, "9223372036854775808", Reason::not_exact);
}

TEST(Integer, RefusesOtherText) {
  const Setting it = setting(Kind::Integer);
  for (const std::string_view text :
       {"1.5", "1.0", "1e3", "", "-", "0x10", "1 000", "1,000", "5 5", "- 5", "five"}) {
    expect_fault(it, text, Reason::not_an_integer);
  }
}

TEST(Integer, KeepsToBoundsAndStep) {
  const Setting it = setting(Kind::Integer, 8, 64, 8);
  expect_value(it, "8", 8);
  expect_value(it, "64", 64);
  expect_value(it, "24", 24);
  expect_fault(it, "7", Reason::below_minimum);
  expect_fault(it, "65", Reason::above_maximum);
  expect_fault(it, "25", Reason::off_step);
}

TEST(Float, TakesDecimalNumbers) {
  const Setting it = setting(Kind::Float);
  expect_value(it, ".5", 0.5F);
  expect_value(it, "5.", 5.0F);
  expect_value(it, " +2.5E-1 ", 0.25F);
  expect_value(it, "0.1", 0.1F);
  expect_value(it, "-0", -0.0F);
}

TEST(Float, KeepsToFloat32) {
  const Setting it = setting(Kind::Float);
  expect_value(it, "3.4028234e38", 3.4028234e38F);
  expect_value(it, "-3.4028234e38", -3.4028234e38F);
  expect_fault(it, "3.4028235e38", Reason::too_large);
  expect_fault(it, "-3.4028235e38", Reason::too_large);
  expect_fault(it, "1e100", Reason::too_large);
  expect_fault(it, "1e999", Reason::too_large);
  expect_value(it, "1e-50", 0.0F);
  expect_value(it, "1e-999", 0.0F);
}

TEST(Float, RefusesOtherText) {
  const Setting it = setting(Kind::Float);
  for (const std::string_view text : {"1,5", "1.000.000", "", ".", "1e", "0x1p3", "nan", "NaN", "inf",
                                      "Infinity", "-Infinity", "1f", "1 5"}) {
    expect_fault(it, text, Reason::not_a_number);
  }
}

TEST(Float, KeepsToBoundsAndStep) {
  const Setting it = setting(Kind::Float, 0, 2, 0.25);
  expect_value(it, "1.25", 1.25F);
  expect_value(it, "0", 0.0F);
  expect_value(it, "2", 2.0F);
  expect_fault(it, "1.1", Reason::off_step);
  expect_fault(it, "2.25", Reason::above_maximum);
  expect_fault(it, "-0.25", Reason::below_minimum);
}

TEST(Float, ComparesBoundsInDouble) {
  expect_fault(setting(Kind::Float, {}, 0.1), "0.1000000000000001", Reason::above_maximum);
  expect_fault(setting(Kind::Float, 0.1), "0.0999999999999999", Reason::below_minimum);
}

TEST(Step, CountsFromTheMinimum) {
  expect_value(setting(Kind::Float, 0.1, {}, 0.05), "0.35", 0.35F);
  expect_fault(setting(Kind::Float, 0.12, {}, 0.05), "0.35", Reason::off_step);
  expect_value(setting(Kind::Float, {}, {}, 0.05), "0.35", 0.35F);
  expect_value(setting(Kind::Float, {}, {}, 0.5), "-1.5", -1.5F);
}

TEST(Step, AllowsForRounding) {
  // |q - round(q)| may be 1e-7, or 1e-7 of |q| where that is more.
  expect_value(setting(Kind::Float, {}, {}, 1), "0.0000001", 1e-7F);
  expect_fault(setting(Kind::Float, {}, {}, 1), "0.0000002", Reason::off_step);
  expect_value(setting(Kind::Float, {}, {}, 1), "1000000.0625", 1000000.0625F);
  expect_fault(setting(Kind::Float, {}, {}, 1), "1000000.125", Reason::off_step);
}

TEST(Step, ThatIsNoPositiveNumberRefusesEverything) {
  for (const double step : {0.0, not_a_number, -1.0}) {
    expect_fault(setting(Kind::Float, {}, {}, step), "1", Reason::off_step);
  }
}

TEST(Choice, IsTheIndexOfTheFirstExactMatch) {
  const Setting it = choice({"1", "9", "25", "9"});
  expect_value(it, "1", 0);
  expect_value(it, "9", 1);
  expect_value(it, "25", 2);
  for (const std::string_view text : {"3", "", " 9", "9 ", "09"}) {
    expect_fault(it, text, Reason::not_a_choice);
  }
  expect_fault(choice({"Low"}), "low", Reason::not_a_choice);
  expect_fault(choice({}), "", Reason::not_a_choice);
  expect_value(choice({""}), "", 0);
}

TEST(Choice, IgnoresBoundsAndStep) {
  Setting it = choice({"a", "b"});
  it.minimum = 10;
  it.step = 0.3;
  expect_value(it, "b", 1);
}

TEST(UndefinedKind, HasNoValue) {
  expect_fault(setting(static_cast<Kind>(4)), "1", Reason::undefined_kind);
}

TEST(Fault, NamesTheSettingTheTextAndTheRepair) {
  Setting it = setting(Kind::Float, 0, 2, 0.25);
  it.id = "exposure";
  const SettingFault fault = encode_setting(it, "2.25").error();
  EXPECT_EQ(fault.found, "value '2.25' of setting 'exposure' is above its maximum");
  EXPECT_EQ(fault.required, "at most 2");
  EXPECT_EQ(encode_setting(choice({"1", "9", "25"}), "3").error().required, "'1', '9' or '25'");
}

/// The settings of the example in E.3.
std::vector<Setting> example() {
  std::vector<Setting> settings{setting(Kind::Boolean), setting(Kind::Integer), choice({"1", "9", "25"}),
                                setting(Kind::Float), setting(Kind::Float)};
  const std::array<std::string, 5> ids{"on", "steps", "taps", "strength", "exposure"};
  const std::array<std::string, 5> defaults{"true", "7", "9", "0.35", "2"};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    settings[i].id = ids[i];
    settings[i].default_value = defaults[i];
  }
  return settings;
}

using Words = std::array<std::uint32_t, 64>;

Words words(const PackSettingsBlock& block) {
  return std::bit_cast<Words>(block);
}

Words words(std::initializer_list<float> values) {
  Words all{};
  std::size_t i = 0;
  for (const float value : values) {
    all[i++] = std::bit_cast<std::uint32_t>(value);
  }
  return all;
}

TEST(ResolveSettings, PacksDefaultsInDeclarationOrderAndZeroesTheRest) {
  EXPECT_EQ(words(resolve_settings(example(), {}, {})), words({1.0F, 7.0F, 1.0F, 0.35F, 2.0F}));
}

TEST(ResolveSettings, UserWinsOverPresetOverDefault) {
  const std::vector<SettingOverride> preset{{.setting_id = "STEPS", .value = "8"},
                                            {.setting_id = "taps", .value = "25"}};
  const std::vector<SettingOverride> user{{.setting_id = "Taps", .value = "1"},
                                          {.setting_id = "EXPOSURE", .value = "3"}};
  EXPECT_EQ(words(resolve_settings(example(), preset, user)), words({1.0F, 8.0F, 0.0F, 0.35F, 3.0F}));
  EXPECT_EQ(effective_text(example()[2], preset, user), "1");
  EXPECT_EQ(effective_text(example()[2], preset, {}), "25");
  EXPECT_EQ(effective_text(example()[2], {}, {}), "9");
}

TEST(ResolveSettings, ARefusedValueIsZeroAndDoesNotFallBack) {
  const std::vector<SettingOverride> user{{.setting_id = "exposure", .value = "2,5"}};
  EXPECT_EQ(words(resolve_settings(example(), {}, user)), words({1.0F, 7.0F, 1.0F, 0.35F, 0.0F}));
}

TEST(ResolveSettings, TheLastOfSixtyFourStandsAtByte252) {
  std::vector<Setting> settings(65, setting(Kind::Integer));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    settings[i].id = "s" + std::to_string(i);
    settings[i].default_value = std::to_string(i + 1);
  }
  const Words all = words(resolve_settings(settings, {}, {}));
  EXPECT_EQ(all[63], std::bit_cast<std::uint32_t>(64.0F));
  EXPECT_EQ(all[5], std::bit_cast<std::uint32_t>(6.0F));
}

Descriptor pack() {
  Descriptor made;
  made.id = "dusk";
  made.settings = example();
  return made;
}

TEST(UserOverrides, AreAcceptedInAnyCase) {
  EXPECT_TRUE(check_user_overrides(pack(), std::vector<SettingOverride>{{"EXPOSURE", "1.5"}}).accepted());
}

TEST(UserOverrides, AnUnknownIdIsHost040) {
  const Findings findings = check_user_overrides(pack(), std::vector<SettingOverride>{{"exposrue", "1.5"}});
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.deciding()->rule, "RP-HOST-040");
  EXPECT_EQ(findings.deciding()->found, "user value for 'exposrue', which is no setting of pack 'dusk'");
  EXPECT_THAT(findings.deciding()->required, HasSubstr("did you mean 'exposure'?"));
}

TEST(UserOverrides, ARefusedValueIsHost041) {
  const Findings findings = check_user_overrides(pack(), std::vector<SettingOverride>{{"steps", "1.5"}});
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.deciding()->rule, "RP-HOST-041");
  EXPECT_EQ(findings.deciding()->found, "pack 'dusk': user value '1.5' of setting 'steps' is no integer");
}

TEST(UserOverrides, AreCheckedInTheirOrder) {
  const Findings findings = check_user_overrides(
      pack(), std::vector<SettingOverride>{{"taps", "3"}, {"unknown", ""}, {"steps", "8"}, {"on", "yes"}});
  std::vector<std::string_view> rules;
  for (const Diagnostic& finding : findings.all()) {
    rules.push_back(finding.rule);
  }
  EXPECT_THAT(rules, testing::ElementsAre("RP-HOST-041", "RP-HOST-040", "RP-HOST-041"));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
