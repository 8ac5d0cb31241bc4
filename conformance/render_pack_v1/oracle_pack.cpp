#include "conformance/render_pack_v1/oracle_pack.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <ranges>

namespace rpcts::render_pack_v1::oracle {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_id(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

const QualityPreset* preset_of(const Descriptor& pack, std::string_view preset) {
  const auto found = std::ranges::find_if(pack.quality_presets,
                                          [&](const QualityPreset& one) { return same_id(one.id, preset); });
  return found == pack.quality_presets.end() ? nullptr : &*found;
}

const Setting* setting_of(const Descriptor& pack, RenderSettingSemantic semantic) {
  const auto found = std::ranges::find(pack.settings, semantic, &Setting::semantic);
  return found == pack.settings.end() ? nullptr : &*found;
}

/// The extent that the preset gives a resource, or nothing.
const Extent* overridden(const Descriptor& pack, const QualityPreset& preset,
                         RenderResourceSemantic semantic) {
  for (const ResourceOverride& one : preset.resource_overrides) {
    for (const Resource& resource : pack.resources) {
      if (resource.semantic == semantic && same_id(resource.id, one.resource_id) && one.extent) {
        return &*one.extent;
      }
    }
  }
  return nullptr;
}

/// The extent in effect, or nothing.
const Extent* effective(const Descriptor& pack, const QualityPreset& preset,
                        RenderResourceSemantic semantic) {
  if (const Extent* extent = overridden(pack, preset, semantic)) {
    return extent;
  }
  const auto found = std::ranges::find(pack.resources, semantic, &Resource::semantic);
  return found == pack.resources.end() || !found->extent ? nullptr : &*found->extent;
}

/// E.4: the width of a relative override, else the preset's own scale.
double graph_scale(const Descriptor& pack, const QualityPreset& preset, RenderResourceSemantic semantic) {
  const Extent* extent = overridden(pack, preset, semantic);
  if (extent != nullptr && extent->mode != RenderExtentMode::AbsolutePixels) {
    return std::clamp(extent->width, 0.125, 1.0);
  }
  return preset.semantic == RenderQualitySemantic::Low ? 0.25 : 0.5;
}

}  // namespace

std::string_view text_of(const Descriptor& pack, std::string_view preset, std::span<const UserValue> user,
                         const Setting& setting) {
  for (const UserValue& value : user) {
    if (same_id(value.first, setting.id)) {
      return value.second;
    }
  }
  if (const QualityPreset* chosen = preset_of(pack, preset)) {
    for (const SettingOverride& value : chosen->setting_overrides) {
      if (same_id(value.setting_id, setting.id)) {
        return value.value;
      }
    }
  }
  return setting.default_value;
}

/// Without the white space around it (C.9).
std::string_view bare(std::string_view text) {
  constexpr std::string_view white = "\t\n\v\f\r ";
  text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  return text.substr(0, text.find_last_not_of(white) + 1);
}

float encoded(const Setting& setting, std::string_view text) {
  if (setting.kind == RenderSettingKind::Boolean) {
    return same_id(bare(text), "true") ? 1.0F : 0.0F;
  }
  if (setting.kind == RenderSettingKind::Choice) {
    const auto found = std::ranges::find(setting.choices, text);
    return found == setting.choices.end() ? 0.0F
                                          : static_cast<float>(std::distance(setting.choices.begin(), found));
  }
  text = bare(text);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() ? static_cast<float>(value) : 0.0F;
}

std::uint32_t scaled_size(std::uint32_t size, double scale) {
  return std::max(1U, static_cast<std::uint32_t>(std::ceil(size * scale)));
}

PackValues values_of(const Descriptor& pack, std::string_view preset, std::span<const UserValue> user) {
  PackValues values;
  const auto has_pass = [&](RenderPassSemantic semantic) {
    return std::ranges::find(pack.passes, semantic, &Pass::semantic) != pack.passes.end();
  };
  values.graph = has_pass(RenderPassSemantic::FilmicComposite)          ? Graph::full
                 : has_pass(RenderPassSemantic::DirectionalShadowDepth) ? Graph::shadow_only
                                                                        : Graph::custom;
  values.has_policy = pack.atmosphere_policy.has_value();
  values.policy = pack.atmosphere_policy.value_or(AtmospherePolicy{});
  values.setting_count = pack.settings.size();
  for (std::size_t i = 0; i < pack.settings.size() && i < values.setting_words.size(); ++i) {
    const Setting& setting = pack.settings[i];
    values.setting_words[i] =
        std::bit_cast<std::uint32_t>(encoded(setting, text_of(pack, preset, user, setting)));
  }
  const auto resolve = [&](RenderSettingSemantic semantic, double& value) {
    if (const Setting* setting = setting_of(pack, semantic)) {
      value = double{encoded(*setting, text_of(pack, preset, user, *setting))};
    }
  };
  using Semantic = RenderSettingSemantic;
  resolve(Semantic::BloomStrength, values.bloom_strength);
  resolve(Semantic::FilmicStrength, values.filmic_strength);
  resolve(Semantic::Exposure, values.exposure);
  resolve(Semantic::GradeSaturation, values.saturation);
  resolve(Semantic::GradeContrast, values.contrast);
  resolve(Semantic::VignetteStrength, values.vignette);
  resolve(Semantic::SunRayStrength, values.sun_ray_strength);
  resolve(Semantic::DirectionalShadowStrength, values.shadow_strength);
  resolve(Semantic::VolumetricStrength, values.volumetric_strength);
  resolve(Semantic::VolumetricRayMarchSteps, values.volumetric_steps);

  const QualityPreset* chosen = preset_of(pack, preset);
  if (chosen == nullptr) {
    return values;
  }
  values.fused = (static_cast<std::uint32_t>(chosen->execution_hints) &
                  static_cast<std::uint32_t>(RenderQualityExecutionHints::FusedAtmosphericPostProcess)) != 0;
  values.quality = chosen->semantic == RenderQualitySemantic::Low    ? low_quality()
                   : chosen->semantic == RenderQualitySemantic::High ? high_quality()
                                                                     : medium_quality();
  if (const Extent* map = effective(pack, *chosen, RenderResourceSemantic::DirectionalShadowDepth)) {
    values.quality.cascades = static_cast<std::uint32_t>(map->layers);
    values.quality.map = static_cast<std::uint32_t>(map->width);
  }
  resolve(Semantic::DirectionalShadowReachMetres, values.quality.reach);
  values.quality.reach = std::clamp(values.quality.reach, 1.0, 10000.0);
  if (const Setting* taps = setting_of(pack, Semantic::DirectionalShadowPcfTaps)) {
    const std::string_view text = bare(text_of(pack, preset, user, *taps));
    values.quality.radius = text == "25" ? 2 : text == "9" ? 1 : 0;
  }
  values.bloom_scale = graph_scale(pack, *chosen, RenderResourceSemantic::BloomPing);
  values.ray_scale = graph_scale(pack, *chosen, RenderResourceSemantic::SunRays);
  if (const Extent* shafts = effective(pack, *chosen, RenderResourceSemantic::VolumetricShafts)) {
    values.shaft_scale = std::clamp(shafts->width, 0.0625, 1.0);
  }
  return values;
}

}  // namespace rpcts::render_pack_v1::oracle
