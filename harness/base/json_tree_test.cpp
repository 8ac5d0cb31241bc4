#include "harness/base/json_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/base/line_index.hpp"

namespace rpcts {
namespace {

using testing::HasSubstr;
using Kind = JsonFault::Kind;

constexpr std::size_t depth = 32;

/// What the tree says of each node: pointer, offset, kind. In the order of the text.
void list(const JsonTree& tree, const JsonNode& node, std::vector<std::string>& lines) {
  lines.push_back(tree.pointer(node) + " @" + std::to_string(node.offset) + " " +
                  std::string(with_article(node.kind)) + (node.complete ? "" : ", not closed"));
  for (const JsonNode& child : tree.children(node)) {
    list(tree, child, lines);
  }
}

std::vector<std::string> list(const JsonTree& tree) {
  std::vector<std::string> lines;
  if (tree.root() != nullptr) {
    list(tree, *tree.root(), lines);
  }
  return lines;
}

TEST(JsonTree, KnowsWhereEachValueStands) {
  const JsonTree tree(R"( {"a" : [1, {"b/~": null}, []], "c":"x", "d" :true} )", depth);
  ASSERT_FALSE(tree.fault().has_value());
  EXPECT_THAT(list(tree), testing::ElementsAre(" @1 an object", "/a @8 an array", "/a/0 @9 a number",
                                               "/a/1 @12 an object", "/a/1/b~1~0 @20 null",
                                               "/a/2 @27 an array", "/c @36 a string", "/d @46 a Boolean"));
}

TEST(JsonTree, KnowsWhereEachNameStands) {
  const JsonTree tree(R"({"a": 1,  "b\u0062": 2})", depth);
  const auto members = tree.children(*tree.root());
  std::string storage;
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].key, 1U);
  EXPECT_EQ(tree.key(members[0], storage), "a");
  EXPECT_EQ(members[1].key, 10U);
  EXPECT_EQ(tree.key(members[1], storage), "bb");
}

TEST(JsonTree, KeepsScalarsAsTheyAreWritten) {
  const JsonTree tree(R"([-1.50E+3, 0, "q\"\\\/\b\f\n\r\t\u00e9\u20AC\uD83D\uDE00é", false, 1e999])", depth);
  ASSERT_FALSE(tree.fault().has_value());
  const auto values = tree.children(*tree.root());
  EXPECT_EQ(tree.token(values[0]), "-1.50E+3");
  EXPECT_EQ(tree.token(values[1]), "0");
  EXPECT_EQ(tree.string(values[2]), "q\"\\/\b\f\n\r\té€😀é");
  EXPECT_EQ(tree.token(values[3]), "false");
  EXPECT_EQ(tree.token(values[4]), "1e999");
}

TEST(JsonTree, FindsANodeOrTheNearestOnTheWay) {
  const JsonTree tree(R"({"a": [1, {"b/~": null}], "0": 5})", depth);
  EXPECT_EQ(tree.nearest("")->offset, 0U);
  EXPECT_EQ(tree.nearest("/a/1/b~1~0")->offset, 18U);
  EXPECT_EQ(tree.nearest("/a/1/x/y")->offset, 10U);
  EXPECT_EQ(tree.nearest("/a/2")->offset, 6U);
  EXPECT_EQ(tree.nearest("/a/x")->offset, 6U);
  EXPECT_EQ(tree.nearest("/0")->offset, 31U);
  EXPECT_EQ(tree.nearest("/nothing")->offset, 0U);
}

TEST(JsonTree, TakesAScalarAsAText) {
  EXPECT_THAT(list(JsonTree("\t7\r\n", depth)), testing::ElementsAre(" @1 a number"));
}

