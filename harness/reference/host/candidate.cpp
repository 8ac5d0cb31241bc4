#include "harness/reference/host/candidate.hpp"

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"
#include "harness/reference/host/asset_set.hpp"
#include "harness/reference/host/availability.hpp"
#include "harness/reference/host/executor_limits.hpp"
#include "harness/reference/host/lookup.hpp"
#include "harness/reference/host/plan.hpp"
#include "harness/reference/host/resident_plan.hpp"
#include "harness/reference/mistakes/events.hpp"
#include "harness/reference/mistakes/state.hpp"
#include "harness/reference/values/pack_settings.hpp"

namespace rpcts::reference {
namespace {

using render_pack_v1::Descriptor;
using render_pack_v1::QualityPreset;

constexpr std::uint32_t sample_count = 1;  ///< the reference draws without multisampling

std::unexpected<std::string> failure(std::string_view pack, std::string_view why) {
  return std::unexpected(fmt::format("pack {}: {}", rpcts::quoted(pack), why));
}

std::unexpected<NotMade> not_made(std::string_view pack, std::string_view why,
                                  ErrorKind kind = ErrorKind::failed) {
  return std::unexpected(NotMade{.kind = kind, .reason = failure(pack, why).error()});
}

std::expected<const QualityPreset*, std::string> find_preset(const Registration& registration,
                                                             const PackSelection& selection,
                                                             const DeviceProfile& device) {
  const Descriptor& descriptor = registration.descriptor();
  const QualityPreset* preset = find_id(descriptor.quality_presets, selection.preset);
  if (preset == nullptr && makes(find_mistake(state_mistakes, "state.first-preset-for-unknown"))) {
    return &descriptor.quality_presets.front();
  }
  if (preset == nullptr) {
    return failure(registration.id, fmt::format("has no preset {}", rpcts::quoted(selection.preset)));
  }
  if (const auto refused = preset_refusal(descriptor, *preset, device)) {
    return failure(registration.id, refused->text());
  }
  return preset;
}

/// Sets `planned.automatic` and the level's preset where the selection is automatic.
std::expected<void, std::string> plan_quality(PlannedPack& planned, FrameSizes sizes,
                                              const DeviceProfile& device) {
  const Descriptor& descriptor = planned.registration->descriptor();
  const HostSettings settings = resolve_host_settings(descriptor.settings, planned.preset->setting_overrides,
                                                      planned.selection.overrides);
  if (!is_automatic(*planned.preset, settings.automatic_quality)) {
    return {};
  }
  if (const auto refused = automatic_refusal(descriptor, device)) {
    return failure(planned.registration->id, refused->text());
  }
  const auto range = quality_range(descriptor, *planned.preset, device);
  if (!range) {
    return failure(planned.registration->id, range.error().text());
  }
  planned.preset = range->presets[static_cast<std::size_t>(range->start)];
  planned.automatic = Automatic{
      .range = *range,
      .quality = AutoQuality(range->start, range->maximum, level_budgets(*range, sizes.world, device))};
  return {};
}

/// Before anything is made: what the device cannot execute or keep.
std::optional<Refusal> limits_refusal(const PlannedPack& planned, FrameSizes sizes,
                                      const DeviceProfile& device) {
  const Descriptor& descriptor = planned.registration->descriptor();
  const QualityPreset& preset = *planned.preset;
  const HostSettings settings =
      resolve_host_settings(descriptor.settings, preset.setting_overrides, planned.selection.overrides);
  if (auto refused = executor_refusal(descriptor, preset, settings, device)) {
    return refused;
  }
  if (descriptor.passes.empty()) {
    return std::nullopt;  // RP-HOST-020: it leaves the default path untouched, so that it keeps nothing
  }
  return resident_refusal(plan_resident(descriptor, preset, sizes.world, sample_count), preset, device);
}

ActivationPlan plan_of(const PlannedPack& planned, FrameSizes sizes, const AssetSet* assets) {
  return build_plan(planned.registration->descriptor(), *planned.preset, planned.selection.overrides,
                    sizes.world, sizes.output, assets);
}

}  // namespace

std::expected<PlannedPack, std::string> plan_selection(RegistrationPtr registration,
                                                       const PackSelection& selection, FrameSizes sizes,
                                                       const DeviceProfile& device) {
  if (registration == nullptr) {
    return failure(selection.pack, "is not installed");
  }
  if (!registration->refusal.empty()) {
    return failure(registration->id, registration->refusal);
  }
  const Descriptor& descriptor = registration->descriptor();
  const Findings early = render_pack_v1::check_user_overrides(descriptor, selection.overrides);
  if (early.deciding() != nullptr && makes(find_mistake(state_mistakes, "state.user-values-first"))) {
    return failure(registration->id, text_of(*early.deciding()));
  }
  if (!selection.version.empty() && selection.version != descriptor.pack_version &&
      !makes(find_mistake(state_mistakes, "state.any-version"))) {
    return failure(registration->id,
                   fmt::format("version {} is selected and {} is installed", rpcts::quoted(selection.version),
                               rpcts::quoted(descriptor.pack_version)));
  }
  const auto preset = find_preset(*registration, selection, device);
  if (!preset) {
    return std::unexpected(preset.error());
  }
  const Findings overrides = refused_overrides(descriptor, selection.overrides);
  if (const Diagnostic* finding = overrides.deciding()) {
    return failure(registration->id, text_of(*finding));
  }
  PlannedPack planned{.registration = std::move(registration), .selection = selection, .preset = *preset};
  if (auto quality = plan_quality(planned, sizes, device); !quality) {
    return std::unexpected(std::move(quality.error()));
  }
  return planned;
}

std::expected<PreparedPack, NotMade> prepare_pack(const PlannedPack& planned, FrameSizes sizes,
                                                  const DeviceProfile& device, Renderer& renderer) {
  const std::string& id = planned.registration->id;
  const auto assets = AssetSet::load(planned.registration->pack);
  if (!assets) {
    return not_made(id, text_of(assets.error()));
  }
  if (const auto refused = limits_refusal(planned, sizes, device)) {
    return not_made(id, refused->text());
  }
  ActivationPlan plan = plan_of(planned, sizes, &*assets);
  if (plan.runtime.passes.empty() && !plan.runtime.shadow) {
    return PreparedPack{.runtime = nullptr, .facts = std::move(plan.facts)};
  }
  Result<std::unique_ptr<Runtime>> runtime = renderer.prepare(plan.runtime);
  if (!runtime) {
    return not_made(id, runtime.error().message, runtime.error().kind);
  }
  PreparedPack prepared{.runtime = *std::move(runtime), .facts = std::move(plan.facts)};
  if (auto reason = over_budget(planned, prepared, sizes, device)) {
    renderer.retire(std::move(prepared.runtime));
    return std::unexpected(NotMade{.reason = *std::move(reason)});
  }
  return prepared;
}

std::expected<void, NotMade> resize_pack(const PlannedPack& planned, PreparedPack& prepared, FrameSizes sizes,
                                         const DeviceProfile& device, Renderer& renderer) {
  const std::string& id = planned.registration->id;
  if (const auto refused = limits_refusal(planned, sizes, device)) {
    return not_made(id, refused->text());
  }
  ActivationPlan plan = plan_of(planned, sizes, nullptr);
  if (prepared.runtime && !makes(find_mistake(event_mistakes, "events.targets-keep-their-size"))) {
    if (const Result<void> replaced = renderer.replace_targets(*prepared.runtime, plan.runtime.targets);
        !replaced) {
      return not_made(id,
                      fmt::format("creating targets for a main world of {}x{}: {}", sizes.world.width,
                                  sizes.world.height, replaced.error().message),
                      replaced.error().kind);
    }
  }
  if (!makes(find_mistake(event_mistakes, "events.values-keep-their-size"))) {
    prepared.facts = std::move(plan.facts);
  }
  return {};
}

std::optional<std::string> over_budget(const PlannedPack& planned, const PreparedPack& prepared,
                                       FrameSizes sizes, const DeviceProfile& device) {
  if (makes(find_mistake(state_mistakes, "state.over-budget-goes-on"))) {
    return std::nullopt;
  }
  const auto refused = budget_refusal(prepared.resident_bytes(), *planned.preset, sizes.world, device);
  return refused ? std::optional(failure(planned.registration->id, refused->text()).error()) : std::nullopt;
}

}  // namespace rpcts::reference
