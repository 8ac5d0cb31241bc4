#include "harness/contracts/render_pack_v1/explain_fault.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "harness/contracts/render_pack_v1/interface_judge.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/spirv/decorations.hpp"
#include "harness/spirv/describe.hpp"
#include "harness/spirv/names.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace decorated = spirv::decorated;
using spirv::Module;

/// The two halves of a message.
struct Words {
  std::string found;
  std::string required;
};

std::string_view rule_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::entry_count:
      return "RP-SPV-010";
    case FaultKind::entry_model:
      return "RP-SPV-011";
    case FaultKind::entry_name:
      return "RP-SPV-012";
    case FaultKind::unlocated_variable:
      return "RP-SPV-020";
    case FaultKind::aliased_variable:
      return "RP-SPV-021";
    case FaultKind::second_push_block:
      return "RP-SPV-022";
    case FaultKind::push_block_shape:
      return push_block.rule;
    case FaultKind::member_count:
    case FaultKind::member:
      return fault.block->rule;
    case FaultKind::table_not_granted:
      return "RP-SPV-030";
    case FaultKind::table_type:
      return "RP-SPV-031";
    case FaultKind::set3_storage_class:
      return "RP-SPV-032";
    case FaultKind::set3_reserved:
      return "RP-SPV-033";
    case FaultKind::set3_not_granted:
      return "RP-SPV-034";
    case FaultKind::set3_shape:
      return "RP-SPV-035";
    case FaultKind::storage_not_granted:
      return "RP-SPV-040";
    case FaultKind::storage_writable:
      return "RP-SPV-041";
    case FaultKind::storage_shape:
      return "RP-SPV-042";
    case FaultKind::uniform_not_granted:
      return "RP-SPV-043";
    case FaultKind::uniform_shape:
      return "RP-SPV-044";
    case FaultKind::other_variable:
      return "RP-SPV-045";
    case FaultKind::image_write:
      return "RP-SPV-050";
    case FaultKind::repeated_decoration:
      return "RP-SPV-051";
    case FaultKind::table_image:
      return "RP-SPV-052";
    case FaultKind::memory_write:
      return "RP-SPV-053";
    case FaultKind::raw_memory:
      return "RP-SPV-054";
    case FaultKind::texel_pointer:
      return "RP-SPV-055";
  }
  return {};
}

/// "5, 7 and 8"; "none".
std::string bindings_text(std::uint32_t mask) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t binding = 0; binding < 32; ++binding) {
    if ((mask >> binding & 1U) != 0) {
      list.push_back(binding);
    }
  }
  if (list.empty()) {
    return "none";
  }
  const std::uint32_t last = list.back();
  list.pop_back();
  return list.empty() ? fmt::format("{}", last) : fmt::format("{} and {}", fmt::join(list, ", "), last);
}

/// "WorldColor, SceneDepth or SceneNormals".
std::string inputs_text(std::span<const RenderSemanticInput> inputs) {
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += i == 0 ? "" : i + 1 == inputs.size() ? " or " : ", ";
    text += name_of(inputs[i]);
  }
  return text;
}

std::string decoration_text(std::uint32_t bit) {
  switch (bit) {
    case decorated::block:
      return "Block";
    case decorated::buffer_block:
      return "BufferBlock";
    case decorated::row_major:
    case decorated::col_major:
      return "a matrix majority (RowMajor or ColMajor)";
    case decorated::array_stride:
      return "ArrayStride";
    case decorated::matrix_stride:
      return "MatrixStride";
    case decorated::binding:
      return "Binding";
    case decorated::set:
      return "DescriptorSet";
    default:
      return "Offset";
  }
}

std::string scalar_name(Scalar scalar) {
  switch (scalar) {
    case Scalar::float32:
      return "float";
    case Scalar::int32:
      return "int";
    case Scalar::uint32:
      return "uint";
  }
  return {};
}

