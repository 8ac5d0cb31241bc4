#include "harness/spirv/inspect.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/spirv/assembler_testing.hpp"
#include "harness/spirv/grammar.hpp"

namespace rpcts::spirv {
namespace {

using testing::assemble;
using testing::bytes_of;
using testing::edited;
using ::testing::HasSubstr;

const char* const text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main"
OpName %Lights "Lights"
OpName %Light "Light"
OpMemberName %Light 1 "color"
OpMemberName %Lights 0 "count"
OpName %draw "draw"
OpDecorate %lights DescriptorSet 1
OpDecorate %lights Binding 2
OpDecorate %lost Binding 4
OpDecorate %lights NonWritable
OpDecorate %light_list ArrayStride 96
OpDecorate %Lights Block
OpMemberDecorate %Lights 0 Offset 0
OpMemberDecorate %Lights 1 Offset 16
OpMemberDecorate %Light 0 Offset 0
OpMemberDecorate %Light 0 RowMajor
OpMemberDecorate %Light 0 MatrixStride 16
OpMemberDecorate %Light 1 Offset 64
OpMemberDecorate %Light 1 NonWritable
OpDecorate %textures DescriptorSet 0
OpDecorate %textures Binding 3
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%half = OpTypeFloat 16
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec4 = OpTypeVector %float 4
%ivec2 = OpTypeVector %int 2
%mat4 = OpTypeMatrix %vec4 4
%n8 = OpConstant %uint 8
%n2 = OpSpecConstant %uint 2
%Light = OpTypeStruct %mat4 %vec4
%light_list = OpTypeArray %Light %n8
%Lights = OpTypeStruct %uint %light_list
%Draw = OpTypeStruct %ivec2
%image = OpTypeImage %uint Cube 0 1 0 1 Unknown
%sampled = OpTypeSampledImage %image
%samplers = OpTypeArray %sampled %n2
%p_lights = OpTypePointer StorageBuffer %Lights
%p_textures = OpTypePointer UniformConstant %samplers
%p_draw = OpTypePointer PushConstant %Draw
%p_lost = OpTypePointer Uniform %half
%draw = OpVariable %p_draw PushConstant
%lights = OpVariable %p_lights StorageBuffer
%lost = OpVariable %p_lost Uniform
%textures = OpVariable %p_textures UniformConstant
%main = OpFunction %void None %function
%label = OpLabel
OpReturn
OpFunctionEnd
)";

TEST(InspectTest, lists_the_interface_by_location) {
  const Result<Inspection> result = inspect(assemble(text));
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->version, 0x00010500U);
  ASSERT_EQ(result->entry_points.size(), 1U);
  EXPECT_EQ(result->entry_points[0].name, "main");
  EXPECT_EQ(result->entry_points[0].model, "fragment");
  ASSERT_EQ(result->variables.size(), 4U);

  const InterfaceVariable& textures = result->variables[0];
  EXPECT_EQ(textures.kind, ResourceKind::combined_image_sampler);
  EXPECT_EQ(textures.set, 0U);
  EXPECT_EQ(textures.binding, 3U);
  EXPECT_THAT(textures.type, ::testing::StartsWith("usamplerCubeArray[%"));

  const InterfaceVariable& lights = result->variables[1];
  EXPECT_EQ(lights.kind, ResourceKind::storage_buffer);
  EXPECT_EQ(lights.name, "Lights");
  EXPECT_TRUE(lights.is_block);
  EXPECT_TRUE(lights.non_writable);
  ASSERT_EQ(lights.members.size(), 2U);
  EXPECT_EQ(lights.members[0].name, "count");
  EXPECT_EQ(lights.members[0].type, "uint");
  EXPECT_EQ(lights.members[1].offset, 16U);
  EXPECT_EQ(lights.members[1].type, "struct Light[8]");
  EXPECT_EQ(lights.members[1].array_stride, 96U);
  ASSERT_EQ(lights.members[1].members.size(), 2U);
  const BlockField& matrix = lights.members[1].members[0];
  EXPECT_EQ(matrix.type, "mat4");
  EXPECT_EQ(matrix.matrix_stride, 16U);
  EXPECT_TRUE(matrix.row_major);
  EXPECT_EQ(lights.members[1].members[1].name, "color");
  EXPECT_TRUE(lights.members[1].members[1].non_writable);
  EXPECT_EQ(lights.members[1].members[1].offset, 64U);

  EXPECT_EQ(result->variables[2].set, std::nullopt);
  EXPECT_EQ(result->variables[2].binding, 4U);
  EXPECT_EQ(result->variables[2].type, "float16_t");
  EXPECT_EQ(result->variables[3].kind, ResourceKind::push_block);
  EXPECT_EQ(result->variables[3].name, "draw");
  EXPECT_EQ(result->variables[3].members[0].offset, std::nullopt);
}

