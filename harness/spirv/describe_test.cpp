#include "harness/spirv/describe.hpp"

#include <gtest/gtest.h>

#include "harness/spirv/assembler_testing.hpp"

namespace rpcts::spirv {
namespace {

/// The module of a text of types, and how the type of the last line is called.
class DescribeTest : public ::testing::Test {
 protected:
  std::string text_of_last(const std::string& types) {
    words_ = testing::assemble_words(
        "%void = OpTypeVoid\n%bool = OpTypeBool\n%float = OpTypeFloat 32\n%half = OpTypeFloat 16\n"
        "%double = OpTypeFloat 64\n%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%short = OpTypeInt 16 1\n"
        "%byte = OpTypeInt 8 0\n%vec2 = OpTypeVector %float 2\n%vec4 = OpTypeVector %float 4\n"
        "%n2 = OpConstant %uint 2\n%n7 = OpConstant %uint 7\n%spec = OpSpecConstant %uint 7\n" +
        types);
    EXPECT_EQ(module_.read(words_, 1000).error, ReadError::none);
    std::uint32_t last = 0;
    for (std::uint32_t i = header_words; i < words_.size(); i += words_[i] >> 16) {
      last = i;
    }
    return type_text(module_, words_[last + 1]);
  }

  std::vector<std::uint32_t> words_;
  Module module_;
};

TEST_F(DescribeTest, types_have_their_names_in_glsl) {
  EXPECT_EQ(text_of_last("%t = OpTypeVector %float 3"), "vec3");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %int 2"), "ivec2");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %uint 4"), "uvec4");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %bool 4"), "bvec4");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %half 4"), "f16vec4");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %double 2"), "dvec2");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %short 2"), "i16vec2");
  EXPECT_EQ(text_of_last("%t = OpTypeVector %byte 4"), "u8vec4");
  EXPECT_EQ(text_of_last("%t = OpTypeMatrix %vec4 4"), "mat4");
  EXPECT_EQ(text_of_last("%t = OpTypeMatrix %vec2 3"), "mat3x2");
  EXPECT_EQ(text_of_last("%t = OpTypeInt 64 0"), "uint64_t");
  EXPECT_EQ(text_of_last("%t = OpTypeSampler"), "sampler");
  EXPECT_EQ(text_of_last("%t = OpTypeAccelerationStructureKHR"), "accelerationStructure");
  EXPECT_EQ(text_of_last("%t = OpTypePointer Uniform %vec2"), "pointer to vec2");
  EXPECT_EQ(text_of_last("%t = OpTypeOpaque \"x\"").substr(0, 11), "opaque type");
}

TEST_F(DescribeTest, the_outer_dimension_of_an_array_stands_first) {
  EXPECT_EQ(text_of_last("%a = OpTypeArray %vec4 %n2\n%t = OpTypeArray %a %n7"), "vec4[7][2]");
  EXPECT_EQ(text_of_last("%a = OpTypeArray %int %n2\n%t = OpTypeRuntimeArray %a"), "int[][2]");
  EXPECT_EQ(text_of_last("%t = OpTypeArray %float %spec").substr(0, 7), "float[%");
}

TEST_F(DescribeTest, images_have_their_names_in_glsl) {
  EXPECT_EQ(text_of_last("%t = OpTypeImage %float 2D 0 0 0 1 Unknown"), "texture2D");
  EXPECT_EQ(text_of_last("%t = OpTypeImage %uint Cube 0 1 0 1 Unknown"), "utextureCubeArray");
  EXPECT_EQ(text_of_last("%t = OpTypeImage %int 3D 0 0 0 2 R32i"), "iimage3D");
  EXPECT_EQ(text_of_last("%t = OpTypeImage %float Buffer 0 0 0 1 Unknown"), "textureBuffer");
  EXPECT_EQ(text_of_last("%t = OpTypeImage %float SubpassData 0 0 0 2 Unknown"), "subpassInput");
  EXPECT_EQ(text_of_last("%i = OpTypeImage %float 2D 1 1 0 1 Unknown\n%t = OpTypeSampledImage %i"),
            "sampler2DArrayShadow");
  EXPECT_EQ(text_of_last("%i = OpTypeImage %float 2D 0 0 1 1 Unknown\n%t = OpTypeSampledImage %i"),
            "sampler2DMS");
}

TEST_F(DescribeTest, what_is_no_type_is_said_to_be_none) {
  EXPECT_EQ(text_of_last("%t = OpTypeVector %n2 4").substr(0, 11), "vector of %");
  EXPECT_EQ(text_of_last("%t = OpTypeMatrix %float 4").substr(0, 11), "matrix of %");
  EXPECT_EQ(text_of_last("%t = OpTypeSampledImage %float").substr(0, 18), "sampled image of %");
  EXPECT_NE(text_of_last("%t = OpTypePointer Uniform %n2").find("which is no type"), std::string::npos);
  EXPECT_NE(text_of_last("%t = OpTypePointer Uniform %nothing").find("undefined type"), std::string::npos);
  EXPECT_EQ(type_text(module_, 0), "undefined type %0");
}

TEST_F(DescribeTest, endless_types_end) {
  EXPECT_LT(text_of_last("%t = OpTypePointer Uniform %t").size(), 100U);
  EXPECT_LT(text_of_last("%t = OpTypeArray %t %n2").size(), 200U);
  EXPECT_LT(text_of_last("%t = OpTypeVector %t 4").size(), 100U);
  EXPECT_LT(text_of_last("%t = OpTypeMatrix %t 4").size(), 100U);
  EXPECT_LT(text_of_last("%t = OpTypeImage %t 2D 0 0 0 1 Unknown").size(), 100U);
}

TEST(NumberTest, names_and_numbers_of_what_is_unknown) {
  EXPECT_EQ(storage_class_text(2), "Uniform");
  EXPECT_EQ(storage_class_text(4711), "4711");
  EXPECT_EQ(opcode_text(Op::Store), "OpStore");
  EXPECT_EQ(opcode_text(static_cast<Op>(60'000)), "opcode 60000");
  EXPECT_EQ(execution_model_text(4), "fragment");
  EXPECT_EQ(execution_model_text(99), "execution model 99");
  EXPECT_EQ(capability_text(5347), "PhysicalStorageBufferAddresses");
  EXPECT_EQ(capability_text(1), "1");
}

}  // namespace
}  // namespace rpcts::spirv
