#include "harness/spirv/describe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace rpcts::spirv {
namespace {

constexpr int deepest_type = 16;    ///< levels of arrays that are followed
constexpr int deepest_pointer = 2;  ///< levels of pointers

template <class Key>
struct Named {
  Key key;
  std::string_view name;
};

template <class Key, std::size_t Count>
std::string look_up(const std::array<Named<Key>, Count>& table, Key key, std::string_view otherwise) {
  const auto found = std::ranges::find(table, key, &Named<Key>::key);
  return found != table.end() ? std::string(found->name) : fmt::format("{}{}", otherwise, key);
}

std::string text_of(const Module& module, std::uint32_t type, int depth);

std::string scalar_text(const Module& module, std::uint32_t word) {
  const std::uint32_t width = module.operand(word, 2);
  if (module.opcode(word) == Op::TypeFloat) {
    if (module.length(word) > 3) {
      return fmt::format("float{}_t with encoding {}", width, module.operand(word, 3));
    }
    return width == 32 ? "float" : width == 64 ? "double" : fmt::format("float{}_t", width);
  }
  const std::string_view sign = module.operand(word, 3) != 0 ? "int" : "uint";
  return width == 32 ? std::string(sign) : fmt::format("{}{}_t", sign, width);
}

/// What stands before "vec4" or "mat4" for components of this type: "", "u", "f16"; nothing for what is no
/// number.
std::optional<std::string> component_prefix(const Module& module, std::uint32_t type) {
  const std::uint32_t word = module.definition(type);
  if (word == 0) {
    return std::nullopt;
  }
  const std::uint32_t width = module.operand(word, 2);
  switch (module.opcode(word)) {
    case Op::TypeBool:
      return "b";
    case Op::TypeFloat:
      return width == 32 ? "" : width == 64 ? "d" : fmt::format("f{}", width);
    case Op::TypeInt: {
      const std::string_view sign = module.operand(word, 3) != 0 ? "i" : "u";
      return width == 32 ? std::string(sign) : fmt::format("{}{}", sign, width);
    }
    default:
      return std::nullopt;
  }
}

std::string vector_text(const Module& module, std::uint32_t word) {
  const std::uint32_t component = module.operand(word, 2);
  const std::optional<std::string> prefix = component_prefix(module, component);
  return prefix ? fmt::format("{}vec{}", *prefix, module.operand(word, 3))
                : fmt::format("vector of %{}", component);
}

std::string matrix_text(const Module& module, std::uint32_t word) {
  const std::uint32_t columns = module.operand(word, 3);
  const std::uint32_t column = module.definition(module.operand(word, 2), Op::TypeVector);
  const std::optional<std::string> prefix =
      column != 0 ? component_prefix(module, module.operand(column, 2)) : std::nullopt;
  if (!prefix) {
    return fmt::format("matrix of %{}", module.operand(word, 2));
  }
  const std::uint32_t rows = module.operand(column, 3);
  return rows == columns ? fmt::format("{}mat{}", *prefix, columns)
                         : fmt::format("{}mat{}x{}", *prefix, columns, rows);
}

std::string image_text(const Module& module, std::uint32_t word, std::string_view noun) {
  constexpr auto dims = std::to_array<std::string_view>({"1D", "2D", "3D", "Cube", "2DRect", "Buffer"});
  const std::uint32_t dim = module.operand(word, 3);
  const std::string prefix = component_prefix(module, module.operand(word, 2)).value_or("");
  if (dim == static_cast<std::uint32_t>(Dim::SubpassData)) {
    return prefix + "subpassInput";
  }
  if (noun.empty()) {
    noun = module.operand(word, 7) == 2 ? "image" : "texture";
  }
  return fmt::format("{}{}{}{}{}{}", prefix, noun,
                     dim < dims.size() ? std::string(dims[dim]) : fmt::format("(dimension {})", dim),
                     module.operand(word, 6) != 0 ? "MS" : "", module.operand(word, 5) != 0 ? "Array" : "",
                     module.operand(word, 4) == 1 ? "Shadow" : "");
}

std::string array_text(const Module& module, std::uint32_t word, int depth) {
  std::string dimensions;
  std::uint32_t element = 0;
  for (; depth > 0; --depth) {
    element = module.operand(word, 2);
    if (module.opcode(word) == Op::TypeRuntimeArray) {
      dimensions += "[]";
    } else {
      const std::uint32_t length = module.operand(word, 3);
      const std::optional<std::uint32_t> value = plain_constant(module, length);
      dimensions += value ? fmt::format("[{}]", *value) : fmt::format("[%{}]", length);
    }
    const std::uint32_t next = module.definition(element);
    if (next == 0 || (module.opcode(next) != Op::TypeArray && module.opcode(next) != Op::TypeRuntimeArray)) {
      break;
    }
    word = next;
  }
  return text_of(module, element, depth - 1) + dimensions;
}

std::string text_of(const Module& module, std::uint32_t type, int depth) {
  const std::uint32_t word = module.definition(type);
  if (word == 0) {
    return fmt::format("undefined type %{}", type);
  }
  if (depth <= 0) {
    return fmt::format("deeply nested type %{}", type);
  }
  switch (module.opcode(word)) {
    case Op::TypeBool:
      return "bool";
    case Op::TypeInt:
    case Op::TypeFloat:
      return scalar_text(module, word);
    case Op::TypeVector:
      return vector_text(module, word);
    case Op::TypeMatrix:
      return matrix_text(module, word);
    case Op::TypeImage:
      return image_text(module, word, "");
    case Op::TypeSampler:
      return "sampler";
    case Op::TypeSampledImage: {
      const std::uint32_t image = module.definition(module.operand(word, 2), Op::TypeImage);
      return image != 0 ? image_text(module, image, "sampler")
                        : fmt::format("sampled image of %{}", module.operand(word, 2));
    }
    case Op::TypeArray:
    case Op::TypeRuntimeArray:
      return array_text(module, word, depth);
    case Op::TypeStruct:
      return fmt::format("struct %{}", type);
    case Op::TypeOpaque:
      return fmt::format("opaque type %{}", type);
    case Op::TypePointer:
      return fmt::format("pointer to {}",
                         text_of(module, module.operand(word, 3), std::min(depth - 1, deepest_pointer - 1)));
    case Op::TypeAccelerationStructure:
      return "accelerationStructure";
    default:
      return fmt::format("%{}, which is no type", type);
  }
}

}  // namespace

