#pragma once

// The part of the SPIR-V grammar that the reader looks at, by the names of the SPIR-V specification. Extended
// entries stand here as numbers because the headers of older systems lack them; grammar_test.cpp compares the
// rest with the headers.

#include <array>
#include <cstddef>
#include <cstdint>

namespace rpcts::spirv {

inline constexpr std::uint32_t magic_word = 0x07230203;
inline constexpr std::size_t header_words = 5;
inline constexpr std::uint32_t oldest_version = 0x00010000;
inline constexpr std::uint32_t newest_version = 0x00010600;

/// True for the version word of SPIR-V 1.0 to 1.6.
[[nodiscard]] constexpr bool is_known_version(std::uint32_t word) {
  return word >= oldest_version && word <= newest_version && (word & 0xFF) == 0;
}

enum class Op : std::uint16_t {
  Undef = 1,
  Name = 5,
  MemberName = 6,
  ExtInst = 12,
  MemoryModel = 14,
  EntryPoint = 15,
  Capability = 17,
  TypeBool = 20,
  TypeInt = 21,
  TypeFloat = 22,
  TypeVector = 23,
  TypeMatrix = 24,
  TypeImage = 25,
  TypeSampler = 26,
  TypeSampledImage = 27,
  TypeArray = 28,
  TypeRuntimeArray = 29,
  TypeStruct = 30,
  TypeOpaque = 31,
  TypePointer = 32,
  TypeForwardPointer = 39,
  Constant = 43,
  ConstantNull = 46,
  SpecConstant = 50,
  SpecConstantOp = 52,
  Function = 54,
  FunctionParameter = 55,
  FunctionCall = 57,
  Variable = 59,
  ImageTexelPointer = 60,
  Load = 61,
  Store = 62,
  CopyMemory = 63,
  CopyMemorySized = 64,
  AccessChain = 65,
  InBoundsAccessChain = 66,
  PtrAccessChain = 67,
  InBoundsPtrAccessChain = 70,
  Decorate = 71,
  MemberDecorate = 72,
  DecorationGroup = 73,
  GroupDecorate = 74,
  GroupMemberDecorate = 75,
  CompositeExtract = 81,
  CopyObject = 83,
  ImageWrite = 99,
  ConvertUToPtr = 120,
  PtrCastToGeneric = 121,
  GenericCastToPtr = 122,
  GenericCastToPtrExplicit = 123,
  Bitcast = 124,
  Select = 169,
  AtomicLoad = 227,
  AtomicStore = 228,
  AtomicExchange = 229,
  AtomicXor = 242,
  Phi = 245,
  AtomicFlagTestAndSet = 318,
  AtomicFlagClear = 319,
  CopyLogical = 400,
  UntypedTypePointer = 4417,          // OpTypeUntypedPointerKHR
  UntypedVariable = 4418,             // OpUntypedVariableKHR
  UntypedAccessChain = 4419,          // OpUntypedAccessChainKHR
  UntypedInBoundsAccessChain = 4420,  // OpUntypedInBoundsAccessChainKHR
  UntypedPtrAccessChain = 4423,       // OpUntypedPtrAccessChainKHR
  UntypedInBoundsPtrAccess = 4424,    // OpUntypedInBoundsPtrAccessChainKHR
  UntypedArrayLength = 4425,          // OpUntypedArrayLengthKHR
  UntypedPrefetch = 4426,             // OpUntypedPrefetchKHR
  UntypedGroupAsyncCopy = 4434,       // OpUntypedGroupAsyncCopyKHR
  ConvertUToAccelerationStructure = 4447,
  CooperativeMatrixStoreKHR = 4458,
  BufferPointer = 5119,             // OpBufferPointerEXT
  UntypedImageTexelPointer = 5126,  // OpUntypedImageTexelPointerEXT
  CooperativeVectorOuterProductAccumulate = 5290,
  CooperativeVectorReduceSumAccumulate = 5291,
  CooperativeVectorStore = 5303,
  TypeAccelerationStructure = 5341,
  CooperativeMatrixStoreNV = 5360,
  CooperativeMatrixStoreTensor = 5368,
  ConvertUToImage = 5391,
  ConvertUToSampler = 5392,
  ConvertUToSampledImage = 5395,
  RawAccessChain = 5398,      // OpRawAccessChainNV
  SubgroupBlockWrite = 5576,  // OpSubgroupBlockWriteINTEL
  AtomicFMin = 5614,
  AtomicFMax = 5615,
  AtomicFAdd = 6035,
  PredicatedStore = 6259,  // OpPredicatedStoreINTEL
};

enum class StorageClass : std::uint32_t {
  UniformConstant = 0,
  Input = 1,
  Uniform = 2,
  Output = 3,
  Workgroup = 4,
  CrossWorkgroup = 5,
  Private = 6,
  Function = 7,
  Generic = 8,
  PushConstant = 9,
  AtomicCounter = 10,
  Image = 11,
  StorageBuffer = 12,
  TileImage = 4172,
  CallableData = 5328,
  IncomingCallableData = 5329,
  RayPayload = 5338,
  HitAttribute = 5339,
  IncomingRayPayload = 5342,
  PhysicalStorageBuffer = 5349,
  HitObjectAttributeNV = 5385,
  TaskPayloadWorkgroup = 5402,
  HitObjectAttributeEXT = 5411,
};

// Storage classes are of three kinds: an invocation's own data, its workgroup's and its stage's interface;
// the interface to the host (UniformConstant, Uniform, PushConstant, StorageBuffer); and raw ones, which
// reach memory by another road. An unknown class is raw.
namespace detail {
constexpr std::uint32_t classes(auto... list) {
  return ((1U << static_cast<unsigned>(list)) | ...);
}
inline constexpr std::uint32_t own_classes =
    classes(StorageClass::Input, StorageClass::Output, StorageClass::Workgroup, StorageClass::Private,
            StorageClass::Function, StorageClass::Image);
inline constexpr std::uint32_t interface_classes =
    classes(StorageClass::UniformConstant, StorageClass::Uniform, StorageClass::PushConstant,
            StorageClass::StorageBuffer);
[[nodiscard]] bool is_own_extended_class(std::uint32_t storage_class);
}  // namespace detail

[[nodiscard]] constexpr bool is_interface_class(std::uint32_t storage_class) {
  return storage_class < 32 && (detail::interface_classes >> storage_class & 1U) != 0;
}
[[nodiscard]] inline bool is_raw_class(std::uint32_t storage_class) {
  constexpr std::uint32_t harmless = detail::own_classes | detail::interface_classes;
  return (storage_class >= 32 || (harmless >> storage_class & 1U) == 0) &&
         !detail::is_own_extended_class(storage_class);
}

enum class Decoration : std::uint32_t {
  Block = 2,
  BufferBlock = 3,
  RowMajor = 4,
  ColMajor = 5,
  ArrayStride = 6,
  MatrixStride = 7,
  NonWritable = 24,
  Binding = 33,
  DescriptorSet = 34,
  Offset = 35,
};

enum class ExecutionModel : std::uint32_t { Vertex = 0, Fragment = 4 };

enum class Dim : std::uint32_t {
  Dim1D = 0,
  Dim2D = 1,
  Dim3D = 2,
  Cube = 3,
  Rect = 4,
  Buffer = 5,
  SubpassData = 6
};

enum class AddressingModel : std::uint32_t { Logical = 0 };

enum class Capability : std::uint32_t {
  Addresses = 4,
  UntypedPointers = 4473,
  DescriptorHeap = 5128,
  PhysicalStorageBufferAddresses = 5347,
};

/// True for a capability that gives addresses or pointers beside those of the interface.
[[nodiscard]] bool is_raw_capability(std::uint32_t capability);

/// Instructions of GLSL.std.450 that write through a pointer operand.
enum class GlslInst : std::uint32_t { Modf = 35, Frexp = 51 };

}  // namespace rpcts::spirv
