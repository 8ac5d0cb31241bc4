#include "harness/observer/commands.hpp"

#include <algorithm>

#include "harness/observer/command_table.hpp"

namespace rpcts::observer {

std::string_view command_name(std::uint16_t command) {
  const auto names = table::names();
  return command < names.size() ? names[command] : "?";
}

std::optional<std::uint16_t> command_index(std::string_view name) {
  const auto names = table::names();
  const auto at = std::ranges::lower_bound(names, name);
  if (at != names.end() && *at == name) {
    return static_cast<std::uint16_t>(at - names.begin());
  }
  const auto aliases = table::aliases();
  const auto alias = std::ranges::lower_bound(aliases, name, {}, &table::Alias::name);
  if (alias != aliases.end() && alias->name == name) {
    return alias->command;
  }
  return std::nullopt;
}

std::span<const VkResult> command_errors(std::uint16_t command) {
  const auto ranges = table::error_ranges();
  if (command >= ranges.size()) {
    return {};
  }
  return table::errors().subspan(ranges[command].first, ranges[command].count);
}

VkResult error_of(std::uint16_t command, VkResult wanted) {
  const auto errors = command_errors(command);
  return errors.empty() || std::ranges::find(errors, wanted) != errors.end() ? wanted : errors.front();
}

std::string_view object_type_name(VkObjectType type) {
  const auto types = table::object_types();
  const auto at = std::ranges::find(types, type, &table::ObjectTypeName::type);
  return at != types.end() ? at->name : "object";
}

std::uint32_t commands_fingerprint() {
  // FNV-1a over the names.
  std::uint32_t hash = 2166136261U;
  for (const std::string_view name : table::names()) {
    for (const char c : name) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    hash = (hash ^ 0xFFU) * 16777619U;
  }
  return hash;
}

}  // namespace rpcts::observer
