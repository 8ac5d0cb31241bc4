#include "harness/implementation/program_server.hpp"

#include <fstream>
#include <stdexcept>

namespace rpcts::implementation {
namespace {

Json status_of(const Error& why) {
  const char* status = why.kind == ErrorKind::unsupported ? "unsupported"
                       : breaks_header(why)               ? "broken"
                                                          : "failed";
  return {{"status", status}, {"reason", why.message}};
}

Json ok() {
  return {{"status", "ok"}};
}

Json status_of(const Result<void>& done) {
  return done ? ok() : status_of(done.error());
}

std::vector<SettingValue> overrides_of(const Json& question) {
  std::vector<SettingValue> values;
  for (const Json& one : question.at("overrides")) {
    values.emplace_back(one.at("setting").get<std::string>(), one.at("value").get<std::string>());
  }
  return values;
}

std::string text(const Json& question, const char* name) {
  return question.at(name).get<std::string>();
}

Json render(Host& host, const Json& question) {
  FrameValue value;
  frame_from(question.at("frame"), value);
  if (!question.contains("picture")) {
    return status_of(host.run_frame(value.frame));
  }
  const Result<Picture> picture = host.render(value.frame);
  if (!picture) {
    return status_of(picture.error());
  }
  std::ofstream file(text(question, "picture"), std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(picture->pixels.data()),
             static_cast<std::streamsize>(picture->pixels.size()));
  file.close();
  if (!file) {
    throw std::runtime_error("the picture cannot be written");
  }
  Json answer = ok();
  answer["width"] = picture->width;
  answer["height"] = picture->height;
  return answer;
}

}  // namespace

std::string ProgramServer::answer(const std::string& line) {
  Json answer;
  Json id;
  try {
    const Json question = Json::parse(line);
    id = question.at("id");
    const std::string call = text(question, "call");
    answer = question.contains("host") ? answer_host(call, question) : answer_free(call, question);
  } catch (const std::exception& thrown) {
    answer = {{"status", "broken"},
              {"reason", std::string("the question is not understood: ") + thrown.what()}};
  }
  answer["id"] = id;
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json ProgramServer::answer_free(const std::string& call, const Json& question) {
  Json answer = ok();
  if (call == "hello") {
    answer["version"] = program_protocol_version;
    answer["name"] = implementation_.name();
    answer["implementationVersion"] = implementation_.version();
    answer["profiles"] = profile_names(implementation_.profiles());
    answer["sceneShading"] = implementation_.scene_shading();
    return answer;
  }
  if (call == "judge_pack") {
    const auto verdict = implementation_.judge(text(question, "folder"));
    if (!verdict) {
      return status_of(verdict.error());
    }
    answer["accepted"] = verdict->accepted;
    answer["rule"] = verdict->rule;
    answer["verdictReason"] = verdict->reason;
    return answer;
  }
  if (call == "resolve_slots") {
    const auto slots = implementation_.slots(text(question, "folder"), text(question, "pass"),
                                             question.at("fused").get<bool>());
    if (!slots) {
      return status_of(slots.error());
    }
    answer["slots"] = *slots;
    return answer;
  }
  if (call == "resolve_settings") {
    const auto words =
        implementation_.settings(text(question, "folder"), text(question, "preset"), overrides_of(question));
    if (!words) {
      return status_of(words.error());
    }
    answer["words"] = *words;
    return answer;
  }
  if (call == "evaluate_policy") {
    const auto value = implementation_.policy(text(question, "folder"), question.at("policy").get<int>(),
                                              float_from(question.at("x")));
    if (!value) {
      return status_of(value.error());
    }
    answer["value"] = json_of(*value);
    return answer;
  }
  if (call == "create_host") {
    auto host = implementation_.create_host(setup_from(question.at("setup")));
    if (!host) {
      return status_of(host.error());
    }
    hosts_.emplace(++last_host_, std::move(*host));
    answer["host"] = last_host_;
    return answer;
  }
  throw std::invalid_argument("there is no call '" + call + "' without a host");
}

Host& ProgramServer::host_of(const Json& question) {
  const auto at = hosts_.find(question.at("host").get<std::uint64_t>());
  if (at == hosts_.end()) {
    throw std::invalid_argument("there is no such host");
  }
  return at->second;
}

Json ProgramServer::answer_host(const std::string& call, const Json& question) {
  Host& host = host_of(question);
  const auto number = question.at("host").get<std::uint64_t>();
  Json answer = ok();
  if (call == "destroy_host") {
    hosts_.erase(number);
    scenes_.erase(number);
    return answer;
  }
  if (call == "set_scene") {
    SceneValue& scene = scenes_[number];
    if (const auto read = read_scene(text(question, "scene"), scene); !read) {
      throw std::runtime_error(read.error().message);
    }
    return status_of(host.set_scene(scene.scene));
  }
  if (call == "register_pack") {
    return status_of(host.register_pack(text(question, "folder")));
  }
  if (call == "withdraw_pack") {
    return status_of(host.withdraw_pack(text(question, "pack")));
  }
  if (call == "query_availability") {
    const auto one = host.availability(text(question, "pack"), text(question, "preset"));
    if (!one) {
      return status_of(one.error());
    }
    answer["packCompatible"] = one->pack_compatible;
    answer["presetAvailable"] = one->preset_available;
    answer["availabilityReason"] = one->reason;
    return answer;
  }
  if (call == "select_pack") {
    return status_of(host.select({.pack = text(question, "pack"),
                                  .preset = text(question, "preset"),
                                  .version = text(question, "version"),
                                  .overrides = overrides_of(question),
                                  .explicit_choice = question.at("explicitChoice").get<bool>()}));
  }
  if (call == "render_frame") {
    return render(host, question);
  }
  if (call == "query_state") {
    const auto state = host.state();
    if (!state) {
      return status_of(state.error());
    }
    answer.update({{"state", state->state},
                   {"generation", state->generation},
                   {"shadowGate", state->shadow_gate},
                   {"volumetricGate", state->volumetric_gate},
                   {"pack", state->pack},
                   {"preset", state->preset},
                   {"stateReason", state->reason}});
    return answer;
  }
  if (call == "handle_event") {
    const rpcts_event event = event_from(question.at("event"));
    return status_of(event.kind == RPCTS_EVENT_RESIZE
                         ? host.resize(event.width, event.height, event.output_width, event.output_height)
                         : host.event(event.kind));
  }
  if (call == "read_block") {
    const auto bytes = host.block(text(question, "pass"), question.at("binding").get<int>());
    if (!bytes) {
      return status_of(bytes.error());
    }
    answer["bytes"] = hex_of(*bytes);
    return answer;
  }
  if (call == "read_ledger") {
    const auto ledger = host.ledger();
    if (!ledger) {
      return status_of(ledger.error());
    }
    answer["ledger"] = json_of(*ledger);
    return answer;
  }
  throw std::invalid_argument("there is no call '" + call + "' of a host");
}

}  // namespace rpcts::implementation
