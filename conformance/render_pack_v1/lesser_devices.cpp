#include "conformance/render_pack_v1/lesser_devices.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <utility>

#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using observer::Restrictions;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

void require_nothing(Descriptor& descriptor) {
  for (QualityPreset& preset : descriptor.quality_presets) {
    preset.required_capabilities.clear();
  }
}

/// A preset that draws the pack's first resource in a size of its own.
void add_sized(Descriptor& descriptor, const std::string& id, RenderQualitySemantic semantic, double pixels,
               std::int32_t layers, std::uint64_t bytes) {
  QualityPreset preset = descriptor.quality_presets.front();
  preset.id = id;
  preset.semantic = semantic;
  preset.auto_eligible = true;
  preset.max_resident_gpu_bytes = static_cast<std::int64_t>(bytes);
  ResourceOverride sized;
  sized.resource_id = descriptor.resources.front().id;
  sized.extent = descriptor.resources.front().extent;
  if (sized.extent) {
    sized.extent->mode = RenderExtentMode::AbsolutePixels;
    sized.extent->width = pixels;
    sized.extent->height = pixels;
    sized.extent->layers = layers;
  }
  preset.resource_overrides = {sized};
  descriptor.quality_presets.push_back(preset);
}

void add_presets(Descriptor& descriptor) {
  QualityPreset multiview = descriptor.quality_presets.front();
  multiview.id = "multiview";
  multiview.required_capabilities = {RenderCapability::MultiviewDirectionalShadowCascades};
  QualityPreset automatic = descriptor.quality_presets.front();
  automatic.id = "automatic";
  automatic.semantic = RenderQualitySemantic::Automatic;
  automatic.max_resident_gpu_bytes = static_cast<std::int64_t>(256 * mebibyte);
  add_sized(descriptor, "low", RenderQualitySemantic::Low, 768, 2, 64 * mebibyte);
  add_sized(descriptor, "medium", RenderQualitySemantic::Medium, 1536, 3, 128 * mebibyte);
  add_sized(descriptor, "high", RenderQualitySemantic::High, 2048, 4, 256 * mebibyte);
  descriptor.quality_presets.push_back(multiview);
  descriptor.quality_presets.push_back(automatic);
}

}  // namespace

std::vector<DevicePack> device_packs() {
  std::vector<DevicePack> packs;
  for (const char* name : {"noop", "tone", "custom", "shadow", "full", "mv", "fused"}) {
    packs.push_back({.name = name, .base = name});
  }
  packs.push_back({.name = "free", .base = "full", .change = require_nothing});
  packs.push_back({.name = "plain", .base = "custom", .change = add_presets});
  return packs;
}

