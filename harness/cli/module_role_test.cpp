#include "harness/cli/module_role.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rpcts::cli {
namespace {

using render_pack_v1::RenderPassSemantic;
using render_pack_v1::RenderPipelineVariantSemantic;
using testing::HasSubstr;

TEST(ModuleRole, FixedRolesReadWhatTheFullGraphGivesThem) {
  // C.12.c: rays read the mask, the occlusion pass nothing; a custom pass reads what it says.
  EXPECT_TRUE(module_role({.role = "SunRays"})->interface.table);
  EXPECT_FALSE(module_role({.role = "SunRays", .reads = 0})->interface.table);
  EXPECT_FALSE(module_role({.role = "SunOcclusion"})->interface.table);
  EXPECT_FALSE(module_role({.role = "CustomFullscreen"})->interface.table);
}

TEST(ModuleRole, GrantsWhatThePassLists) {
  const auto bare = module_role({.role = "SunRays", .reads = 0});
  ASSERT_TRUE(bare.has_value());
  EXPECT_EQ(std::get<RenderPassSemantic>(bare->semantic), RenderPassSemantic::SunRays);
  EXPECT_FALSE(bare->interface.table);
  EXPECT_EQ(bare->interface.set3, (1U << 7) | (1U << 8));

  const auto with =
      module_role({.role = "SunRays", .inputs = {"SunScreenPosition", "FrameTime"}, .reads = 1});
  ASSERT_TRUE(with.has_value());
  EXPECT_TRUE(with->interface.table);
  EXPECT_EQ(with->interface.set3, (1U << 5) | (1U << 7) | (1U << 8));
}

TEST(ModuleRole, KnowsVariants) {
  const auto role = module_role({.role = "WorldOpaqueDirectionalShadowCaster"});
  ASSERT_TRUE(role.has_value());
  EXPECT_EQ(std::get<RenderPipelineVariantSemantic>(role->semantic),
            RenderPipelineVariantSemantic::WorldOpaqueDirectionalShadowCaster);
  EXPECT_EQ(role->interface.set0_storage, 3U);
  EXPECT_TRUE(module_role({.role = "Custom"}).has_value());
}

TEST(ModuleRole, EveryNameIsARole) {
  EXPECT_EQ(role_names().size(), 18U);  // nine passes, nine variants
  for (const std::string_view name : role_names()) {
    EXPECT_TRUE(module_role({.role = std::string(name)}).has_value()) << name;
  }
}

TEST(ModuleRole, SaysWhatIsWrong) {
  const auto role = module_role({.role = "SunRay"});
  ASSERT_FALSE(role.has_value());
  EXPECT_EQ(role.error().kind, ErrorKind::usage);
  EXPECT_THAT(role.error().message, HasSubstr("'SunRay' is no role"));
  EXPECT_THAT(role.error().message, HasSubstr("did you mean SunRays?"));
  EXPECT_THAT(role.error().message, HasSubstr("BloomDownsample"));
  EXPECT_THAT(role.error().message, HasSubstr("TerrainDirectionalShadowCaster"));

  const auto input = module_role({.role = "SunRays", .inputs = {"WorldColor", "worldcolor"}});
  ASSERT_FALSE(input.has_value());
  EXPECT_THAT(input.error().message,
              HasSubstr("'worldcolor' is no semantic input; did you mean WorldColor?"));

  const auto reads = module_role({.role = "Custom", .reads = 1});
  ASSERT_FALSE(reads.has_value());
  EXPECT_THAT(reads.error().message, HasSubstr("Custom is a variant"));
}

}  // namespace
}  // namespace rpcts::cli
