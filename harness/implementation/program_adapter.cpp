#include "harness/implementation/program_adapter.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/base/text.hpp"
#include "harness/implementation/child_program.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/implementation/program_folder.hpp"
#include "harness/implementation/program_values.hpp"

namespace rpcts::implementation {
namespace {

std::string copy(rpcts_text text) {
  return text.length == 0 ? std::string() : std::string(text.data, text.length);
}

void write(const rpcts_sink& sink, std::string_view text) {
  sink.write(sink.context, text.data(), text.size());
}

/// Writes a member that may be left out.
void write_member(const Json& json, const char* name, const rpcts_sink& sink) {
  if (const auto at = json.find(name); at != json.end()) {
    write(sink, at->get<std::string>());
  }
}

Json json_of(const rpcts_setting_value* values, std::size_t count) {
  Json list = Json::array();
  for (const rpcts_setting_value& one : std::span(values, count)) {
    list.push_back({{"setting", copy(one.setting)}, {"value", copy(one.value)}});
  }
  return list;
}

/// A program, its child, and the functions of its table.
struct Program {
  /// A host of the program, as rpcts_host points to it.
  struct OpenHost {
    std::uint64_t id = 0;     ///< as the program numbers it
    std::uint64_t child = 0;  ///< which child it belongs to
  };

  std::string program;
  std::unique_ptr<ChildProgram> child;
  std::uint64_t generation = 0;  ///< children started so far
  std::uint64_t calls = 0;
  ProgramFolder folder;
  std::map<rpcts_host*, std::unique_ptr<OpenHost>> hosts;
  std::string name;
  std::string version;
  rpcts_adapter table{};

  explicit Program(ProgramFolder where) : folder(std::move(where)) {}

  Result<void> restart() {
    Result<std::unique_ptr<ChildProgram>> started = ChildProgram::start(program);
    if (!started) {
      return std::unexpected(started.error());
    }
    child = std::move(*started);
    ++generation;
    return {};
  }

  /// One call. An Error is a broken program; it has been ended then.
  Result<Json> ask(Json question) {
    question["id"] = ++calls;
    const Result<std::string> line =
        child->ask(question.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!line) {
      return std::unexpected(line.error());
    }
    Json answer = Json::parse(*line, nullptr, false);
    const auto number = answer.is_object() ? answer.find("id") : answer.end();
    if (!answer.is_object() || number == answer.end() || *number != calls || !answer.contains("status")) {
      child->kill();
      return error(ErrorKind::failed,
                   fmt::format("the program answered call {} with {}", calls, rpcts::quoted(*line, 120)));
    }
    return answer;
  }

  /// A call, its status and what it answers with.
  template <class Take>
  rpcts_status call(Json question, rpcts_sink reason, const Take& take) {
    const Result<Json> answer = ask(std::move(question));
    if (!answer) {
      write(reason, answer.error().message);
      return status_of_broken_program;
    }
    try {
      const auto status = answer->at("status").get<std::string>();
      if (status == "ok") {
        take(*answer);
        return RPCTS_OK;
      }
      write_member(*answer, "reason", reason);
      if (status == "unsupported" || status == "failed") {
        return status == "failed" ? RPCTS_FAILED : RPCTS_UNSUPPORTED;
      }
      if (status != "broken") {
        write(reason, fmt::format("the program answered with the unknown status {}", rpcts::quoted(status)));
      }
    } catch (const std::exception& thrown) {
      child->kill();
      write(reason, fmt::format("the program's answer lacks something: {}", thrown.what()));
    }
    return status_of_broken_program;
  }

  /// A call that needs no host: a fresh child where the last one is gone.
  template <class Take>
  rpcts_status call_free(Json question, rpcts_sink reason, const Take& take) {
    if (child->dead()) {
      // A fresh child is greeted like the first; what it claims was said then.
      Result<Json> hello = restart().has_value()
                               ? ask({{"call", "hello"}, {"version", program_protocol_version}})
                               : error(ErrorKind::failed, "the program cannot be started again");
      if (!hello) {
        write(reason, hello.error().message);
        return status_of_broken_program;
      }
    }
    return call(std::move(question), reason, take);
  }

