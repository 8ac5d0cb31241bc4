// An adapter to start from. It claims nothing: every case is "not supported" until you claim a profile at the
// end of this file. rpcts_adapter.h says what each call must do.
//
// Go on like this: fill one function, run the one case that needs it, and claim the profile when all
// functions of it are there.

#include <exception>
#include <rpcts_adapter.h>
#include <string>
#include <string_view>

namespace {

/// Your engine, as far as the calls need it. One for the whole library: the suite calls from one thread.
struct Engine {
  // Yours: what the engine needs to start without a window.
};

// Text comes as a pointer and a length, and goes back through a sink.
std::string_view text_of(rpcts_text text) {
  return {text.data == nullptr ? "" : text.data, text.length};
}

void write(rpcts_sink sink, std::string_view text) {
  sink.write(sink.context, text.data(), text.size());
}

/// Runs one call: what your engine throws becomes its reason, for no exception may cross the interface.
template <class Call>
rpcts_status guarded(rpcts_sink reason, const Call& call) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    write(reason, thrown.what());
  } catch (...) {
    write(reason, "an exception of an unknown type");
  }
  return RPCTS_FAILED;
}

rpcts_status judge_pack(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  return guarded(reason, [&] {
    [[maybe_unused]] Engine& engine = *static_cast<Engine*>(context);
    [[maybe_unused]] const std::string path(text_of(folder));
    // Yours: load the pack at `path` as your engine does, then
    //   verdict->accepted = 1 or 0;
    //   write(verdict->rule, "RP-DESC-082");      where you have rule ids; else leave it
    //   write(verdict->reason, "what is wrong");
    //   return RPCTS_OK;
    static_cast<void>(verdict);
    write(reason, "judge_pack is not written yet");
    return RPCTS_UNSUPPORTED;
  });
}

Engine engine;

/// A text whose characters live as long as the library.
constexpr rpcts_text literal(std::string_view text) {
  return {text.data(), text.size()};
}

rpcts_adapter make_table() {
  rpcts_adapter table{};
  table.size = sizeof(rpcts_adapter);
  table.version = RPCTS_ADAPTER_VERSION;
  table.name = literal("My Engine");
  table.implementation_version = literal("0.1");
  table.context = &engine;

  // Claim a profile when its functions are there: RPCTS_PROFILE_AUTHORING | RPCTS_PROFILE_HOST | …
  table.profiles = 0;

  // RPCTS_PROFILE_AUTHORING
  table.judge_pack = judge_pack;
  // RPCTS_PROFILE_RESOLUTION: table.resolve_slots, resolve_settings, evaluate_policy
  // RPCTS_PROFILE_HOST: table.create_host and all down to handle_event
  // RPCTS_PROFILE_INTROSPECTION: table.read_block, read_ledger
  return table;
}

const rpcts_adapter table = make_table();

}  // namespace

extern "C" RPCTS_ADAPTER_EXPORT const rpcts_adapter* rpcts_adapter_entry(std::uint32_t suite_version) {
  return suite_version == RPCTS_ADAPTER_VERSION ? &table : nullptr;
}
