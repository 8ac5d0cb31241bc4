// Settings (E.3): order, packing, zero fill, encoding and precedence of PackSettings, as a pass reads it and
// as the implementation resolves it without a device; and user values that retire the candidate (RP-HOST-040,
// 041).

#include <bit>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/frame_look.hpp"
#include "conformance/render_pack_v1/probe_layout.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using Values = std::vector<implementation::SettingValue>;
using runner::CaseContext;

Setting setting(std::string name, RenderSettingKind kind, std::string value) {
  Setting made;
  made.id = std::move(name);
  made.display_name = made.id;
  made.kind = kind;
  made.default_value = std::move(value);
  return made;
}

Setting choice(std::string name, std::vector<std::string> choices, std::string value) {
  Setting made = setting(std::move(name), RenderSettingKind::Choice, std::move(value));
  made.choices = std::move(choices);
  return made;
}

/// A pack whose only pass reads its settings.
std::shared_ptr<VariantPack> pack_with(const ProbePack& custom, std::string_view name,
                                       std::vector<Setting> settings,
                                       std::vector<SettingOverride> of_preset = {}) {
  return std::make_shared<VariantPack>(custom, [&](Descriptor& pack) {
    pack.id = fmt::format("rpcts.settings-{}", name);
    pack.settings = std::move(settings);
    pack.resources.clear();
    pack.passes.erase(pack.passes.begin());
    Pass& pass = pack.passes.at(0);
    pass.semantic_inputs = {RenderSemanticInput::WorldColor};
    pass.resource_reads.clear();
    pass.fragment_shader_asset = "shaders/probe_settings.frag.spv";
    pack.quality_presets.at(0).setting_overrides = std::move(of_preset);
  });
}

/// Values, and the words that they must give.
struct SettingsCase {
  std::string id;
  std::string title;
  std::vector<std::string_view> rules;
  std::shared_ptr<VariantPack> pack;
  Values values{};
  std::vector<float> expected;
};

void compare(CaseContext& context, std::span<const std::uint32_t> found, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < 64; ++i) {
    const auto wanted = std::bit_cast<std::uint32_t>(i < expected.size() ? expected[i] : 0.0F);
    context.check(found[i] == wanted,
                  fmt::format("uPackSettings[{}].{}, byte {}: found {:#010x} ({}), expected {:#010x} ({})",
                              i / 4, "xyzw"[i % 4], 4 * i, found[i], std::bit_cast<float>(found[i]), wanted,
                              std::bit_cast<float>(wanted)));
  }
}

void add(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set, const SettingsCase& one) {
  runner::CaseInfo info{.title = one.title};
  for (const std::string_view rule : one.rules) {
    info.claims.push_back({std::string(rule), runner::Proof::positive});
  }
  info.id = fmt::format("render_pack_v1.settings.{};read=resolved", one.id);
  add_implementation_case(
      table, set->source,
      {.info = info,
       .profiles = RPCTS_PROFILE_RESOLUTION,
       .body = [one](CaseContext& context, implementation::Implementation& implementation) -> Result<void> {
         if (auto written = one.pack->write(); !written) {
           return written;
         }
         const auto words = implementation.settings(one.pack->pack().folder.string(), "default", one.values);
         if (!words) {
           return std::unexpected(words.error());
         }
         compare(context, *words, one.expected);
         return {};
       }});
  info.id = fmt::format("render_pack_v1.settings.{};read=pass", one.id);
  info.needs_device = true;
  add_implementation_case(
      table, set->source,
      {.info = info,
       .profiles = RPCTS_PROFILE_HOST,
       .body = [set, one](CaseContext& context,
                          implementation::Implementation& implementation) -> Result<void> {
         if (auto written = one.pack->write(); !written) {
           return written;
         }
         const auto picture = set->rig.render(
             implementation, {}, {.pack = &one.pack->pack(), .preset = "default", .values = one.values},
             frame_of({}, {}));
         if (!picture) {
           return std::unexpected(picture.error());
         }
         compare(context, settings_words(*picture).settings, one.expected);
         return {};
       }});
}

