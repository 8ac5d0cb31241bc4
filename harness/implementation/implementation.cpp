#include "harness/implementation/implementation.hpp"

#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <limits>

#include "harness/implementation/answer.hpp"
#include "harness/implementation/library.hpp"
#include "harness/implementation/loaded.hpp"
#include "harness/implementation/program_adapter.hpp"

namespace rpcts::implementation {
namespace {

/// The entry's table; an exception that leaves the entry is an Error.
Result<const rpcts_adapter*> table_of(rpcts_adapter_entry_function entry) {
  try {
    return entry(RPCTS_ADAPTER_VERSION);
  } catch (const std::exception& thrown) {
    return error(ErrorKind::usage,
                 fmt::format("an exception left rpcts_adapter_entry(): {}", repaired(thrown.what())));
  } catch (...) {
    return error(ErrorKind::usage, "an exception of an unknown type left rpcts_adapter_entry()");
  }
}

}  // namespace

Implementation::Implementation(std::shared_ptr<Open> open) : open_(std::move(open)) {}
Implementation::Implementation(Implementation&&) noexcept = default;
Implementation& Implementation::operator=(Implementation&&) noexcept = default;
Implementation::~Implementation() = default;

Result<Implementation> Implementation::open(const std::string& path) {
  if (!is_library_name(path)) {
    return open_program(path);
  }
  const Result<rpcts_adapter_entry_function> entry = load_entry(path);
  if (!entry) {
    return std::unexpected(entry.error());
  }
  const Result<const rpcts_adapter*> table = table_of(*entry);
  if (!table) {
    return std::unexpected(table.error());
  }
  Result<Loaded> loaded = check_table(*table);
  if (!loaded) {
    return std::unexpected(std::move(loaded.error()));
  }
  return Implementation(std::make_shared<Open>(Open{std::move(*loaded)}));
}

Result<Implementation> Implementation::open_program(const std::string& path) {
  Result<std::shared_ptr<ProgramAdapter>> program = ProgramAdapter::start(path);
  if (!program) {
    return std::unexpected(std::move(program.error()));
  }
  Result<Loaded> loaded = check_table(&(*program)->table());
  if (!loaded) {
    return std::unexpected(std::move(loaded.error()));
  }
  loaded->keeper = std::move(*program);
  return Implementation(std::make_shared<Open>(Open{std::move(*loaded)}));
}

Result<Implementation> Implementation::over(const rpcts_adapter& table) {
  Result<Loaded> loaded = check_table(&table);
  if (!loaded) {
    return std::unexpected(std::move(loaded.error()));
  }
  return Implementation(std::make_shared<Open>(Open{std::move(*loaded)}));
}

const std::string& Implementation::name() const {
  return open_->name;
}
const std::string& Implementation::version() const {
  return open_->version;
}
bool Implementation::is_program() const {
  return open_->keeper != nullptr;
}
std::uint32_t Implementation::profiles() const {
  return open_->table->profiles;
}
bool Implementation::claims(std::uint32_t profiles) const {
  return (open_->table->profiles & profiles) == profiles;
}
bool Implementation::scene_shading() const {
  return open_->table->scene_shading == 1;
}

Result<Verdict> Implementation::judge(const std::string& folder) {
  if (auto claimed = require(*open_, RPCTS_PROFILE_AUTHORING); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  std::array<TextSink, 2> texts;
  auto& [rule, reason] = texts;
  rpcts_verdict verdict{
      .size = sizeof(rpcts_verdict), .accepted = -1, .rule = rule.sink(), .reason = reason.sink()};
  const rpcts_adapter& table = *open_->table;
  const auto done = called(
      "judge_pack",
      [&](rpcts_sink why) { return table.judge_pack(table.context, text_of(folder), &verdict, why); }, texts);
  if (!done) {
    return std::unexpected(done.error());
  }
  if (verdict.accepted != 0 && verdict.accepted != 1) {
    return header_broken(
        fmt::format("judge_pack answers with accepted {}, must be 0 or 1", verdict.accepted));
  }
  Verdict answer{.accepted = verdict.accepted == 1, .rule = rule.text(), .reason = reason.text()};
  if (answer.accepted && !answer.rule.empty()) {
    return header_broken(
        fmt::format("judge_pack accepts the pack and names a rule that decides, '{}'", answer.rule));
  }
  return answer;
}

Result<std::array<std::string, 4>> Implementation::slots(const std::string& folder, const std::string& pass,
                                                         bool fused) {
  if (auto claimed = require(*open_, RPCTS_PROFILE_RESOLUTION); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  std::array<TextSink, 4> texts;
  rpcts_resolved_slots slots{.size = sizeof(rpcts_resolved_slots), .fused = fused ? 1 : 0};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    slots.slots[i] = texts[i].sink();
  }
  const rpcts_adapter& table = *open_->table;
  const auto done = called(
      "resolve_slots",
      [&](rpcts_sink why) {
        return table.resolve_slots(table.context, text_of(folder), text_of(pass), &slots, why);
      },
      texts);
  if (!done) {
    return std::unexpected(done.error());
  }
  std::array<std::string, 4> names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    names[i] = texts[i].text();
  }
  return names;
}

Result<std::array<std::uint32_t, 64>> Implementation::settings(const std::string& folder,
                                                               const std::string& preset,
                                                               std::span<const SettingValue> overrides) {
  if (auto claimed = require(*open_, RPCTS_PROFILE_RESOLUTION); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  const std::vector<rpcts_setting_value> values = header_values(overrides);
  rpcts_resolved_settings settings{.size = sizeof(rpcts_resolved_settings),
                                   .preset = text_of(preset),
                                   .overrides = values.data(),
                                   .override_count = values.size()};
  const rpcts_adapter& table = *open_->table;
  const auto done = called("resolve_settings", [&](rpcts_sink why) {
    return table.resolve_settings(table.context, text_of(folder), &settings, why);
  });
  if (!done) {
    return std::unexpected(done.error());
  }
  return std::to_array(settings.words);
}

Result<float> Implementation::policy(const std::string& folder, int policy, float x) {
  if (auto claimed = require(*open_, RPCTS_PROFILE_RESOLUTION); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  float value = std::numeric_limits<float>::quiet_NaN();
  const rpcts_adapter& table = *open_->table;
  const auto done = called("evaluate_policy", [&](rpcts_sink why) {
    return table.evaluate_policy(table.context, text_of(folder), policy, x, &value, why);
  });
  if (!done) {
    return std::unexpected(done.error());
  }
  if (!std::isfinite(value)) {
    return header_broken(fmt::format("evaluate_policy answers with {}", value));
  }
  return value;
}

Result<Host> Implementation::create_host(const rpcts_setup& setup) {
  if (auto claimed = require(*open_, RPCTS_PROFILE_HOST); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  rpcts_setup sized = setup;
  sized.size = sizeof(rpcts_setup);
  rpcts_host* handle = nullptr;
  const rpcts_adapter& table = *open_->table;
  const auto done = called(
      "create_host", [&](rpcts_sink why) { return table.create_host(table.context, &sized, &handle, why); });
  if (!done) {
    return std::unexpected(done.error());
  }
  if (handle == nullptr) {
    return header_broken("create_host succeeds without a host");
  }
  const bool own_output = setup.output_width != 0;
  return Host(std::make_unique<Host::Open>(open_, handle, own_output ? setup.output_width : setup.width,
                                           own_output ? setup.output_height : setup.height));
}

}  // namespace rpcts::implementation
