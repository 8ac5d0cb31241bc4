#include "conformance/render_pack_v1/markdown_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::render_pack_v1 {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view document = R"(# Top

## One

Text with | a bar.

| A | B |
|---|---:|
| `x` | 1 |
|  y  | – |

| Second |
|---|
| z |

### Inner

inner text

## Two
| C |
|---|
)";

TEST(MarkdownTableTest, reads_cells_without_blanks_and_backticks) {
  EXPECT_THAT(markdown_table(document, "One", 2).value(),
              ElementsAre(ElementsAre("x", "1"), ElementsAre("y", "–")));
}

TEST(MarkdownTableTest, finds_every_table_of_a_section) {
  const std::string_view section = markdown_section(document, "One").value();
  const auto tables = markdown_tables(section).value();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_THAT(tables[1], ElementsAre(ElementsAre("z")));
}

TEST(MarkdownTableTest, a_section_ends_at_a_heading_of_its_level_not_at_a_deeper_one) {
  EXPECT_THAT(markdown_section(document, "One").value(), HasSubstr("inner text"));
  EXPECT_THAT(markdown_section(document, "One").value(), testing::Not(HasSubstr("Two")));
  EXPECT_EQ(markdown_section(document, "Two").value(), "| C |\n|---|\n");
}

TEST(MarkdownTableTest, refuses_an_unknown_or_doubled_heading) {
  EXPECT_THAT(markdown_section(document, "Three").error().message, HasSubstr("no heading 'Three'"));
  EXPECT_THAT(markdown_section("# A\n# A\n", "A").error().message, HasSubstr("twice"));
}

TEST(MarkdownTableTest, refuses_a_row_with_other_cells_and_a_table_without_rows) {
  EXPECT_THAT(markdown_table("# A\n|x|y|\n|-|-|\n|1|\n", "A", 2).error().message, HasSubstr("1 cells"));
  EXPECT_FALSE(markdown_table(document, "Two", 1));
  EXPECT_FALSE(markdown_table(document, "One", 3));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
