#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_json_testing.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// One mistake at a time. The place is that of the first character that is wrong.

struct Mistake {
  std::string_view from;
  std::string_view to;       ///< with a mark where the mistake is
  std::string_view finding;  ///< rule and pointer
  std::string_view found;
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.finding << " " << mistake.to;
}

class PackJsonMistake : public testing::TestWithParam<Mistake> {};

TEST_P(PackJsonMistake, IsTheOneFinding) {
  const Mistake& mistake = GetParam();
  const Findings findings =
      expect_findings(edited_sample(mistake.from, mistake.to), {std::string(mistake.finding)});
  ASSERT_FALSE(findings.accepted());
  const Diagnostic& finding = *findings.deciding();
  EXPECT_THAT(finding.found, HasSubstr(mistake.found));
  EXPECT_NE(finding.required, "");
  EXPECT_EQ(finding.place.file, "pack.json");
  EXPECT_NE(find_rule(finding.rule), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Encoding, PackJsonMistake,
                         testing::Values(Mistake{"{\n", "^\xEF\xBB\xBF{\n", "RP-FILE-003 ",
                                                 "byte-order mark"},
                                         Mistake{"Every", "Ev^\xFF", "RP-FILE-003 ", "0xFF"},
                                         Mistake{"Every", "^\\uD83Dx", "RP-FILE-003 ", "surrogate"},
                                         Mistake{"\"passes\"", "\"^\\uDC00\"", "RP-FILE-003 ", "surrogate"}));

INSTANTIATE_TEST_SUITE_P(Grammar, PackJsonMistake,
                         testing::Values(Mistake{"\"passes\": [", "\"passes\": [^,", "RP-FILE-004 ", "','"},
                                         Mistake{"1,\n", "1, ^// the only one\n", "RP-FILE-004 ",
                                                 "a comment"},
                                         Mistake{"\"GpuTimestampQueries\"]", "\"GpuTimestampQueries\"^,]",
                                                 "RP-FILE-004 ", "a comma behind the last entry"},
                                         Mistake{"0.2}", "^NaN}", "RP-FILE-004 ", "'NaN'"},
                                         Mistake{"}\n}\n", "}\n^", "RP-FILE-004 ", "the end of the text"}));

INSTANTIATE_TEST_SUITE_P(
    Members, PackJsonMistake,
    testing::Values(Mistake{"\"packApiVersion\"", "^\"id\": 5, \"packApiVersion\"", "RP-FILE-006 /id",
                            "member 'id' a second time"},
                    Mistake{"\"kind\":", "\"k\\u0069nd\": 1, ^\"kind\":", "RP-FILE-006 /resources/0/kind",
                            "'kind'"},
                    Mistake{"\"packApiVersion\"", "^\"$schema\": 1, \"packApiVersion\"",
                            "RP-FILE-007 /$schema", "unknown member '$schema' of pack 'test.sample'"},
                    Mistake{"\"kind\":", "^\"a/b~c\": [{}], \"kind\":", "RP-FILE-007 /resources/0/a~1b~0c",
                            "'a/b~c' of resource 'mid'"},
                    Mistake{"{\"id\": \"mid\", \"kind\": \"Image2DArray\", ", "^{\"id\": \"mid\", ",
                            "RP-FILE-008 /resources/0/kind", "resource 'mid' has no member 'kind'"},
                    Mistake{"{\"mode\": \"RelativeToOutput\", ", "^{", "RP-FILE-008 /resources/0/extent/mode",
                            "the extent has no member 'mode'"},
                    Mistake{"\"displayName\": \"Strength\",", "^\"displayNam\": \"Strength\",",
                            "RP-FILE-007 /settings/0/displayNam", "'displayNam' of setting 'strength'"}));

INSTANTIATE_TEST_SUITE_P(
    Kinds, PackJsonMistake,
    testing::Values(
        Mistake{"\"test.sample\"", "^5", "RP-FILE-009 /id", "'id' of the pack is 5"},
        Mistake{"\"test.sample\"", "^null", "RP-FILE-009 /id", "is null"},
        Mistake{"\"packApiVersion\": 1", "\"packApiVersion\": ^\"1\"", "RP-FILE-009 /packApiVersion",
                "is the string '1'"},
        Mistake{"\"1.20.3\"", "^1.2", "RP-FILE-009 /packVersion", "is 1.2"},
        Mistake{"[\"GpuTimestampQueries\"]", "^null", "RP-FILE-009 /optionalCapabilities", "is null"},
        Mistake{"[\"GpuTimestampQueries\"]", "[^null]", "RP-FILE-009 /optionalCapabilities/0",
                "entry 0 of 'optionalCapabilities' of pack 'test.sample' is null"},
        Mistake{"[\"GpuTimestampQueries\"]", "^\"GpuTimestampQueries\"", "RP-FILE-009 /optionalCapabilities",
                "is the string"},
        Mistake{"\"mid\", \"other\"", "\"mid\", ^true", "RP-FILE-009 /passes/0/resourceReads/1", "is true"},
        Mistake{"{\"elevationDegrees\": 1, \"multiplier\": 0}", "^null",
                "RP-FILE-009 /atmospherePolicy/directionalShadowLightElevationResponse/0", "is null"},
        Mistake{"\"width\": 0.5", "\"width\": ^\"0.5\"", "RP-FILE-009 /resources/0/extent/width", "'0.5'"},
        Mistake{"\"autoEligible\": false", "\"autoEligible\": ^0",
                "RP-FILE-009 /qualityPresets/0/autoEligible", "is 0"},
        Mistake{"\"SunRays\"", "^null", "RP-FILE-009 /passes/0/semantic", "is null"},
        Mistake{"\"SunRays\"", "^[\"SunRays\"]", "RP-FILE-009 /passes/0/semantic", "is an array"},
        Mistake{"[\"Sampled\", \"DepthAttachment\"]", "^\"Sampled\"", "RP-FILE-009 /resources/0/usage",
                "is the string 'Sampled'"},
        Mistake{"[\"Sampled\", \"DepthAttachment\"]", "[\"Sampled\", ^4]", "RP-FILE-009 /resources/0/usage/1",
                "is 4"},
        Mistake{"{\"mode\": \"AbsolutePixels\", \"width\": 512, \"height\": 256}", "^[]",
                "RP-FILE-009 /qualityPresets/0/resourceOverrides/0/extent",
                "'extent' of override of resource 'mid' is an array"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, PackJsonMistake,
    testing::Values(
        Mistake{"\"layers\": 3", "\"layers\": ^1.5", "RP-FILE-010 /resources/0/extent/layers",
                "is 1.5, which is no whole number"},
        Mistake{"\"layers\": 3", "\"layers\": ^2147483648", "RP-FILE-010 /resources/0/extent/layers",
                "is out of range"},
        Mistake{"\"layers\": 3", "\"layers\": ^-2147483649", "RP-FILE-010 /resources/0/extent/layers",
                "is out of range"},
        Mistake{"\"layers\": 3", "\"layers\": ^1e999", "RP-FILE-010 /resources/0/extent/layers",
                "is out of range"},
        Mistake{"5000000000", "^9223372036854775808", "RP-FILE-010 /resources/0/estimatedResidentBytes",
                "is out of range"},
        Mistake{"\"width\": 0.5", "\"width\": ^1e999", "RP-FILE-010 /resources/0/extent/width", "no double"},
        Mistake{"\"step\": 0.25", "\"step\": ^-1e309", "RP-FILE-010 /settings/0/step", "no double"},
        Mistake{"\"Tier2Plus\"", "^2.5", "RP-FILE-010 /highestTier", "2.5"},
        Mistake{"\"Tier2Plus\"", "^2147483648", "RP-FILE-010 /highestTier", "out of range"},
        Mistake{"[\"Sampled\", \"DepthAttachment\"]", "^4294967296", "RP-FILE-010 /resources/0/usage",
                "out of range"},
        Mistake{"[\"Sampled\", \"DepthAttachment\"]", "^-2147483649", "RP-FILE-010 /resources/0/usage",
                "out of range"}));

INSTANTIATE_TEST_SUITE_P(
    Names, PackJsonMistake,
    testing::Values(Mistake{"\"Tier2Plus\"", "^\"tier2plus\"", "RP-FILE-011 /highestTier",
                            "'highestTier' of pack 'test.sample' is 'tier2plus', which is no RenderPackTier"},
                    Mistake{"\"Tier2Plus\"", "^\"\"", "RP-FILE-011 /highestTier", "''"},
                    Mistake{"\"SceneDepth\", ", "\"SceneDepth\", ^\"None\", ",
                            "RP-FILE-011 /passes/0/semanticInputs/1",
                            "entry 1 of 'semanticInputs' of pass 'rays' is 'None'"},
                    Mistake{"[\"Sampled\", ", "[^\"sampled\", ", "RP-FILE-011 /resources/0/usage/0",
                            "RenderResourceUsage"},
                    Mistake{"[\"Sampled\", ", "[\"Sampled\", ^\"None\", ", "RP-FILE-011 /resources/0/usage/1",
                            "'None' beside other flags"},
                    Mistake{"[\"FusedAtmosphericPostProcess\"]",
                            "[^\"None\", \"FusedAtmosphericPostProcess\"]",
                            "RP-FILE-011 /qualityPresets/0/executionHints/0", "'None' beside other flags"}));

Mistake bad_version(std::string_view version) {
  return {"\"1.20.3\"", version, "RP-FILE-012 /packVersion", "'packVersion' of pack 'test.sample' is '"};
}

INSTANTIATE_TEST_SUITE_P(Versions, PackJsonMistake,
                         testing::Values(bad_version("^\"1\""), bad_version("^\"\""),
                                         bad_version("^\"1.2.3.4.5\""), bad_version("^\"1..2\""),
                                         bad_version("^\"1.2.\""), bad_version("^\".1.2\""),
                                         bad_version("^\"v1.2\""), bad_version("^\"1.2-beta\""),
                                         bad_version("^\" 1.2\""), bad_version("^\"-1.2\"")));

TEST(PackJson, SuggestsWhatWasMeant) {
  const auto required = [](std::string_view from, std::string_view to) {
    return read_pack_json(edited_sample(from, to)).findings.all().at(0).required;
  };
  EXPECT_THAT(required("\"displayName\": \"Strength\"", "\"displayNam\": \"Strength\""),
              HasSubstr("did you mean 'displayName'?"));
  EXPECT_THAT(required("\"Image2DArray\"", "\"Image2dArray\""), HasSubstr("did you mean 'Image2DArray'?"));
  EXPECT_THAT(required("\"Image2DArray\"", "\"Cube\""), HasSubstr("Image2D, Image2DArray or Buffer"));
  EXPECT_THAT(required("\"SunRays\"", "null"), HasSubstr("leave the member out for its default"));
}

TEST(PackJson, AMemberLeftOutIsPlacedAtItsObject) {
  Findings findings =
      expect_findings("^" + edited_sample("\"packVersion\": \"1.20.3\",", ""), {"RP-FILE-008 /packVersion"});
  EXPECT_EQ(findings.deciding()->found, "pack 'test.sample' has no member 'packVersion'");
  EXPECT_EQ(findings.deciding()->required, "'packVersion': a string");
}

TEST(PackJson, AMisspeltMemberIsOneMistakeNotTwo) {
  const std::string_view replay = R"({"id": "casters", "semantic": "OutdoorDirectionalShadowCasters",
     "casterClasses": ["Terrain", "AnimatedAlphaCutout"], "viewCount": 4})";
  // A member that resembles nothing leaves the other missing.
  expect_findings(edited_sample(replay, R"(^{"id": "casters", "semantic": "OutdoorDirectionalShadowCasters",
     "casterClasses": ["Terrain", "AnimatedAlphaCutout"], ^"layers": 4})"),
                  {"RP-FILE-008 /sceneReplays/0/viewCount", "RP-FILE-007 /sceneReplays/0/layers"});
  expect_findings(edited_sample("\"viewCount\": 4", "^\"viewcount\": 4"),
                  {"RP-FILE-007 /sceneReplays/0/viewcount"});
  // One that stands beside the right one is unknown, and nothing is missing.
  expect_findings(edited_sample("\"viewCount\": 4", "\"viewCount\": 4, ^\"viewCounts\": 4"),
                  {"RP-FILE-007 /sceneReplays/0/viewCounts"});
}

