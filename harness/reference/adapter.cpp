// The reference as an adapter: the table of rpcts_adapter.h, every function of it behind a catch.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>

#include "harness/base/text.hpp"
#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/host/host.hpp"
#include "harness/reference/mistakes/mistake.hpp"
#include "harness/reference/resolution.hpp"

struct rpcts_host {
  std::unique_ptr<rpcts::reference::Host> host;
};

namespace rpcts::reference {
namespace {

std::string_view text_of(rpcts_text text) {
  return text.length == 0 ? std::string_view() : std::string_view(text.data, text.length);
}

void write(rpcts_sink sink, std::string_view text) {
  sink.write(sink.context, text.data(), text.size());
}

/// What a suite of another version gave, as far as both know it; the rest is zero.
template <class T>
T known_part(const T& given) {
  T known{};
  std::memcpy(&known, &given, std::min<std::size_t>(given.size, sizeof(T)));
  return known;
}

rpcts_status status_of(const Error& error, rpcts_sink reason) {
  write(reason, error.message);
  return error.kind == ErrorKind::unsupported ? RPCTS_UNSUPPORTED : RPCTS_FAILED;
}

template <class T>
rpcts_status status_of(const Result<T>& result, rpcts_sink reason) {
  return result ? RPCTS_OK : status_of(result.error(), reason);
}

/// Nothing is thrown across the interface.
template <class Call>
rpcts_status guarded(rpcts_sink reason, Call call) noexcept {
  try {
    return call();
  } catch (const std::exception& thrown) {
    try {
      write(reason, fmt::format("the reference threw: {}", thrown.what()));
    } catch (...) {
      return RPCTS_FAILED;
    }
  } catch (...) {
    return RPCTS_FAILED;
  }
  return RPCTS_FAILED;
}

/// `answer` has room for what this version writes?
template <class T>
rpcts_status check_room(const T& answer, std::string_view name, rpcts_sink reason) {
  if (answer.size >= sizeof(T)) {
    return RPCTS_OK;
  }
  write(reason, fmt::format("{}::size is {}; this adapter writes {} bytes", name, answer.size, sizeof(T)));
  return RPCTS_FAILED;
}

std::vector<render_pack_v1::SettingOverride> overrides_of(const rpcts_setting_value* values,
                                                          std::size_t count) {
  std::vector<render_pack_v1::SettingOverride> overrides;
  overrides.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    overrides.push_back({.setting_id = std::string(text_of(values[i].setting)),
                         .value = std::string(text_of(values[i].value))});
  }
  return overrides;
}

// ---- authoring and resolution

rpcts_status judge_pack(void*, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*verdict, "rpcts_verdict", reason); room != RPCTS_OK) {
      return room;
    }
    const Result<PackVerdict> judged = judge(text_of(folder));
    if (judged) {
      verdict->accepted = judged->accepted ? 1 : 0;
      write(verdict->rule, judged->rule);
      write(verdict->reason, judged->reason);
    }
    return status_of(judged, reason);
  });
}

rpcts_status resolve_slots(void*, rpcts_text folder, rpcts_text pass, rpcts_resolved_slots* slots,
                           rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*slots, "rpcts_resolved_slots", reason); room != RPCTS_OK) {
      return room;
    }
    const auto names = slot_names(text_of(folder), text_of(pass), slots->fused != 0);
    if (names) {
      for (std::size_t i = 0; i < names->size(); ++i) {
        write(slots->slots[i], (*names)[i]);
      }
    }
    return status_of(names, reason);
  });
}

rpcts_status resolve_settings(void*, rpcts_text folder, rpcts_resolved_settings* settings,
                              rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*settings, "rpcts_resolved_settings", reason);
        room != RPCTS_OK) {
      return room;
    }
    const auto words = setting_words(text_of(folder), text_of(settings->preset),
                                     overrides_of(settings->overrides, settings->override_count));
    if (words) {
      std::ranges::copy(*words, settings->words);
    }
    return status_of(words, reason);
  });
}