/// What the contract wants of a member: "column-major mat4[4] at offset 0, array stride 64, matrix stride
/// 16".
std::string expected_text(const BlockMember& member) {
  const std::string scalar = scalar_name(member.scalar);
  const std::string prefix = member.scalar == Scalar::float32 ? "" : scalar.substr(0, 1);
  std::string text = member.columns > 1 ? fmt::format("column-major {}mat{}", prefix, member.columns)
                     : member.rows > 1  ? fmt::format("{}vec{}", prefix, member.rows)
                                        : scalar;
  if (member.array_length != 0) {
    text += fmt::format("[{}]", member.array_length);
  }
  text += fmt::format(" at offset {}", member.offset);
  if (member.array_length != 0) {
    text += fmt::format(", array stride {}, its length a plain constant", member.array_stride);
  }
  if (member.columns > 1) {
    text += fmt::format(", matrix stride {}", member.matrix_stride);
  }
  return text;
}

/// Puts one module's faults into words.
class Explainer {
 public:
  Explainer(const Module& module, const Faults& faults, const ModuleSubject& subject)
      : module_(module),
        subject_(subject),
        role_(role_text(subject)),
        names_(module, wanted(module, faults)) {
    decorations_.reset(module);
  }

  Diagnostic explain(const Fault& fault) {
    Words words = words_of(fault);
    Diagnostic diagnostic;
    diagnostic.rule = rule_of(fault);
    diagnostic.place.file = subject_.file;
    diagnostic.place.role = role_;
    diagnostic.place.id = place_id(fault);
    diagnostic.place.member = fault.member;
    diagnostic.place.word = fault.word;
    diagnostic.found = std::move(words.found);
    diagnostic.required = std::move(words.required);
    return diagnostic;
  }

 private:
  static std::vector<spirv::NameKey> wanted(const Module& module, const Faults& faults) {
    std::vector<spirv::NameKey> keys;
    for (const Fault& fault : faults.list) {
      keys.push_back({.id = fault.id});
      keys.push_back({.id = fault.type});
      keys.push_back({.id = fault.type, .member = fault.member});
      keys.push_back({.id = fault.id, .member = fault.member});
      if (fault.kind == FaultKind::aliased_variable || fault.kind == FaultKind::second_push_block) {
        keys.push_back({.id = module.operand(fault.value, 2)});
      }
    }
    return keys;
  }

  /// A layout is a matter of the struct, all else of the variable.
  static std::uint32_t place_id(const Fault& fault) {
    return fault.kind == FaultKind::member || fault.kind == FaultKind::member_count ? fault.type : fault.id;
  }

  Words words_of(const Fault& fault);
  Words entry_point_words(const Fault& fault);
  Words location_words(const Fault& fault);
  Words shape_words(const Fault& fault);
  Words grant_words(const Fault& fault);
  Words layout_words(const Fault& fault);
  Words site_words(const Fault& fault);

  std::string variable_text(const Fault& fault) const;
  std::string struct_or_type_text(std::uint32_t type) const;
  std::string found_member_text(const Fault& fault);
  std::string raw_memory_text(std::uint32_t word) const;

  const Module& module_;
  const ModuleSubject& subject_;
  std::string role_;
  spirv::NameTable names_;
  spirv::DecorationReader decorations_;
};

Words Explainer::words_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::entry_count:
    case FaultKind::entry_model:
    case FaultKind::entry_name:
      return entry_point_words(fault);
    case FaultKind::unlocated_variable:
    case FaultKind::aliased_variable:
    case FaultKind::second_push_block:
    case FaultKind::set3_storage_class:
    case FaultKind::set3_reserved:
    case FaultKind::other_variable:
      return location_words(fault);
    case FaultKind::table_not_granted:
    case FaultKind::set3_not_granted:
    case FaultKind::storage_not_granted:
    case FaultKind::uniform_not_granted:
      return grant_words(fault);
    case FaultKind::push_block_shape:
    case FaultKind::table_type:
    case FaultKind::set3_shape:
    case FaultKind::storage_writable:
    case FaultKind::storage_shape:
    case FaultKind::uniform_shape:
    case FaultKind::table_image:
      return shape_words(fault);
    case FaultKind::member_count:
    case FaultKind::member:
      return layout_words(fault);
    case FaultKind::image_write:
    case FaultKind::repeated_decoration:
    case FaultKind::memory_write:
    case FaultKind::raw_memory:
    case FaultKind::texel_pointer:
      return site_words(fault);
  }
  return {};
}