TEST(PackJson, ReportsEveryMistakeInTextOrder) {
  const auto edit = [](std::string& text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  std::string text(pack_json_sample);
  edit(text, "\"1.20.3\"", "^\"1\"");
  edit(text, "\"Tier2Plus\"", "^7.5");
  edit(text, "{\"id\": \"mid\", \"kind\": \"Image2DArray\", ", "^{\"id\": \"mid\", ");
  edit(text, "\"layers\": 3", "\"layers\": ^null");
  edit(text, "\"step\"", "^\"stride\"");
  edit(text, "}\n}\n", "}}^}\n");
  expect_findings(
      text, {"RP-FILE-012 /packVersion", "RP-FILE-010 /highestTier", "RP-FILE-008 /resources/0/kind",
             "RP-FILE-009 /resources/0/extent/layers", "RP-FILE-007 /settings/0/stride", "RP-FILE-004 "});
}

TEST(PackJson, AnObjectThatIsNotClosedLacksNothing) {
  expect_findings(R"({"id": ^5, "passes": [{"hook": "ToneMap", "semantic": ^"Bloom"^)",
                  {"RP-FILE-009 /id", "RP-FILE-011 /passes/0/semantic", "RP-FILE-004 "});
}

TEST(PackJson, TheTextMustBeAnObject) {
  expect_findings(" ^null", {"RP-FILE-009 "});
  expect_findings("^\"x\"", {"RP-FILE-009 "});
  expect_findings("^", {"RP-FILE-004 "});
  EXPECT_EQ(expect_findings("^[]", {"RP-FILE-009 "}).deciding()->found, "the text is an array");
}

TEST(PackJson, AnEmptyObjectLacksWhatIsRequired) {
  expect_findings("\n^^^^^^^^^^^^^^{}",
                  {"RP-FILE-008 /id", "RP-FILE-008 /displayName", "RP-FILE-008 /featureSummary",
                   "RP-FILE-008 /packVersion", "RP-FILE-008 /packApiVersion", "RP-FILE-008 /highestTier",
                   "RP-FILE-008 /requiredCapabilities", "RP-FILE-008 /optionalCapabilities",
                   "RP-FILE-008 /resources", "RP-FILE-008 /passes", "RP-FILE-008 /sceneReplays",
                   "RP-FILE-008 /pipelineVariants", "RP-FILE-008 /qualityPresets", "RP-FILE-008 /settings"});
}

TEST(PackJson, RepeatedMembersAreFoundInWhatNobodyReads) {
  expect_findings(
      edited_sample("\"packApiVersion\": 1",
                    R"("packApiVersion": ^{"a": [{"b": 1, "c": 2, ^"b": 3}], ^"a": 1})"),
      {"RP-FILE-009 /packApiVersion", "RP-FILE-006 /packApiVersion/a/0/b", "RP-FILE-006 /packApiVersion/a"});
  expect_findings(edited_sample("\"packApiVersion\"",
                                R"(^"zz": 1, ^"yy": {"b": 1, ^"b": 1}, ^"zz": 2, "packApiVersion")"),
                  {"RP-FILE-007 /zz", "RP-FILE-007 /yy", "RP-FILE-006 /yy/b", "RP-FILE-006 /zz"});
}

TEST(PackJson, NestingBeyond32IsRefused) {
  // The text itself is the first level.
  const auto nested = [](std::string_view innermost) {
    return edited_sample("\"packApiVersion\": 1", "\"packApiVersion\": ^" + std::string(31, '[') +
                                                      std::string(innermost) + std::string(31, ']'));
  };
  expect_findings(nested("0"), {"RP-FILE-009 /packApiVersion"});
  expect_findings(nested("^{}"), {"RP-FILE-009 /packApiVersion", "RP-FILE-005 "});
}

TEST(PackJson, TextsOver4MiBAreRefused) {
  std::string text(pack_json_sample);
  text.resize(maximum_pack_json_bytes, ' ');
  EXPECT_THAT(findings_of(text), IsEmpty());
  text += ' ';
  EXPECT_THAT(findings_of(text), ElementsAre("RP-FILE-002  0:0"));
}

TEST(PackJson, StopsAtAThousandMistakes) {
  const auto with = [](std::size_t count) {
    std::string list = "[0";
    for (std::size_t i = 1; i < count; ++i) {
      list += ",0";
    }
    return read_pack_json(edited_sample("[\"mid\", \"other\"]", list + "]")).findings;
  };
  EXPECT_EQ(with(maximum_pack_json_findings).all().size(), maximum_pack_json_findings);
  EXPECT_THAT(with(maximum_pack_json_findings).all().back().found, testing::Not(HasSubstr("reading stops")));
  EXPECT_EQ(with(maximum_pack_json_findings + 1).all().size(), maximum_pack_json_findings);
  EXPECT_THAT(with(maximum_pack_json_findings + 1).all().back().found, HasSubstr("reading stops"));
}

// Four MiB of what could cost much.
TEST(PackJson, LargeTextsTakeTimeInProportion) {
  const auto repeated = [](std::string_view unit) {
    std::string text;
    while (text.size() + unit.size() < maximum_pack_json_bytes - 100) {
      text += unit;
    }
    return text;
  };
  EXPECT_THAT(findings_of(repeated("[")), ElementsAre("RP-FILE-005  1:33", "RP-FILE-009  1:1"));
  EXPECT_THAT(findings_of(repeated("{\"a\":")), testing::Contains("RP-FILE-005  1:161"));
  EXPECT_EQ(findings_of("{" + repeated("\"a\":0,") + "\"a\":0}").size(), maximum_pack_json_findings);
  std::string distinct = "{\"settings\":[{\"choices\":[";
  distinct += repeated("\"\",") + "\"\"]}]}";
  EXPECT_GT(findings_of(distinct).size(), 10U);
  std::string nones = "{\"qualityPresets\":[{\"executionHints\":[" + repeated("\"None\",") + "\"None\"]}]}";
  EXPECT_GT(findings_of(nones).size(), 10U);
  std::string names = "{";
  for (int i = 0; names.size() < maximum_pack_json_bytes - 100; ++i) {
    names += "\"" + std::to_string(i) + "\":0,";
  }
  EXPECT_EQ(findings_of(names + "\"\":0}").size(), maximum_pack_json_findings);
}

}  // namespace
}  // namespace rpcts::render_pack_v1
