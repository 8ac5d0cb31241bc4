// RP-SPV-050 to 055, and what the rules leave alone (D.7).

#include <gtest/gtest.h>

#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {
namespace {

Findings judge_fragment(const std::string& text) {
  return judge_text(text, Stage::fragment, full_pass());
}

Findings judge_vertex(const std::string& text) {
  return judge_text(text, Stage::vertex, world_receiver());
}

/// The vertex module with lines at the end of its function.
std::string with_code(std::string_view lines) {
  return with_line(edited(vertex_text, "OpReturn", std::string(lines) + "\nOpReturn"), "OpMemoryModel",
                   "%glsl = OpExtInstImport \"GLSL.std.450\"");
}

/// The vertex module with a function before `main`.
std::string with_function(std::string_view lines) {
  return with_line(vertex_text, "%main = OpFunction", lines);
}

TEST(ImageWriteTest, is_rejected_also_in_a_function_that_nothing_calls) {
  const std::string reachable = edited(fragment_text, "OpStore %color %black",
                                       "OpStore %color %black\nOpImageWrite %table %black %black");
  expect_only(judge_fragment(reachable), "RP-SPV-050", "OpImageWrite");
  const std::string unreachable = with_line(
      fragment_text, "%main = OpFunction",
      "%unused = OpFunction %void None %function\n%start = OpLabel\nOpImageWrite %table %black %black\n"
      "OpReturn\nOpFunctionEnd");
  expect_only(judge_fragment(unreachable), "RP-SPV-050", "OpImageWrite");
}

TEST(ImageWriteTest, fetching_and_sampling_are_fine) {
  for (const char* opcode : {"OpImageFetch", "OpImageSampleImplicitLod", "OpImageRead"}) {
    expect_accepted(judge_fragment(
        edited(fragment_text, "OpStore %color %black",
               "OpStore %color %black\n%texel = " + std::string(opcode) + " %vec4 %table %black")));
  }
}

TEST(ImageWriteTest, decides_after_the_variables) {
  std::string text = edited(fragment_text, "OpStore %color %black",
                            "OpStore %color %black\nOpImageWrite %table %black %black");
  text = edited(text, "OpDecorate %settings Binding 8", "OpDecorate %settings Binding 9");
  const Findings findings = judge_fragment(text);
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-033");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-050");
}

struct Repeated {
  const char* name;
  const char* line;
  const char* found;
};

class RepeatedDecorationTest : public ::testing::TestWithParam<Repeated> {};