std::uint32_t pointee_of(const Module& module, std::uint32_t variable) {
  const std::uint32_t pointer = module.definition(module.operand(variable, 1), Op::TypePointer);
  return pointer != 0 ? module.operand(pointer, 3) : 0;
}

std::uint32_t without_arrays(const Module& module, std::uint32_t type) {
  for (int level = 0; level < deepest_type; ++level) {
    const std::uint32_t word = module.definition(type);
    if (word == 0 || (module.opcode(word) != Op::TypeArray && module.opcode(word) != Op::TypeRuntimeArray)) {
      break;
    }
    type = module.operand(word, 2);
  }
  return type;
}

ResourceKind resource_kind(const Module& module, std::uint32_t variable) {
  switch (static_cast<StorageClass>(module.operand(variable, 3))) {
    case StorageClass::Uniform:
      return ResourceKind::uniform_block;
    case StorageClass::StorageBuffer:
      return ResourceKind::storage_buffer;
    case StorageClass::PushConstant:
      return ResourceKind::push_block;
    default:
      break;
  }
  const std::uint32_t word = module.definition(without_arrays(module, pointee_of(module, variable)));
  if (word == 0) {
    return ResourceKind::unknown;
  }
  switch (module.opcode(word)) {
    case Op::TypeSampler:
      return ResourceKind::sampler;
    case Op::TypeSampledImage:
      return ResourceKind::combined_image_sampler;
    case Op::TypeAccelerationStructure:
      return ResourceKind::acceleration_structure;
    case Op::TypeImage: {
      const bool storage = module.operand(word, 7) == 2;
      switch (static_cast<Dim>(module.operand(word, 3))) {
        case Dim::Buffer:
          return storage ? ResourceKind::storage_texel_buffer : ResourceKind::uniform_texel_buffer;
        case Dim::SubpassData:
          return ResourceKind::subpass_input;
        default:
          return storage ? ResourceKind::storage_image : ResourceKind::sampled_image;
      }
    }
    default:
      return ResourceKind::unknown;
  }
}

std::string_view name_of(ResourceKind kind) {
  constexpr auto names = std::to_array<std::string_view>(
      {"uniform block", "storage buffer", "push block", "sampler", "sampled image", "combined image sampler",
       "storage image", "uniform texel buffer", "storage texel buffer", "subpass input",
       "acceleration structure", "unknown resource"});
  static_assert(names.size() == static_cast<std::size_t>(ResourceKind::unknown) + 1);
  return names[static_cast<std::size_t>(kind)];
}

std::optional<std::uint32_t> plain_constant(const Module& module, std::uint32_t id) {
  const std::uint32_t word = module.definition(id, Op::Constant);
  if (word == 0 || module.length(word) < 4 || module.definition(module.operand(word, 1), Op::TypeInt) == 0) {
    return std::nullopt;
  }
  for (std::uint32_t high = 4; high < module.length(word); ++high) {
    if (module.operand(word, high) != 0) {
      return std::nullopt;
    }
  }
  return module.operand(word, 3);
}

std::string type_text(const Module& module, std::uint32_t type) {
  return text_of(module, type, deepest_type);
}

std::string storage_class_text(std::uint32_t storage_class) {
  constexpr auto table = std::to_array<Named<std::uint32_t>>({{0, "UniformConstant"},
                                                              {1, "Input"},
                                                              {2, "Uniform"},
                                                              {3, "Output"},
                                                              {4, "Workgroup"},
                                                              {5, "CrossWorkgroup"},
                                                              {6, "Private"},
                                                              {7, "Function"},
                                                              {8, "Generic"},
                                                              {9, "PushConstant"},
                                                              {10, "AtomicCounter"},
                                                              {11, "Image"},
                                                              {12, "StorageBuffer"},
                                                              {5349, "PhysicalStorageBuffer"}});
  return look_up(table, storage_class, "");
}