Words Explainer::entry_point_words(const Fault& fault) {
  const std::string wanted =
      fmt::format("exactly one {} entry point named '{}'", stage_name(subject_.stage), entry_point_name);
  if (fault.kind == FaultKind::entry_count) {
    return {fault.value == 0 ? "the module has no entry point"
                             : fmt::format("the module has {} entry points", fault.value),
            wanted};
  }
  if (fault.kind == FaultKind::entry_model) {
    return {fmt::format("the entry point is a {} shader", spirv::execution_model_text(fault.value)), wanted};
  }
  return {fmt::format("the entry point is named '{}'", spirv::literal_text(module_, fault.word, 3)), wanted};
}

/// "variable %12 'uFrame' (Uniform block) at set 3, binding 5".
std::string Explainer::variable_text(const Fault& fault) const {
  const std::string name = names_.shown(fault.id);
  const std::string_view kind = name_of(spirv::resource_kind(module_, fault.word));
  if (fault.kind == FaultKind::unlocated_variable || fault.kind == FaultKind::second_push_block ||
      fault.kind == FaultKind::push_block_shape) {
    return fmt::format("variable {} ({})", name, kind);
  }
  return fmt::format("variable {} ({}) at set {}, binding {}", name, kind, fault.set, fault.binding);
}

Words Explainer::location_words(const Fault& fault) {
  const std::string variable = variable_text(fault);
  switch (fault.kind) {
    case FaultKind::unlocated_variable: {
      const bool no_set = (fault.value & decorated::set) == 0;
      const bool no_binding = (fault.value & decorated::binding) == 0;
      return {fmt::format("{} has no {}", variable,
                          no_set && no_binding ? "DescriptorSet and no Binding"
                          : no_set             ? "DescriptorSet"
                                               : "Binding"),
              "a DescriptorSet and a Binding decoration on every resource"};
    }
    case FaultKind::aliased_variable:
      return {fmt::format("{} shares its location with variable {}", variable,
                          names_.shown(module_.operand(fault.value, 2))),
              "one variable at each set and binding"};
    case FaultKind::second_push_block:
      return {fmt::format("{} is a second push block beside {}", variable,
                          names_.shown(module_.operand(fault.value, 2))),
              "at most one push-constant variable"};
    case FaultKind::set3_storage_class:
      return {fmt::format("{} has storage class {}", variable,
                          spirv::storage_class_text(module_.operand(fault.word, 3))),
              fmt::format("only uniform blocks in set {}", pack_uniform_set)};
    case FaultKind::set3_reserved:
      return {fmt::format("{} stands at a reserved binding", variable),
              fmt::format("bindings {} to {} in set {}", atmospheric_frame_binding, pack_settings_binding,
                          pack_uniform_set)};
    default:
      return {fmt::format("{} is no resource of the ABI", variable),
              fmt::format("only storage buffers in set {}, uniform blocks in sets {} and {}, and the sampled "
                          "table at set {}, binding {}",
                          base_storage_set, base_uniform_set, pack_uniform_set, sampled_table_set,
                          sampled_table_binding)};
  }
}

