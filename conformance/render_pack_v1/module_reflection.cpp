#include "conformance/render_pack_v1/module_reflection.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.hpp11>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace rpcts::render_pack_v1 {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::int64_t no_member = -1;

/// The instructions of a module that say what its interface is.
class Tables {
 public:
  /// For spvBinaryParse.
  static spv_result_t take(void* self, const spv_parsed_instruction_t* instruction) {
    static_cast<Tables*>(self)->add({instruction->words, instruction->words + instruction->num_words});
    return SPV_SUCCESS;
  }

  [[nodiscard]] const std::vector<Words>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Words>& constants() const { return constants_; }

  [[nodiscard]] std::optional<std::uint32_t> decoration(std::uint32_t id, std::int64_t member,
                                                        spv::Decoration decoration) const {
    const auto found = decorations_.find({id, member, decoration});
    return found == decorations_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] std::string name(std::uint32_t id, std::int64_t member = no_member) const {
    const auto found = names_.find({id, member});
    return found == names_.end() ? fmt::format("%{}", id) : found->second;
  }
  [[nodiscard]] spv::Op opcode(std::uint32_t id) const {
    return static_cast<spv::Op>(definition(id)[0] & 0xFFFFU);
  }
  /// Word of the instruction that defines an id.
  [[nodiscard]] std::uint32_t word(std::uint32_t id, std::size_t index) const {
    return definition(id).at(index);
  }
  [[nodiscard]] std::size_t member_count(std::uint32_t type) const { return definition(type).size() - 2; }

 private:
  [[nodiscard]] const Words& definition(std::uint32_t id) const { return definitions_.at(id); }

  static std::string literal(std::span<const std::uint32_t> words) {
    std::string text;
    for (const std::uint32_t word : words) {
      for (std::uint32_t byte = 0; byte < 4; ++byte) {
        const auto c = static_cast<char>((word >> (8 * byte)) & 0xFFU);
        if (c == '\0') {
          return text;
        }
        text.push_back(c);
      }
    }
    return text;
  }

  void add(Words words) {
    const std::span<const std::uint32_t> all(words);
    switch (static_cast<spv::Op>(words[0] & 0xFFFFU)) {
      case spv::Op::OpName:
        names_[{words[1], no_member}] = literal(all.subspan(2));
        break;
      case spv::Op::OpMemberName:
        names_[{words[1], words[2]}] = literal(all.subspan(3));
        break;
      case spv::Op::OpDecorate:
        decorations_[{words[1], no_member, spv::Decoration{words[2]}}] = words.size() > 3 ? words[3] : 0;
        break;
      case spv::Op::OpMemberDecorate:
        decorations_[{words[1], words[2], spv::Decoration{words[3]}}] = words.size() > 4 ? words[4] : 0;
        break;
      case spv::Op::OpVariable:
        variables_.push_back(std::move(words));
        break;
      case spv::Op::OpSpecConstant:
        constants_.push_back(std::move(words));
        break;
      case spv::Op::OpConstant:
        definitions_[words[2]] = std::move(words);
        break;
      default:
        if (const auto op = words[0] & 0xFFFFU; op >= static_cast<std::uint32_t>(spv::Op::OpTypeVoid) &&
                                                op <= static_cast<std::uint32_t>(spv::Op::OpTypeFunction)) {
          definitions_[words[1]] = std::move(words);
        }
        break;
    }
  }

  std::map<std::uint32_t, Words> definitions_;
  std::vector<Words> variables_;
  std::vector<Words> constants_;
  std::map<std::tuple<std::uint32_t, std::int64_t, spv::Decoration>, std::uint32_t> decorations_;
  std::map<std::pair<std::uint32_t, std::int64_t>, std::string> names_;
};

std::string type_text(const Tables& tables, std::uint32_t type) {
  const auto element = [&] { return type_text(tables, tables.word(type, 2)); };
  switch (tables.opcode(type)) {
    case spv::Op::OpTypeFloat:
      return tables.word(type, 2) == 32 ? "float" : fmt::format("float{}", tables.word(type, 2));
    case spv::Op::OpTypeInt:
      return fmt::format("{}int{}", tables.word(type, 3) == 0 ? "u" : "",
                         tables.word(type, 2) == 32 ? "" : std::to_string(tables.word(type, 2)));
    case spv::Op::OpTypeVector: {
      const std::string scalar = element();
      const std::string prefix = scalar == "float"  ? ""
                                 : scalar == "int"  ? "i"
                                 : scalar == "uint" ? "u"
                                                    : scalar + " ";
      return fmt::format("{}vec{}", prefix, tables.word(type, 3));
    }
    case spv::Op::OpTypeMatrix: {
      const std::string column = element();
      const std::string square = fmt::format("vec{}", tables.word(type, 3));
      return fmt::format("mat{}{}", tables.word(type, 3), column == square ? "" : " of " + column);
    }
    case spv::Op::OpTypeArray:
      return fmt::format("{}[{}]", element(), tables.word(tables.word(type, 3), 3));
    case spv::Op::OpTypeRuntimeArray:
      return element() + "[]";
    case spv::Op::OpTypeSampledImage: {
      const std::uint32_t image = tables.word(type, 2);
      const bool plain = spv::Dim{tables.word(image, 3)} == spv::Dim::Dim2D && tables.word(image, 4) != 1 &&
                         tables.word(image, 6) == 0 && tables.word(image, 7) == 1;
      return fmt::format("{}sampler2D{}", plain ? "" : "unusual ", tables.word(image, 5) == 1 ? "Array" : "");
    }
    default:
      return tables.name(type);
  }
}

