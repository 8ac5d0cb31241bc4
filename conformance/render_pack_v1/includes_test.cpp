// The include cases must notice a member that lies four bytes further on, and name it. The build makes such a
// copy of the includes and compiles the same probes from it.

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path built = RPCTS_BINARY_DIR "/share/rpcts";

/// What a case reports when its data lie in `data`.
std::vector<std::string> failures(const std::string& id, const fs::path& data) {
  runner::CaseTable table;
  add_include_cases(table);
  const auto& body = table.cases().at(id).body;
  runner::CaseContext context(data);
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    body(context);
  }
  EXPECT_GT(context.checks(), 0U) << id;
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(results.size()));
  for (int i = 0; i < results.size(); ++i) {
    texts.emplace_back(results.GetTestPartResult(i).message());
  }
  return texts;
}

/// A data folder with the altered includes and their probes, and the golden data as they are.
fs::path altered_data() {
  const fs::path data = fs::path(RPCTS_BINARY_DIR) / "tests/altered_data";
  fs::remove_all(data);
  fs::create_directories(data / "render_pack_v1");
  for (const char* folder : {"include", "include_probes"}) {
    fs::create_directory_symlink(fs::path(RPCTS_ALTERED_FOLDER) / folder, data / "render_pack_v1" / folder);
  }
  fs::create_directory_symlink(built / "render_pack_v1/golden", data / "render_pack_v1/golden");
  return data;
}

struct Alteration {
  std::string block;
  std::string member;
  std::uint32_t offset;  ///< of the contract; the altered one is four more
};

class AlteredInclude : public testing::TestWithParam<Alteration> {};

TEST_P(AlteredInclude, IsNoticedByTheMembersName) {
  const auto& [block, member, offset] = GetParam();
  const fs::path data = altered_data();
  const std::string expected =
      fmt::format("member {} offset: found {}, expected {}", member, offset + 4, offset);
  for (const char* direction : {"facts", "golden"}) {
    EXPECT_THAT(failures(fmt::format("render_pack_v1.includes.{}:block={}", direction, block), data),
                Contains(HasSubstr(expected)));
  }
}

TEST_P(AlteredInclude, IsNotReportedAsItIs) {
  for (const char* direction : {"facts", "golden", "comments"}) {
    EXPECT_THAT(
        failures(fmt::format("render_pack_v1.includes.{}:block={}", direction, GetParam().block), built),
        IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, AlteredInclude,
    testing::Values(Alteration{"AtmosphericFrame", "uAtmosphereInverseViewProjection", 96},
                    Alteration{"DirectionalShadow", "uShadowLightDirectionAndSource", 320},
                    Alteration{"PackPass", "uPackParams1", 16},
                    Alteration{"PackSettings", "uPackSettings", 0},
                    Alteration{"AcdreamPushBlock", "paramB", 92}),
    [](const auto& one) { return one.param.block; });

TEST(AlteredIncludes, MembersThatLieWhereTheyShouldAreNotBlamed) {
  // The last member of the block moved: beside it only the size differs.
  EXPECT_THAT(
      failures("render_pack_v1.includes.golden:block=DirectionalShadow", altered_data()),
      testing::UnorderedElementsAre(HasSubstr("uShadowLightDirectionAndSource offset"), HasSubstr("size")));
}

TEST(AlteredIncludes, AProbeThatIsNotThereIsNamed) {
  EXPECT_THAT(failures("render_pack_v1.includes.texture_table", altered_data()),
              testing::ElementsAre(HasSubstr("texture_table.spv")));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