std::string capability_text(std::uint32_t capability) {
  constexpr auto table = std::to_array<Named<std::uint32_t>>({{4, "Addresses"},
                                                              {4473, "UntypedPointersKHR"},
                                                              {5128, "DescriptorHeapEXT"},
                                                              {5347, "PhysicalStorageBufferAddresses"}});
  return look_up(table, capability, "");
}

std::string execution_model_text(std::uint32_t model) {
  constexpr auto table = std::to_array<Named<std::uint32_t>>({{0, "vertex"},
                                                              {1, "tessellation control"},
                                                              {2, "tessellation evaluation"},
                                                              {3, "geometry"},
                                                              {4, "fragment"},
                                                              {5, "compute"},
                                                              {6, "kernel"},
                                                              {5364, "task"},
                                                              {5365, "mesh"}});
  return look_up(table, model, "execution model ");
}

std::string opcode_text(Op op) {
  constexpr auto table = std::to_array<Named<std::uint32_t>>({
      {12, "OpExtInst"},
      {14, "OpMemoryModel"},
      {15, "OpEntryPoint"},
      {17, "OpCapability"},
      {21, "OpTypeInt"},
      {22, "OpTypeFloat"},
      {23, "OpTypeVector"},
      {24, "OpTypeMatrix"},
      {25, "OpTypeImage"},
      {26, "OpTypeSampler"},
      {27, "OpTypeSampledImage"},
      {28, "OpTypeArray"},
      {29, "OpTypeRuntimeArray"},
      {30, "OpTypeStruct"},
      {31, "OpTypeOpaque"},
      {32, "OpTypePointer"},
      {39, "OpTypeForwardPointer"},
      {43, "OpConstant"},
      {50, "OpSpecConstant"},
      {52, "OpSpecConstantOp"},
      {59, "OpVariable"},
      {60, "OpImageTexelPointer"},
      {62, "OpStore"},
      {63, "OpCopyMemory"},
      {64, "OpCopyMemorySized"},
      {71, "OpDecorate"},
      {72, "OpMemberDecorate"},
      {73, "OpDecorationGroup"},
      {74, "OpGroupDecorate"},
      {75, "OpGroupMemberDecorate"},
      {99, "OpImageWrite"},
      {120, "OpConvertUToPtr"},
      {227, "OpAtomicLoad"},
      {228, "OpAtomicStore"},
      {229, "OpAtomicExchange"},
      {230, "OpAtomicCompareExchange"},
      {231, "OpAtomicCompareExchangeWeak"},
      {232, "OpAtomicIIncrement"},
      {233, "OpAtomicIDecrement"},
      {234, "OpAtomicIAdd"},
      {235, "OpAtomicISub"},
      {236, "OpAtomicSMin"},
      {237, "OpAtomicUMin"},
      {238, "OpAtomicSMax"},
      {239, "OpAtomicUMax"},
      {240, "OpAtomicAnd"},
      {241, "OpAtomicOr"},
      {242, "OpAtomicXor"},
      {318, "OpAtomicFlagTestAndSet"},
      {319, "OpAtomicFlagClear"},
      {4417, "OpTypeUntypedPointerKHR"},
      {4418, "OpUntypedVariableKHR"},
      {4419, "OpUntypedAccessChainKHR"},
      {4420, "OpUntypedInBoundsAccessChainKHR"},
      {4423, "OpUntypedPtrAccessChainKHR"},
      {4424, "OpUntypedInBoundsPtrAccessChainKHR"},
      {4425, "OpUntypedArrayLengthKHR"},
      {4426, "OpUntypedPrefetchKHR"},
      {4434, "OpUntypedGroupAsyncCopyKHR"},
      {4447, "OpConvertUToAccelerationStructureKHR"},
      {4458, "OpCooperativeMatrixStoreKHR"},
      {5119, "OpBufferPointerEXT"},
      {5126, "OpUntypedImageTexelPointerEXT"},
      {5290, "OpCooperativeVectorOuterProductAccumulateNV"},
      {5291, "OpCooperativeVectorReduceSumAccumulateNV"},
      {5303, "OpCooperativeVectorStoreNV"},
      {5360, "OpCooperativeMatrixStoreNV"},
      {5368, "OpCooperativeMatrixStoreTensorNV"},
      {5391, "OpConvertUToImageNV"},
      {5392, "OpConvertUToSamplerNV"},
      {5395, "OpConvertUToSampledImageNV"},
      {5576, "OpSubgroupBlockWriteINTEL"},
      {5614, "OpAtomicFMinEXT"},
      {5615, "OpAtomicFMaxEXT"},
      {6035, "OpAtomicFAddEXT"},
      {6259, "OpPredicatedStoreINTEL"},
  });
  return look_up(table, static_cast<std::uint32_t>(op), "opcode ");
}

}  // namespace rpcts::spirv