TEST(JsonTree, KeepsWhatWasReadBeforeTheFault) {
  const JsonTree tree(R"({"a": [1, {"b": 2, "c" 3}], "d": 4})", depth);
  ASSERT_TRUE(tree.fault().has_value());
  EXPECT_EQ(tree.fault()->offset, 23U);
  EXPECT_THAT(list(tree), testing::ElementsAre(" @0 an object, not closed", "/a @6 an array, not closed",
                                               "/a/0 @7 a number", "/a/1 @10 an object, not closed",
                                               "/a/1/b @16 a number"));
}

struct BadText {
  std::string_view text;
  Kind kind;
  std::size_t offset;
  std::string_view found;
};

void PrintTo(const BadText& bad, std::ostream* out) {
  *out << bad.text;
}

class JsonFaultTest : public testing::TestWithParam<BadText> {};

TEST_P(JsonFaultTest, PointsAtTheFirstCharacterThatIsWrong) {
  const BadText& bad = GetParam();
  const JsonTree tree(std::string(bad.text), depth);
  ASSERT_TRUE(tree.fault().has_value());
  EXPECT_EQ(tree.fault()->kind, bad.kind);
  EXPECT_EQ(tree.fault()->offset, bad.offset);
  EXPECT_THAT(tree.fault()->found, HasSubstr(bad.found));
  EXPECT_NE(tree.fault()->required, "");
}

