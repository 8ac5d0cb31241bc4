#include "conformance/render_pack_v1/cases.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>

#include "harness/contracts/render_pack_v1/drawing_rules.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

runner::Weight weight_of(Level level) {
  switch (level) {
    case Level::must:
      return runner::Weight::must;
    case Level::reference:
      return runner::Weight::reference;
    case Level::host:
      return runner::Weight::host;
    case Level::strict:
      return runner::Weight::strict;
  }
  std::abort();
}

/// The gravest of what the case claims: a MUST among REF rules makes its failure a failure. `weight` of a
/// case that claims no rule is left as it was added.
runner::Weight weight_of(const runner::CaseInfo& info) {
  if (!info.id.starts_with("render_pack_v1.") || info.claims.empty()) {
    return info.weight;
  }
  bool host = false;
  bool reference = false;
  for (const runner::Claim& claim : info.claims) {
    const Rule* rule = nullptr;
    for (const std::span<const Rule> table :
         {rules(), published_values(), lifecycle_rules(), drawing_rules()}) {
      rule = rule != nullptr ? rule : find_rule(table, claim.rule);
    }
    if (rule == nullptr) {
      fmt::print(stderr, "rpcts: case '{}' claims the unknown rule '{}'\n", info.id, claim.rule);
      std::abort();
    }
    if (rule->level == Level::must) {
      return runner::Weight::must;
    }
    host = host || rule->level == Level::host;
    reference = reference || rule->level == Level::reference;
  }
  return host ? runner::Weight::host : reference ? runner::Weight::reference : runner::Weight::strict;
}

/// Whether cases of this file may be asked for.
bool wants(const runner::WorkerSetup& setup, std::string_view file) {
  return setup.only.empty() || setup.only.starts_with(fmt::format("render_pack_v1.{}.", file));
}

/// The machine-made cases. Where one case alone is asked for, only its file's cases of its module are made:
/// there are thousands, and CTest starts a worker for each.
Result<void> add_generated_cases(runner::CaseTable& table, const runner::WorkerSetup& setup) {
  if (wants(setup, "sweep")) {
    if (auto done = add_sweep_cases(table, setup.data); !done) {
      return done;
    }
  }
  if (!wants(setup, "mutations") && !wants(setup, "variants")) {
    return {};
  }
  auto modules = generated::load_base_modules(setup.data);
  if (!modules) {
    return std::unexpected(modules.error());
  }
  auto minimal = generated::minimal_modules();
  if (!minimal) {
    return std::unexpected(minimal.error());
  }
  std::ranges::move(*minimal, std::back_inserter(*modules));
  if (setup.only.find(":module=") != std::string::npos) {
    std::erase_if(*modules, [&](const generated::BaseModule& module) {
      return setup.only.find(fmt::format(":module={};", module.name)) == std::string::npos;
    });
  }
  if (wants(setup, "mutations")) {
    add_mutation_cases(table, *modules);
  }
  if (wants(setup, "variants")) {
    return add_variant_cases(table, *modules, setup.data);
  }
  return {};
}

/// The cases of what a host publishes.
Result<void> add_host_cases(runner::CaseTable& table, const runner::WorkerSetup& setup,
                            const std::shared_ptr<ImplementationSource>& source,
                            const std::shared_ptr<DeviceSource>& devices) {
  using Add = void (*)(runner::CaseTable&, const std::shared_ptr<ProbeSet>&);
  constexpr auto files = std::to_array<std::pair<std::string_view, Add>>({
      {"blocks", add_block_cases},
      {"cascades", add_cascade_cases},
      {"gates", add_gate_cases},
      {"policies", add_policy_cases},
      {"settings", add_setting_cases},
      {"slots", add_slot_cases},
      {"values", add_value_cases},
  });
  const auto pictures = std::make_shared<PictureSet>(source, setup.data);
  add_availability_cases(table, pictures, devices);
  add_picture_cases(table, pictures);
  add_activation_cases(table, pictures);
  add_atomic_cases(table, pictures);
  add_automatic_cases(table, pictures);
  add_discovery_cases(table, pictures);
  add_event_cases(table, pictures);
  add_restriction_cases(table, pictures);
  add_executor_cases(table, pictures);
  add_retirement_cases(table, pictures);
  add_failure_cases(table, pictures);
  if (!wants(setup, "draws") && !wants(setup, "hints") && !wants(setup, "limits") &&
      std::ranges::none_of(files, [&](const auto& file) { return wants(setup, file.first); })) {
    return {};
  }
  const auto set = load_probe_set(source, setup.data);
  if (!set) {
    return std::unexpected(set.error());
  }
  add_draw_cases(table, pictures, *set);
  add_hint_cases(table, pictures, *set);
  if (wants(setup, "limits")) {
    if (auto done = add_limit_cases(table, pictures, *set); !done) {
      return done;
    }
  }
  for (const auto& [file, add] : files) {
    if (wants(setup, file)) {
      add(table, *set);
    }
  }
  return {};
}

}  // namespace

Result<void> add_cases(runner::WorkerCases& cases, const runner::WorkerSetup& setup) {
  for (const Rule& rule : rules()) {
    cases.rules.push_back({.id = std::string(rule.id),
                           .contract = "render_pack_v1",
                           .clause = std::string(rule.section),
                           .level = weight_of(rule.level),
                           .statement = std::string(rule.statement)});
  }
  for (const Rule& value : published_values()) {
    cases.rules.push_back({.id = std::string(value.id),
                           .contract = "render_pack_v1",
                           .clause = std::string(value.section),
                           .level = weight_of(value.level),
                           .statement = std::string(value.statement),
                           .published = is_value(value)});
  }
  for (const Rule& rule : drawing_rules()) {
    cases.rules.push_back({.id = std::string(rule.id),
                           .contract = "render_pack_v1",
                           .clause = std::string(rule.section),
                           .level = weight_of(rule.level),
                           .statement = std::string(rule.statement),
                           .published = is_drawing(rule)});
  }
  for (const Rule& one : lifecycle_rules()) {
    cases.rules.push_back({.id = std::string(one.id),
                           .contract = "render_pack_v1",
                           .clause = std::string(one.section),
                           .level = weight_of(one.level),
                           .statement = std::string(one.statement),
                           .published = is_behaviour(one)});
  }
  if (wants(setup, "corpus")) {
    add_corpus_cases(cases.table, setup.data);
  }
  add_documentation_cases(cases.table);
  add_fact_cases(cases.table);
  add_include_cases(cases.table);
  const auto devices = std::make_shared<DeviceSource>(setup.device);
  const auto implementation =
      std::make_shared<ImplementationSource>(setup.implementation, devices, setup.validation);
  cases.describe_implementation = [implementation] { return implementation->describe(); };
  cases.describe_device = [devices] { return devices->describe(); };
  if (wants(setup, "authoring")) {
    add_authoring_cases(cases.table, setup.data, implementation);
  }
  add_offset_cases(cases.table, devices);
  add_push_cases(cases.table, devices);
  add_shader_value_cases(cases.table, devices);
  add_table_cases(cases.table, devices);
  if (auto done = add_host_cases(cases.table, setup, implementation, devices); !done) {
    return done;
  }
  if (auto done = add_generated_cases(cases.table, setup); !done) {
    return done;
  }
  cases.table.weigh([](const runner::CaseInfo& info) { return weight_of(info); });
  return {};
}

}  // namespace rpcts::render_pack_v1
