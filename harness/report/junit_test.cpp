#include "harness/report/junit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "harness/report/example_run.hpp"

namespace rpcts::report {
namespace {

using testing::HasSubstr;

TEST(Junit, TheWholeText) {
  runner::RunRecord run = example_run();
  run.cases.erase(run.cases.begin() + 3, run.cases.end());
  run.incidents = {"a worker died"};
  EXPECT_EQ(junit_xml(run), R"xml(<?xml version="1.0"?>
<testsuites name="rpcts 1.2.3" tests="4" failures="1" errors="2" skipped="0" time="3.703">
 <testsuite name="c.blocks" timestamp="2025-01-31T12:00:00Z" hostname="box" tests="3" failures="1" errors="1" skipped="0" time="3.703">
  <properties>
   <property name="device" value="device 0: llvmpipe" />
  </properties>
  <testcase classname="c.blocks" name="crash" time="1.234" assertions="3">
   <properties>
    <property name="outcome" value="crash" />
    <property name="rule" value="R-1" />
    <property name="repeat" value="rpcts run --device llvmpipe --filter 'c.blocks.crash'" />
   </properties>
   <error type="crash" message="the worker ended with signal 11 (Segmentation fault)">the worker ended with signal 11 (Segmentation fault)
</error>
   <system-out>before
*** the driver �[31mis upset��
</system-out>
  </testcase>
  <testcase classname="c.blocks" name="fail:n=1" time="1.234" assertions="3">
   <properties>
    <property name="outcome" value="fail" />
    <property name="rule" value="R-1" />
    <property name="rule" value="R-2" />
    <property name="repeat" value="rpcts run --device llvmpipe --filter 'c.blocks.fail:n=1'" />
   </properties>
   <failure type="fail" message="found &lt;1> &amp; &quot;2&quot;,&#10;expected 3">conformance/c/blocks.cpp:12: found &lt;1&gt; &amp; "2",
expected 3
</failure>
  </testcase>
  <testcase classname="c.blocks" name="pass" time="1.234" assertions="3">
   <properties>
    <property name="outcome" value="pass" />
    <property name="rule" value="R-4" />
    <property name="note.device" value="llvmpipe" />
    <property name="repeat" value="rpcts run --device llvmpipe --filter 'c.blocks.pass'" />
   </properties>
  </testcase>
 </testsuite>
 <testsuite name="rpcts.incidents" tests="1" failures="0" errors="1" skipped="0" time="0.000">
  <testcase classname="rpcts.incidents" name="incident_1">
   <error type="incident">a worker died</error>
  </testcase>
 </testsuite>
</testsuites>
)xml");
}

/// The element with this name in the case of the example run with this name.
pugi::xml_node element(const pugi::xml_document& document, const char* case_name, const char* name) {
  const pugi::xml_node node = document.find_node([&](pugi::xml_node one) {
    return std::string_view(one.name()) == "testcase" &&
           std::string_view(one.attribute("name").value()) == case_name;
  });
  return node.child(name);
}

TEST(Junit, EachOutcomeHasItsElement) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit_xml(example_run()).c_str()));
  EXPECT_STREQ(element(document, "crash", "error").attribute("type").value(), "crash");
  EXPECT_STREQ(element(document, "slow", "error").attribute("type").value(), "timeout");
  EXPECT_TRUE(element(document, "fail:n=1", "failure"));
  EXPECT_STREQ(element(document, "unsupported", "skipped").attribute("message").value(),
               "no descriptor indexing");
  EXPECT_TRUE(element(document, "waived", "skipped"));
  for (const char* name : {"pass", "flake", "warning"}) {
    for (const char* bad : {"error", "failure", "skipped"}) {
      EXPECT_FALSE(element(document, name, bad)) << name << " " << bad;
    }
  }
  EXPECT_STREQ(element(document, "warning", "system-out").text().get(), "quality warning:\nunusual order\n");
  EXPECT_STREQ(element(document, "flake", "system-out").text().get(), "flake:\nthe first time\n");
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 8);
  EXPECT_EQ(root.attribute("failures").as_int(), 1);
  EXPECT_EQ(root.attribute("errors").as_int(), 2);
  EXPECT_EQ(root.attribute("skipped").as_int(), 2);
}

TEST(XmlText, KeepsWhatXmlHolds) {
  EXPECT_EQ(xml_text("a\t\n\r <&> ä € 😀 \xEF\xBF\xBD"), "a\t\n\r <&> ä € 😀 \xEF\xBF\xBD");
}

TEST(XmlText, ReplacesWhatItDoesNot) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(xml_text(std::string_view("\0a\x1B", 3)), r + "a" + r);
  EXPECT_EQ(xml_text("\x80"), r);          // a continuation alone
  EXPECT_EQ(xml_text("\xC3"), r);          // cut off
  EXPECT_EQ(xml_text("\xC3x"), r + "x");   // no continuation
  EXPECT_EQ(xml_text("\xC0\x80"), r + r);  // longer than need be
  EXPECT_EQ(xml_text("\xE0\x80\x80"), r + r + r);
  EXPECT_EQ(xml_text("\xED\xA0\x80"), r + r + r);          // a surrogate
  EXPECT_EQ(xml_text("\xEF\xBF\xBE"), r + r + r);          // U+FFFE
  EXPECT_EQ(xml_text("\xF4\x90\x80\x80"), r + r + r + r);  // beyond Unicode
  EXPECT_EQ(xml_text("\xFF"), r);
}

TEST(Junit, NamesTheImplementation) {
  const std::string text = junit_xml(example_run_of_an_implementation());
  EXPECT_THAT(text, HasSubstr(R"(   <property name="implementation" value="Example Engine" />
   <property name="implementation.version" value="1.2" />
   <property name="implementation.kind" value="library" />
   <property name="implementation.path" value="./libengine.so" />
   <property name="implementation.profiles" value="authoring" />
)"));
  EXPECT_THAT(text, HasSubstr(R"(<property name="profile" value="host" />)"));
  EXPECT_THAT(text, HasSubstr("rpcts run --device llvmpipe --implementation ./libengine.so --filter"));
}

}  // namespace
}  // namespace rpcts::report