INSTANTIATE_TEST_SUITE_P(
    Grammar, JsonFaultTest,
    testing::Values(
        BadText{"", Kind::syntax, 0, "the end of the text"},
        BadText{"  \n", Kind::syntax, 3, "the end of the text"},
        BadText{"[1,]", Kind::syntax, 2, "a comma behind the last entry"},
        BadText{"{\"a\":1 ,\n}", Kind::syntax, 7, "a comma behind the last member"},
        BadText{"[,1]", Kind::syntax, 1, "','"}, BadText{"[1,,2]", Kind::syntax, 3, "','"},
        BadText{"[1 2]", Kind::syntax, 3, "'2'"}, BadText{"{\"a\" 1}", Kind::syntax, 5, "'1'"},
        BadText{"{\"a\":}", Kind::syntax, 5, "'}'"}, BadText{"{\"a\"}", Kind::syntax, 4, "'}'"},
        BadText{"{a: 1}", Kind::syntax, 1, "'a'"}, BadText{"{'a': 1}", Kind::syntax, 1, "a single quote"},
        BadText{"['a']", Kind::syntax, 1, "a single quote"}, BadText{"{,}", Kind::syntax, 1, "','"},
        BadText{"{\"a\":1]", Kind::syntax, 6, "']'"}, BadText{"[1}", Kind::syntax, 2, "'}'"},
        BadText{"[1", Kind::syntax, 2, "the end of the text"},
        BadText{"{\"a\"", Kind::syntax, 4, "the end of the text"}, BadText{"{} {}", Kind::syntax, 3, "'{'"},
        BadText{"[]]", Kind::syntax, 2, "']'"}, BadText{"[1] // x", Kind::syntax, 4, "a comment"},
        BadText{"[/* x */1]", Kind::syntax, 1, "a comment"},
        BadText{"{// x\n}", Kind::syntax, 1, "a comment"},
        BadText{std::string_view("[\0]", 3), Kind::syntax, 1, "\\x00"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, JsonFaultTest,
    testing::Values(
        BadText{"[NaN]", Kind::syntax, 1, "'NaN'"}, BadText{"[Infinity]", Kind::syntax, 1, "'Infinity'"},
        BadText{"[-Infinity]", Kind::syntax, 1, "'-Infinity'"}, BadText{"[01]", Kind::syntax, 1, "'01'"},
        BadText{"[-01]", Kind::syntax, 1, "'-01'"}, BadText{"[+1]", Kind::syntax, 1, "'+1'"},
        BadText{"[.5]", Kind::syntax, 1, "'.5'"}, BadText{"[1.]", Kind::syntax, 1, "'1.'"},
        BadText{"[1e]", Kind::syntax, 1, "'1e'"}, BadText{"[1e+]", Kind::syntax, 1, "'1e+'"},
        BadText{"[-]", Kind::syntax, 1, "'-'"}, BadText{"[0x10]", Kind::syntax, 1, "'0x10'"},
        BadText{"[1.5f]", Kind::syntax, 1, "'1.5f'"}, BadText{"[1e5e]", Kind::syntax, 1, "'1e5e'"},
        BadText{"[1.2.3]", Kind::syntax, 1, "'1.2.3'"}, BadText{"[True]", Kind::syntax, 1, "'True'"},
        BadText{"[nul]", Kind::syntax, 1, "'nul'"}, BadText{"[nulls]", Kind::syntax, 1, "'nulls'"}));

INSTANTIATE_TEST_SUITE_P(Strings, JsonFaultTest,
                         testing::Values(BadText{"[\"ab", Kind::syntax, 1, "a string that is not closed"},
                                         BadText{"[\"ab\\", Kind::syntax, 1, "a string that is not closed"},
                                         BadText{"[\"ab\n\"]", Kind::syntax, 1, "not closed on its line"},
                                         BadText{"[\"a\tb\"]", Kind::syntax, 3, "U+0009"},
                                         BadText{std::string_view("[\"a\0b\"]", 7), Kind::syntax, 3,
                                                 "U+0000"},
                                         BadText{"[\"a\\x41\"]", Kind::syntax, 3, "'\\x'"},
                                         BadText{"[\"\\é\"]", Kind::syntax, 2, "'\\é'"},
                                         BadText{"[\"\\u12G4\"]", Kind::syntax, 2, "'\\u12'"},
                                         BadText{"[\"\\u12", Kind::syntax, 2, "'\\u12'"},
                                         BadText{"{\"\\q\": 1}", Kind::syntax, 2, "'\\q'"}));

INSTANTIATE_TEST_SUITE_P(Encoding, JsonFaultTest,
                         testing::Values(BadText{"\xEF\xBB\xBF{}", Kind::encoding, 0, "a byte-order mark"},
                                         BadText{"[\"\\uD800\"]", Kind::encoding, 2, "\\uD800"},
                                         BadText{"[\"\\uDBFFx\"]", Kind::encoding, 2, "\\uDBFF"},
                                         BadText{"[\"\\uDC00\\uD800\"]", Kind::encoding, 2, "\\uDC00"},
                                         BadText{"[\"\\uD800\\uD800\\uDC00\"]", Kind::encoding, 2, "\\uD800"},
                                         BadText{"[\"\\uD800\\u0041\"]", Kind::encoding, 2, "\\uD800"},
                                         BadText{"{\"\\uDFFF\": 1}", Kind::encoding, 2, "\\uDFFF"},
                                         BadText{"[\"a\xFF\"]", Kind::encoding, 3, "0xFF"},
                                         BadText{"[\"\xC3\"]", Kind::encoding, 2, "0xC3"},
                                         BadText{"[\"\xED\xA0\x80\"]", Kind::encoding, 2, "0xED"},
                                         BadText{"[\"\xC0\x80\"]", Kind::encoding, 2, "0xC0"},
                                         BadText{"[1, \xFF]", Kind::encoding, 4, "0xFF"},
                                         BadText{"[tr\xFFue]", Kind::encoding, 3, "0xFF"},
                                         BadText{"[1]\xFF", Kind::encoding, 3, "0xFF"},
                                         BadText{"\xFF\xFE[\0]\0", Kind::encoding, 0, "0xFF"},
                                         BadText{"[\"\\uD8\xFF\"]", Kind::encoding, 6, "0xFF"},
                                         BadText{"[\"ab\xC3", Kind::encoding, 4, "0xC3"}));

INSTANTIATE_TEST_SUITE_P(TheFirstFaultOfTheText, JsonFaultTest,
                         testing::Values(BadText{"[1,] \xFF", Kind::syntax, 2, "a comma"},
                                         BadText{"[tru, \xFF]", Kind::syntax, 1, "'tru'"},
                                         BadText{"[\"\\uD800\", \xFF]", Kind::encoding, 2, "\\uD800"}));

TEST(JsonDepth, IsLimited) {
  const std::string deepest = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_FALSE(JsonTree(deepest, depth).fault().has_value());
  std::string deeper = deepest;
  deeper.insert(depth, "{}");
  const JsonTree tree(deeper, depth);
  ASSERT_TRUE(tree.fault().has_value());
  EXPECT_EQ(tree.fault()->kind, Kind::depth);
  EXPECT_EQ(tree.fault()->offset, depth);
  EXPECT_EQ(tree.fault()->found, "an object inside 32 others");
}

TEST(JsonDepth, CostsNoStack) {
  const JsonTree tree(std::string(4 << 20, '['), depth);
  ASSERT_TRUE(tree.fault().has_value());
  EXPECT_EQ(tree.fault()->offset, depth);
  std::string nested;
  for (int i = 0; i < (1 << 20); ++i) {
    nested += "[";
  }
  EXPECT_FALSE(JsonTree(nested + std::string(nested.size(), ']'), nested.size()).fault().has_value());
}

// The same texts through another parser: both take a text or neither does.
TEST(JsonTree, AgreesWithAnotherParser) {
  const std::string_view seed = R"({"a":[1,-2.5e+3,"x\u00e9\n",null,true],"b":{"c":[]}})";
  std::size_t taken = 0;
  for (std::size_t i = 0; i < seed.size(); ++i) {
    for (const char c : std::string_view("{}[],:\"\\0-.eutx/ \n\x01\xC3\xFF")) {
      std::string replaced(seed);
      replaced[i] = c;
      std::string inserted(seed);
      inserted.insert(i, 1, c);
      for (const std::string& text : {replaced, inserted}) {
        const bool accepted = !JsonTree(text, depth).fault().has_value();
        EXPECT_EQ(accepted, nlohmann::json::accept(text)) << text;
        taken += accepted ? 1 : 0;
      }
    }
    const std::string cut(seed.substr(0, i));
    EXPECT_TRUE(JsonTree(cut, depth).fault().has_value()) << cut;
  }
  EXPECT_GT(taken, 100U);
}

TEST(LineIndex, FindsColumnsOfLongLinesOfManyBytesACharacter) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "é…x";
  }
  text += "\n𝄞y";
  const LineIndex lines(text);
  EXPECT_EQ(lines.at(6 * 1000), (LinePosition{1, 3001}));
  EXPECT_EQ(lines.at(6 * 500 + 2), (LinePosition{1, 1502}));
  EXPECT_EQ(lines.at(6 * 500 + 5), (LinePosition{1, 1503}));
  EXPECT_EQ(lines.at(6 * 1000 + 1 + 4), (LinePosition{2, 2}));
  EXPECT_EQ(lines.at(text.size()), (LinePosition{2, 3}));
  for (const std::size_t length : {0U, 1U, 63U, 64U, 65U, 128U}) {
    EXPECT_EQ(LineIndex(std::string(length, 'a')).at(length),
              (LinePosition{1, static_cast<std::uint32_t>(length) + 1}));
  }
}

TEST(LineIndex, CountsLinesAndCharacters) {
  const LineIndex lines("ab\n\ncé\r\nd");
  EXPECT_EQ(lines.at(0), (LinePosition{1, 1}));
  EXPECT_EQ(lines.at(2), (LinePosition{1, 3}));
  EXPECT_EQ(lines.at(3), (LinePosition{2, 1}));
  EXPECT_EQ(lines.at(4), (LinePosition{3, 1}));
  EXPECT_EQ(lines.at(7), (LinePosition{3, 3}));
  EXPECT_EQ(lines.at(9), (LinePosition{4, 1}));
  EXPECT_EQ(lines.at(10), (LinePosition{4, 2}));
}

}  // namespace
}  // namespace rpcts