void add_packing(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Kind = RenderSettingKind;
  for (const int count : {1, 4, 5, 63, 64}) {
    std::vector<Setting> settings;
    std::vector<float> expected;
    for (int i = 0; i < count; ++i) {
      // Eighths: exact as text, as double and as float; no two alike, none 0.
      settings.push_back(
          setting(fmt::format("s{:02}", (i * 29) % 64), Kind::Float, fmt::format("{}.125", i + 1)));
      expected.push_back(static_cast<float>(i + 1) + 0.125F);
    }
    add(table, set,
        {fmt::format("order:count={}", count),
         "Setting i stands in component i % 4 of vector i / 4, in the order of the declaration; the rest is "
         "0",
         {id::setting_order, id::setting_zero_fill},
         pack_with(set->custom, fmt::format("order-{}", count), std::move(settings)),
         {},
         std::move(expected)});
  }
  add(table, set,
      {"order:count=0",
       "A pack without settings has a block of zeros",
       {id::setting_zero_fill},
       pack_with(set->custom, "none", {}),
       {},
       {}});
  // The example of E.3.
  add(table, set,
      {"encoding:kind=example",
       "The contract's example of five settings",
       {id::setting_encoding, id::setting_order, id::setting_zero_fill},
       pack_with(set->custom, "example",
                 {setting("a", Kind::Boolean, "true"), setting("b", Kind::Integer, "7"),
                  choice("c", {"1", "9", "25"}, "9"), setting("d", Kind::Float, "0.35"),
                  setting("e", Kind::Float, "2")}),
       {},
       {1, 7, 1, 0.35F, 2}});
}

void add_encoding(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Kind = RenderSettingKind;
  const auto pack =
      pack_with(set->custom, "encoding",
                {setting("flag", Kind::Boolean, "true"), setting("whole", Kind::Integer, "3"),
                 setting("real", Kind::Float, "0.5"), choice("pick", {"none", "25", "9", "25"}, "none")});
  const auto one = [&](std::string_view name, std::string_view id, std::string_view text, std::size_t index,
                       float value) {
    std::vector<float> expected{1, 3, 0.5F, 0};
    expected[index] = value;
    add(table, set,
        {fmt::format("encoding:kind={}", name),
         fmt::format("The text '{}' is encoded as {}", text, value),
         {published::setting_encoding},
         pack,
         {{std::string(id), std::string(text)}},
         std::move(expected)});
  };
  one("boolean-false", "flag", "false", 0, 0);
  one("boolean-true", "flag", "TRUE", 0, 1);
  one("integer-negative", "whole", "-12", 1, -12);
  one("integer-plus", "whole", "+5", 1, 5);
  one("integer-largest", "whole", "16777216", 1, 16777216);
  one("integer-least", "whole", "-16777216", 1, -16777216);
  one("integer-minus-zero", "whole", "-0", 1, 0);
  one("float-third", "real", "0.333333333333", 2, 0.333333333333F);
  one("float-exponent", "real", "1.5e-3", 2, 1.5e-3F);
  one("float-point-first", "real", ".5", 2, 0.5F);
  one("float-largest", "real", "3.4028234e38", 2, 3.4028234e38F);
  one("float-underflow", "real", "1e-50", 2, 0);
  one("float-denormal", "real", "1e-40", 2, 1e-40F);
  one("choice-first-match", "pick", "25", 3, 1);
  one("choice-index", "pick", "9", 3, 2);
}

void add_precedence(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Kind = RenderSettingKind;
  const std::vector<Setting> settings{
      setting("both", Kind::Float, "0.25"), setting("preset-only", Kind::Integer, "3"),
      setting("user-only", Kind::Boolean, "false"), choice("neither", {"low", "high"}, "high")};
  const auto pack = pack_with(set->custom, "precedence", settings, {{"both", "0.5"}, {"preset-only", "4"}});
  add(table, set,
      {"precedence:of=every",
       "User before preset before default",
       {id::setting_precedence},
       pack,
       {{"both", "0.75"}, {"user-only", "true"}},
       {0.75F, 4, 1, 1}});
  add(table, set,
      {"precedence:of=preset", "Preset before default", {id::setting_precedence}, pack, {}, {0.5F, 4, 0, 1}});
  add(table, set,
      {"order:overridden=last",
       "A preset that overrides only the last setting leaves every setting where it is",
       {id::setting_order, id::setting_precedence},
       pack_with(set->custom, "last", settings, {{"neither", "low"}}),
       {},
       {0.25F, 3, 0, 0}});
  std::vector<Setting> known = settings;
  known[0].semantic = RenderSettingSemantic::Exposure;
  add(table, set,
      {"order:known=exposure",
       "A setting that the host uses itself stands in the block like every other",
       {id::setting_order, id::setting_encoding},
       pack_with(set->custom, "known", std::move(known)),
       {},
       {0.25F, 3, 0, 1}});
  const auto odd = pack_with(set->custom, "case", settings, {{"BOTH", "0.5"}, {"Preset-Only", "4"}});
  add(table, set,
      {"precedence:of=preset-in-other-case",
       "A preset's ids are found in any letter case",
       {id::setting_id_case},
       odd,
       {},
       {0.5F, 4, 0, 1}});
  add(table, set,
      {"precedence:of=user-in-other-case",
       "A user's ids are found in any letter case",
       {id::setting_id_case},
       pack,
       {{"Both", "0.75"}, {"USER-ONLY", "true"}, {"nEITHER", "low"}},
       {0.75F, 4, 1, 0}});
}

