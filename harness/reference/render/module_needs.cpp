#include "harness/reference/render/module_needs.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "harness/reference/render/layouts.hpp"

namespace rpcts::reference {
namespace {

constexpr std::size_t header_words = 5;
constexpr std::uint32_t op_capability = 17;
constexpr std::uint32_t op_decorate = 71;
constexpr std::uint32_t decoration_binding = 33;
constexpr std::uint32_t decoration_set = 34;

struct Capability {
  std::uint32_t number;
  std::string_view name;
  bool DeviceFacts::* has;  ///< null = every device that is opened has it
};

// Vulkan 1.3 without features, and the features that gpu::Device enables.
constexpr auto known_capabilities = std::to_array<Capability>({
    {0, "Matrix", nullptr},
    {1, "Shader", nullptr},
    {43, "Sampled1D", nullptr},
    {46, "SampledBuffer", nullptr},
    {50, "ImageQuery", nullptr},
    {51, "DerivativeControl", nullptr},
    {4427, "DrawParameters", &DeviceFacts::draw_parameters},
    {4439, "MultiView", &DeviceFacts::multiview},
    {5301, "ShaderNonUniform", &DeviceFacts::runtime_descriptor_array},
    {5302, "RuntimeDescriptorArray", &DeviceFacts::runtime_descriptor_array},
    {5307, "SampledImageArrayNonUniformIndexing", &DeviceFacts::nonuniform_sampled_image_indexing},
});

Result<void> check_capability(std::uint32_t number, const DeviceFacts& facts, std::string_view thing) {
  const auto* known = std::ranges::find(known_capabilities, number, &Capability::number);
  if (known == known_capabilities.end()) {
    return error(ErrorKind::unsupported,
                 fmt::format("{}: its module needs the SPIR-V capability {}, which this host does not enable",
                             thing, number));
  }
  if (known->has != nullptr && !(facts.*known->has)) {
    return error(ErrorKind::unsupported,
                 fmt::format("{}: its module needs the SPIR-V capability {}, which the device lacks", thing,
                             known->name));
  }
  return {};
}

struct Place {
  std::uint32_t set = 0xFFFFFFFF;
  std::uint32_t binding = 0;
};

}  // namespace

Result<void> check_needs(std::span<const std::uint32_t> module, const DeviceFacts& facts,
                         std::string_view thing) {
  std::map<std::uint32_t, Place> places;
  for (std::size_t at = header_words; at < module.size();) {
    const std::uint32_t opcode = module[at] & 0xFFFF;
    const std::size_t words = module[at] >> 16;
    if (words == 0 || words > module.size() - at) {
      return error(ErrorKind::usage, fmt::format("{}: the module ends inside word {}", thing, at));
    }
    if (opcode == op_capability && words >= 2) {
      if (auto done = check_capability(module[at + 1], facts, thing); !done) {
        return done;
      }
    }
    if (opcode == op_decorate && words >= 4 && module[at + 2] == decoration_binding) {
      places[module[at + 1]].binding = module[at + 3];
    }
    if (opcode == op_decorate && words >= 4 && module[at + 2] == decoration_set) {
      places[module[at + 1]].set = module[at + 3];
    }
    at += words;
  }
  const std::uint32_t bindings = storage_form(facts).bindings;
  for (const auto& [id, place] : places) {
    if (place.set == storage_set && place.binding >= bindings) {
      return error(ErrorKind::unsupported,
                   fmt::format("{}: its module reads binding {} of set 0, which needs ten storage buffers; "
                               "maxPerStageDescriptorStorageBuffers is {}",
                               thing, place.binding, facts.maximum_stage_storage_buffers));
    }
  }
  return {};
}

}  // namespace rpcts::reference