  template <class Take>
  rpcts_status call_host(rpcts_host* host, Json question, rpcts_sink reason, const Take& take) {
    const OpenHost& open = *hosts.at(host);
    if (open.child != generation || child->dead()) {
      write(reason, "the program that had this host has ended");
      return status_of_broken_program;
    }
    question["host"] = open.id;
    return call(std::move(question), reason, take);
  }
};

Program& of(void* context) {
  return *static_cast<Program*>(context);
}

constexpr auto nothing = [](const Json&) {};

// ---- the functions of the table

rpcts_status judge_pack(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  return of(context).call_free({{"call", "judge_pack"}, {"folder", copy(folder)}}, reason,
                               [&](const Json& answer) {
                                 verdict->accepted = answer.at("accepted").get<bool>() ? 1 : 0;
                                 write_member(answer, "rule", verdict->rule);
                                 write_member(answer, "verdictReason", verdict->reason);
                               });
}

rpcts_status resolve_slots(void* context, rpcts_text folder, rpcts_text pass, rpcts_resolved_slots* slots,
                           rpcts_sink reason) {
  return of(context).call_free({{"call", "resolve_slots"},
                                {"folder", copy(folder)},
                                {"pass", copy(pass)},
                                {"fused", slots->fused == 1}},
                               reason, [&](const Json& answer) {
                                 for (std::size_t i = 0; i < std::size(slots->slots); ++i) {
                                   write(slots->slots[i], answer.at("slots").at(i).get<std::string>());
                                 }
                               });
}

rpcts_status resolve_settings(void* context, rpcts_text folder, rpcts_resolved_settings* settings,
                              rpcts_sink reason) {
  return of(context).call_free({{"call", "resolve_settings"},
                                {"folder", copy(folder)},
                                {"preset", copy(settings->preset)},
                                {"overrides", json_of(settings->overrides, settings->override_count)}},
                               reason, [&](const Json& answer) {
                                 for (std::size_t i = 0; i < std::size(settings->words); ++i) {
                                   answer.at("words").at(i).get_to(settings->words[i]);
                                 }
                               });
}

rpcts_status evaluate_policy(void* context, rpcts_text folder, std::int32_t policy, float x, float* value,
                             rpcts_sink reason) {
  return of(context).call_free({{"call", "evaluate_policy"},
                                {"folder", copy(folder)},
                                {"policy", policy},
                                {"x", implementation::json_of(x)}},
                               reason, [&](const Json& answer) { *value = float_from(answer.at("value")); });
}

rpcts_status create_host(void* context, const rpcts_setup* setup, rpcts_host** host, rpcts_sink reason) {
  Program& program = of(context);
  return program.call_free({{"call", "create_host"}, {"setup", implementation::json_of(*setup)}}, reason,
                           [&](const Json& answer) {
                             auto open = std::make_unique<Program::OpenHost>();
                             open->id = answer.at("host").get<std::uint64_t>();
                             open->child = program.generation;
                             *host = reinterpret_cast<rpcts_host*>(open.get());
                             program.hosts.emplace(*host, std::move(open));
                           });
}

void ignore(void* /*context*/, const char* /*data*/, std::size_t /*length*/) {}

void destroy_host(void* context, rpcts_host* host) {
  Program& program = of(context);
  // With its child the host has gone already.
  program.call_host(host, {{"call", "destroy_host"}}, {.write = ignore, .context = nullptr}, nothing);
  program.hosts.erase(host);
}

rpcts_status set_scene(void* context, rpcts_host* host, const rpcts_scene* scene, rpcts_sink reason) {
  Program& program = of(context);
  const Result<std::filesystem::path> file = write_scene(*scene, program.folder.path());
  if (!file) {
    write(reason, file.error().message);
    return status_of_broken_program;
  }
  return program.call_host(host, {{"call", "set_scene"}, {"scene", file->string()}}, reason, nothing);
}

rpcts_status register_pack(void* context, rpcts_host* host, rpcts_text folder, rpcts_sink reason) {
  return of(context).call_host(host, {{"call", "register_pack"}, {"folder", copy(folder)}}, reason, nothing);
}

rpcts_status withdraw_pack(void* context, rpcts_host* host, rpcts_text pack, rpcts_sink reason) {
  return of(context).call_host(host, {{"call", "withdraw_pack"}, {"pack", copy(pack)}}, reason, nothing);
}

rpcts_status query_availability(void* context, rpcts_host* host, rpcts_text pack, rpcts_text preset,
                                rpcts_availability* availability, rpcts_sink reason) {
  return of(context).call_host(
      host, {{"call", "query_availability"}, {"pack", copy(pack)}, {"preset", copy(preset)}}, reason,
      [&](const Json& answer) {
        availability->pack_compatible = answer.at("packCompatible").get<bool>() ? 1 : 0;
        availability->preset_available = answer.at("presetAvailable").get<bool>() ? 1 : 0;
        write_member(answer, "availabilityReason", availability->reason);
      });
}

rpcts_status select_pack(void* context, rpcts_host* host, const rpcts_selection* wish, rpcts_sink reason) {
  return of(context).call_host(host,
                               {{"call", "select_pack"},
                                {"pack", copy(wish->pack)},
                                {"version", copy(wish->version)},
                                {"preset", copy(wish->preset)},
                                {"overrides", json_of(wish->overrides, wish->override_count)},
                                {"explicitChoice", wish->explicit_choice == 1}},
                               reason, nothing);
}

/// The pixels that the program left in the file.
void read_picture(const std::filesystem::path& file, const Json& answer, rpcts_picture& picture) {
  answer.at("width").get_to(picture.width);
  answer.at("height").get_to(picture.height);
  std::ifstream pixels(file, std::ios::binary | std::ios::ate);
  const std::size_t wanted = std::size_t{picture.width} * picture.height * 4;
  const auto size = pixels ? static_cast<std::size_t>(pixels.tellg()) : 0;
  if (size != wanted) {
    throw std::runtime_error(fmt::format("a picture of {} x {} pixels has {} bytes, the file {}",
                                         picture.width, picture.height, wanted, size));
  }
  pixels.seekg(0);
  pixels.read(reinterpret_cast<char*>(picture.pixels),
              static_cast<std::streamsize>(std::min(wanted, picture.capacity)));
}

rpcts_status render_frame(void* context, rpcts_host* host, const rpcts_frame* frame, rpcts_picture* picture,
                          rpcts_sink reason) {
  Program& program = of(context);
  Json question = {{"call", "render_frame"}, {"frame", implementation::json_of(*frame)}};
  const std::filesystem::path file = program.folder.path() / "picture.rgba";
  if (picture != nullptr) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    question["picture"] = file.string();
  }
  return program.call_host(host, std::move(question), reason, [&](const Json& answer) {
    if (picture != nullptr) {
      read_picture(file, answer, *picture);
    }
  });
}

rpcts_status query_state(void* context, rpcts_host* host, rpcts_state* state, rpcts_sink reason) {
  return of(context).call_host(host, {{"call", "query_state"}}, reason, [&](const Json& answer) {
    answer.at("state").get_to(state->state);
    answer.at("generation").get_to(state->generation);
    state->shadow_gate = answer.value("shadowGate", -1);
    state->volumetric_gate = answer.value("volumetricGate", -1);
    write_member(answer, "pack", state->pack);
    write_member(answer, "preset", state->preset);
    write_member(answer, "stateReason", state->reason);
  });
}

rpcts_status handle_event(void* context, rpcts_host* host, const rpcts_event* event, rpcts_sink reason) {
  return of(context).call_host(host, {{"call", "handle_event"}, {"event", implementation::json_of(*event)}},
                               reason, nothing);
}

rpcts_status read_block(void* context, rpcts_host* host, rpcts_block* block, rpcts_sink reason) {
  return of(context).call_host(
      host, {{"call", "read_block"}, {"pass", copy(block->pass)}, {"binding", block->binding}}, reason,
      [&](const Json& answer) {
        const auto bytes = bytes_from(answer.at("bytes").get<std::string>());
        block->length = bytes.size();
        std::copy_n(bytes.begin(), std::min(bytes.size(), block->capacity), block->bytes);
      });
}

rpcts_status read_ledger(void* context, rpcts_host* host, rpcts_ledger* ledger, rpcts_sink reason) {
  return of(context).call_host(host, {{"call", "read_ledger"}}, reason,
                               [&](const Json& answer) { *ledger = ledger_from(answer.at("ledger")); });
}

void fill_functions(rpcts_adapter& table) {
  table.judge_pack = judge_pack;
  table.resolve_slots = resolve_slots;
  table.resolve_settings = resolve_settings;
  table.evaluate_policy = evaluate_policy;
  table.create_host = create_host;
  table.destroy_host = destroy_host;
  table.set_scene = set_scene;
  table.register_pack = register_pack;
  table.withdraw_pack = withdraw_pack;
  table.query_availability = query_availability;
  table.select_pack = select_pack;
  table.render_frame = render_frame;
  table.query_state = query_state;
  table.handle_event = handle_event;
  table.read_block = read_block;
  table.read_ledger = read_ledger;
}

/// What the program says of itself.
Result<void> greet(Program& program) {
  const Result<Json> hello = program.ask({{"call", "hello"}, {"version", program_protocol_version}});
  if (!hello) {
    return error(ErrorKind::usage,
                 fmt::format("'{}' is no adapter program: {}", program.program, hello.error().message));
  }
  try {
    if (hello->at("status") != "ok" || hello->at("version") != program_protocol_version) {
      return error(ErrorKind::usage,
                   fmt::format("the program '{}' does not speak version {} of the protocol{}{}",
                               program.program, program_protocol_version,
                               hello->contains("reason") ? ": " : "", hello->value("reason", std::string())));
    }
    program.name = hello->at("name").get<std::string>();
    program.version = hello->value("implementationVersion", std::string());
    program.table.scene_shading = hello->value("sceneShading", false) ? 1 : 0;
    for (const auto& name : hello->at("profiles").get<std::vector<std::string>>()) {
      std::uint32_t bit = 1;
      while (bit <= RPCTS_PROFILE_INTROSPECTION && profile_names(bit).front() != name) {
        bit <<= 1U;
      }
      program.table.profiles |= bit;
    }
    return {};
  } catch (const std::exception& thrown) {
    return error(ErrorKind::usage,
                 fmt::format("the program '{}' does not say what it is: {}", program.program, thrown.what()));
  }
}

}  // namespace

