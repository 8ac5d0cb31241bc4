// RP-SPV-022, 023 and 035 to 039: the push block and the blocks of set 3.

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {
namespace {

/// One edit of the fragment module and what it leads to.
struct Edit {
  const char* name;
  const char* from;
  const char* to;
  const char* rule;
  const char* found;  ///< a part of the deciding finding's text
};

void PrintTo(const Edit& edit, std::ostream* stream) {
  *stream << edit.name;
}

class BlockEditTest : public ::testing::TestWithParam<Edit> {};

TEST_P(BlockEditTest, is_rejected) {
  const Edit& edit = GetParam();
  expect_decides(judge_text(edited(fragment_text, edit.from, edit.to), Stage::fragment, full_pass()),
                 edit.rule, edit.found);
}

constexpr const char* frame_struct = "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %mat4";
constexpr const char* shadow_struct = "%Shadow = OpTypeStruct %mat4_array %vec4 %vec4 %vec4 %uvec4 %vec4";
constexpr const char* pass_struct = "%Pass = OpTypeStruct %vec4 %vec4 %vec4 %vec4";
constexpr const char* settings_struct = "%Settings = OpTypeStruct %vec4_array";
constexpr const char* push_struct =
    "%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %float %float";

INSTANTIATE_TEST_SUITE_P(
    Frame, BlockEditTest,
    ::testing::Values(
        Edit{"first_offset", "%Frame 0 Offset 0", "%Frame 0 Offset 4", "RP-SPV-036",
             "member 0 of block AtmosphericFrame is vec4 at offset 4"},
        Edit{"named_member", "%Frame 3 Offset 48", "%Frame 3 Offset 52", "RP-SPV-036",
             "member 3 'uAtmosphereWeather' of block AtmosphericFrame is vec4 at offset 52"},
        Edit{"last_offset", "%Frame 6 Offset 96", "%Frame 6 Offset 112", "RP-SPV-036", "mat4 at offset 112"},
        Edit{"no_offset", "OpMemberDecorate %Frame 2 Offset 32\n", "", "RP-SPV-036", "vec4 without Offset"},
        Edit{"six_members", frame_struct, "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4",
             "RP-SPV-036", "has 6 members"},
        Edit{"eight_members", frame_struct,
             "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %mat4 %vec4", "RP-SPV-036",
             "has 8 members"},
        Edit{"nine_members", frame_struct,
             "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %mat4 %vec4 %vec4", "RP-SPV-036",
             "has 9 members"},
        Edit{"no_members", frame_struct, "%Frame = OpTypeStruct", "RP-SPV-036", "has 0 members"},
        Edit{"vec3_member", frame_struct, "%Frame = OpTypeStruct %vec3 %vec4 %vec4 %vec4 %vec4 %vec4 %mat4",
             "RP-SPV-036", "is vec3 at offset 0"},
        Edit{"ivec4_member", frame_struct, "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %ivec4 %vec4 %vec4 %mat4",
             "RP-SPV-036", "is ivec4 at offset 48"},
        Edit{"mat3", frame_struct, "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %mat3",
             "RP-SPV-036", "is mat3 at offset 96"},
        Edit{"matrix_of_three_columns", "%mat3 = OpTypeMatrix %vec3 3\n%mat4 = OpTypeMatrix %vec4 4",
             "%mat3 = OpTypeMatrix %vec3 3\n%mat4 = OpTypeMatrix %vec4 3", "RP-SPV-036", "is mat3x4"},
        Edit{"row_major", "%Frame 6 ColMajor", "%Frame 6 RowMajor", "RP-SPV-036", "row-major mat4"},
        Edit{"no_majority", "OpMemberDecorate %Frame 6 ColMajor\n", "", "RP-SPV-036", "majority not given"},
        Edit{"matrix_stride", "%Frame 6 MatrixStride 16", "%Frame 6 MatrixStride 32", "RP-SPV-036",
             "matrix stride 32"},
        Edit{"no_matrix_stride", "OpMemberDecorate %Frame 6 MatrixStride 16\n", "", "RP-SPV-036",
             "without MatrixStride"},
        Edit{"array_member", frame_struct,
             "%Frame = OpTypeStruct %vec4_array %vec4 %vec4 %vec4 %vec4 %vec4 %mat4", "RP-SPV-036",
             "is vec4[16] at offset 0"},
        Edit{"struct_member", frame_struct,
             "%Inner = OpTypeStruct %vec4\n%Frame = OpTypeStruct %Inner %vec4 %vec4 %vec4 %vec4 %vec4 %mat4",
             "RP-SPV-036", "is struct"},
        Edit{"half_float", "%float = OpTypeFloat 32", "%float = OpTypeFloat 16", "RP-SPV-036", "f16vec4"},
        Edit{"double_float", "%float = OpTypeFloat 32", "%float = OpTypeFloat 64", "RP-SPV-036", "dvec4"},
        Edit{"undefined_member", frame_struct,
             "%Frame = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %main %mat4", "RP-SPV-036",
             "which is no type"}),
    ::testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    Shadow, BlockEditTest,
    ::testing::Values(
        Edit{"last_offset", "%Shadow 5 Offset 320", "%Shadow 5 Offset 304", "RP-SPV-037", "offset 304"},
        Edit{"five_members", shadow_struct, "%Shadow = OpTypeStruct %mat4_array %vec4 %vec4 %vec4 %uvec4",
             "RP-SPV-037", "has 5 members"},
        Edit{"array_of_three", "OpTypeArray %mat4 %n4", "OpTypeArray %mat4 %n3", "RP-SPV-037", "mat4[3]"},
        Edit{"array_stride", "%mat4_array ArrayStride 64", "%mat4_array ArrayStride 48", "RP-SPV-037",
             "array stride 48"},
        Edit{"no_array_stride", "OpDecorate %mat4_array ArrayStride 64\n", "", "RP-SPV-037",
             "without ArrayStride"},
        Edit{"signed_flags", shadow_struct,
             "%Shadow = OpTypeStruct %mat4_array %vec4 %vec4 %vec4 %ivec4 %vec4", "RP-SPV-037", "is ivec4"},
        Edit{"float_flags", shadow_struct, "%Shadow = OpTypeStruct %mat4_array %vec4 %vec4 %vec4 %vec4 %vec4",
             "RP-SPV-037", "is vec4"},
        Edit{"unsigned_splits", shadow_struct,
             "%Shadow = OpTypeStruct %mat4_array %uvec4 %vec4 %vec4 %uvec4 %vec4", "RP-SPV-037", "is uvec4"},
        Edit{"length_by_specialization", "%n4 = OpConstant %uint 4", "%n4 = OpSpecConstant %uint 4",
             "RP-SPV-037", "mat4[%"},
        Edit{"length_by_operation", "%n4 = OpConstant %uint 4",
             "%n2 = OpConstant %uint 2\n%n4 = OpSpecConstantOp %uint IAdd %n2 %n2", "RP-SPV-037", "mat4[%"},
        Edit{"runtime_array", "OpTypeArray %mat4 %n4", "OpTypeRuntimeArray %mat4", "RP-SPV-037", "mat4[]"},
        Edit{"array_row_major", "%Shadow 0 ColMajor", "%Shadow 0 RowMajor", "RP-SPV-037",
             "row-major mat4[4]"},
        Edit{"array_matrix_stride", "%Shadow 0 MatrixStride 16", "%Shadow 0 MatrixStride 8", "RP-SPV-037",
             "matrix stride 8"},
        Edit{"four_matrices", shadow_struct, "%Shadow = OpTypeStruct %mat4 %vec4 %vec4 %vec4 %uvec4 %vec4",
             "RP-SPV-037", "is mat4 at offset 0"}),
    ::testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    PassAndSettings, BlockEditTest,
    ::testing::Values(
        Edit{"three_members", pass_struct, "%Pass = OpTypeStruct %vec4 %vec4 %vec4", "RP-SPV-038",
             "has 3 members"},
        Edit{"five_members", pass_struct, "%Pass = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4", "RP-SPV-038",
             "has 5 members"},
        Edit{"one_array", pass_struct, "%Pass = OpTypeStruct %vec4_array", "RP-SPV-038", "has 1 member"},
        Edit{"pass_offset", "%Pass 3 Offset 48", "%Pass 3 Offset 52", "RP-SPV-038", "offset 52"},
        Edit{"fifteen", "OpTypeArray %vec4 %n16", "OpTypeArray %vec4 %n15", "RP-SPV-039", "vec4[15]"},
        Edit{"seventeen", "OpTypeArray %vec4 %n16", "OpTypeArray %vec4 %n17", "RP-SPV-039", "vec4[17]"},
        Edit{"settings_stride", "%vec4_array ArrayStride 16", "%vec4_array ArrayStride 32", "RP-SPV-039",
             "array stride 32"},
        Edit{"settings_offset", "%Settings 0 Offset 0", "%Settings 0 Offset 16", "RP-SPV-039", "offset 16"},
        Edit{"scalars", "OpTypeArray %vec4 %n16", "OpTypeArray %float %n64", "RP-SPV-039", "float[64]"},
        Edit{"separate_vectors", settings_struct,
             "%Settings = OpTypeStruct %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 %vec4 "
             "%vec4 "
             "%vec4 %vec4 %vec4 %vec4",
             "RP-SPV-039", "has 16 members"},
        Edit{"nested_array", "%vec4_array = OpTypeArray %vec4 %n16",
             "%inner = OpTypeArray %vec4 %n16\n%vec4_array = OpTypeArray %inner %n16", "RP-SPV-039",
             "vec4[16][16]"}),
    ::testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    Push, BlockEditTest,
    ::testing::Values(
        Edit{"eight_members", push_struct,
             "%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %float", "RP-SPV-023",
             "has 8 members"},
        Edit{"ten_members", push_struct,
             "%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %float %float %float", "RP-SPV-023",
             "has 10 members"},
        Edit{"offset", "%Push 1 Offset 64", "%Push 1 Offset 68", "RP-SPV-023", "int at offset 68"},
        Edit{"unsigned_first", push_struct,
             "%Push = OpTypeStruct %mat4 %uint %int %int %int %uint %uint %float %float", "RP-SPV-023",
             "is uint at offset 64"},
        Edit{"signed_fifth", push_struct,
             "%Push = OpTypeStruct %mat4 %int %int %int %int %int %uint %float %float", "RP-SPV-023",
             "is int at offset 80"},
        Edit{"unsigned_parameter", push_struct,
             "%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %uint %float", "RP-SPV-023",
             "is uint at offset 88"},
        Edit{
            "half_parameter", push_struct,
            "%half = OpTypeFloat 16\n%Push = OpTypeStruct %mat4 %int %int %int %int %uint %uint %half %float",
            "RP-SPV-023", "is float16_t at offset 88"},
        Edit{"short_integer", push_struct,
             "%short = OpTypeInt 16 1\n%Push = OpTypeStruct %mat4 %short %int %int %int %uint %uint %float "
             "%float",
             "RP-SPV-023", "is int16_t at offset 64"},
        Edit{"row_major", "%Push 0 ColMajor", "%Push 0 RowMajor", "RP-SPV-023", "row-major mat4"},
        Edit{"stride", "%Push 0 MatrixStride 16", "%Push 0 MatrixStride 32", "RP-SPV-023",
             "matrix stride 32"},
        Edit{"no_block", "OpDecorate %Push Block\n", "", "RP-SPV-023", "without Block"},
        Edit{"no_struct", "OpTypePointer PushConstant %Push", "OpTypePointer PushConstant %mat4",
             "RP-SPV-023", "points to mat4"},
        Edit{"array_of_blocks", "%p_push = OpTypePointer PushConstant %Push",
             "%Pushes = OpTypeArray %Push %n4\n%p_push = OpTypePointer PushConstant %Pushes", "RP-SPV-023",
             "points to struct"},
        Edit{"second", "%push = OpVariable %p_push PushConstant",
             "%push = OpVariable %p_push PushConstant\n%again = OpVariable %p_push PushConstant",
             "RP-SPV-022", "second push block beside"}),
    ::testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(
    Shape, BlockEditTest,
    ::testing::Values(
        Edit{"frame_without_block", "OpDecorate %Frame Block\n", "", "RP-SPV-035", "without Block"},
        Edit{"buffer_block", "OpDecorate %Frame Block\n", "OpDecorate %Frame BufferBlock\n", "RP-SPV-035",
             "without Block"},
        Edit{"array_of_blocks", "%p_pass = OpTypePointer Uniform %Pass",
             "%Passes = OpTypeArray %Pass %n4\n%p_pass = OpTypePointer Uniform %Passes", "RP-SPV-035", "[4]"},
        Edit{"array_of_one", "%p_pass = OpTypePointer Uniform %Pass",
             "%n1 = OpConstant %uint 1\n%Passes = OpTypeArray %Pass %n1\n%p_pass = OpTypePointer Uniform "
             "%Passes",
             "RP-SPV-035", "[1]"},
        Edit{"vector", "OpTypePointer Uniform %Settings", "OpTypePointer Uniform %vec4", "RP-SPV-035",
             "points to vec4"},
        Edit{"no_pointer", "%shadow = OpVariable %p_shadow Uniform", "%shadow = OpVariable %Shadow Uniform",
             "RP-SPV-035", "its type is no pointer"}),
    ::testing::PrintToStringParamName());

TEST(BlockTest, required_says_what_the_contract_wants) {
  const Findings findings = judge_text(edited(fragment_text, "%Frame 3 Offset 48", "%Frame 3 Offset 52"),
                                       Stage::fragment, full_pass());
  expect_only(findings, "RP-SPV-036", "offset 52");
  EXPECT_EQ(findings.all().front().required, "'uAtmosphereWeather': vec4 at offset 48");
  EXPECT_EQ(findings.all().front().place.member, 3);
  EXPECT_NE(findings.all().front().place.id, 0U);
  const Findings matrices =
      judge_text(edited(fragment_text, "%mat4_array ArrayStride 64", "%mat4_array ArrayStride 48"),
                 Stage::fragment, full_pass());
  EXPECT_EQ(
      matrices.all().front().required,
      "'uShadowWorldToClip': column-major mat4[4] at offset 0, array stride 64, its length a plain constant, "
      "matrix stride 16");
}

TEST(BlockTest, every_member_at_fault_is_listed) {
  std::string text = edited(fragment_text, "%Frame 1 Offset 16", "%Frame 1 Offset 20");
  text = edited(text, "%Frame 6 Offset 96", "%Frame 6 Offset 100");
  text = edited(text, "%Push 8 Offset 92", "%Push 8 Offset 96");
  const Findings findings = judge_text(text, Stage::fragment, full_pass());
  ASSERT_EQ(findings.all().size(), 3U) << listed(findings);
  EXPECT_EQ(findings.all()[0].place.member, 1);
  EXPECT_EQ(findings.all()[1].place.member, 6);
  EXPECT_EQ(findings.all()[2].rule, "RP-SPV-023");
}

TEST(BlockTest, names_do_not_count) {
  std::string text = edited(fragment_text, "\"AtmosphericFrame\"", "\"Whatever\"");
  text = edited(text, "\"uAtmosphereWeather\"", "\"\"");
  expect_accepted(judge_text(text, Stage::fragment, full_pass()));
}

TEST(BlockTest, other_ways_to_write_the_same_length_count) {
  expect_accepted(judge_text(edited(fragment_text, "%n16 = OpConstant %uint 16", "%n16 = OpConstant %int 16"),
                             Stage::fragment, full_pass()));
  const std::string wide = edited(fragment_text, "%n16 = OpConstant %uint 16",
                                  "%ulong = OpTypeInt 64 0\n%n16 = OpConstant %ulong 16");
  expect_accepted(judge_text(wide, Stage::fragment, full_pass()));
  expect_decides(
      judge_text(edited(wide, "%n16 = OpConstant %ulong 16", "%n16 = OpConstant %ulong 0x100000010"),
                 Stage::fragment, full_pass()),
      "RP-SPV-039", "vec4[%");
}

TEST(BlockTest, no_block_and_no_push_block_is_fine) {
  expect_accepted(judge_text(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main"
%void = OpTypeVoid
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%label = OpLabel
OpReturn
OpFunctionEnd
)",
                             Stage::vertex, pass_role(RenderPassSemantic::SunRays, {})));
}

}  // namespace
}  // namespace rpcts::render_pack_v1::testing
