#include "harness/perf/page/page_json.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>

namespace rpcts::perf {
namespace {

using Json = nlohmann::json;

std::string_view name_of(Tone tone) {
  switch (tone) {
    case Tone::better:
      return "better";
    case Tone::worse:
      return "worse";
    case Tone::neutral:
      break;
  }
  return "neutral";
}

/// Each run once: hundreds of series share their runs, and the texts would be most of the page.
class Runs {
 public:
  std::size_t index_of(const PagePoint& point) {
    const auto [place, is_new] =
        index_.try_emplace(std::tuple(point.recorded, point.commit, point.run), list_.size());
    if (is_new) {
      list_.push_back({point.recorded, point.commit, point.run});
    }
    return place->second;
  }
  [[nodiscard]] const Json& list() const { return list_; }

 private:
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> index_;
  Json list_ = Json::array();
};

Json json_of(const PageSeries& series, Runs& runs) {
  Json points = Json::array();
  for (const PagePoint& point : series.points) {
    points.push_back({runs.index_of(point), point.median, point.low, point.high});
  }
  Json changes = Json::array();
  for (const PageChange& change : series.change_points) {
    // One that names no point has no place in the chart.
    if (change.index < series.points.size()) {
      changes.push_back({change.index, change.step});
    }
  }
  return {{"benchmark", series.benchmark},      {"metric", series.metric}, {"unit", series.unit},
          {"kind", perf::name_of(series.kind)}, {"device", series.device}, {"points", std::move(points)},
          {"changes", std::move(changes)}};
}

Json json_of(const PageComparison& comparison) {
  return {{"name", comparison.name},         {"unit", comparison.unit},       {"base", comparison.base},
          {"head", comparison.head},         {"verdict", comparison.verdict}, {"detail", comparison.detail},
          {"tone", name_of(comparison.tone)}};
}

}  // namespace

std::string page_json(const PageData& data) {
  Runs runs;
  Json series = Json::array();
  for (const PageSeries& one : data.series) {
    series.push_back(json_of(one, runs));
  }
  Json comparisons = Json::array();
  for (const PageComparison& one : data.comparisons) {
    comparisons.push_back(json_of(one));
  }
  const Json all{{"runs", runs.list()},
                 {"series", std::move(series)},
                 {"comparisons", std::move(comparisons)},
                 {"findings", data.findings.size()}};
  std::string text;
  // In JSON a `<` can stand in a string only, where it may be written like this.
  for (const char letter : all.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

}  // namespace rpcts::perf