/// Bytes of a type; a struct ends behind its last member.
std::uint32_t type_size(const Tables& tables, std::uint32_t type, std::uint32_t matrix_stride) {
  switch (tables.opcode(type)) {
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeInt:
      return tables.word(type, 2) / 8;
    case spv::Op::OpTypeVector:
      return tables.word(type, 3) * type_size(tables, tables.word(type, 2), 0);
    case spv::Op::OpTypeMatrix:
      return tables.word(type, 3) * matrix_stride;
    case spv::Op::OpTypeArray:
      return tables.word(tables.word(type, 3), 3) *
             tables.decoration(type, no_member, spv::Decoration::ArrayStride).value_or(0);
    case spv::Op::OpTypeRuntimeArray:
      return tables.decoration(type, no_member, spv::Decoration::ArrayStride).value_or(0);
    case spv::Op::OpTypeStruct: {
      std::uint32_t end = 0;
      for (std::uint32_t i = 0; i < tables.member_count(type); ++i) {
        const std::uint32_t stride = tables.decoration(type, i, spv::Decoration::MatrixStride).value_or(0);
        end = std::max(end, tables.decoration(type, i, spv::Decoration::Offset).value_or(0) +
                                type_size(tables, tables.word(type, i + 2), stride));
      }
      return end;
    }
    default:
      return 0;
  }
}

bool is_matrix(const Tables& tables, std::uint32_t type) {
  const bool array =
      tables.opcode(type) == spv::Op::OpTypeArray || tables.opcode(type) == spv::Op::OpTypeRuntimeArray;
  return tables.opcode(array ? tables.word(type, 2) : type) == spv::Op::OpTypeMatrix;
}

MemberRow member_row(const Tables& tables, std::uint32_t block, std::uint32_t index) {
  const std::uint32_t type = tables.word(block, index + 2);
  const std::uint32_t matrix_stride =
      tables.decoration(block, index, spv::Decoration::MatrixStride).value_or(0);
  const bool row_major =
      is_matrix(tables, type) && !tables.decoration(block, index, spv::Decoration::ColMajor);
  return {.name = tables.name(block, index),
          .type = (row_major ? "row-major " : "") + type_text(tables, type),
          .offset = tables.decoration(block, index, spv::Decoration::Offset).value_or(0xFFFFFFFF),
          .size = type_size(tables, type, matrix_stride),
          .array_stride = tables.decoration(type, no_member, spv::Decoration::ArrayStride).value_or(0),
          .matrix_stride = matrix_stride};
}

std::string_view kind_of(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::Uniform:
      return "uniform block";
    case spv::StorageClass::StorageBuffer:
      return "storage buffer";
    case spv::StorageClass::PushConstant:
      return "push constants";
    case spv::StorageClass::UniformConstant:
      return "texture";
    default:
      return "";
  }
}

Declared declared(const Tables& tables, const Words& variable, std::string_view kind) {
  const std::uint32_t id = variable[2];
  const std::uint32_t pointee = tables.word(variable[1], 3);
  Declared result{.kind = std::string(kind), .type = type_text(tables, pointee), .rows = {}};
  result.rows.set = tables.decoration(id, no_member, spv::Decoration::DescriptorSet);
  result.rows.binding = tables.decoration(id, no_member, spv::Decoration::Binding);
  if (tables.opcode(pointee) != spv::Op::OpTypeStruct ||
      !tables.decoration(pointee, no_member, spv::Decoration::Block)) {
    return result;
  }
  result.rows.name = tables.name(pointee);
  result.rows.size = type_size(tables, pointee, 0);
  result.read_only = tables.decoration(id, no_member, spv::Decoration::NonWritable).has_value() ||
                     tables.member_count(pointee) > 0;
  for (std::uint32_t i = 0; i < tables.member_count(pointee); ++i) {
    result.rows.members.push_back(member_row(tables, pointee, i));
    result.read_only = result.read_only && (tables.decoration(id, no_member, spv::Decoration::NonWritable) ||
                                            tables.decoration(pointee, i, spv::Decoration::NonWritable));
  }
  return result;
}

/// Throws std::out_of_range for an id or an operand that is not there.
ModuleReflection reflection_of(const Tables& tables) {
  ModuleReflection reflection;
  for (const Words& variable : tables.variables()) {
    if (const std::string_view kind = kind_of(spv::StorageClass{variable[3]}); !kind.empty()) {
      reflection.declared.push_back(declared(tables, variable, kind));
    }
  }
  std::ranges::sort(reflection.declared, {}, [](const Declared& one) {
    return std::pair(one.rows.set.value_or(no_binding), one.rows.binding.value_or(no_binding));
  });
  for (const Words& constant : tables.constants()) {
    if (const auto id = tables.decoration(constant[2], no_member, spv::Decoration::SpecId)) {
      reflection.constants[*id] = constant[3];
    }
  }
  return reflection;
}

}  // namespace

Result<ModuleReflection> reflect_module(std::span<const std::uint32_t> words) {
  const std::unique_ptr<spv_context_t, void (*)(spv_context)> context(spvContextCreate(SPV_ENV_VULKAN_1_3),
                                                                      &spvContextDestroy);
  Tables tables;
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t parsed =
      spvBinaryParse(context.get(), &tables, words.data(), words.size(), nullptr, &Tables::take, &diagnostic);
  const std::unique_ptr<spv_diagnostic_t, void (*)(spv_diagnostic)> owned(diagnostic, &spvDiagnosticDestroy);
  if (parsed != SPV_SUCCESS) {
    return error(ErrorKind::failed,
                 fmt::format("SPIRV-Tools cannot read the module: {}",
                             diagnostic != nullptr ? diagnostic->error : "no reason given"));
  }
  try {
    return reflection_of(tables);
  } catch (const std::out_of_range&) {
    return error(ErrorKind::failed, "the module uses an id or an operand that it does not define");
  }
}

}  // namespace rpcts::render_pack_v1
