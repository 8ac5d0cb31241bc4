#include "harness/spirv/grammar.hpp"

namespace rpcts::spirv {

Reach reach_of(std::uint32_t storage_class) {
  switch (static_cast<StorageClass>(storage_class)) {
    case StorageClass::UniformConstant:
    case StorageClass::Uniform:
    case StorageClass::PushConstant:
    case StorageClass::StorageBuffer:
      return Reach::interface;
    case StorageClass::Input:
    case StorageClass::Output:
    case StorageClass::Workgroup:
    case StorageClass::Private:
    case StorageClass::Function:
    case StorageClass::Image:
    case StorageClass::TileImage:
    case StorageClass::CallableData:
    case StorageClass::IncomingCallableData:
    case StorageClass::RayPayload:
    case StorageClass::HitAttribute:
    case StorageClass::IncomingRayPayload:
    case StorageClass::HitObjectAttributeNV:
    case StorageClass::HitObjectAttributeEXT:
    case StorageClass::TaskPayloadWorkgroup:
      return Reach::own;
    case StorageClass::CrossWorkgroup:
    case StorageClass::Generic:
    case StorageClass::AtomicCounter:
    case StorageClass::PhysicalStorageBuffer:
      break;
  }
  return Reach::memory;
}

bool is_raw_capability(std::uint32_t capability) {
  switch (static_cast<Capability>(capability)) {
    case Capability::Addresses:
    case Capability::UntypedPointers:
    case Capability::DescriptorHeap:
    case Capability::PhysicalStorageBufferAddresses:
      return true;
  }
  return false;
}

}  // namespace rpcts::spirv
