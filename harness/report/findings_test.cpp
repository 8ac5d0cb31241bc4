#include "harness/report/findings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rpcts::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::optional<RuleFacts> facts(std::string_view rule) {
  if (rule == "RP-DESC-082") {
    return RuleFacts{"C.5", "MUST", "hook ordinal lower than the previous pass's hook"};
  }
  if (rule == "RP-SPV-036") {
    return RuleFacts{"D.4", "MUST", "binding 5 layout differs"};
  }
  return std::nullopt;
}

Subject rejected_pack() {
  Subject pack{.path = "packs/my pack", .kind = "pack", .modules = 4, .judgements = 1};
  pack.findings.add({.rule = "RP-WARN-001",
                     .severity = Severity::warning,
                     .place = {.file = "pack.json", .pointer = "/highestTier", .line = 7, .column = 18},
                     .found = "a warning",
                     .required = "Tier2"});
  pack.findings.add({.rule = "RP-DESC-082",
                     .place = {.file = "pack.json", .pointer = "/passes/2/hook", .line = 41, .column = 15},
                     .found = "pass 'rays' follows",
                     .required = "hooks in order"});
  pack.findings.add(
      {.rule = "RP-SPV-036",
       .place = {.file = "shaders/a.spv", .role = "SunRays (fragment)", .id = 17, .member = 0, .word = 256},
       .found = "member 0 at 4",
       .required = "offset 0"});
  return pack;
}

Subject accepted_module() {
  return {.path = "/abs/ä.spv", .kind = "module", .note = "judged as SunRays", .modules = 1, .judgements = 1};
}

Subject unreadable() {
  return {.path = "nowhere", .kind = "pack", .error = "'nowhere' does not exist"};
}

template <class Write>
std::string written(Write write, const std::vector<Subject>& subjects) {
  std::ostringstream out;
  write(out, subjects, facts);
  return out.str();
}

TEST(FindingsText, IsOneBlockAFindingAndAVerdict) {
  EXPECT_EQ(
      written(write_text, {rejected_pack()}),
      "packs/my pack/pack.json:7:18: warning RP-WARN-001 at /highestTier\n"
      "    found:    a warning\n"
      "    required: Tier2\n"
      "\n"
      "packs/my pack/pack.json:41:15: error RP-DESC-082 (decides) at /passes/2/hook\n"
      "    found:    pass 'rays' follows\n"
      "    required: hooks in order\n"
      "    rule:     C.5 (MUST): hook ordinal lower than the previous pass's hook\n"
      "\n"
      "packs/my pack/shaders/a.spv: error RP-SPV-036 in SunRays (fragment), id 17, member 0, byte 1024\n"
      "    found:    member 0 at 4\n"
      "    required: offset 0\n"
      "    rule:     D.4 (MUST): binding 5 layout differs\n"
      "\n"
      "packs/my pack: rejected by RP-DESC-082 (2 errors, 1 warning; 4 modules, 1 judgement)\n");
}

TEST(FindingsText, CountsSeveralSubjects) {
  EXPECT_EQ(written(write_text, {accepted_module(), unreadable()}),
            "/abs/ä.spv: judged as SunRays\n"
            "/abs/ä.spv: accepted (0 errors, 0 warnings; 1 module, 1 judgement)\n"
            "nowhere: not checked: 'nowhere' does not exist\n"
            "2 checked: 1 accepted, 0 rejected, 1 not checked\n");
}

TEST(FindingsText, KeepsControlCharactersOffTheTerminal) {
  Subject pack{.path = "p\x1B[2J", .kind = "pack"};
  pack.findings.add({.rule = "RP-AST-003",
                     .place = {.file = "a\xC2\x9B"
                                       "b\xFF",
                               .pointer = "/x\ny: error RP-AST-001"},
                     .found = "first\nsecond\tthird",
                     .required = "é"});
  const std::string text = written(write_text, {pack});
  EXPECT_THAT(
      text,
      HasSubstr("p\\x1B[2J/a\\xC2\\x9Bb\\xFF: error RP-AST-003 (decides) at /x\\x0Ay: error RP-AST-001\n"));
  EXPECT_THAT(text, HasSubstr("    found:    first\n              second\\x09third\n"));
  EXPECT_THAT(text, HasSubstr("required: é\n"));
}

TEST(FindingsText, AcceptsWithWarnings) {
  Subject pack = rejected_pack();
  pack.findings.all().resize(1);
  EXPECT_THAT(written(write_text, {pack}),
              HasSubstr("packs/my pack: accepted (0 errors, 1 warning; 4 modules, 1 judgement)\n"));
  EXPECT_THAT(written(write_text, {pack}), Not(HasSubstr("decides")));
}

