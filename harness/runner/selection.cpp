#include "harness/runner/selection.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace rpcts::runner {
namespace {

/// Edits (insert, remove, replace one character) that turn one text into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string suggestion(std::string_view text, const std::vector<std::string_view>& known) {
  const std::string_view near = nearest(text, known);
  return near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near);
}

bool read_number(std::string_view text, unsigned& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size();
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;  // the last `*` seen, and the text that it has swallowed up to
  std::size_t swallowed = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++swallowed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& known) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, text.size() / 4) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t longer = std::max(candidate.size(), text.size());
    const std::size_t shorter = std::min(candidate.size(), text.size());
    if (longer - shorter >= best_distance) {
      continue;
    }
    if (const std::size_t edits = distance(text, candidate); edits < best_distance) {
      best = candidate;
      best_distance = edits;
    }
  }
  return best;
}

Result<Shard> shard_from(std::string_view text) {
  Shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), shard.index) ||
      !read_number(text.substr(slash + 1), shard.count) || shard.index < 1 || shard.index > shard.count) {
    return error(ErrorKind::usage,
                 fmt::format("'{}' is no shard; write I/N with 1 <= I <= N, as in 2/5", text));
  }
  return shard;
}

Result<std::vector<CaseInfo>> select(const Catalogue& catalogue, const Selection& selection) {
  std::set<std::string_view> contracts;
  std::vector<const CaseInfo*> matching;
  std::size_t left_out = 0;
  for (const CaseInfo& info : catalogue.cases) {
    const std::string_view contract = contract_of(info.id);
    contracts.insert(contract);
    if ((selection.contract.empty() || selection.contract == contract) &&
        matches_glob(info.id, selection.filter)) {
      if (info.nightly && !selection.nightly && info.id != selection.filter) {
        ++left_out;
        continue;
      }
      matching.push_back(&info);
    }
  }
  if (!selection.contract.empty() && !contracts.contains(selection.contract)) {
    return error(ErrorKind::usage,
                 fmt::format("there is no contract '{}'{} (known: {})", selection.contract,
                             suggestion(selection.contract, {contracts.begin(), contracts.end()}),
                             fmt::join(contracts, ", ")));
  }
  if (matching.empty() && left_out > 0) {
    return error(ErrorKind::usage, fmt::format("all {} cases that match '{}' are nightly; add --nightly",
                                               left_out, selection.filter));
  }
  if (matching.empty()) {
    std::vector<std::string_view> ids;
    for (const CaseInfo& info : catalogue.cases) {
      ids.push_back(info.id);
    }
    return error(ErrorKind::usage, fmt::format("no case matches '{}'{} (`rpcts list` shows all)",
                                               selection.filter, suggestion(selection.filter, ids)));
  }
  if (selection.implementation_only) {
    std::erase_if(matching, [](const CaseInfo* info) { return info->profiles.empty(); });
    if (matching.empty()) {
      return error(ErrorKind::usage,
                   fmt::format("no case that matches '{}' judges an implementation; without --implementation "
                               "they run as checks of the suite itself",
                               selection.filter));
    }
  }
  std::vector<CaseInfo> selected;
  for (std::size_t i = selection.shard.index - 1; i < matching.size(); i += selection.shard.count) {
    selected.push_back(*matching[i]);
  }
  return selected;
}

}  // namespace rpcts::runner
