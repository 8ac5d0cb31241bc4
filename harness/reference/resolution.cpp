#include "harness/reference/resolution.hpp"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/contracts/render_pack_v1/validate_pack.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/host/refusal.hpp"
#include "harness/reference/misjudging.hpp"
#include "harness/reference/values/pack_settings.hpp"
#include "harness/reference/values/policies.hpp"
#include "harness/reference/values/slot_order.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;

Result<Descriptor> accepted_descriptor(const std::filesystem::path& folder) {
  Result<render_pack_v1::OpenPack> pack = render_pack_v1::open_pack(folder);
  if (!pack) {
    return std::unexpected(std::move(pack.error()));
  }
  if (const Diagnostic* finding = pack->findings.deciding()) {
    return error(ErrorKind::usage, text_of(*finding));
  }
  const Findings findings = render_pack_v1::check_descriptor(pack->document->descriptor);
  if (const Diagnostic* finding = findings.deciding()) {
    return error(ErrorKind::usage, text_of(*finding));
  }
  return std::move(pack->document->descriptor);
}

std::string name_of_slot(const render_pack_v1::SampledInput& input, const Descriptor& descriptor) {
  if (input.from == render_pack_v1::SampledInput::From::scene) {
    return std::string(render_pack_v1::name_of(input.scene));
  }
  const render_pack_v1::Resource* resource = find_id(descriptor.resources, input.resource);
  return fmt::format("@{}", resource == nullptr ? input.resource : std::string_view(resource->id));
}

}  // namespace

Result<PackVerdict> judge(const std::filesystem::path& folder) {
  // What is found behind the first mistake decides where a mistake of the validator overlooks that.
  Result<render_pack_v1::PackReport> report =
      render_pack_v1::validate_pack(folder, {.first_only = !misjudges()});
  if (!report) {
    return std::unexpected(report.error());
  }
  if (misjudges()) {
    misjudge(folder, report->findings);
  }
  const Diagnostic* finding = report->findings.deciding();
  if (finding == nullptr) {
    return PackVerdict{.accepted = true, .rule = {}, .reason = {}};
  }
  return PackVerdict{.accepted = false, .rule = std::string(finding->rule), .reason = text_of(*finding)};
}

Result<std::array<std::string, render_pack_v1::sampled_inputs_per_pass>> slot_names(
    const std::filesystem::path& folder, std::string_view pass, bool fused) {
  const Result<Descriptor> descriptor = accepted_descriptor(folder);
  if (!descriptor) {
    return std::unexpected(descriptor.error());
  }
  const render_pack_v1::Pass* declared = find_id(descriptor->passes, pass);
  if (declared == nullptr) {
    return error(ErrorKind::usage,
                 fmt::format("pack {} has no pass {}", rpcts::quoted(descriptor->id), rpcts::quoted(pass)));
  }
  const auto inputs =
      slot_inputs(*declared, descriptor->resources,
                  fused ? render_pack_v1::Execution::fused : render_pack_v1::Execution::ordinary);
  std::array<std::string, render_pack_v1::sampled_inputs_per_pass> names;
  for (std::size_t i = 0; i < std::min(inputs.size(), names.size()); ++i) {
    names[i] = name_of_slot(inputs[i], *descriptor);
  }
  return names;
}

Result<std::array<std::uint32_t, render_pack_v1::setting_capacity>> setting_words(
    const std::filesystem::path& folder, std::string_view preset,
    std::span<const render_pack_v1::SettingOverride> user) {
  const Result<Descriptor> descriptor = accepted_descriptor(folder);
  if (!descriptor) {
    return std::unexpected(descriptor.error());
  }
  const render_pack_v1::QualityPreset* declared = find_id(descriptor->quality_presets, preset);
  if (declared == nullptr) {
    return error(ErrorKind::usage, fmt::format("pack {} has no preset {}", rpcts::quoted(descriptor->id),
                                               rpcts::quoted(preset)));
  }
  const Findings refused = refused_overrides(*descriptor, user);
  if (const Diagnostic* finding = refused.deciding()) {
    return error(ErrorKind::usage, text_of(*finding));
  }
  const render_pack_v1::PackSettingsBlock block =
      settings_block(descriptor->settings, declared->setting_overrides, user);
  std::array<std::uint32_t, render_pack_v1::setting_capacity> words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = std::bit_cast<std::uint32_t>(block.settings[i / 4][i % 4]);
  }
  return words;
}

Result<float> policy_value(const std::filesystem::path& folder, std::int32_t policy, float x) {
  if (!std::isfinite(x)) {
    return error(ErrorKind::usage, "x is not finite");
  }
  const Result<Descriptor> descriptor = accepted_descriptor(folder);
  if (!descriptor) {
    return std::unexpected(descriptor.error());
  }
  const render_pack_v1::AtmospherePolicy none;
  const render_pack_v1::AtmospherePolicy& declared =
      descriptor->atmosphere_policy ? *descriptor->atmosphere_policy : none;
  switch (policy) {
    case RPCTS_POLICY_RAY:
      return ray_value(declared.sun_elevation_response, x);
    case RPCTS_POLICY_SHADOW:
      return shadow_value(declared.directional_shadow_light_elevation_response, x);
    case RPCTS_POLICY_SHAFT:
      return shaft_value(declared.volumetric_shaft_sun_elevation_response, x);
    case RPCTS_POLICY_DAY_GROUP: {
      constexpr double limit = std::numeric_limits<std::int32_t>::max();
      if (double{x} != std::floor(double{x}) || std::abs(double{x}) > limit) {
        return error(ErrorKind::usage, fmt::format("{} is no day group", x));
      }
      return group_value(&declared, static_cast<std::int32_t>(x));
    }
    default:
      return error(ErrorKind::usage, fmt::format("{} is no policy of the contract", policy));
  }
}

}  // namespace rpcts::reference