rpcts_status evaluate_policy(void*, rpcts_text folder, int32_t policy, float x, float* value,
                             rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    const Result<float> evaluated = policy_value(text_of(folder), policy, x);
    if (evaluated) {
      *value = *evaluated;
    }
    return status_of(evaluated, reason);
  });
}

// ---- host

rpcts_status create_host(void*, const rpcts_setup* setup, rpcts_host** host, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    Result<std::unique_ptr<Host>> opened = Host::open(known_part(*setup), Renderer::create);
    if (!opened) {
      return status_of(opened.error(), reason);
    }
    *host = std::make_unique<rpcts_host>(rpcts_host{*std::move(opened)}).release();
    return RPCTS_OK;
  });
}

void destroy_host(void*, rpcts_host* host) {
  try {
    const std::unique_ptr<rpcts_host> owned(host);
  } catch (...) {  // there is nobody to tell
    return;
  }
}

rpcts_status set_scene(void*, rpcts_host* host, const rpcts_scene* scene, rpcts_sink reason) {
  return guarded(reason, [&] { return status_of(host->host->set_scene(known_part(*scene)), reason); });
}

rpcts_status register_pack(void*, rpcts_host* host, rpcts_text folder, rpcts_sink reason) {
  return guarded(reason, [&] { return status_of(host->host->register_pack(text_of(folder)), reason); });
}

rpcts_status withdraw_pack(void*, rpcts_host* host, rpcts_text pack, rpcts_sink reason) {
  return guarded(reason, [&] { return status_of(host->host->withdraw_pack(text_of(pack)), reason); });
}

rpcts_status query_availability(void*, rpcts_host* host, rpcts_text pack, rpcts_text preset,
                                rpcts_availability* availability, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*availability, "rpcts_availability", reason); room != RPCTS_OK) {
      return room;
    }
    const PackAvailability found = host->host->availability(text_of(pack), text_of(preset));
    availability->pack_compatible = found.pack_compatible ? 1 : 0;
    availability->preset_available = found.preset_available ? 1 : 0;
    write(availability->reason, found.reason);
    return RPCTS_OK;
  });
}

rpcts_status select_pack(void*, rpcts_host* host, const rpcts_selection* given, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    const rpcts_selection selection = known_part(*given);
    host->host->select({.pack = std::string(text_of(selection.pack)),
                        .version = std::string(text_of(selection.version)),
                        .preset = std::string(text_of(selection.preset)),
                        .overrides = overrides_of(selection.overrides, selection.override_count)},
                       selection.explicit_choice != 0);
    return RPCTS_OK;
  });
}

rpcts_status render_frame(void*, rpcts_host* host, const rpcts_frame* frame, rpcts_picture* picture,
                          rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    const rpcts_frame known = known_part(*frame);
    if (picture == nullptr) {
      return status_of(host->host->render(known, {}), reason);
    }
    if (const rpcts_status room = check_room(*picture, "rpcts_picture", reason); room != RPCTS_OK) {
      return room;
    }
    const Size size = host->host->output();
    const std::size_t bytes = std::size_t{size.width} * size.height * 4;
    if (picture->pixels == nullptr || picture->capacity < bytes) {
      write(reason, fmt::format("rpcts_picture has room for {} bytes; a picture of {}x{} has {}",
                                picture->capacity, size.width, size.height, bytes));
      return RPCTS_FAILED;
    }
    picture->width = size.width;
    picture->height = size.height;
    return status_of(host->host->render(known, {picture->pixels, bytes}), reason);
  });
}

rpcts_status query_state(void*, rpcts_host* host, rpcts_state* state, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*state, "rpcts_state", reason); room != RPCTS_OK) {
      return room;
    }
    const Activation& activation = host->host->activation();
    state->state = static_cast<int32_t>(activation.state());
    state->generation = activation.generation();
    state->shadow_gate = host->host->shadow_gate();
    state->volumetric_gate = host->host->volumetric_gate();
    write(state->pack, host->host->drawn_pack());
    write(state->preset, host->host->drawn_preset());
    write(state->reason, activation.reason());
    return RPCTS_OK;
  });
}

