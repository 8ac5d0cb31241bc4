#include "harness/runner/case.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/core.h>
#include <gtest/gtest.h>

namespace rpcts::runner {
namespace {

constexpr bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_case_id(std::string_view id) {
  const std::size_t colon = id.find(':');
  const std::string_view name = id.substr(0, colon);
  const auto in_name = [](char c) { return is_alphanumeric(c) || c == '_' || c == '-' || c == '.'; };
  if (name.empty() || !std::ranges::all_of(name, in_name)) {
    return false;
  }
  // Contract, file and case, none of them empty.
  if (std::ranges::count(name, '.') < 2 || name.front() == '.' || name.back() == '.' ||
      name.find("..") != std::string_view::npos) {
    return false;
  }
  if (colon == std::string_view::npos) {
    return true;
  }
  const std::string_view parameters = id.substr(colon + 1);
  return !parameters.empty() && std::ranges::all_of(parameters, [&](char c) {
    return in_name(c) || c == '=' || c == ';' || c == ',' || c == '+';
  });
}

bool CaseContext::check(bool ok, std::string_view what, std::source_location where) {
  ++checks_;
  if (ok) {
    return true;
  }
  ++failures_;
  if (failures_ <= maximum_failures) {
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line())) << what;
  }
  return false;
}

void CaseTable::add(CaseInfo info, std::function<void(CaseContext&)> body) {
  if (!is_case_id(info.id)) {
    fmt::print(stderr, "rpcts: '{}' is no case id (<contract>.<file>.<case>[:key=value;...])\n", info.id);
    std::abort();
  }
  std::string id = info.id;
  const auto [at, added] = cases_.try_emplace(std::move(id), Case{std::move(info), std::move(body)});
  if (!added) {
    fmt::print(stderr, "rpcts: two cases have the id '{}'\n", at->first);
    std::abort();
  }
}

void CaseTable::weigh(const std::function<Weight(const CaseInfo&)>& weight_of) {
  for (auto& [id, one] : cases_) {
    one.info.weight = weight_of(one.info);
  }
}

}  // namespace rpcts::runner
