// Numbers of the contract as a shader sees them: the weather and source tables (A.17, A.18), the flags word
// of the shadow block (E.8), the scalars of the settings (E.3).

#include <array>
#include <bit>
#include <cstring>
#include <fmt/format.h>

#include "conformance/device_source.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/probe_rig.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

struct NamedNumber {
  std::uint32_t number;
  std::string_view name;
};

// A.17, written out.
constexpr auto weather_kinds = std::to_array<NamedNumber>({{0, "Clear"},
                                                           {1, "Overcast"},
                                                           {2, "Rain"},
                                                           {3, "Snow"},
                                                           {4, "Storm"},
                                                           {5, "reserved"},
                                                           {255, "reserved"}});
constexpr std::uint32_t defined_weather_kinds = 5;

// A.18, written out.
constexpr auto celestial_sources = std::to_array<NamedNumber>({{0, "none"},
                                                               {1, "sun"},
                                                               {2, "dominant moon"},
                                                               {3, "secondary moon"},
                                                               {4, "reserved"},
                                                               {255, "reserved"}});
constexpr std::uint32_t defined_celestial_sources = 4;

/// The four words of a probe of a table: bits of the float, integer, name, exact equality.
void check_number(CaseContext& context, std::span<const std::uint32_t> found, const NamedNumber& value,
                  std::uint32_t defined) {
  const std::uint32_t bit = value.number < defined ? 1U << value.number : 0;
  context.equal(found[0], std::bit_cast<std::uint32_t>(static_cast<float>(value.number)),
                "bits of the number");
  context.equal(found[1], value.number, "integer that the include makes of it");
  context.equal(found[2], bit, "bit of the name that the include has for it");
  context.equal(found[3], bit, "bit of the integer that it equals exactly");
}

Result<void> weather_kind(CaseContext& context, const gpu::Device& device, const NamedNumber& kind) {
  const auto found =
      run_probe(device, context.data(),
                {.module = "weather_kind.frag", .picture = {.width = 4}, .prepare = [&](ProbeRig& rig) {
                   AtmosphericFrameBlock frame;
                   // The other components are none of the table's numbers.
                   frame.weather = {static_cast<float>(kind.number), 0.5F, 0.25F, 0.125F};
                   rig.fill(atmospheric_frame, frame);
                 }});
  if (!found) {
    return std::unexpected(found.error());
  }
  check_number(context, *found, kind, defined_weather_kinds);
  return {};
}

Result<void> celestial_source(CaseContext& context, const gpu::Device& device, const NamedNumber& source) {
  const auto found = run_probe(
      device, context.data(),
      {.module = "celestial_source.frag", .picture = {.width = 4}, .prepare = [&](ProbeRig& rig) {
         DirectionalShadowBlock shadow;
         shadow.light_direction_and_source = {0.5F, 0.25F, 0.125F, static_cast<float>(source.number)};
         rig.fill(directional_shadow, shadow);
       }});
  if (!found) {
    return std::unexpected(found.error());
  }
  check_number(context, *found, source, defined_celestial_sources);
  return {};
}

struct Flags {
  std::uint32_t word;
  std::uint32_t enabled;  ///< bit 0
  std::uint32_t radius;   ///< bits 8 to 11
};

// E.8: the enabled bit is bit 0, the PCF radius stands in bits 8 to 11; a shader must not be misled by the
// others.
constexpr auto flag_words = std::to_array<Flags>({{0x00000000, 0, 0},
                                                  {0x00000001, 1, 0},
                                                  {0x00000101, 1, 1},
                                                  {0x00000201, 1, 2},
                                                  {0x00000401, 1, 4},
                                                  {0x00000801, 1, 8},
                                                  {0x00000F01, 1, 15},
                                                  {0x00000200, 0, 2},
                                                  {0xFFFFF0FE, 0, 0},
                                                  {0xFFFFF1FF, 1, 1}});