rpcts_status handle_event(void*, rpcts_host* host, const rpcts_event* given, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    const rpcts_event event = known_part(*given);
    switch (event.kind) {
      case RPCTS_EVENT_RESIZE:
        return status_of(
            host->host->resize({event.width, event.height}, {event.output_width, event.output_height}),
            reason);
      case RPCTS_EVENT_RECONNECT:
        return status_of(host->host->reconnect(), reason);
      case RPCTS_EVENT_RECREATE_DEVICE:
        return status_of(host->host->recreate_device(), reason);
      default:
        write(reason, fmt::format("rpcts_event::kind is {}, which this adapter does not know", event.kind));
        return RPCTS_UNSUPPORTED;
    }
  });
}

// ---- introspection

rpcts_status read_block(void*, rpcts_host* host, rpcts_block* block, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*block, "rpcts_block", reason); room != RPCTS_OK) {
      return room;
    }
    const auto bytes = host->host->bound_block(std::string(text_of(block->pass)), block->binding);
    if (!bytes) {
      return status_of(bytes.error(), reason);
    }
    if (bytes->size() > block->capacity) {
      write(reason, fmt::format("rpcts_block has room for {} bytes; the block has {}", block->capacity,
                                bytes->size()));
      return RPCTS_FAILED;
    }
    if (!bytes->empty()) {
      std::memcpy(block->bytes, bytes->data(), bytes->size());
    }
    block->length = bytes->size();
    return RPCTS_OK;
  });
}

rpcts_status read_ledger(void*, rpcts_host* host, rpcts_ledger* ledger, rpcts_sink reason) {
  return guarded(reason, [&]() -> rpcts_status {
    if (const rpcts_status room = check_room(*ledger, "rpcts_ledger", reason); room != RPCTS_OK) {
      return room;
    }
    const Result<rpcts_ledger> now = host->host->ledger();
    if (now) {
      const std::uint32_t size = ledger->size;
      *ledger = *now;
      ledger->size = size;
    }
    return status_of(now, reason);
  });
}

constexpr rpcts_text text(std::string_view literal) {
  return {literal.data(), literal.size()};
}

constexpr rpcts_adapter table{
    .size = sizeof(rpcts_adapter),
    .version = RPCTS_ADAPTER_VERSION,
    .profiles =
        RPCTS_PROFILE_AUTHORING | RPCTS_PROFILE_RESOLUTION | RPCTS_PROFILE_HOST | RPCTS_PROFILE_INTROSPECTION,
    .scene_shading = 1,
    .name = text("rpcts reference"),
    .implementation_version = text(RPCTS_REFERENCE_VERSION),
    .context = nullptr,
    .judge_pack = judge_pack,
    .resolve_slots = resolve_slots,
    .resolve_settings = resolve_settings,
    .evaluate_policy = evaluate_policy,
    .create_host = create_host,
    .destroy_host = destroy_host,
    .set_scene = set_scene,
    .register_pack = register_pack,
    .withdraw_pack = withdraw_pack,
    .query_availability = query_availability,
    .select_pack = select_pack,
    .render_frame = render_frame,
    .query_state = query_state,
    .handle_event = handle_event,
    .read_block = read_block,
    .read_ledger = read_ledger,
};

/// The table, or null when the environment names a mistake that there is not.
const rpcts_adapter* chosen_table() {
  bool unknown = false;
  const Mistake* mistake = chosen_mistake(unknown);
  if (unknown) {
    fmt::print(stderr, "rpcts reference: {} names no mistake; `rpcts faults list` shows them\n",
               mistake_variable);
    return nullptr;
  }
  if (mistake == nullptr) {
    return &table;
  }
  // Nobody shall take its results for the reference's.
  static const std::string name = fmt::format("rpcts reference with the mistake {}", mistake->id);
  static rpcts_adapter wrong = table;
  wrong.name = text(name);
  return &wrong;
}

}  // namespace
}  // namespace rpcts::reference

extern "C" const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version) {
  return suite_version == RPCTS_ADAPTER_VERSION ? rpcts::reference::chosen_table() : nullptr;
}