TEST(InspectTest, text_names_offset_type_and_strides) {
  const std::string shown = inspection_text(inspect(assemble(text)).value());
  EXPECT_THAT(shown, HasSubstr("SPIR-V 1.5, "));
  EXPECT_THAT(shown, HasSubstr("entry point 'main': fragment shader\n"));
  EXPECT_THAT(shown, HasSubstr("set 1, binding 2: storage buffer Lights, read-only\n"
                               "      0  uint count\n"
                               "     16  struct Light[8] (member 1), array stride 96\n"
                               "        0  mat4 (member 0), matrix stride 16, row-major\n"
                               "       64  vec4 color, read-only\n"));
  EXPECT_THAT(shown, HasSubstr("set ?, binding 4: uniform block"));
  EXPECT_THAT(shown, HasSubstr("push: push block draw, struct without Block\n"
                               "      ?  ivec2 (member 0)\n"));
}

TEST(InspectTest, what_cannot_be_read_is_an_error_with_its_place) {
  std::vector<std::uint32_t> words = testing::assemble_words(text);
  EXPECT_THAT(inspect({}).error().message, HasSubstr("shorter than a SPIR-V header"));
  EXPECT_THAT(inspect(std::as_bytes(std::span(words)).first(21)).error().message,
              HasSubstr("no multiple of 4"));
  words.back() = 0;
  EXPECT_THAT(inspect(bytes_of(words)).error().message,
              HasSubstr("(word " + std::to_string(words.size() - 1) + ")"));
  words[0] = 0;
  EXPECT_THAT(inspect(bytes_of(words)).error().message, HasSubstr("magic"));
}

TEST(InspectTest, names_are_made_printable_and_cut) {
  const std::string odd = edited(text, "\"count\"", "\"a\xC3\xA9\x07z\"");
  EXPECT_EQ(inspect(assemble(odd)).value().variables[1].members[0].name, "a\\xc3\\xa9\\x07z");
  const std::string with_long = edited(text, "\"count\"", "\"" + std::string(500, 'n') + "\"");
  EXPECT_EQ(inspect(assemble(with_long)).value().variables[1].members[0].name, std::string(64, 'n') + "...");
}

/// Words of a module that declares one Uniform variable of struct %2; `types` come before it.
testing::Bytes module_of(std::uint32_t bound, std::vector<std::uint32_t> types) {
  std::vector<std::uint32_t> words{magic_word, newest_version, 0, bound, 0};
  words.insert(words.end(), types.begin(), types.end());
  words.insert(words.end(), {0x00040020, 1, 2, 2});  // %1 = OpTypePointer Uniform %2
  words.insert(words.end(), {0x0004003B, 1, 3, 2});  // %3 = OpVariable %1 Uniform
  return bytes_of(words);
}

TEST(InspectTest, endless_and_exploding_types_end) {
  // A struct of itself; an array of itself; structs that hold the next one twice, 20 deep.
  const Inspection itself = inspect(module_of(10, {0x0003001E, 2, 2})).value();
  EXPECT_EQ(itself.variables.size(), 1U);
  const Inspection array = inspect(module_of(10, {0x0004001C, 2, 2, 2})).value();
  EXPECT_THAT(array.variables[0].type, HasSubstr("[%2][%2]"));
  std::vector<std::uint32_t> doubling;
  for (std::uint32_t id = 2; id < 22; ++id) {
    const std::uint32_t next = id == 2 ? 4 : id + 1;
    doubling.insert(doubling.end(), {0x0004001E, id == 3 ? 40 : id, next, next});
  }
  const Inspection explosion = inspect(module_of(50, doubling)).value();
  EXPECT_TRUE(explosion.shortened);
  EXPECT_THAT(inspection_text(explosion), HasSubstr("and more"));
}

TEST(InspectTest, many_decorations_on_the_type_of_many_members_end_soon) {
  // 1 MiB: half of it decorates %4, the type of each of the 65,000 members.
  std::vector<std::uint32_t> words;
  for (int i = 0; i < 32'000; ++i) {
    words.insert(words.end(), {0x00040047, 4, 6, 16});
  }
  words.insert(words.end(), {0xFFFF001E, 2});
  words.insert(words.end(), 0xFFFF - 2, 4);
  const auto start = std::chrono::steady_clock::now();
  const Inspection result = inspect(module_of(10, words)).value();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_TRUE(result.shortened);
}

}  // namespace
}  // namespace rpcts::spirv
