#include "harness/reference/mistakes/mistake.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "harness/reference/mistakes/automatic.hpp"
#include "harness/reference/mistakes/availability.hpp"
#include "harness/reference/mistakes/blocks.hpp"
#include "harness/reference/mistakes/budget.hpp"
#include "harness/reference/mistakes/cascades.hpp"
#include "harness/reference/mistakes/celestial.hpp"
#include "harness/reference/mistakes/curves.hpp"
#include "harness/reference/mistakes/discovery.hpp"
#include "harness/reference/mistakes/draws.hpp"
#include "harness/reference/mistakes/events.hpp"
#include "harness/reference/mistakes/executor.hpp"
#include "harness/reference/mistakes/flags.hpp"
#include "harness/reference/mistakes/gates.hpp"
#include "harness/reference/mistakes/hints.hpp"
#include "harness/reference/mistakes/leaks.hpp"
#include "harness/reference/mistakes/order.hpp"
#include "harness/reference/mistakes/settings.hpp"
#include "harness/reference/mistakes/shafts.hpp"
#include "harness/reference/mistakes/slots.hpp"
#include "harness/reference/mistakes/state.hpp"
#include "harness/reference/mistakes/validator_lax.hpp"
#include "harness/reference/mistakes/validator_strict.hpp"
#include "harness/reference/mistakes/weather.hpp"

namespace rpcts::reference {
namespace {

std::vector<const Mistake*> sorted_mistakes() {
  std::vector<const Mistake*> all;
  const auto add = [&](std::span<const Mistake> table) {
    for (const Mistake& one : table) {
      all.push_back(&one);
    }
  };
  add(availability_mistakes);
  add(budget_mistakes);
  add(discovery_mistakes);
  add(draw_mistakes);
  add(automatic_mistakes);
  add(event_mistakes);
  add(executor_mistakes);
  add(gate_mistakes);
  add(hint_mistakes);
  add(leak_mistakes);
  add(order_mistakes);
  add(block_mistakes);
  add(cascade_mistakes);
  add(celestial_mistakes);
  add(curve_mistakes);
  add(flag_mistakes);
  add(setting_mistakes);
  add(shaft_mistakes);
  add(slot_mistakes);
  add(lax_mistakes);
  add(strict_mistakes);
  add(weather_mistakes);
  add(state_mistakes);
  std::ranges::sort(all, {}, &Mistake::id);
  return all;
}

struct Choice {
  const Mistake* mistake = nullptr;
  bool unknown = false;
};

Choice chosen_by_environment() {
  const char* name = std::getenv(mistake_variable);  // NOLINT(concurrency-mt-unsafe)
  if (name == nullptr || *name == '\0') {
    return {};
  }
  const auto all = all_mistakes();
  const auto found = std::ranges::find(all, std::string_view(name), &Mistake::id);
  return found == all.end() ? Choice{.unknown = true} : Choice{.mistake = *found};
}

/// A constant of the process: leaf formulas ask for it, and no call would want it as a parameter.
const Choice& choice() {
  static const Choice made = chosen_by_environment();
  return made;
}

}  // namespace

bool makes(const Mistake& mistake) noexcept {
  return choice().mistake == &mistake;
}

bool makes_one_of(std::span<const Mistake> table) noexcept {
  const Mistake* made = choice().mistake;
  return made != nullptr && std::ranges::any_of(table, [&](const Mistake& one) { return &one == made; });
}

std::span<const Mistake* const> all_mistakes() {
  static const std::vector<const Mistake*> all = sorted_mistakes();
  return all;
}

const Mistake* chosen_mistake(bool& unknown) noexcept {
  unknown = choice().unknown;
  return choice().mistake;
}

}  // namespace rpcts::reference