Words Explainer::grant_words(const Fault& fault) {
  const RoleInterface& granted = subject_.role->interface;
  Words words{fmt::format("{}, which the role {} may not use", variable_text(fault), name_of(*subject_.role)),
              {}};
  switch (fault.kind) {
    case FaultKind::set3_not_granted:
      words.required = fmt::format("in set {} only the bindings that the role grants: {}", pack_uniform_set,
                                   bindings_text(granted.set3));
      break;
    case FaultKind::storage_not_granted:
      words.required = fmt::format("in set {} only the storage buffers that the role grants: {}",
                                   base_storage_set, bindings_text(granted.set0_storage));
      break;
    case FaultKind::uniform_not_granted:
      words.required = fmt::format("in set {} only the uniform blocks that the role grants: {}",
                                   base_uniform_set, bindings_text(granted.set1_uniform));
      break;
    default:
      words.required = "no sampled table in this role";
      break;
  }
  const std::string inputs = inputs_text(inputs_granting(*subject_.role, fault.set, fault.binding));
  if (!inputs.empty()) {
    words.required += fmt::format("; the semantic input {} would grant it", inputs);
    if (fault.kind == FaultKind::table_not_granted &&
        std::holds_alternative<RenderPassSemantic>(subject_.role->semantic)) {
      words.required += ", or a resource read";
    }
  }
  return words;
}

/// "struct %7 'Frame' without Block"; "vec4[3]".
std::string Explainer::struct_or_type_text(std::uint32_t type) const {
  if (type == 0) {
    return "nothing: its type is no pointer";
  }
  if (module_.definition(type, spirv::Op::TypeStruct) != 0) {
    return fmt::format("struct {} without Block", names_.shown(type));
  }
  return spirv::type_text(module_, type);
}

Words Explainer::shape_words(const Fault& fault) {
  const std::string variable = variable_text(fault);
  switch (fault.kind) {
    case FaultKind::table_type:
      return {fmt::format("{} is {}", variable, struct_or_type_text(fault.type)),
              "sampler2DArray[]: a runtime array of combined image samplers of an arrayed 2-D image"};
    case FaultKind::table_image: {
      const std::uint32_t image = table_image_of(module_, fault.type);
      return {
          fmt::format("the image of {} has depth {}, multisampling {}, format {} and components of {}",
                      variable, module_.operand(image, 4), module_.operand(image, 6),
                      module_.operand(image, 8), spirv::type_text(module_, module_.operand(image, 2))),
          "depth 0 or 2 (no shadow sampler), a single sample, format 0 (Unknown), 32-bit float components"};
    }
    case FaultKind::storage_writable:
      return {fmt::format("{} is writable: the variable is not NonWritable, and {} of its {} members are",
                          variable, fault.value,
                          module_.length(module_.definition(spirv::without_arrays(module_, fault.type))) - 2),
              "NonWritable on the variable or on every member (a 'readonly buffer')"};
    default:
      return {fmt::format("{} points to {}", variable, struct_or_type_text(fault.type)),
              "one struct decorated Block, not an array of them"};
  }
}

std::string Explainer::found_member_text(const Fault& fault) {
  const auto member = static_cast<std::uint32_t>(fault.member);
  const std::uint32_t type = module_.operand(fault.word, 2 + member);
  std::vector<spirv::Decorations> members(member + 1);
  decorations_.of_struct(fault.type, members);
  const spirv::Decorations& decorations = members.back();

  const bool row_major = decorations.has(decorated::row_major);
  const std::uint32_t element = module_.definition(spirv::without_arrays(module_, type));
  const bool is_matrix = element != 0 && module_.opcode(element) == spirv::Op::TypeMatrix;
  const std::uint32_t outer = module_.definition(type);
  const bool is_array = outer != 0 && (module_.opcode(outer) == spirv::Op::TypeArray ||
                                       module_.opcode(outer) == spirv::Op::TypeRuntimeArray);

  std::string text;
  if (is_matrix && !decorations.has(decorated::col_major)) {
    text = row_major ? "row-major " : "(majority not given) ";
  }
  text += spirv::type_text(module_, type);
  text += decorations.has(decorated::offset) ? fmt::format(" at offset {}", decorations.offset())
                                             : std::string(" without Offset");
  if (is_array) {
    const spirv::Decorations of_array = decorations_.of(type);
    text += of_array.has(decorated::array_stride) ? fmt::format(", array stride {}", of_array.array_stride())
                                                  : std::string(", without ArrayStride");
  }
  if (is_matrix) {
    text += decorations.has(decorated::matrix_stride)
                ? fmt::format(", matrix stride {}", decorations.matrix_stride())
                : std::string(", without MatrixStride");
  }
  return text;
}