TEST(FindingsJson, HasTheDocumentedMembers) {
  const json document = json::parse(written(write_json, {rejected_pack(), accepted_module(), unreadable()}));
  EXPECT_EQ(document["format"], "rpcts.validation");
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["tool"], (json{{"name", "rpcts"}, {"version", RPCTS_VERSION}}));
  ASSERT_EQ(document["subjects"].size(), 3U);
  const json& pack = document["subjects"][0];
  EXPECT_EQ(pack["path"], "packs/my pack");
  EXPECT_EQ(pack["kind"], "pack");
  EXPECT_EQ(pack["verdict"], "rejected");
  EXPECT_EQ(pack["decidingRule"], "RP-DESC-082");
  EXPECT_EQ(pack["errors"], 2);
  EXPECT_EQ(pack["warnings"], 1);
  EXPECT_EQ(pack["modules"], 4);
  EXPECT_EQ(pack["judgements"], 1);
  EXPECT_FALSE(pack.contains("note"));
  EXPECT_FALSE(pack.contains("error"));
  ASSERT_EQ(pack["findings"].size(), 3U);
  EXPECT_EQ(
      pack["findings"][1],
      (json{{"rule", "RP-DESC-082"},
            {"severity", "error"},
            {"deciding", true},
            {"place", {{"file", "pack.json"}, {"pointer", "/passes/2/hook"}, {"line", 41}, {"column", 15}}},
            {"found", "pass 'rays' follows"},
            {"required", "hooks in order"},
            {"clause", "C.5"},
            {"level", "MUST"},
            {"statement", "hook ordinal lower than the previous pass's hook"}}));
  EXPECT_EQ(pack["findings"][0]["deciding"], false);
  EXPECT_EQ(pack["findings"][0]["severity"], "warning");
  EXPECT_EQ(pack["findings"][0]["level"], "");
  EXPECT_EQ(pack["findings"][2]["place"], (json{{"file", "shaders/a.spv"},
                                                {"role", "SunRays (fragment)"},
                                                {"id", 17},
                                                {"member", 0},
                                                {"word", 256}}));
  EXPECT_EQ(document["subjects"][1]["verdict"], "accepted");
  EXPECT_EQ(document["subjects"][1]["decidingRule"], nullptr);
  EXPECT_EQ(document["subjects"][1]["note"], "judged as SunRays");
  EXPECT_EQ(document["subjects"][2]["verdict"], "error");
  EXPECT_EQ(document["subjects"][2]["error"], "'nowhere' does not exist");
  EXPECT_EQ(document["subjects"][2]["findings"], json::array());
}

/// Does the published schema take this document?
bool schema_takes(const json& document) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "rpcts-validation.json";
  std::ofstream(file) << document.dump();
  const std::string command = std::string(RPCTS_PYTHON) + " " + RPCTS_SOURCE_DIR + "/scripts/check_json.py " +
                              RPCTS_SOURCE_DIR + "/docs/formats/validation.schema.json " + file.string() +
                              " 2> /dev/null";
  const bool taken = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  return taken;
}

TEST(FindingsJson, KeepsItsSchema) {
  const json document = json::parse(written(write_json, {rejected_pack(), accepted_module(), unreadable()}));
  EXPECT_TRUE(schema_takes(document));
  EXPECT_TRUE(schema_takes(json::parse(written(write_json, {}))));
  json other = document;
  other["subjects"][0]["verdict"] = "accepted";
  EXPECT_FALSE(schema_takes(other)) << "accepted with a deciding rule";
  other = document;
  other["subjects"][0]["findings"][1]["place"]["colour"] = 1;
  EXPECT_FALSE(schema_takes(other)) << "a member that the schema does not know";
}

TEST(FindingsJson, IsUtf8WhateverThePackHolds) {
  Subject pack{.path = "p\xFF", .kind = "pack"};
  pack.findings.add(
      {.rule = "RP-DESC-082", .place = {.file = "\xC3"}, .found = "\xED\xA0\x80", .required = "x"});
  const json document = json::parse(written(write_json, {pack}));
  EXPECT_EQ(document["subjects"][0]["path"], "p\xEF\xBF\xBD");
  EXPECT_TRUE(json::accept(written(write_sarif, {pack})));
}

TEST(FindingsSarif, HasOneResultAFinding) {
  const json log = json::parse(written(write_sarif, {rejected_pack(), unreadable(), accepted_module()}));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1U);
  const json& run = log["runs"][0];
  const json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "rpcts");
  ASSERT_EQ(driver["rules"].size(), 3U);
  EXPECT_EQ(driver["rules"][1]["id"], "RP-DESC-082");
  EXPECT_EQ(driver["rules"][1]["shortDescription"]["text"],
            "hook ordinal lower than the previous pass's hook");
  EXPECT_EQ(driver["rules"][1]["properties"], (json{{"clause", "C.5"}, {"level", "MUST"}}));
  EXPECT_EQ(driver["rules"][0]["defaultConfiguration"]["level"], "warning");
  ASSERT_EQ(run["results"].size(), 3U);
  const json& second = run["results"][1];
  EXPECT_EQ(second["ruleId"], "RP-DESC-082");
  EXPECT_EQ(second["ruleIndex"], 1);
  EXPECT_EQ(second["level"], "error");
  EXPECT_EQ(second["message"]["text"], "pass 'rays' follows. Required: hooks in order.");
  EXPECT_EQ(second["properties"]["deciding"], true);
  ASSERT_EQ(second["locations"].size(), 1U);
  EXPECT_EQ(second["locations"][0],
            (json{{"physicalLocation",
                   {{"artifactLocation", {{"uri", "packs/my%20pack/pack.json"}}},
                    {"region", {{"startLine", 41}, {"startColumn", 15}}}}},
                  {"logicalLocations", json::array({{{"fullyQualifiedName", "/passes/2/hook"}}})}}));
  const json& third = run["results"][2];
  EXPECT_EQ(third["locations"][0]["physicalLocation"]["region"], (json{{"byteOffset", 1024}}));
  EXPECT_EQ(third["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "SunRays (fragment)");
  EXPECT_EQ(third["properties"],
            (json{{"deciding", false}, {"role", "SunRays (fragment)"}, {"id", 17}, {"member", 0}}));
  ASSERT_EQ(run["invocations"].size(), 1U);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
            "'nowhere' does not exist");
}

TEST(FindingsSarif, NamesFilesByUri) {
  Subject module{.path = "/abs/ä b.spv", .kind = "module"};
  module.findings.add(
      {.rule = "RP-SPV-036", .place = {.file = "/abs/ä b.spv"}, .found = "f", .required = "r"});
  const json run = json::parse(written(write_sarif, {module}))["runs"][0];
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "file:///abs/%C3%A4%20b.spv");
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
}

}  // namespace
}  // namespace rpcts::report
