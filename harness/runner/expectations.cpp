#include "harness/runner/expectations.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/files.hpp"
#include "harness/runner/selection.hpp"

namespace rpcts::runner {
namespace {

using Json = nlohmann::json;

constexpr std::string_view format_name = "rpcts.expectations";
constexpr int format_version = 1;
/// More than any list of known failures needs.
constexpr std::uint64_t largest_file = std::uint64_t{16} * 1024 * 1024;

/// The members of an entry; `required` ones must be there and not be empty.
struct Member {
  std::string_view name;
  std::string Expectation::* value;
  bool required;
};
constexpr Member members[] = {{"cases", &Expectation::cases, true},
                              {"device", &Expectation::device, false},
                              {"message", &Expectation::message, false},
                              {"reason", &Expectation::reason, true}};

Result<Expectation> read_entry(const Json& json, std::string_view place) {
  if (!json.is_object()) {
    return error(ErrorKind::usage, fmt::format("{}: an entry is an object", place));
  }
  Expectation entry;
  for (const auto& [name, value] : json.items()) {
    const auto* const member = std::ranges::find(members, name, &Member::name);
    if (member == std::end(members)) {
      return error(
          ErrorKind::usage,
          fmt::format("{}: unknown member '{}'; an entry has cases, device, message, reason", place, name));
    }
    if (!value.is_string()) {
      return error(ErrorKind::usage, fmt::format("{}: '{}' must be a text", place, name));
    }
    entry.*member->value = value.get<std::string>();
  }
  for (const Member& member : members) {
    if (member.required && (entry.*member.value).empty()) {
      return error(ErrorKind::usage, fmt::format("{}: '{}' is missing or empty", place, member.name));
    }
  }
  return entry;
}

bool names(const Expectation& entry, const CaseRecord& record, std::string_view device) {
  return matches_glob(record.info.id, entry.cases) &&
         (entry.device.empty() || matches_glob(device, entry.device));
}

bool has_message(const CaseRecord& record, const std::string& text) {
  return text.empty() || std::ranges::any_of(record.messages, [&](const Message& message) {
           return message.text.find(text) != std::string::npos;
         });
}

}  // namespace

Expectations::Expectations(std::vector<Expectation> entries)
    : entries_(std::move(entries)), counts_(entries_.size()) {}

Result<Expectations> Expectations::from_json(std::string_view text, const std::string& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& thrown) {
    return error(ErrorKind::usage, fmt::format("{}: no JSON: {}", name, thrown.what()));
  }
  if (!json.is_object() || json.value("format", Json()) != format_name) {
    return error(
        ErrorKind::usage,
        fmt::format("{}: no list of expectations; it starts with \"format\": \"{}\"", name, format_name));
  }
  if (json.value("version", Json()) != format_version) {
    return error(ErrorKind::usage,
                 fmt::format("{}: this program reads version {} of expectations", name, format_version));
  }
  const auto list = json.find("expectations");
  if (list == json.end() || !list->is_array()) {
    return error(ErrorKind::usage, fmt::format("{}: the list 'expectations' is missing", name));
  }
  std::vector<Expectation> entries;
  for (const Json& one : *list) {
    Result<Expectation> entry = read_entry(one, fmt::format("{}: /expectations/{}", name, entries.size()));
    if (!entry) {
      return std::unexpected(std::move(entry.error()));
    }
    entries.push_back(std::move(*entry));
  }
  return Expectations(std::move(entries));
}

Result<Expectations> Expectations::from_file(const std::filesystem::path& path) {
  const FileResult<FileBytes> bytes = read_regular_file(path, largest_file);
  if (!bytes) {
    return error(ErrorKind::usage,
                 fmt::format("the file of expectations '{}' {}", path.string(), bytes.error().reason));
  }
  return from_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path.string());
}

void Expectations::apply(CaseRecord& record, std::string_view device) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Expectation& entry = entries_[i];
    if (!names(entry, record, device)) {
      continue;
    }
    if (record.outcome == Outcome::pass) {
      ++counts_[i].passed;
    } else if (is_failure(record.outcome) && has_message(record, entry.message)) {
      ++counts_[i].waived;
      record.outcome = Outcome::waived;
      record.messages.insert(record.messages.begin(), Message{.text = entry.reason});
      return;
    }
  }
}

std::vector<std::string> Expectations::outdated() const {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (counts_[i].waived == 0 && counts_[i].passed > 0) {
      sentences.push_back(
          fmt::format("the expectation for '{}' is out of date: {} of its cases passed and none failed as "
                      "it says; take it out of the list",
                      entries_[i].cases, counts_[i].passed));
    }
  }
  return sentences;
}

}  // namespace rpcts::runner
