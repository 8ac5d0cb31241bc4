// C.8: settings. The value codec (C.9) is that of settings.hpp.

#include <algorithm>
#include <cmath>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/settings.hpp"

namespace rpcts::render_pack_v1 {
namespace {

bool is_faulty_bound(const std::optional<double>& bound) {
  return bound && !std::isfinite(*bound);
}
bool is_faulty_step(const std::optional<double>& step) {
  return step && !(std::isfinite(*step) && *step > 0);
}

void check_bounds(CheckContext& context, const Setting& setting, std::size_t index) {
  const std::string subject = named("setting", setting);
  const auto report = [&](std::string_view member, double value, std::string_view required) {
    context.report.error("RP-DESC-145", pointer("settings", index, member),
                         fmt::format("{} has {} {}", subject, member, value), std::string(required));
  };
  if (is_faulty_bound(setting.minimum)) {
    report("minimum", *setting.minimum, "a finite number, or none");
  }
  if (is_faulty_bound(setting.maximum)) {
    report("maximum", *setting.maximum, "a finite number, or none");
  }
  if (is_faulty_step(setting.step)) {
    report("step", *setting.step, "a finite number above 0, or none");
  }
  if (setting.minimum && setting.maximum && std::isfinite(*setting.minimum) &&
      std::isfinite(*setting.maximum) && *setting.minimum > *setting.maximum) {
    context.report.error(
        "RP-DESC-146", pointer("settings", index, "minimum"),
        fmt::format("{} has minimum {} above maximum {}", subject, *setting.minimum, *setting.maximum),
        "a minimum that is at most the maximum");
  }
}

void check_default(CheckContext& context, const Setting& setting, std::size_t index) {
  if (!is_defined(setting.kind)) {
    return;  // 142
  }
  const bool choice = setting.kind == RenderSettingKind::Choice;
  if (choice && setting.choices.empty()) {
    context.report.error("RP-DESC-147", pointer("settings", index, "choices"),
                         fmt::format("{} is a Choice without choices", named("setting", setting)),
                         "at least one choice");
    return;
  }
  if (auto value = encode_setting(without_faulty_bounds(setting), setting.default_value); !value) {
    context.report.error(choice ? "RP-DESC-147" : "RP-DESC-148", pointer("settings", index, "defaultValue"),
                         fmt::format("default {}", value.error().found), std::move(value.error().required));
  }
}

}  // namespace

Setting without_faulty_bounds(Setting setting) {
  if (is_faulty_bound(setting.minimum)) {
    setting.minimum.reset();
  }
  if (is_faulty_bound(setting.maximum)) {
    setting.maximum.reset();
  }
  if (setting.minimum && setting.maximum && *setting.minimum > *setting.maximum) {
    setting.minimum.reset();
    setting.maximum.reset();
  }
  if (is_faulty_step(setting.step)) {
    setting.step.reset();
  }
  return setting;
}

void check_settings(CheckContext& context) {
  const auto& settings = context.descriptor.settings;
  if (settings.size() > setting_capacity) {
    context.report.error("RP-DESC-140", pointer("settings", setting_capacity),
                         fmt::format("the pack has {} settings", settings.size()),
                         fmt::format("at most {}", setting_capacity));
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    if (!is_defined(setting.kind)) {
      context.report.error("RP-DESC-142", pointer("settings", i, "kind"),
                           fmt::format("{} has kind {}", named("setting", setting), describe(setting.kind)),
                           one_of<RenderSettingKind>());
    }
    if (is_blank(setting.display_name)) {
      context.report.error("RP-DESC-143", pointer("settings", i, "displayName"),
                           fmt::format("{} has a blank displayName", named("setting", setting)),
                           "a name to show");
    }
    check_bounds(context, setting, i);
    check_default(context, setting, i);
  }
}

}  // namespace rpcts::render_pack_v1