TEST_P(RepeatedDecorationTest, fails_051) {
  const std::string text =
      edited(fragment_text, GetParam().line, std::string(GetParam().line) + GetParam().line);
  expect_only(judge_fragment(text), "RP-SPV-051", GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(
    All, RepeatedDecorationTest,
    ::testing::Values(
        Repeated{"set", "OpDecorate %table DescriptorSet 2\n", "DescriptorSet decorates %"},
        Repeated{"binding", "OpDecorate %table Binding 0\n", "Binding decorates %"},
        Repeated{"block", "OpDecorate %Pass Block\n", "Block decorates %"},
        Repeated{"offset", "OpMemberDecorate %Pass 2 Offset 32\n", "Offset decorates member 2 of %"},
        Repeated{"array_stride", "OpDecorate %vec4_array ArrayStride 16\n", "ArrayStride decorates %"},
        Repeated{"matrix_stride", "OpMemberDecorate %Frame 6 MatrixStride 16\n",
                 "MatrixStride decorates member 6"},
        Repeated{"majority", "OpMemberDecorate %Push 0 ColMajor\n", "majority"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(RepeatedDecorationOrderTest, out_of_order_repetitions_are_found) {
  const Findings findings =
      judge_fragment(with_line(fragment_text, "%void = OpTypeVoid",
                               "OpMemberDecorate %Push 2 Offset 68\nOpMemberDecorate %Frame 0 Offset 0"));
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-051");
  EXPECT_EQ(findings.all()[0].place.member, 2);
  EXPECT_EQ(findings.all()[1].place.member, 0);
}

TEST(RepeatedDecorationOrderTest, order_alone_is_no_fault) {
  std::string text = edited(fragment_text, "OpMemberDecorate %Pass 0 Offset 0\n", "");
  text = with_line(text, "%void = OpTypeVoid", "OpMemberDecorate %Pass 0 Offset 0");
  expect_accepted(judge_fragment(text));
}

TEST(RepeatedDecorationOrderTest, both_majorities_are_one_too_many) {
  expect_only(judge_fragment(with_line(fragment_text, "OpMemberDecorate %Frame 6 MatrixStride",
                                       "OpMemberDecorate %Frame 6 RowMajor")),
              "RP-SPV-051", "majority");
}

TEST(RepeatedDecorationOrderTest, on_what_no_rule_looks_at_it_is_found_as_well) {
  const std::string text = with_line(fragment_text, "%void = OpTypeVoid",
                                     "OpDecorate %color Binding 0\nOpDecorate %color Binding 0");
  expect_only(judge_fragment(text), "RP-SPV-051", "Binding");
}

TEST(RepeatedDecorationOrderTest, other_decorations_may_repeat) {
  const std::string text = with_line(
      vertex_text, "OpDecorate %Instances Block",
      "OpDecorate %instances NonWritable\nOpDecorate %instances Restrict\nOpDecorate %instances Restrict");
  expect_accepted(judge_vertex(text));
}

TEST(RepeatedDecorationOrderTest, of_two_values_the_last_counts_for_the_other_rules) {
  const std::string wrong_then_right = edited(fragment_text, "OpDecorate %pass Binding 7",
                                              "OpDecorate %pass Binding 9\nOpDecorate %pass Binding 7");
  expect_decides(judge_fragment(wrong_then_right), "RP-SPV-051", "Binding");
  const std::string right_then_wrong = edited(fragment_text, "OpDecorate %pass Binding 7",
                                              "OpDecorate %pass Binding 7\nOpDecorate %pass Binding 9");
  expect_decides(judge_fragment(right_then_wrong), "RP-SPV-033", "binding 9");
}

TEST(GroupTest, an_interface_given_through_groups_is_accepted) {
  std::string text = fragment_text;
  text = edited(text, "OpDecorate %frame DescriptorSet 3\n", "");
  text = edited(text, "OpDecorate %shadow DescriptorSet 3\n", "");
  text = edited(text, "OpDecorate %Frame Block\n", "");
  text = edited(text, "OpDecorate %Shadow Block\n", "");
  text = edited(text, "OpMemberDecorate %Frame 6 ColMajor\n", "");
  text = edited(text, "OpMemberDecorate %Frame 6 MatrixStride 16\n", "");
  text = edited(text, "OpMemberDecorate %Shadow 0 ColMajor\n", "");
  text = edited(text, "OpMemberDecorate %Shadow 0 MatrixStride 16\n", "");
  text =
      with_line(text, "%void = OpTypeVoid",
                "OpDecorate %in_set DescriptorSet 3\n"
                "OpDecorate %is_block Block\n"
                "OpDecorate %is_matrix ColMajor\nOpDecorate %is_matrix MatrixStride 16\n"
                "%in_set = OpDecorationGroup\n%is_block = OpDecorationGroup\n%is_matrix = OpDecorationGroup\n"
                "OpGroupDecorate %in_set %frame %shadow\nOpGroupDecorate %is_block %Frame %Shadow\n"
                "OpGroupMemberDecorate %is_matrix %Frame 6 %Shadow 0");
  expect_accepted(judge_fragment(text));
  expect_decides(
      judge_fragment(edited(text, "OpDecorate %is_matrix ColMajor", "OpDecorate %is_matrix RowMajor")),
      "RP-SPV-036", "row-major");
  expect_decides(judge_fragment(edited(text, "OpGroupDecorate %in_set %frame %shadow",
                                       "OpGroupDecorate %in_set %frame")),
                 "RP-SPV-020", "has no DescriptorSet");
}

TEST(GroupTest, repetitions_through_groups_are_found) {
  const std::string text = with_line(fragment_text, "%void = OpTypeVoid",
                                     "OpDecorate %group Block\n%group = OpDecorationGroup\n"
                                     "OpGroupDecorate %group %Frame");
  expect_only(judge_fragment(text), "RP-SPV-051", "Block decorates");
  const std::string member = with_line(fragment_text, "%void = OpTypeVoid",
                                       "OpDecorate %group Offset 32\n%group = OpDecorationGroup\n"
                                       "OpGroupMemberDecorate %group %Frame 2");
  expect_only(judge_fragment(member), "RP-SPV-051", "Offset decorates member 2");
  const std::string twice =
      with_line(edited(fragment_text, "OpDecorate %Frame Block\n", ""), "%void = OpTypeVoid",
                "OpDecorate %group Block\n%group = OpDecorationGroup\n"
                "OpGroupDecorate %group %Frame %Frame");
  expect_only(judge_fragment(twice), "RP-SPV-051", "Block decorates");
}

TEST(GroupTest, a_storage_buffer_may_be_read_only_through_a_group) {
  std::string text = edited(vertex_text, "OpMemberDecorate %Batches 0 NonWritable\n", "");
  text = edited(text, "OpMemberDecorate %Batches 1 NonWritable\n", "");
  text = edited(text, "OpDecorate %instances NonWritable\n", "");
  const std::string groups =
      "OpDecorate %read_only NonWritable\n%read_only = OpDecorationGroup\nOpGroupDecorate %read_only "
      "%instances\n"
      "OpGroupMemberDecorate %read_only %Batches 0 %Batches 1";
  expect_accepted(judge_vertex(with_line(text, "%void = OpTypeVoid", groups)));
  expect_only(judge_vertex(with_line(text, "%void = OpTypeVoid", edited(groups, " %Batches 1", ""))),
              "RP-SPV-041", "1 of its 2 members");
}

TEST(GroupTest, an_id_that_is_no_group_decorates_nothing) {
  expect_decides(judge_fragment(with_line(edited(fragment_text, "OpDecorate %Frame Block\n", ""),
                                          "%void = OpTypeVoid", "OpGroupDecorate %Shadow %Frame")),
                 "RP-SPV-035", "without Block");
}

TEST(TableImageTest, must_be_plain_float) {
  const auto with_image = [](const char* parameters) {
    return judge_fragment(edited(fragment_text, "OpTypeImage %float 2D 0 1 0 1 Unknown",
                                 std::string("OpTypeImage ") + parameters));
  };
  expect_accepted(with_image("%float 2D 2 1 0 1 Unknown"));
  expect_only(with_image("%float 2D 1 1 0 1 Unknown"), "RP-SPV-052", "depth 1");
  expect_only(with_image("%float 2D 3 1 0 1 Unknown"), "RP-SPV-052", "depth 3");
  expect_only(with_image("%float 2D 0 1 1 1 Unknown"), "RP-SPV-052", "multisampling 1");
  expect_only(with_image("%int 2D 0 1 0 1 Unknown"), "RP-SPV-052", "components of int");
  expect_only(with_image("%uint 2D 0 1 0 1 Unknown"), "RP-SPV-052", "components of uint");
  expect_only(with_image("%float 2D 0 1 0 1 Rgba8"), "RP-SPV-052", "format 4");
}

TEST(TableImageTest, decides_after_the_rules_of_the_contract) {
  std::string text = edited(fragment_text, "OpTypeImage %float 2D 0 1", "OpTypeImage %float 2D 1 1");
  text = edited(text, "OpDecorate %settings Binding 8", "OpDecorate %settings Binding 9");
  const Findings findings = judge_fragment(text);
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-033");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-052");
}

struct Write {
  const char* name;
  const char* lines;
  const char* opcode;
};

class MemoryWriteTest : public ::testing::TestWithParam<Write> {};

TEST_P(MemoryWriteTest, fails_053) {
  expect_only(judge_vertex(with_code(GetParam().lines)), "RP-SPV-053", GetParam().opcode);
}

INSTANTIATE_TEST_SUITE_P(
    Instructions, MemoryWriteTest,
    ::testing::Values(
        Write{"store", "OpStore %instance %value", "OpStore"},
        Write{"store_through_the_variable", "OpStore %instances %value", "OpStore"},
        Write{"copy", "OpCopyMemory %instance %local", "OpCopyMemory"},
        Write{"copy_sized", "OpCopyMemorySized %instance %local %n2", "OpCopyMemorySized"},
        Write{"atomic_load", "%old = OpAtomicLoad %uint %flags %n1 %n1", "OpAtomicLoad"},
        Write{"atomic_store", "OpAtomicStore %flags %n1 %n1 %n1", "OpAtomicStore"},
        Write{"exchange", "%old = OpAtomicExchange %uint %flags %n1 %n1 %n1", "OpAtomicExchange"},
        Write{"compare_exchange", "%old = OpAtomicCompareExchange %uint %flags %n1 %n1 %n1 %n1 %n1",
              "OpAtomicCompareExchange"},
        Write{"increment", "%old = OpAtomicIIncrement %uint %flags %n1 %n1", "OpAtomicIIncrement"},
        Write{"decrement", "%old = OpAtomicIDecrement %uint %flags %n1 %n1", "OpAtomicIDecrement"},
        Write{"add", "%old = OpAtomicIAdd %uint %flags %n1 %n1 %n1", "OpAtomicIAdd"},
        Write{"subtract", "%old = OpAtomicISub %uint %flags %n1 %n1 %n1", "OpAtomicISub"},
        Write{"smin", "%old = OpAtomicSMin %uint %flags %n1 %n1 %n1", "OpAtomicSMin"},
        Write{"umin", "%old = OpAtomicUMin %uint %flags %n1 %n1 %n1", "OpAtomicUMin"},
        Write{"smax", "%old = OpAtomicSMax %uint %flags %n1 %n1 %n1", "OpAtomicSMax"},
        Write{"umax", "%old = OpAtomicUMax %uint %flags %n1 %n1 %n1", "OpAtomicUMax"},
        Write{"and_", "%old = OpAtomicAnd %uint %flags %n1 %n1 %n1", "OpAtomicAnd"},
        Write{"or_", "%old = OpAtomicOr %uint %flags %n1 %n1 %n1", "OpAtomicOr"},
        Write{"xor_", "%old = OpAtomicXor %uint %flags %n1 %n1 %n1", "OpAtomicXor"},
        Write{"flag_test", "%old = OpAtomicFlagTestAndSet %uint %flags %n1 %n1", "OpAtomicFlagTestAndSet"},
        Write{"flag_clear", "OpAtomicFlagClear %flags %n1 %n1", "OpAtomicFlagClear"},
        Write{"float_min", "%old = OpAtomicFMinEXT %float %flags %n1 %n1 %n1", "OpAtomicFMin"},
        Write{"float_max", "%old = OpAtomicFMaxEXT %float %flags %n1 %n1 %n1", "OpAtomicFMax"},
        Write{"float_add", "%old = OpAtomicFAddEXT %float %flags %n1 %n1 %n1", "OpAtomicFAdd"},
        Write{"cooperative_matrix", "OpCooperativeMatrixStoreNV %instance %value %n1 %n1",
              "OpCooperativeMatrixStoreNV"},
        Write{"modf", "%whole = OpExtInst %float %glsl Modf %value %flags", "OpExtInst"},
        Write{"frexp", "%whole = OpExtInst %float %glsl Frexp %value %flags", "OpExtInst"}),
    [](const auto& param) { return std::string(param.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Pointers, MemoryWriteTest,
    ::testing::Values(
        Write{"in_bounds", "%p = OpInBoundsAccessChain %p_vec4 %instances %n0 %n0\nOpStore %p %value",
              "OpStore"},
        Write{"pointer_chain", "%p = OpPtrAccessChain %p_vec4 %instance %n0\nOpStore %p %value", "OpStore"},
        Write{"copied", "%p = OpCopyObject %p_vec4 %instance\nOpStore %p %value", "OpStore"},
        Write{"copied_twice",
              "%p = OpCopyObject %p_vec4 %instance\n%q = OpCopyObject %p_vec4 %p\nOpStore %q %value",
              "OpStore"},
        Write{"selected", "%p = OpSelect %p_vec4 %n1 %instance %instance\nOpStore %p %value", "OpStore"},
        Write{"merged", "%p = OpPhi %p_vec4 %instance %label %instance %label\nOpStore %p %value", "OpStore"},
        Write{"loaded", "%p = OpLoad %p_vec4 %local\nOpStore %p %value", "OpStore"},
        Write{"called", "%p = OpFunctionCall %p_vec4 %main\nOpStore %p %value", "OpStore"},
        Write{"cast", "%p = OpBitcast %p_vec4 %instance\nOpStore %p %value", "OpStore"},
        Write{"null", "%p = OpConstantNull %p_vec4\nOpStore %p %value", "OpStore"},
        Write{"undefined", "%p = OpUndef %p_vec4\nOpStore %p %value", "OpStore"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(MemoryWriteOnlyTest, a_function_that_writes_to_its_parameter_fails_053) {
  const std::string writes =
      "%takes = OpTypeFunction %void %p_vec4\n%helper = OpFunction %void None %takes\n"
      "%given = OpFunctionParameter %p_vec4\n%start = OpLabel\n%there = OpLoad %vec4 %given\n"
      "OpStore %given %there\nOpReturn\nOpFunctionEnd";
  expect_only(judge_vertex(with_function(writes)), "RP-SPV-053", "OpStore");
  expect_accepted(judge_vertex(with_function(edited(writes, "OpStore %given %there\n", ""))));
  const std::string local =
      "%takes = OpTypeFunction %void %p_local\n%helper = OpFunction %void None %takes\n"
      "%given = OpFunctionParameter %p_local\n%start = OpLabel\n"
      "%there = OpLoad %vec4 %given\nOpStore %given %there\nOpReturn\nOpFunctionEnd";
  expect_accepted(judge_vertex(with_function(local)));
}

TEST(MemoryWriteOnlyTest, a_pointer_type_after_the_write_is_seen) {
  // Out of order, as no front end writes it: the function stands before the first pointer to a buffer.
  const std::string text =
      edited(edited(vertex_text, "OpStore %position %value", "OpStore %instance %value"),
             "%p_vec4 = OpTypePointer StorageBuffer %vec4\n%p_uint = OpTypePointer StorageBuffer %uint\n",
             "") +
      "%p_vec4 = OpTypePointer StorageBuffer %vec4\n%p_uint = OpTypePointer StorageBuffer %uint\n";
  std::string moved = text;
  for (const char* line : {"%p_instances = OpTypePointer StorageBuffer %Instances\n",
                           "%p_batches = OpTypePointer StorageBuffer %Batches\n",
                           "%instances = OpVariable %p_instances StorageBuffer\n",
                           "%batches = OpVariable %p_batches StorageBuffer\n"}) {
    moved = edited(moved, line, "") + line;
  }
  expect_only(judge_vertex(moved), "RP-SPV-053", "OpStore");
}

TEST(MemoryWriteOnlyTest, reading_is_fine) {
  expect_accepted(judge_vertex(with_code("OpCopyMemory %local %instance")));
  expect_accepted(judge_vertex(with_code("%other = OpLoad %vec4 %instance")));
  expect_accepted(judge_vertex(with_code("%whole = OpExtInst %float %glsl ModfStruct %value")));
  expect_accepted(judge_vertex(with_code("%old = OpAtomicIAdd %uint %local %n1 %n1 %n1")));
}

TEST(MemoryWriteOnlyTest, each_write_is_listed) {
  const Findings findings = judge_vertex(with_code("OpStore %instance %value\nOpStore %instance %value"));
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_LT(findings.all()[0].place.word, findings.all()[1].place.word);
}

struct Raw {
  const char* name;
  const char* before;
  const char* line;
  const char* found;
};

class RawMemoryTest : public ::testing::TestWithParam<Raw> {};

TEST_P(RawMemoryTest, fails_054) {
  expect_decides(judge_vertex(with_line(vertex_text, GetParam().before, GetParam().line)), "RP-SPV-054",
                 GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(
    All, RawMemoryTest,
    ::testing::Values(
        Raw{"capability_physical", "OpMemoryModel", "OpCapability PhysicalStorageBufferAddresses",
            "PhysicalStorageBufferAddresses"},
        Raw{"capability_addresses", "OpMemoryModel", "OpCapability Addresses", "Addresses"},
        Raw{"capability_untyped", "OpMemoryModel", "!0x00020011 !4473", "UntypedPointersKHR"},
        Raw{"capability_heap", "OpMemoryModel", "!0x00020011 !5128", "DescriptorHeapEXT"},
        Raw{"physical_pointer", "%position = OpVariable", "%raw = OpTypePointer PhysicalStorageBuffer %vec4",
            "PhysicalStorageBuffer"},
        Raw{"forward_pointer", "%position = OpVariable", "OpTypeForwardPointer %p_vec4 PhysicalStorageBuffer",
            "PhysicalStorageBuffer"},
        Raw{"generic_pointer", "%position = OpVariable", "%raw = OpTypePointer Generic %vec4", "Generic"},
        Raw{"cross_workgroup", "%position = OpVariable", "%raw = OpTypePointer CrossWorkgroup %vec4",
            "CrossWorkgroup"},
        Raw{"atomic_counter", "%position = OpVariable", "%raw = OpTypePointer AtomicCounter %uint",
            "AtomicCounter"},
        Raw{"unknown_class", "%position = OpVariable", "!0x00040020 %raw !4711 %vec4", "4711"},
        Raw{"shader_record", "%position = OpVariable", "!0x00040020 %raw !5343 %vec4", "5343"},
        Raw{"untyped_pointer", "%position = OpVariable", "!0x00031141 %raw !12", "OpTypeUntypedPointerKHR"},
        Raw{"untyped_variable", "%position = OpVariable", "!0x00051142 %p_vec4 %raw !12 %vec4",
            "OpUntypedVariableKHR"},
        Raw{"untyped_chain", "%local = OpVariable", "!0x00051143 %p_vec4 %raw %vec4 %instances",
            "OpUntypedAccessChainKHR"},
        Raw{"from_integer", "OpReturn", "%raw = OpConvertUToPtr %p_vec4 %n1", "OpConvertUToPtr"},
        Raw{"from_handle", "OpReturn", "%raw = OpConvertUToAccelerationStructureKHR %vec4 %n1",
            "OpConvertUToAccelerationStructureKHR"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(RawMemoryOnlyTest, a_variable_of_a_raw_class_is_listed) {
  const Findings findings =
      judge_vertex(with_line(vertex_text, "%position = OpVariable", "!0x0004003B %p_vec4 %raw !5349"));
  expect_only(findings, "RP-SPV-054", "has the storage class PhysicalStorageBuffer");
}

TEST(RawMemoryOnlyTest, the_addressing_model_must_be_logical) {
  expect_only(judge_vertex(edited(vertex_text, "OpMemoryModel Logical GLSL450",
                                  "OpMemoryModel PhysicalStorageBuffer64 GLSL450")),
              "RP-SPV-054", "addressing model is 5348");
  expect_only(judge_vertex(edited(vertex_text, "Logical GLSL450", "Physical64 GLSL450")), "RP-SPV-054",
              "is 2");
}

TEST(RawMemoryOnlyTest, a_store_through_a_raw_address_is_a_write_too) {
  const std::string text =
      with_line(with_code("%there = OpLoad %raw %local\nOpStore %there %value"), "%position = OpVariable",
                "%raw = OpTypePointer PhysicalStorageBuffer %vec4");
  const Findings findings = judge_vertex(text);
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-053");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-054");
}

TEST(RawMemoryOnlyTest, classes_of_the_invocation_are_fine) {
  for (const char* storage_class : {"Input", "Output", "Workgroup", "Private", "Function", "Image",
                                    "TaskPayloadWorkgroupEXT", "RayPayloadKHR", "HitAttributeKHR"}) {
    expect_accepted(judge_vertex(with_line(vertex_text, "%position = OpVariable",
                                           std::string("%own = OpTypePointer ") + storage_class + " %vec4")));
  }
}

TEST(TexelPointerTest, fails_055) {
  const std::string text =
      edited(fragment_text, "OpStore %color %black",
             "OpStore %color %black\n%p = OpImageTexelPointer %p_color %table %black %black");
  expect_only(judge_fragment(text), "RP-SPV-055", "OpImageTexelPointer");
}

TEST(OrderTest, the_rules_of_the_suite_stand_last_in_their_order) {
  std::string text = edited(fragment_text, "OpStore %color %black",
                            "OpStore %color %black\n%p = OpImageTexelPointer %p_color %table %black %black\n"
                            "OpImageWrite %table %black %black\n%q = OpUndef %p_raw\nOpStore %q %black");
  text = edited(text, "%color = OpVariable",
                "%p_raw = OpTypePointer PhysicalStorageBuffer %vec4\n%color = OpVariable");
  text = edited(text, "OpTypeImage %float 2D 0 1", "OpTypeImage %float 2D 1 1");
  text = edited(text, "OpDecorate %Pass Block\n", "OpDecorate %Pass Block\nOpDecorate %Pass Block\n");
  text = edited(text, "\"main\"", "\"other\"");
  text = edited(text, "%Frame 0 Offset 0", "%Frame 0 Offset 4");
  const Findings findings = judge_fragment(text);
  std::vector<std::string_view> rules;
  for (const Diagnostic& finding : findings.all()) {
    rules.push_back(finding.rule);
  }
  EXPECT_EQ(rules, (std::vector<std::string_view>{"RP-SPV-012", "RP-SPV-036", "RP-SPV-050", "RP-SPV-051",
                                                  "RP-SPV-052", "RP-SPV-053", "RP-SPV-054", "RP-SPV-055"}));
}

TEST(LeftAloneTest, what_the_contract_does_not_look_at_is_accepted) {
  // D.7: capabilities, extensions, execution modes, other decorations, unused variables, the order of names.
  for (const char* line :
       {"OpCapability Int64", "OpCapability ImageQuery", "OpExtension \"SPV_KHR_multiview\""}) {
    expect_accepted(judge_fragment(with_line(fragment_text, "OpMemoryModel", line)));
  }
  expect_accepted(
      judge_fragment(with_line(fragment_text, "OpName %Frame", "OpExecutionMode %main DepthReplacing")));
  expect_accepted(judge_vertex(with_line(vertex_text, "OpDecorate %Instances Block",
                                         "OpDecorate %instances Restrict\nOpDecorate %instances Coherent\n"
                                         "OpMemberDecorate %Instances 0 Coherent")));
  expect_accepted(
      judge_fragment(edited(fragment_text, " %color %table %frame %shadow %pass %settings %push", "")));
  expect_accepted(
      judge_fragment(with_line(fragment_text, "%main = OpFunction",
                               "%spec = OpSpecConstant %uint 16\n%other = OpTypeArray %vec4 %spec")));
}

}  // namespace
}  // namespace rpcts::render_pack_v1::testing