struct Refused {
  std::string_view name;
  std::string_view rule;
  implementation::SettingValue value;
};

Result<void> check_refused(CaseContext& context, implementation::Implementation& implementation,
                           ProbeSet& set, VariantPack& pack, const Refused& refused) {
  if (auto written = pack.write(); !written) {
    return written;
  }
  if (auto known = set.rig.register_pack(implementation, {}, pack.pack()); !known) {
    return known;
  }
  const auto host = set.rig.retail(implementation, {});
  if (!host) {
    return std::unexpected(host.error());
  }
  rpcts_frame frame = frame_of({}, {});
  frame.flags |= RPCTS_FRAME_SETTLE;
  const implementation::Selection selection{.pack = pack.pack().descriptor.id,
                                            .preset = "default",
                                            .version = {},
                                            .overrides = {{"whole", "4"}, refused.value},
                                            .explicit_choice = true};
  auto done = (*host)->select(selection);
  if (done) {
    done = (*host)->run_frame(frame);
  }
  const auto state = (*host)->state();
  // What was selected here is no choice of the rig.
  set.rig.retire({});
  if (!done) {
    return done;
  }
  if (!state) {
    return std::unexpected(state.error());
  }
  context.equal(state->state, RPCTS_STATE_FAILED_TO_RETAIL, fmt::format("state ({})", refused.rule));
  context.check(state->pack.empty(), fmt::format("the frame must be drawn without a pack, not with '{}' ({})",
                                                 state->pack, refused.rule));
  context.check(state->reason.find(refused.value.first) != std::string::npos,
                fmt::format("the reason must name the setting '{}': '{}' ({})", refused.value.first,
                            state->reason, refused.rule));
  context.check(
      refused.rule == id::unknown_override || state->reason.find(refused.value.second) != std::string::npos,
      fmt::format("the reason must name the value '{}': '{}' ({})", refused.value.second, state->reason,
                  refused.rule));
  return {};
}

void add_refused(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  using Kind = RenderSettingKind;
  std::vector<Setting> settings{setting("flag", Kind::Boolean, "true"), setting("whole", Kind::Integer, "3"),
                                setting("real", Kind::Float, "0.5"), choice("pick", {"low", "high"}, "low")};
  settings[2].minimum = 0;
  settings[2].maximum = 2;
  settings[2].step = 0.25;
  const auto pack = pack_with(set->custom, "refused", settings);
  const auto refusals = std::to_array<Refused>({
      {"unknown-id", id::unknown_override, {"no-such-setting", "1"}},
      {"boolean-digit", id::invalid_override, {"flag", "1"}},
      {"integer-fraction", id::invalid_override, {"whole", "1.5"}},
      {"integer-too-large", id::invalid_override, {"whole", "16777217"}},
      {"float-comma", id::invalid_override, {"real", "1,5"}},
      {"float-above", id::invalid_override, {"real", "2.25"}},
      {"float-below", id::invalid_override, {"real", "-0.25"}},
      {"float-off-step", id::invalid_override, {"real", "1.1"}},
      {"float-nan", id::invalid_override, {"real", "NaN"}},
      {"choice-unknown", id::invalid_override, {"pick", "medium"}},
      {"choice-other-case", id::invalid_override, {"pick", "LOW"}},
  });
  for (const Refused& refused : refusals) {
    add_implementation_case(
        table, set->source,
        {.info = {.id = fmt::format("render_pack_v1.settings.refused:value={}", refused.name),
                  .title = "A user's value that cannot be retires the whole candidate, with the reason",
                  .claims = {{std::string(refused.rule), runner::Proof::negative}},
                  .needs_device = true},
         .profiles = RPCTS_PROFILE_HOST,
         .body = [set, pack, refused](CaseContext& context, implementation::Implementation& implementation) {
           return check_refused(context, implementation, *set, *pack, refused);
         }});
  }
  add(table, set,
      {"accepted:value=every",
       "Values that the declarations allow are taken",
       {id::unknown_override, id::invalid_override, id::setting_encoding},
       pack,
       {{"flag", "false"}, {"whole", "-7"}, {"real", "1.25"}, {"pick", "high"}},
       {0, -7, 1.25F, 1}});
}

}  // namespace

void add_setting_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  add_packing(table, set);
  add_encoding(table, set);
  add_precedence(table, set);
  add_refused(table, set);
}

}  // namespace rpcts::render_pack_v1
