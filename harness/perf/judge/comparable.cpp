#include "harness/perf/judge/comparable.hpp"

#include <fmt/format.h>

namespace rpcts::perf {
namespace {

void add(std::string& text, std::string_view what, std::string_view base, std::string_view head) {
  if (base == head) {
    return;
  }
  constexpr auto shown = [](std::string_view value) {
    return value.empty() ? std::string("unknown") : fmt::format("'{}'", value);
  };
  text +=
      fmt::format("{}{}: {} in base, {} in head", text.empty() ? "" : "; ", what, shown(base), shown(head));
}

}  // namespace

std::string why_not_comparable(const SampleSet& base, const SampleSet& head) {
  std::string text;
  add(text, "benchmark", base.benchmark, head.benchmark);
  add(text, "metric", base.metric, head.metric);
  add(text, "kind", name_of(base.kind), name_of(head.kind));
  add(text, "unit", base.unit, head.unit);
  for (const Difference& one : differences(base.environment, head.environment, head.kind)) {
    add(text, one.field, one.one, one.other);
  }
  return text;
}

}  // namespace rpcts::perf
