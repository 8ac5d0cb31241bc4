#include "harness/runner/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rpcts::runner {
namespace {

using Json = nlohmann::json;

constexpr std::string_view hello_name = "hello";
constexpr std::string_view started_name = "start";
constexpr std::string_view ended_name = "end";
constexpr std::string_view goodbye_name = "goodbye";

struct ToJson {
  Json operator()(const Hello& hello) const {
    return {{"event", hello_name}, {"version", hello.version}, {"cases", hello.cases}};
  }
  Json operator()(const CaseStarted& started) const { return {{"event", started_name}, {"id", started.id}}; }
  Json operator()(const CaseEnded& ended) const {
    Json messages = Json::array();
    for (const Message& message : ended.messages) {
      messages.push_back({{"text", message.text}, {"file", message.file}, {"line", message.line}});
    }
    return {{"event", ended_name},
            {"id", ended.id},
            {"outcome", name_of(ended.outcome)},
            {"checks", ended.checks},
            {"microseconds", ended.microseconds},
            {"messages", std::move(messages)},
            {"notes", ended.notes}};
  }
  Json operator()(const Goodbye& /*goodbye*/) const { return {{"event", goodbye_name}}; }
};

/// Throws Json::exception where a member is missing or of another type.
Result<Event> from_json(const Json& json) {
  const auto name = json.at("event").get<std::string>();
  if (name == hello_name) {
    Hello hello{.version = json.at("version").get<int>()};
    if (hello.version != protocol_version) {
      return error(ErrorKind::unsupported,
                   fmt::format("the worker speaks version {} of the protocol, this program "
                               "version {}; use the worker that was installed with it",
                               hello.version, protocol_version));
    }
    hello.cases = json.at("cases").get<std::uint64_t>();
    return hello;
  }
  if (name == started_name) {
    return CaseStarted{json.at("id").get<std::string>()};
  }
  if (name == ended_name) {
    const auto outcome_text = json.at("outcome").get<std::string>();
    const std::optional<Outcome> outcome = outcome_named(outcome_text);
    const bool possible = outcome == Outcome::pass || outcome == Outcome::fail ||
                          outcome == Outcome::quality_warning || outcome == Outcome::not_supported;
    if (!possible) {
      return error(ErrorKind::failed, fmt::format("the worker reports the outcome '{}'", outcome_text));
    }
    CaseEnded ended{.id = json.at("id").get<std::string>(),
                    .outcome = *outcome,
                    .checks = json.at("checks").get<std::uint64_t>(),
                    .microseconds = json.at("microseconds").get<std::uint64_t>(),
                    .notes = json.at("notes").get<std::map<std::string, std::string>>()};
    for (const Json& message : json.at("messages")) {
      ended.messages.push_back({.text = message.at("text").get<std::string>(),
                                .file = message.at("file").get<std::string>(),
                                .line = message.at("line").get<std::uint32_t>()});
    }
    return ended;
  }
  if (name == goodbye_name) {
    return Goodbye{};
  }
  return error(ErrorKind::failed, fmt::format("the worker sent the unknown event '{}'", name));
}

/// The start of a line, for a message about it.
std::string quoted(std::string_view line) {
  constexpr std::size_t shown = 80;
  return Json(std::string(line.substr(0, shown))).dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

std::string encode(const Event& event) {
  return std::visit(ToJson{}, event).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Event> decode(std::string_view line) {
  try {
    return from_json(Json::parse(line));
  } catch (const Json::exception&) {
    return error(ErrorKind::failed, fmt::format("the worker sent a line that is no event: {}", quoted(line)));
  }
}

void EventReader::feed(std::string_view bytes) {
  if (broken_) {
    return;
  }
  buffer_.erase(0, taken_);
  taken_ = 0;
  buffer_ += bytes;
}

std::optional<Result<Event>> EventReader::next() {
  if (broken_) {
    return std::nullopt;
  }
  const std::size_t end = buffer_.find('\n', taken_);
  const bool whole = end != std::string::npos;
  if ((whole ? end : buffer_.size()) - taken_ > maximum_event_bytes) {
    broken_ = true;
    return error(ErrorKind::failed, fmt::format("the worker sent a line of more than {} bytes: {}",
                                                maximum_event_bytes, quoted(rest())));
  }
  if (!whole) {
    return std::nullopt;
  }
  Result<Event> event = decode(std::string_view(buffer_).substr(taken_, end - taken_));
  taken_ = end + 1;
  broken_ = !event.has_value();
  return event;
}

}  // namespace rpcts::runner
