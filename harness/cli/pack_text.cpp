#include "harness/cli/pack_text.hpp"

#include <array>
#include <bit>
#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"

namespace rpcts::cli {
namespace {

using namespace render_pack_v1;

void append(std::string& text, std::string_view separator, std::string_view part) {
  text += text.empty() ? "" : separator;
  text += part;
}

/// "set 0 storage 0, 1; the table; set 3 blocks 5, 7, 8"
std::string grants_text(const RoleInterface& grants) {
  std::string text;
  const auto add = [&](std::string_view what, std::uint32_t bits) {
    std::string list;
    for (; bits != 0; bits &= bits - 1) {
      append(list, ", ", fmt::format("{}", std::countr_zero(bits)));
    }
    if (!list.empty()) {
      append(text, "; ", fmt::format("{} {}", what, list));
    }
  };
  add(fmt::format("set {} storage", base_storage_set), grants.set0_storage);
  add(fmt::format("set {} uniform", base_uniform_set), grants.set1_uniform);
  if (grants.table) {
    append(text, "; ",
           fmt::format("the table at set {}, binding {}", sampled_table_set, sampled_table_binding));
  }
  add(fmt::format("set {} blocks", pack_uniform_set), grants.set3);
  return text.empty() ? "nothing" : text;
}

/// "A WorldColor, B resource 'mid'"
std::string slots_text(const Pass& pass, const std::vector<Resource>& resources) {
  constexpr std::array slots = {'A', 'B', 'C', 'D'};
  static_assert(slots.size() == sampled_inputs_per_pass);
  const std::vector<SampledInput> inputs = sampled_inputs(pass, resources);
  std::string text;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const SampledInput& input = inputs[i];
    append(text, ", ",
           fmt::format("{} {}", i < slots.size() ? std::string(1, slots[i]) : "no slot for",
                       input.from == SampledInput::From::scene
                           ? std::string(name_of(input.scene))
                           : fmt::format("resource {}", quoted(input.resource))));
  }
  return text.empty() ? "none" : text;
}

void append_settings(std::string& text, const std::vector<Setting>& settings) {
  if (settings.empty()) {
    return;
  }
  text += fmt::format("  settings, block PackSettings at set {}, binding {}:\n", pack_uniform_set,
                      pack_settings_binding);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    const auto value = encode_setting(setting, setting.default_value);
    text += fmt::format("    {}: {} {}, default {} = {}\n",
                        i < setting_capacity
                            ? fmt::format("byte {:>3}, uPackSettings[{}].{}", 4 * i, i / 4, "xyzw"[i % 4])
                            : std::string("no place"),
                        quoted(setting.id), name_of(setting.kind), quoted(setting.default_value),
                        value ? fmt::format("{}", *value) : std::string("no value"));
  }
}

}  // namespace

std::string pack_text(const Descriptor& descriptor) {
  std::string text =
      fmt::format("pack {} version {}, API {}, {}\n", quoted(descriptor.id), descriptor.pack_version,
                  descriptor.pack_api_version, name_of(descriptor.highest_tier));
  for (const Pass& pass : descriptor.passes) {
    text += fmt::format("  pass {}: {} at {}\n", quoted(pass.id), name_of(pass.semantic), name_of(pass.hook));
    text += fmt::format("    samples: {}\n", slots_text(pass, descriptor.resources));
    if (is_defined(pass.semantic)) {
      text += fmt::format("    may use: {}\n", grants_text(role_of(pass).interface));
    }
  }
  for (const PipelineVariant& variant : descriptor.pipeline_variants) {
    text += fmt::format("  variant {}: {} on {}\n", quoted(variant.id), name_of(variant.semantic),
                        name_of(variant.base_semantic));
    if (is_defined(variant.semantic)) {
      text += fmt::format("    may use: {}\n", grants_text(role_of(variant).interface));
    }
  }
  append_settings(text, descriptor.settings);
  return text;
}

std::string uses_text(const PackAsset& asset) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < asset.uses.size() && i < most; ++i) {
    const AssetUse& use = asset.uses[i];
    append(text, ", ",
           fmt::format("{} of {}{}", use.stage == Stage::vertex ? "vertex" : "fragment", use.declaration,
                       use.role ? fmt::format(" ({})", name_of(*use.role)) : ""));
  }
  if (asset.uses.size() > most) {
    text += fmt::format(" and {} more", asset.uses.size() - most);
  }
  return text;
}

}  // namespace rpcts::cli
