#include "harness/contracts/render_pack_v1/check_context.hpp"

#include <algorithm>

namespace rpcts::render_pack_v1 {
namespace {

std::string lower(std::string_view id) {
  std::string text(id);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

}  // namespace

void DescriptorReport::add(Severity severity, std::string_view rule, std::string at, std::string found,
                           std::string required) {
  Tally& tally = tallies_[rule];
  if (++tally.count > findings_per_rule) {
    return;
  }
  tally.last = findings_.all().size();
  findings_.add({.rule = rule,
                 .severity = severity,
                 .place = {.pointer = std::move(at)},
                 .found = std::move(found),
                 .required = std::move(required)});
}

std::size_t DescriptorReport::count(std::string_view rule) const {
  const auto found = tallies_.find(rule);
  return found == tallies_.end() ? 0 : found->second.count;
}

Findings DescriptorReport::finish() && {
  for (const auto& [rule, tally] : tallies_) {
    if (tally.count > findings_per_rule) {
      findings_.all()[tally.last].found +=
          fmt::format(" (and {} more like it, not listed)", tally.count - findings_per_rule);
    }
  }
  return std::move(findings_);
}

bool IdIndex::add(std::string_view id, std::size_t index) {
  return indices_.emplace(lower(id), index).second;
}

std::optional<std::size_t> IdIndex::find(std::string_view id) const {
  const auto found = indices_.find(lower(id));
  return found == indices_.end() ? std::nullopt : std::optional(found->second);
}

bool CheckContext::requires_capability(RenderCapability capability) const {
  return std::ranges::find(descriptor.required_capabilities, capability) !=
         descriptor.required_capabilities.end();
}

bool CheckContext::may_compare(std::size_t candidates) {
  constexpr std::size_t most = 10'000;
  comparisons_ += candidates;
  return comparisons_ <= most;
}

}  // namespace rpcts::render_pack_v1