Result<void> shadow_flags(CaseContext& context, const gpu::Device& device, const Flags& flags) {
  const Uint4 words{7, 3, 2048, flags.word};
  const auto found =
      run_probe(device, context.data(),
                {.module = "shadow_flags.frag", .picture = {.width = 6}, .prepare = [&](ProbeRig& rig) {
                   DirectionalShadowBlock shadow;
                   shadow.texture_and_flags = words;
                   rig.fill(directional_shadow, shadow);
                 }});
  if (!found) {
    return std::unexpected(found.error());
  }
  context.equal(found->at(0), words[0], "table slot");
  context.equal(found->at(1), words[1], "cascade count");
  context.equal(found->at(2), words[2], "map size");
  context.equal(found->at(3), words[3], "flags word");
  context.equal(found->at(4), flags.enabled, "enabled bit");
  context.equal(found->at(5), flags.radius, "PCF radius");
  return {};
}

/// Setting i is the scalar at byte 4·i, the last one at byte 252 (E.3, D.6.4).
Result<void> setting_scalars(CaseContext& context, const gpu::Device& device) {
  std::array<float, setting_capacity> settings{};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    settings[i] = 0.5F + static_cast<float>(i);
  }
  const auto found = run_probe(device, context.data(),
                               {.module = "setting_scalars.frag",
                                .picture = {.width = setting_capacity},
                                .prepare = [&](ProbeRig& rig) {
                                  for (std::size_t i = 0; i < settings.size(); ++i) {
                                    std::memcpy(rig.bytes(pack_settings).subspan(4 * i, 4).data(),
                                                &settings[i], sizeof(float));
                                  }
                                }});
  if (!found) {
    return std::unexpected(found.error());
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::uint32_t expected = std::bit_cast<std::uint32_t>(settings[i]);
    context.check(found->at(i) == expected,
                  fmt::format("setting {} at byte {} must be {} ({:#010x}), found {:#010x}", i, 4 * i,
                              settings[i], expected, found->at(i)));
  }
  return {};
}

}  // namespace

void add_shader_value_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices) {
  for (const NamedNumber& kind : weather_kinds) {
    add_device_case(
        table, devices,
        {.info = {.id = fmt::format("render_pack_v1.shader_values.weather_kind:value={}", kind.number),
                  .title = fmt::format("Weather kind {} is seen as {} and as nothing else", kind.number,
                                       kind.name),
                  .clause = "A.17"},
         .body = [kind](CaseContext& context, const gpu::Device& device) {
           return weather_kind(context, device, kind);
         }});
  }
  for (const NamedNumber& source : celestial_sources) {
    add_device_case(
        table, devices,
        {.info = {.id = fmt::format("render_pack_v1.shader_values.celestial_source:value={}", source.number),
                  .title = fmt::format("Celestial source {} is seen as {} and as nothing else", source.number,
                                       source.name),
                  .clause = "A.18"},
         .body = [source](CaseContext& context, const gpu::Device& device) {
           return celestial_source(context, device, source);
         }});
  }
  for (const Flags& flags : flag_words) {
    add_device_case(
        table, devices,
        {.info = {.id = fmt::format("render_pack_v1.shader_values.shadow_flags:word={:08X}", flags.word),
                  .title = fmt::format("The flags word says enabled {} and PCF radius {}", flags.enabled,
                                       flags.radius),
                  .clause = "E.8"},
         .body = [flags](CaseContext& context, const gpu::Device& device) {
           return shadow_flags(context, device, flags);
         }});
  }
  add_device_case(table, devices,
                  {.info = {.id = "render_pack_v1.shader_values.setting_scalars",
                            .title = "Each of 64 settings is read from its scalar, the last one at byte 252",
                            .claims = {{std::string(pack_settings.rule), runner::Proof::positive}},
                            .clause = "E.3"},
                   .body = setting_scalars});
}

}  // namespace rpcts::render_pack_v1