std::vector<Lesser> lesser_devices() {
  std::vector<Lesser> all;
  all.push_back({.name = "no-multiview",
                 .title = "Without multiview exactly the presets that need it go",
                 .taken = {.no_multiview = true},
                 .hidden = {"mv/low", "plain/multiview"},
                 .refused = {"mv/low", "plain/multiview"},
                 .kept = {"mv/medium", "plain/default"},
                 .rules = {rule::preset_capability, rule::incompatible_is_listed, rule::failure_to_retail,
                           rule::no_other_form},
                 .rejecting = {rule::preset_capability}});
  all.push_back(
      {.name = "no-timestamps",
       .title = "Without timestamps exactly the automatic presets go",
       .taken = {.no_timestamps = true},
       .hidden = {"full/automatic", "free/automatic", "mv/automatic", "fused/automatic", "plain/automatic"},
       .refused = {"free/automatic", "plain/automatic"},
       .kept = {"free/low", "plain/default"},
       .rules = {rule::automatic_timestamps, rule::incompatible_is_listed},
       .rejecting = {rule::automatic_timestamps}});
  // Atmosphere packs have shadow maps of 768 pixels and 2 layers, 1536 and 3, 2048 and 4; "shadow" has 1024
  // and 2.
  const std::vector<PresetName> high{"full/high", "free/high", "fused/high", "mv/high", "plain/high"};
  const std::vector<PresetName> medium{"full/medium", "free/medium", "plain/medium", "fused/medium",
                                       "mv/medium"};
  const std::vector<PresetName> low{"full/low", "free/low", "fused/low", "mv/low", "plain/low"};
  const auto together = [](std::initializer_list<std::vector<PresetName>> lists) {
    std::vector<PresetName> all_names;
    for (const std::vector<PresetName>& list : lists) {
      all_names.insert(all_names.end(), list.begin(), list.end());
    }
    return all_names;
  };
  const auto add_size = [&](std::string name, const Restrictions& taken, std::vector<PresetName> hidden,
                            std::vector<PresetName> refused, std::vector<PresetName> kept,
                            std::string_view of) {
    const bool is_whole = hidden.empty();
    all.push_back(
        {.name = std::move(name),
         .title = "Exactly the presets that are too large for the device go",
         .taken = taken,
         .hidden = std::move(hidden),
         .refused = std::move(refused),
         .kept = std::move(kept),
         .rules = {of, rule::incompatible_is_listed},
         .rejecting = is_whole ? std::vector<std::string_view>{} : std::vector<std::string_view>{of},
         .conformant = false});
  };
  const auto layers = [&](std::uint32_t count, std::vector<PresetName> hidden,
                          std::vector<PresetName> refused, std::vector<PresetName> kept) {
    add_size(fmt::format("image-layers:of-images={}", count), {.image_layers = count}, std::move(hidden),
             std::move(refused), std::move(kept), rule::preset_layers);
  };
  layers(2, together({medium, high}), {"full/medium", "plain/medium"}, {"full/low", "custom/default"});
  layers(3, high, {"full/high", "plain/high"}, {"full/medium", "custom/default"});
  layers(4, {}, {}, {"full/high", "custom/default"});
  const auto dimension = [&](std::uint32_t pixels, std::vector<PresetName> hidden,
                             std::vector<PresetName> refused, std::vector<PresetName> kept) {
    add_size(fmt::format("image-dimension:of-images={}", pixels), {.image_dimension = pixels},
             std::move(hidden), std::move(refused), std::move(kept), rule::preset_dimension);
  };
  const std::vector<PresetName> shadow{"shadow/medium"};
  dimension(767, together({low, medium, high, shadow}), {"full/low", "plain/low"}, {"custom/default"});
  dimension(768, together({medium, high, shadow}), {"shadow/medium", "plain/medium"},
            {"full/low", "custom/default"});
  dimension(1535, together({medium, high}), {"full/medium", "plain/medium"},
            {"shadow/medium", "custom/default"});
  dimension(1536, high, {"full/high", "plain/high"}, {"full/medium", "custom/default"});
  dimension(2048, {}, {}, {"full/high", "custom/default"});
  // They may use 64, 128 and 256 MiB, the others 64; an eighth of the device's memory is for packs.
  const auto memory = [&](std::string name, std::uint64_t bytes, std::vector<PresetName> hidden,
                          std::vector<PresetName> refused, std::vector<PresetName> kept) {
    add_size("memory:of-device=" + std::move(name), {.device_local_bytes = bytes}, std::move(hidden),
             std::move(refused), std::move(kept), rule::preset_bytes);
  };
  memory("512MiB", 512 * mebibyte, together({medium, high}), {"full/medium", "plain/medium"},
         {"full/low", "custom/default"});
  memory("512MiB-less-1", 512 * mebibyte - 1,
         together({low,
                   medium,
                   high,
                   shadow,
                   {"tone/default", "custom/default", "plain/default", "plain/multiview"}}),
         {"tone/default"}, {"noop/default"});
  memory("1GiB", 1024 * mebibyte, high, {"full/high", "plain/high"}, {"full/medium", "custom/default"});
  return all;
}

}  // namespace rpcts::render_pack_v1
