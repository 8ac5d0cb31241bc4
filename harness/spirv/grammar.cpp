#include "harness/spirv/grammar.hpp"

namespace rpcts::spirv {

bool detail::is_own_extended_class(std::uint32_t storage_class) {
  switch (static_cast<StorageClass>(storage_class)) {
    case StorageClass::TileImage:
    case StorageClass::CallableData:
    case StorageClass::IncomingCallableData:
    case StorageClass::RayPayload:
    case StorageClass::HitAttribute:
    case StorageClass::IncomingRayPayload:
    case StorageClass::HitObjectAttributeNV:
    case StorageClass::HitObjectAttributeEXT:
    case StorageClass::TaskPayloadWorkgroup:
      return true;
    default:
      return false;
  }
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