struct ProgramAdapter::State : Program {
  using Program::Program;
};

ProgramAdapter::ProgramAdapter(std::unique_ptr<State> state) : state_(std::move(state)) {}
ProgramAdapter::~ProgramAdapter() = default;

const rpcts_adapter& ProgramAdapter::table() const {
  return state_->table;
}

Result<std::shared_ptr<ProgramAdapter>> ProgramAdapter::start(const std::string& program) {
  Result<ProgramFolder> folder = ProgramFolder::create();
  if (!folder) {
    return std::unexpected(folder.error());
  }
  auto state = std::make_unique<State>(std::move(*folder));
  state->program = program;
  if (const Result<void> started = state->restart(); !started) {
    return std::unexpected(started.error());
  }
  if (const Result<void> greeted = greet(*state); !greeted) {
    return std::unexpected(greeted.error());
  }
  rpcts_adapter& table = state->table;
  table.size = sizeof(rpcts_adapter);
  table.version = RPCTS_ADAPTER_VERSION;
  table.name = {.data = state->name.data(), .length = state->name.size()};
  table.implementation_version = {.data = state->version.data(), .length = state->version.size()};
  table.context = static_cast<Program*>(state.get());
  fill_functions(table);
  return std::shared_ptr<ProgramAdapter>(new ProgramAdapter(std::move(state)));
}

}  // namespace rpcts::implementation
