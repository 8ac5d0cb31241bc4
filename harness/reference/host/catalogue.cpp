#include "harness/reference/host/catalogue.hpp"

#include <algorithm>

#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/ids.hpp"
#include "harness/reference/host/asset_set.hpp"
#include "harness/reference/host/refusal.hpp"
#include "harness/reference/mistakes/availability.hpp"
#include "harness/reference/mistakes/discovery.hpp"
#include "harness/reference/mistakes/state.hpp"

namespace rpcts::reference {
namespace {

std::string folder_name(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.filename();
  return (name.empty() ? folder.parent_path().filename() : name).string();
}

/// Why the pack cannot be had here; empty when it can.
std::string refusal_of(const render_pack_v1::OpenPack& pack, const DeviceProfile& device) {
  if (const Diagnostic* finding = pack.findings.deciding()) {
    return text_of(*finding);
  }
  const Findings findings = render_pack_v1::check_descriptor(pack.document->descriptor,
                                                             {.strict = false, .host = device.capabilities});
  if (makes(find_mistake(availability_mistakes, "availability.optional-is-required"))) {
    for (const render_pack_v1::RenderCapability one : pack.document->descriptor.optional_capabilities) {
      if (!device.capabilities.offers(one)) {
        return fmt::format("this host lacks {}", render_pack_v1::name_of(one));
      }
    }
  }
  const Diagnostic* finding = findings.deciding();
  return finding == nullptr ? std::string() : text_of(*finding);
}

}  // namespace

Result<void> Catalogue::add(const std::filesystem::path& folder, const DeviceProfile& device) {
  Result<render_pack_v1::OpenPack> pack = render_pack_v1::open_pack(folder);
  if (!pack) {
    return std::unexpected(std::move(pack.error()));
  }
  std::string id = pack->document ? pack->document->descriptor.id : folder_name(folder);
  if (find(id) != nullptr && !makes(find_mistake(discovery_mistakes, "discovery.last-registration-wins"))) {
    return {};
  }
  std::erase_if(list_, [&](const RegistrationPtr& one) { return render_pack_v1::same_id(one->id, id); });
  std::string refusal = refusal_of(*pack, device);
  if (!refusal.empty() && makes(find_mistake(discovery_mistakes, "discovery.broken-pack-is-hidden"))) {
    return {};
  }
  if (!refusal.empty() && makes(find_mistake(discovery_mistakes, "discovery.one-reason-for-all"))) {
    refusal = "the pack is not compatible";
  }
  if (refusal.empty() && makes(find_mistake(discovery_mistakes, "discovery.assets-are-opened"))) {
    const auto assets = AssetSet::load(*pack);
    refusal = assets ? std::string() : text_of(assets.error());
  }
  list_.push_back(std::make_shared<const Registration>(Registration{.identity = next_identity_,
                                                                    .id = std::move(id),
                                                                    .pack = *std::move(pack),
                                                                    .refusal = std::move(refusal)}));
  ++next_identity_;
  return {};
}

bool Catalogue::withdraw(std::string_view id) {
  if (makes(find_mistake(discovery_mistakes, "discovery.withdrawn-stays-listed"))) {
    return find(id) != nullptr;
  }
  return std::erase_if(list_,
                       [&](const RegistrationPtr& one) { return render_pack_v1::same_id(one->id, id); }) > 0;
}

RegistrationPtr Catalogue::find(std::string_view id) const {
  const auto found = std::ranges::find_if(
      list_, [&](const RegistrationPtr& one) { return render_pack_v1::same_id(one->id, id); });
  return found == list_.end() ? nullptr : *found;
}

bool Catalogue::holds(const Registration& registration) const {
  if (makes(find_mistake(state_mistakes, "state.replaced-goes-on"))) {
    return find(registration.id) != nullptr;
  }
  return std::ranges::any_of(list_, [&](const RegistrationPtr& one) { return one.get() == &registration; });
}

}  // namespace rpcts::reference
