// RP-SPV-020, 021, 030 to 034 and 040 to 045: where a variable stands and what it is.

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/contracts/render_pack_v1/module_testing.hpp"

namespace rpcts::render_pack_v1::testing {
namespace {

using Input = RenderSemanticInput;
using Pass = RenderPassSemantic;
using Variant = RenderPipelineVariantSemantic;

Findings judge_fragment(const std::string& text, const Role& role = full_pass()) {
  return judge_text(text, Stage::fragment, role);
}

Findings judge_vertex(const std::string& text, const Role& role = world_receiver()) {
  return judge_text(text, Stage::vertex, role);
}

/// A module that declares one resource and nothing else. `type` is an assembler line for %type, `decorations`
/// lines that decorate %type or %resource.
std::string one_resource(const std::string& type, const std::string& storage_class, unsigned set,
                         unsigned binding, const std::string& decorations = "") {
  return "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\"\n"
         "OpExecutionMode %main OriginUpperLeft\nOpName %resource \"resource\"\n"
         "OpDecorate %resource DescriptorSet " +
         std::to_string(set) + "\nOpDecorate %resource Binding " + std::to_string(binding) + "\n" +
         decorations +
         "%void = OpTypeVoid\n%function = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
         "%uint = OpTypeInt 32 0\n%vec4 = OpTypeVector %float 4\n%n2 = OpConstant %uint 2\n" +
         type + "\n%pointer = OpTypePointer " + storage_class + " %type\n%resource = OpVariable %pointer " +
         storage_class +
         "\n%main = OpFunction %void None %function\n%label = OpLabel\nOpReturn\nOpFunctionEnd\n";
}

const std::string block = "%type = OpTypeStruct %vec4";
const std::string block_decorations = "OpDecorate %type Block\nOpMemberDecorate %type 0 Offset 0\n";
const std::string table =
    "%image = OpTypeImage %float 2D 0 1 0 1 Unknown\n%sampled = OpTypeSampledImage %image\n"
    "%type = OpTypeRuntimeArray %sampled";

TEST(LocationTest, a_resource_needs_a_set_and_a_binding) {
  expect_only(judge_fragment(edited(fragment_text, "OpDecorate %pass DescriptorSet 3\n", "")), "RP-SPV-020",
              "has no DescriptorSet");
  expect_only(judge_fragment(edited(fragment_text, "OpDecorate %frame Binding 5\n", "")), "RP-SPV-020",
              "'frame' (uniform block) has no Binding");
  const std::string neither = edited(edited(fragment_text, "OpDecorate %table DescriptorSet 2\n", ""),
                                     "OpDecorate %table Binding 0\n", "");
  expect_only(judge_fragment(neither), "RP-SPV-020", "no DescriptorSet and no Binding");
}

TEST(LocationTest, a_decoration_without_its_literal_is_none) {
  // OpDecorate of three words: the literal is left out.
  expect_only(judge_fragment(edited(fragment_text, "OpDecorate %pass Binding 7", "!0x00030047 %pass !33")),
              "RP-SPV-020", "has no Binding");
}

TEST(LocationTest, other_storage_classes_need_no_location) {
  for (const char* storage_class : {"Private", "Workgroup", "Input", "Output"}) {
    const std::string text = one_resource(block, storage_class, 0, 0, block_decorations);
    expect_accepted(judge_fragment(edited(text, "OpDecorate %resource DescriptorSet 0\n", "")));
    expect_accepted(judge_fragment(text));
  }
}

TEST(LocationTest, two_variables_may_not_share_a_location) {
  const std::string twin = edited(with_line(fragment_text, "OpDecorate %Frame Block",
                                            "OpDecorate %twin DescriptorSet 3\nOpDecorate %twin Binding 7"),
                                  "%pass = OpVariable %p_pass Uniform",
                                  "%pass = OpVariable %p_pass Uniform\n%twin = OpVariable %p_pass Uniform");
  expect_only(judge_fragment(twin), "RP-SPV-021", "shares its location with variable");
  const std::string tables = edited(with_line(fragment_text, "OpDecorate %Frame Block",
                                              "OpDecorate %twin DescriptorSet 2\nOpDecorate %twin Binding 0"),
                                    "%table = OpVariable %p_table UniformConstant",
                                    "%table = OpVariable %p_table UniformConstant\n"
                                    "%twin = OpVariable %p_table UniformConstant");
  expect_only(judge_fragment(tables), "RP-SPV-021", "variable %");
}

TEST(LocationTest, aliases_far_from_every_role_are_found_as_well) {
  const std::string text = edited(
      edited(one_resource(block, "Uniform", 7, 90, block_decorations), "OpDecorate %type Block\n",
             "OpDecorate %twin DescriptorSet 7\nOpDecorate %twin Binding 90\nOpDecorate %type Block\n"),
      "%resource = OpVariable %pointer Uniform",
      "%resource = OpVariable %pointer Uniform\n%twin = OpVariable %pointer Uniform");
  const Findings findings = judge_fragment(text);
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-045");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-021");
}

TEST(TableTest, needs_a_sampled_input) {
  const std::string text = one_resource(table, "UniformConstant", 2, 0);
  for (const Input input :
       {Input::WorldColor, Input::SceneDepth, Input::SceneNormals, Input::DirectionalShadowMaps}) {
    expect_accepted(judge_fragment(text, pass_role(Pass::SunRays, {input})));
  }
  expect_accepted(judge_fragment(text, pass_role(Pass::SunRays, {}, 1)));
  const Findings findings = judge_fragment(text, pass_role(Pass::SunRays, {Input::FrameTime}));
  expect_only(findings, "RP-SPV-030", "which the role SunRays may not use");
  EXPECT_NE(
      findings.all().front().required.find("WorldColor, SceneDepth, SceneNormals or DirectionalShadowMaps"),
      std::string::npos);
  expect_only(
      judge_fragment(text, variant_role(Variant::TerrainDirectionalShadowCaster, {Input::WorldColor})),
      "RP-SPV-030", "TerrainDirectionalShadowCaster");
}

TEST(TableTest, has_one_type_only) {
  const auto edit = [](const char* from, const char* to) {
    return judge_fragment(edited(fragment_text, from, to));
  };
  expect_only(edit("OpTypeRuntimeArray %sampled", "OpTypeArray %sampled %n4"), "RP-SPV-031",
              "sampler2DArray[4]");
  expect_only(edit("OpTypePointer UniformConstant %Table", "OpTypePointer UniformConstant %sampled"),
              "RP-SPV-031", "is sampler2DArray");
  expect_only(edit("2D 0 1 0 1 Unknown", "2D 0 0 0 1 Unknown"), "RP-SPV-031", "sampler2D[]");
  expect_only(edit("2D 0 1 0 1 Unknown", "Cube 0 1 0 1 Unknown"), "RP-SPV-031", "samplerCubeArray[]");
  expect_only(edit("2D 0 1 0 1 Unknown", "1D 0 1 0 1 Unknown"), "RP-SPV-031", "sampler1DArray[]");
  expect_only(edit("2D 0 1 0 1 Unknown", "2D 0 1 0 2 Rgba8"), "RP-SPV-031", "sampler2DArray[]");
  expect_only(edit("2D 0 1 0 1 Unknown", "2D 0 1 0 0 Unknown"), "RP-SPV-031", "sampler2DArray[]");
  expect_only(edit("OpTypeRuntimeArray %sampled", "OpTypeRuntimeArray %image"), "RP-SPV-031",
              "texture2DArray[]");
  expect_only(edit("%sampled = OpTypeSampledImage %image",
                   "%separate = OpTypeSampledImage %image\n%sampled = OpTypeSampler"),
              "RP-SPV-031", "sampler[]");
}

TEST(TableTest, a_block_in_its_place_fails_by_its_type) {
  const Findings findings = judge_fragment(one_resource(block, "Uniform", 2, 0, block_decorations));
  expect_only(findings, "RP-SPV-031", "uniform block");
}

TEST(TableTest, is_accepted_in_the_vertex_stage) {
  const std::string text = edited(edited(one_resource(table, "UniformConstant", 2, 0), "Fragment", "Vertex"),
                                  "OpExecutionMode %main OriginUpperLeft\n", "");
  expect_accepted(judge_vertex(text));
}

TEST(PackSetTest, holds_uniform_blocks_only) {
  expect_only(judge_fragment(one_resource(block, "StorageBuffer", 3, 7, block_decorations)), "RP-SPV-032",
              "StorageBuffer");
  expect_only(judge_fragment(one_resource(table, "UniformConstant", 3, 7)), "RP-SPV-032", "UniformConstant");
}

TEST(PackSetTest, other_bindings_are_reserved) {
  for (const unsigned binding : {0U, 1U, 4U, 9U, 15U, 16U, 63U, 0xFFFFFFFFU}) {
    expect_only(judge_fragment(one_resource(block, "Uniform", 3, binding, block_decorations)), "RP-SPV-033",
                "binding " + std::to_string(binding) + " stands at a reserved binding");
  }
}

TEST(StorageTest, a_fullscreen_pass_has_no_storage) {
  const Findings findings = judge_vertex(vertex_text, full_pass());
  ASSERT_EQ(findings.all().size(), 3U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-040");
  EXPECT_NE(findings.all()[0].required.find("grants: none"), std::string::npos);
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-040");
  EXPECT_EQ(findings.all()[2].rule, "RP-SPV-043");
}

TEST(StorageTest, bindings_follow_the_role) {
  const std::string second =
      edited(vertex_text, "OpDecorate %instances Binding 0", "OpDecorate %instances Binding 2");
  expect_accepted(judge_vertex(second));
  const std::string caster = edited(
      edited(vertex_text, "OpDecorate %lighting DescriptorSet 1", "OpDecorate %lighting DescriptorSet 3"),
      "OpDecorate %lighting Binding 1", "OpDecorate %lighting Binding 6");
  const Role opaque = variant_role(Variant::WorldOpaqueDirectionalShadowCaster);
  expect_decides(judge_vertex(caster, opaque), "RP-SPV-037", "has 1 member");
  expect_decides(
      judge_vertex(edited(caster, "OpDecorate %batches Binding 1", "OpDecorate %batches Binding 2"), opaque),
      "RP-SPV-040", "binding 2");
  for (const unsigned binding : {10U, 15U, 16U, 31U, 32U, 4'000'000'000U}) {
    expect_only(judge_vertex(edited(vertex_text, "OpDecorate %instances Binding 0",
                                    "OpDecorate %instances Binding " + std::to_string(binding))),
                "RP-SPV-040", "binding " + std::to_string(binding));
  }
}

TEST(StorageTest, must_be_read_only) {
  expect_only(judge_vertex(edited(vertex_text, "OpDecorate %instances NonWritable\n", "")), "RP-SPV-041",
              "and 0 of its 1 members are");
  expect_only(judge_vertex(edited(vertex_text, "OpMemberDecorate %Batches 0 NonWritable\n", "")),
              "RP-SPV-041", "1 of its 2 members are");
  expect_only(judge_vertex(edited(vertex_text, "OpMemberDecorate %Batches 1 NonWritable\n", "")),
              "RP-SPV-041", "'batches' (storage buffer) at set 0, binding 1 is writable");
}

TEST(StorageTest, the_same_member_twice_is_not_every_member) {
  expect_only(judge_vertex(edited(vertex_text, "%Batches 1 NonWritable", "%Batches 0 NonWritable")),
              "RP-SPV-041", "1 of its 2 members");
  expect_only(judge_vertex(edited(vertex_text, "%Batches 1 NonWritable", "%Batches 2 NonWritable")),
              "RP-SPV-041", "1 of its 2 members");
}

TEST(StorageTest, is_one_block) {
  expect_only(judge_vertex(edited(vertex_text, "OpDecorate %Instances Block\n", "")), "RP-SPV-042",
              "without Block");
  const std::string array =
      edited(vertex_text, "%p_batches = OpTypePointer StorageBuffer %Batches",
             "%Array = OpTypeArray %Batches %n2\n%p_batches = OpTypePointer StorageBuffer %Array");
  expect_only(judge_vertex(array), "RP-SPV-042", "points to struct");
  // Writable is a fault of the struct, also in an array.
  expect_only(judge_vertex(edited(array, "OpMemberDecorate %Batches 1 NonWritable\n", "")), "RP-SPV-041",
              "writable");
  expect_only(judge_vertex(edited(vertex_text, "%p_instances = OpTypePointer StorageBuffer %Instances",
                                  "%p_instances = OpTypePointer StorageBuffer %vec4_list")),
              "RP-SPV-042", "vec4[]");
}

TEST(StorageTest, member_layouts_do_not_count) {
  expect_accepted(judge_vertex(edited(vertex_text, "%Batches 1 Offset 16", "%Batches 1 Offset 400")));
  expect_accepted(judge_vertex(edited(vertex_text, "OpMemberDecorate %Instances 0 Offset 0\n", "")));
}

TEST(UniformTest, bindings_follow_the_role) {
  const auto at = [](unsigned binding) {
    return one_resource(block, "Uniform", 1, binding, block_decorations);
  };
  const Role terrain = variant_role(Variant::TerrainDirectionalShadowReceiver);
  for (const unsigned binding : {1U, 2U, 3U}) {
    expect_accepted(judge_fragment(at(binding), terrain));
  }
  expect_only(judge_fragment(at(4), terrain), "RP-SPV-043", "binding 4");
  expect_only(judge_fragment(at(0), terrain), "RP-SPV-043", "binding 0");
  expect_accepted(judge_fragment(at(1), world_receiver()));
  expect_only(judge_fragment(at(3), world_receiver()), "RP-SPV-043", "binding 3");
  expect_only(judge_fragment(at(1), full_pass()), "RP-SPV-043", "may not use");
}

TEST(UniformTest, is_one_block) {
  expect_only(judge_vertex(edited(vertex_text, "OpDecorate %Lighting Block\n", "")), "RP-SPV-044",
              "without Block");
  expect_only(
      judge_fragment(one_resource("%inner = OpTypeStruct %vec4\n%type = OpTypeArray %inner %n2", "Uniform", 1,
                                  1, "OpDecorate %inner Block\nOpMemberDecorate %inner 0 Offset 0\n"),
                     world_receiver()),
      "RP-SPV-044", "[2]");
}

TEST(OtherTest, everything_else_is_no_resource_of_the_abi) {
  const Role role = world_receiver();
  const auto rejected = [&role](const std::string& text, std::string_view kind) {
    expect_only(judge_fragment(text, role), "RP-SPV-045", kind);
  };
  rejected(one_resource(block, "Uniform", 4, 0, block_decorations), "uniform block");
  rejected(one_resource(block, "Uniform", 0xFFFFFFFF, 5, block_decorations), "uniform block");
  rejected(one_resource(table, "UniformConstant", 2, 1), "combined image sampler");
  rejected(one_resource(block, "Uniform", 0, 0, "OpDecorate %type BufferBlock\n"), "uniform block");
  rejected(one_resource(block, "Uniform", 0, 0, block_decorations), "uniform block");
  rejected(one_resource(block, "StorageBuffer", 1, 1, block_decorations), "storage buffer");
  rejected(one_resource(block, "StorageBuffer", 2, 1, block_decorations), "storage buffer");
  rejected(one_resource("%type = OpTypeSampler", "UniformConstant", 0, 0), "(sampler)");
  rejected(one_resource("%type = OpTypeSampler", "UniformConstant", 1, 1), "(sampler)");
  rejected(one_resource("%type = OpTypeImage %float 2D 0 0 0 1 Unknown", "UniformConstant", 0, 0),
           "sampled image");
  rejected(one_resource("%type = OpTypeImage %float 2D 0 0 0 2 Rgba8", "UniformConstant", 1, 1),
           "storage image");
  rejected(one_resource("%type = OpTypeImage %float Buffer 0 0 0 1 Rgba8", "UniformConstant", 0, 0),
           "uniform texel buffer");
  rejected(one_resource("%type = OpTypeImage %float Buffer 0 0 0 2 Rgba8", "UniformConstant", 0, 0),
           "storage texel buffer");
  rejected(one_resource("%type = OpTypeImage %float SubpassData 0 0 0 2 Unknown", "UniformConstant", 0, 0),
           "subpass input");
  rejected(one_resource("%type = OpTypeAccelerationStructureKHR", "UniformConstant", 4, 0),
           "acceleration structure");
}

TEST(OtherTest, every_variable_at_fault_is_listed_in_module_order) {
  std::string text =
      edited(fragment_text, "OpDecorate %settings Binding 8", "OpDecorate %settings Binding 10");
  text = edited(text, "OpDecorate %frame DescriptorSet 3", "OpDecorate %frame DescriptorSet 5");
  const Findings findings = judge_fragment(text);
  ASSERT_EQ(findings.all().size(), 2U) << listed(findings);
  EXPECT_EQ(findings.all()[0].rule, "RP-SPV-045");
  EXPECT_EQ(findings.all()[1].rule, "RP-SPV-033");
}

TEST(OtherTest, a_variable_whose_id_is_defined_again_is_the_later_one) {
  const std::string text = one_resource(block, "Uniform", 0, 0, block_decorations);
  expect_only(judge_fragment(text), "RP-SPV-045", "no resource of the ABI");
  // A second definition of %resource, which is the second id of the text, as a constant.
  std::vector<std::uint32_t> words = assemble_words(text);
  words.insert(words.end() - 2, {0x0004002B, 3, 2, 7});
  expect_accepted(judge(bytes_of(words), Stage::fragment, world_receiver()));
}

/// One row of table D.5 with each block, the table and each low binding of sets 0 and 1 in turn.
TEST(GrantTest, every_cell_of_table_d5_is_judged_as_it_stands) {
  std::ifstream file(RPCTS_SOURCE_DIR "/golden/render_pack_v1/role_interface.json");
  const nlohmann::json rows = nlohmann::json::parse(file);
  const Bytes table_module = assemble(one_resource(table, "UniformConstant", 2, 0));
  std::vector<Bytes> storage;
  std::vector<Bytes> uniform;
  std::vector<Bytes> pack;
  for (unsigned binding = 0; binding < 12; ++binding) {
    storage.push_back(assemble(one_resource(block, "StorageBuffer", 0, binding,
                                            block_decorations + "OpDecorate %resource NonWritable\n")));
    uniform.push_back(assemble(one_resource(block, "Uniform", 1, binding, block_decorations)));
    pack.push_back(assemble(one_resource(block, "Uniform", 3, binding, block_decorations)));
  }
  std::size_t cells = 0;
  for (const nlohmann::json& row : rows) {
    SCOPED_TRACE(row.dump());
    std::vector<Input> inputs;
    for (const nlohmann::json& name : row.at("inputs")) {
      inputs.push_back(value_of<Input>(name.get<std::string>()).value());
    }
    const auto name = row.at("role").get<std::string>();
    const Role role = row.at("kind") == "pass" ? pass_role(value_of<Pass>(name).value(), inputs,
                                                           row.at("reads").get<std::size_t>())
                                               : variant_role(value_of<Variant>(name).value(), inputs);
    const auto decides = [&role, &cells](const Bytes& module) -> std::string {
      ++cells;
      const Findings findings = judge(module, Stage::fragment, role);
      return findings.accepted() ? "" : std::string(findings.deciding()->rule);
    };
    EXPECT_EQ(decides(table_module), row.at("table").get<bool>() ? "" : "RP-SPV-030");
    const auto set0 = row.at("set0").get<std::set<unsigned>>();
    const auto set1 = row.at("set1").get<std::set<unsigned>>();
    auto set3 = row.at("set3").get<std::set<unsigned>>();
    set3.merge(row.at("tolerated").get<std::set<unsigned>>());
    for (unsigned binding = 0; binding < 12; ++binding) {
      EXPECT_EQ(decides(storage[binding]), set0.contains(binding) ? "" : "RP-SPV-040") << binding;
      EXPECT_EQ(decides(uniform[binding]), set1.contains(binding) ? "" : "RP-SPV-043") << binding;
      // The block has one member only: where it is granted its layout decides.
      const std::string layout = binding == 5   ? "RP-SPV-036"
                                 : binding == 6 ? "RP-SPV-037"
                                 : binding == 7 ? "RP-SPV-038"
                                                : "RP-SPV-039";
      EXPECT_EQ(decides(pack[binding]), binding < 5 || binding > 8 ? "RP-SPV-033"
                                        : set3.contains(binding)   ? layout
                                                                   : "RP-SPV-034")
          << binding;
    }
  }
  EXPECT_GT(cells, 8000U);
}

}  // namespace
}  // namespace rpcts::render_pack_v1::testing
