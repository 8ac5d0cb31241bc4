#include "harness/reference/host/resident_plan.hpp"

#include <algorithm>

#include "harness/base/text.hpp"
#include "harness/reference/host/extents.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/mistakes/budget.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::RenderResourceSemantic;

// C.15
constexpr std::int64_t base_bytes_per_pixel = 12;
constexpr std::int64_t hdr_bytes_per_pixel = 8;
constexpr std::int64_t other_bytes_per_pixel = 4;
constexpr std::int64_t transform_buffer_bytes = 4'390'912;
constexpr std::int64_t transform_flights = 2;
constexpr std::int64_t reference_pixels = 2'073'600;

std::int64_t pixel_count(Size size) {
  return std::int64_t{size.width} * size.height;
}

bool is_written(const render_pack_v1::Descriptor& descriptor, const render_pack_v1::Resource& resource) {
  return std::ranges::any_of(descriptor.passes, [&](const render_pack_v1::Pass& pass) {
    return std::ranges::any_of(pass.resource_writes, [&](const std::string& id) {
      return render_pack_v1::same_id(id, resource.id);
    });
  });
}

bool counts(const render_pack_v1::Descriptor& descriptor, const render_pack_v1::QualityPreset& preset,
            const render_pack_v1::Resource& resource) {
  const bool fused = render_pack_v1::has(
      preset.execution_hints, render_pack_v1::RenderQualityExecutionHints::FusedAtmosphericPostProcess);
  const bool counts_bloom = makes(find_mistake(budget_mistakes, "budget.fused-bloom-counted"));
  const bool bloom = resource.semantic == RenderResourceSemantic::BloomPing ||
                     resource.semantic == RenderResourceSemantic::BloomPong;
  return resource.semantic != RenderResourceSemantic::MainWorldHdr && !(fused && bloom && !counts_bloom) &&
         (is_written(descriptor, resource) ||
          makes(find_mistake(budget_mistakes, "budget.unwritten-counted")));
}

Refusal refusal(std::string_view rule, const render_pack_v1::QualityPreset& preset, const std::string& why) {
  return {std::string(rule), fmt::format("preset {} {}", rpcts::quoted(preset.id), why)};
}

}  // namespace

ResidentPlan plan_resident(const render_pack_v1::Descriptor& descriptor,
                           const render_pack_v1::QualityPreset& preset, Size world, std::uint32_t samples) {
  ResidentPlan plan;
  plan.retained_bytes = makes(find_mistake(budget_mistakes, "budget.world-not-counted"))
                            ? 0
                            : pixel_count(world) * base_bytes_per_pixel;
  plan.multisample_bytes = samples > 1 ? pixel_count(world) * base_bytes_per_pixel * samples : 0;
  plan.largest_dimension = std::max(world.width, world.height);
  for (const render_pack_v1::Resource& resource : descriptor.resources) {
    const render_pack_v1::Extent* extent = effective_extent(resource, preset);
    if (extent == nullptr || !counts(descriptor, preset, resource)) {
      continue;
    }
    const Size size = pixels(*extent, world);
    const bool hdr = resource.format == render_pack_v1::RenderFormatClass::HdrColor &&
                     !makes(find_mistake(budget_mistakes, "budget.four-bytes-for-every-pixel"));
    const std::int64_t layers =
        makes(find_mistake(budget_mistakes, "budget.one-layer-counted")) ? 1 : extent->layers;
    plan.retained_bytes += pixel_count(size) * layers * (hdr ? hdr_bytes_per_pixel : other_bytes_per_pixel);
    plan.largest_dimension = std::max({plan.largest_dimension, size.width, size.height});
    plan.largest_layers = std::max(plan.largest_layers, static_cast<std::uint32_t>(extent->layers));
  }
  if (find_semantic(descriptor.passes, render_pack_v1::RenderPassSemantic::DirectionalShadowDepth) !=
          nullptr &&
      !makes(find_mistake(budget_mistakes, "budget.transform-buffers-forgotten"))) {
    plan.retained_bytes += transform_flights * transform_buffer_bytes;
  }
  return plan;
}

std::optional<Refusal> resident_refusal(const ResidentPlan& plan, const render_pack_v1::QualityPreset& preset,
                                        const DeviceProfile& device) {
  const render_pack_v1::HostLimits& limits = device.limits;
  const std::int64_t kept =
      makes(find_mistake(budget_mistakes, "budget.planner-left-out"))
          ? 0
          : plan.retained_bytes +
                (makes(find_mistake(budget_mistakes, "budget.limit-itself-refused")) ? 1 : 0);
  if (kept > preset.max_resident_gpu_bytes) {
    return refusal("RP-HOST-010", preset,
                   fmt::format("would keep {} bytes; it declares at most {}", plan.retained_bytes,
                               preset.max_resident_gpu_bytes));
  }
  if (plan.largest_dimension > limits.image_dimension &&
      !makes(find_mistake(budget_mistakes, "budget.dimension-unchecked"))) {
    return refusal("RP-HOST-011", preset,
                   fmt::format("needs an image of {} pixels; the device has {}", plan.largest_dimension,
                               limits.image_dimension));
  }
  if (plan.largest_layers > limits.image_layers) {
    return refusal(
        "RP-HOST-012", preset,
        fmt::format("needs {} layers; the device has {}", plan.largest_layers, limits.image_layers));
  }
  if (plan.retained_bytes > limits.resident_bytes) {
    return refusal(
        "RP-HOST-013", preset,
        fmt::format("would keep {} bytes; this host has {}", plan.retained_bytes, limits.resident_bytes));
  }
  if (plan.multisample_bytes > limits.transient_bytes) {
    return refusal("RP-HOST-014", preset,
                   fmt::format("needs {} multisample bytes; this host has {}", plan.multisample_bytes,
                               limits.transient_bytes));
  }
  return std::nullopt;
}

std::int64_t effective_budget(std::int64_t declared, Size world, std::int64_t host_resident_bytes) {
  const std::int64_t pixels = pixel_count(world);
  const std::int64_t wanted =
      pixels <= reference_pixels ? declared : (declared * pixels + reference_pixels - 1) / reference_pixels;
  return std::min(wanted, host_resident_bytes);
}

std::optional<Refusal> budget_refusal(std::uint64_t resident_bytes,
                                      const render_pack_v1::QualityPreset& preset, Size world,
                                      const DeviceProfile& device) {
  const std::int64_t budget =
      effective_budget(preset.max_resident_gpu_bytes, world, device.limits.resident_bytes);
  if (resident_bytes <= static_cast<std::uint64_t>(budget)) {
    return std::nullopt;
  }
  return refusal(
      "RP-HOST-015", preset,
      fmt::format("keeps {} bytes on the device; its effective budget is {}", resident_bytes, budget));
}

}  // namespace rpcts::reference
