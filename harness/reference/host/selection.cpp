#include "harness/reference/host/selection.hpp"

#include <algorithm>
#include <string_view>

#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/ids.hpp"

namespace rpcts::reference {
namespace {

constexpr std::string_view retail_id = "retail";

}  // namespace

PackSelection normalised(PackSelection selection) {
  const bool retail = render_pack_v1::is_blank(selection.pack) ||
                      render_pack_v1::is_blank(selection.preset) ||
                      render_pack_v1::same_id(selection.pack, retail_id);
  return retail ? PackSelection{} : std::move(selection);
}

bool same_selection(const PackSelection& a, const PackSelection& b) {
  return render_pack_v1::same_id(a.pack, b.pack) && a.version == b.version &&
         render_pack_v1::same_id(a.preset, b.preset) &&
         std::ranges::equal(a.overrides, b.overrides, [](const auto& one, const auto& other) {
           return render_pack_v1::same_id(one.setting_id, other.setting_id) && one.value == other.value;
         });
}

}  // namespace rpcts::reference