Words Explainer::layout_words(const Fault& fault) {
  const Block& block = *fault.block;
  if (fault.kind == FaultKind::member_count) {
    return {fmt::format("block {} (struct {}) has {} member{}", block.name, names_.shown(fault.type),
                        fault.value, fault.value == 1 ? "" : "s"),
            fmt::format("exactly {} member{} in {} bytes", block.members.size(),
                        block.members.size() == 1 ? "" : "s", block.size)};
  }
  const std::string own_name = names_.of(fault.type, fault.member);
  const BlockMember& member = block.members[static_cast<std::size_t>(fault.member)];
  return {fmt::format("member {}{} of block {} is {}", fault.member,
                      own_name.empty() ? "" : fmt::format(" '{}'", own_name), block.name,
                      found_member_text(fault)),
          fmt::format("'{}': {}", member.name, expected_text(member))};
}

std::string Explainer::raw_memory_text(std::uint32_t word) const {
  switch (module_.opcode(word)) {
    case spirv::Op::Capability: {
      const std::uint32_t capability = module_.operand(word, 1);
      return fmt::format("the module declares the capability {}", spirv::capability_text(capability));
    }
    case spirv::Op::MemoryModel:
      return fmt::format("the module's addressing model is {}, not Logical", module_.operand(word, 1));
    case spirv::Op::TypePointer:
    case spirv::Op::TypeForwardPointer:
      return fmt::format("{} %{} has the storage class {}", spirv::opcode_text(module_.opcode(word)),
                         module_.operand(word, 1), spirv::storage_class_text(module_.operand(word, 2)));
    case spirv::Op::Variable:
      return fmt::format("variable %{} has the storage class {}", module_.operand(word, 2),
                         spirv::storage_class_text(module_.operand(word, 3)));
    default:
      return fmt::format("the module contains {}", spirv::opcode_text(module_.opcode(word)));
  }
}

Words Explainer::site_words(const Fault& fault) {
  const std::string opcode = spirv::opcode_text(module_.opcode(fault.word));
  switch (fault.kind) {
    case FaultKind::image_write:
      return {fmt::format("the module contains {}", opcode),
              "no image write anywhere, also where nothing calls it"};
    case FaultKind::texel_pointer:
      return {fmt::format("the module contains {}", opcode), "no pointer to a texel anywhere"};
    case FaultKind::memory_write:
      return {fmt::format("{} works through a pointer to storage memory", opcode),
              "storage buffers are only read: no store, copy into them or atomic, also where NonWritable is "
              "given"};
    case FaultKind::raw_memory:
      return {raw_memory_text(fault.word),
              "memory only through the descriptors of the interface: no raw address, no untyped pointer"};
    default: {
      const std::string target = fault.member < 0
                                     ? names_.shown(fault.id)
                                     : fmt::format("member {} of {}", fault.member, names_.shown(fault.id));
      return {fmt::format("{} decorates {} twice", decoration_text(fault.value), target),
              "each interface decoration once on its target"};
    }
  }
}

}  // namespace

void explain_faults(const Module& module, const Faults& faults, const ModuleSubject& subject,
                    Findings& findings) {
  if (faults.list.empty()) {
    return;
  }
  Explainer explainer(module, faults, subject);
  for (const Fault& fault : faults.list) {
    findings.add(explainer.explain(fault));
  }
  if (faults.more) {
    Diagnostic closing;
    closing.rule = rule_of(faults.list.back());
    closing.severity = Severity::warning;
    closing.place.file = subject.file;
    closing.place.role = role_text(subject);
    closing.found = "the module has more findings, which are not listed";
    closing.required = fmt::format("at most {} are listed for one module and role", fault_capacity);
    findings.add(std::move(closing));
  }
}

}  // namespace rpcts::render_pack_v1
