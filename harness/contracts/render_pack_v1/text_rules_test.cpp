#include "harness/contracts/render_pack_v1/text_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/check_descriptor.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using testing::HasSubstr;
using testing::Optional;

TEST(StableId, AcceptsWhatB10Allows) {
  for (const std::string& id : {std::string("a"), std::string("z"), std::string("a.b-c_9"),
                                std::string("a") + std::string(127, 'z'), std::string("a..--__")}) {
    EXPECT_TRUE(is_stable_id(id)) << id;
  }
}

TEST(StableId, RefusesTheRest) {
  for (const std::string& id :
       {std::string(""), std::string("A"), std::string("9a"), std::string(".a"), std::string("-a"),
        std::string("_a"), std::string("a b"), std::string("a/b"), std::string("aB"), std::string(129, 'a'),
        std::string("\xC3\xA9"), std::string("a\xC3\xA9"), std::string("a\0", 2), std::string("`"),
        std::string("{"), std::string("a{"), std::string("a,"), std::string("a:")}) {
    EXPECT_FALSE(is_stable_id(id)) << id;
  }
}

TEST(StableId, SaysWhatIsWrong) {
  EXPECT_THAT(stable_id_fault(""), Optional(std::string("is empty")));
  EXPECT_THAT(stable_id_fault("Ab"), Optional(std::string("begins with 'A'")));
  EXPECT_THAT(stable_id_fault("ab\xC3\xA9"), Optional(std::string("holds '\xC3\xA9' at character 3")));
  EXPECT_THAT(stable_id_fault(std::string(129, 'a')), Optional(std::string("is 129 characters long")));
  EXPECT_EQ(stable_id_fault(std::string(128, 'a')), std::nullopt);
}

TEST(AssetKey, AcceptsWhatB10Allows) {
  for (const std::string& key :
       {std::string("a"), std::string("shaders/a.spv"), std::string("a/b/c/d"), std::string("..a/..."),
        std::string("A b/\xC3\xA9.spv"), std::string(".hidden"), std::string(512, 'k'), std::string("1:b"),
        std::string("ab:c"), std::string("a/b:c")}) {
    EXPECT_TRUE(is_safe_asset_key(key)) << key;
  }
}

TEST(AssetKey, RefusesTheRest) {
  for (const std::string& key : {std::string("../escape.spv"),
                                 std::string("/absolute.spv"),
                                 std::string("shaders\\escape.spv"),
                                 std::string("a//b"),
                                 std::string("./a"),
                                 std::string("a/"),
                                 std::string("a/../b"),
                                 std::string("a/."),
                                 std::string(""),
                                 std::string(" "),
                                 std::string("\t\n"),
                                 std::string("\xE3\x80\x80"),
                                 std::string(513, 'k'),
                                 std::string("C:x"),
                                 std::string("A:x"),
                                 std::string("Z:x"),
                                 std::string("a:b"),
                                 std::string("z:/x"),
                                 std::string(".."),
                                 std::string("."),
                                 std::string("a/..")}) {
    EXPECT_FALSE(is_safe_asset_key(key)) << key;
  }
}

TEST(AssetKey, CountsBytesNotCharacters) {
  std::string key;
  while (key.size() < 512) {
    key += "\xC3\xA9";
  }
  EXPECT_TRUE(is_safe_asset_key(key));
  EXPECT_THAT(asset_key_fault(key + "x"), Optional(std::string("is 513 bytes long")));
}

TEST(AssetKey, SaysWhatIsWrong) {
  EXPECT_THAT(asset_key_fault(""), Optional(std::string("is blank")));
  EXPECT_THAT(asset_key_fault("a/../b"), Optional(std::string("has the part '..'")));
  EXPECT_THAT(asset_key_fault("a//b"), Optional(HasSubstr("empty part")));
  EXPECT_THAT(asset_key_fault("a/"), Optional(HasSubstr("ends with")));
  EXPECT_THAT(asset_key_fault("/a"), Optional(HasSubstr("begins with '/'")));
  EXPECT_THAT(asset_key_fault("a\\b"), Optional(HasSubstr("backslash")));
  EXPECT_THAT(asset_key_fault("c:/b"), Optional(HasSubstr("drive letter")));
}

TEST(Blank, IsWhiteSpaceOfAnyScript) {
  for (const char* text :
       {"", " ", "\t\n\v\f\r", "\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x8A",
        "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", " \xE3\x80\x80 "}) {
    EXPECT_TRUE(is_blank(text)) << text;
  }
  for (const char* text : {"a", " a ", "\xE2\x80\x8B" /* zero width space */, "\xEF\xBB\xBF", "\x1F",
                           "\xC2\x84", "\xE1\xA0\x8E", "\xE2\x80\x94"}) {
    EXPECT_FALSE(is_blank(text)) << text;
  }
}

}  // namespace
}  // namespace rpcts::render_pack_v1
