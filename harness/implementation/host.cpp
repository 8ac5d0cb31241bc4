#include <fmt/format.h>
#include <utility>

#include "harness/implementation/answer.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/implementation/loaded.hpp"

namespace rpcts::implementation {
namespace {

/// More than any block of the contract has.
constexpr std::size_t block_capacity = std::size_t{16} * 1024;

rpcts_frame sized(const rpcts_frame& frame) {
  rpcts_frame copy = frame;
  copy.size = sizeof(rpcts_frame);
  return copy;
}

bool is_flag(int value) {
  return value == 0 || value == 1;
}

}  // namespace

Host::Open::~Open() {
  // What an engine throws while it ends has no case left to fail; a crash there costs the case.
  try {
    loaded->table->destroy_host(loaded->table->context, handle);
  } catch (...) {
    fmt::print(stderr, "the adapter breaks its header: an exception left destroy_host\n");
  }
}

Host::Host(std::unique_ptr<Open> open) : open_(std::move(open)) {}
Host::Host(Host&&) noexcept = default;
Host& Host::operator=(Host&&) noexcept = default;
Host::~Host() = default;

Result<void> Host::set_scene(const rpcts_scene& scene) {
  rpcts_scene copy = scene;
  copy.size = sizeof(rpcts_scene);
  const rpcts_adapter& table = *open_->loaded->table;
  return called("set_scene",
                [&](rpcts_sink why) { return table.set_scene(table.context, open_->handle, &copy, why); });
}

Result<void> Host::register_pack(const std::string& folder) {
  const rpcts_adapter& table = *open_->loaded->table;
  return called("register_pack", [&](rpcts_sink why) {
    return table.register_pack(table.context, open_->handle, text_of(folder), why);
  });
}

Result<void> Host::withdraw_pack(const std::string& pack) {
  const rpcts_adapter& table = *open_->loaded->table;
  return called("withdraw_pack", [&](rpcts_sink why) {
    return table.withdraw_pack(table.context, open_->handle, text_of(pack), why);
  });
}

Result<Availability> Host::availability(const std::string& pack, const std::string& preset) {
  std::array<TextSink, 1> texts;
  rpcts_availability answer{.size = sizeof(rpcts_availability),
                            .pack_compatible = -1,
                            .preset_available = -1,
                            .reason = texts[0].sink()};
  const rpcts_adapter& table = *open_->loaded->table;
  const auto done = called(
      "query_availability",
      [&](rpcts_sink why) {
        return table.query_availability(table.context, open_->handle, text_of(pack), text_of(preset), &answer,
                                        why);
      },
      texts);
  if (!done) {
    return std::unexpected(done.error());
  }
  if (!is_flag(answer.pack_compatible) || !is_flag(answer.preset_available)) {
    return header_broken(fmt::format(
        "query_availability answers with pack_compatible {} and preset_available {}, must be 0 or 1",
        answer.pack_compatible, answer.preset_available));
  }
  return Availability{.pack_compatible = answer.pack_compatible == 1,
                      .preset_available = answer.preset_available == 1,
                      .reason = texts[0].text()};
}

Result<void> Host::select(const Selection& selection) {
  const std::vector<rpcts_setting_value> values = header_values(selection.overrides);
  const rpcts_selection wish{.size = sizeof(rpcts_selection),
                             .pack = text_of(selection.pack),
                             .version = text_of(selection.version),
                             .preset = text_of(selection.preset),
                             .overrides = values.data(),
                             .override_count = values.size(),
                             .explicit_choice = selection.explicit_choice ? 1 : 0};
  const rpcts_adapter& table = *open_->loaded->table;
  return called("select_pack",
                [&](rpcts_sink why) { return table.select_pack(table.context, open_->handle, &wish, why); });
}

Result<Picture> Host::render(const rpcts_frame& frame) {
  const rpcts_frame copy = sized(frame);
  GuardedBytes bytes(std::size_t{open_->width} * open_->height * 4);
  rpcts_picture answer{.size = sizeof(rpcts_picture), .pixels = bytes.data(), .capacity = bytes.capacity()};
  const rpcts_adapter& table = *open_->loaded->table;
  const auto done = called("render_frame", [&](rpcts_sink why) {
    return table.render_frame(table.context, open_->handle, &copy, &answer, why);
  });
  if (!bytes.whole()) {
    return header_broken(
        fmt::format("render_frame writes behind the {} bytes of the picture", bytes.capacity()));
  }
  if (!done) {
    return std::unexpected(done.error());
  }
  if (answer.width != open_->width || answer.height != open_->height) {
    return header_broken(
        fmt::format("render_frame answers with a picture of {} x {} pixels where {} x {} were set",
                    answer.width, answer.height, open_->width, open_->height));
  }
  const std::size_t length = bytes.capacity();
  return Picture{.width = answer.width, .height = answer.height, .pixels = std::move(bytes).take(length)};
}

Result<void> Host::run_frame(const rpcts_frame& frame) {
  const rpcts_frame copy = sized(frame);
  const rpcts_adapter& table = *open_->loaded->table;
  return called("render_frame", [&](rpcts_sink why) {
    return table.render_frame(table.context, open_->handle, &copy, nullptr, why);
  });
}

Result<State> Host::state() {
  std::array<TextSink, 3> texts;
  auto& [pack, preset, reason] = texts;
  rpcts_state answer{.size = sizeof(rpcts_state),
                     .state = -1,
                     .shadow_gate = -1,
                     .volumetric_gate = -1,
                     .pack = pack.sink(),
                     .preset = preset.sink(),
                     .reason = reason.sink()};
  const rpcts_adapter& table = *open_->loaded->table;
  const auto done = called(
      "query_state",
      [&](rpcts_sink why) { return table.query_state(table.context, open_->handle, &answer, why); }, texts);
  if (!done) {
    return std::unexpected(done.error());
  }
  if (answer.state < RPCTS_STATE_RETAIL || answer.state > RPCTS_STATE_FAILED_TO_RETAIL) {
    return header_broken(fmt::format("query_state answers with the unknown state {}", answer.state));
  }
  if (answer.shadow_gate < -1 || answer.volumetric_gate < -1) {
    return header_broken(fmt::format("query_state answers with the gates {} and {}; -1 = not known",
                                     answer.shadow_gate, answer.volumetric_gate));
  }
  return State{.state = answer.state,
               .generation = answer.generation,
               .shadow_gate = answer.shadow_gate,
               .volumetric_gate = answer.volumetric_gate,
               .pack = pack.text(),
               .preset = preset.text(),
               .reason = reason.text()};
}

Result<void> Host::resize(std::uint32_t width, std::uint32_t height, std::uint32_t output_width,
                          std::uint32_t output_height) {
  const rpcts_event event{.size = sizeof(rpcts_event),
                          .kind = RPCTS_EVENT_RESIZE,
                          .width = width,
                          .height = height,
                          .output_width = output_width,
                          .output_height = output_height};
  const rpcts_adapter& table = *open_->loaded->table;
  auto done = called("handle_event", [&](rpcts_sink why) {
    return table.handle_event(table.context, open_->handle, &event, why);
  });
  if (done) {
    open_->width = output_width != 0 ? output_width : width;
    open_->height = output_width != 0 ? output_height : height;
  }
  return done;
}

Result<void> Host::event(int kind) {
  const rpcts_event event{.size = sizeof(rpcts_event), .kind = kind};
  const rpcts_adapter& table = *open_->loaded->table;
  return called("handle_event", [&](rpcts_sink why) {
    return table.handle_event(table.context, open_->handle, &event, why);
  });
}

Result<std::vector<std::uint8_t>> Host::block(const std::string& pass, int binding) {
  if (auto claimed = require(*open_->loaded, RPCTS_PROFILE_INTROSPECTION); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  GuardedBytes bytes(block_capacity);
  rpcts_block answer{.size = sizeof(rpcts_block),
                     .pass = text_of(pass),
                     .binding = binding,
                     .bytes = bytes.data(),
                     .capacity = bytes.capacity()};
  const rpcts_adapter& table = *open_->loaded->table;
  const auto done = called("read_block", [&](rpcts_sink why) {
    return table.read_block(table.context, open_->handle, &answer, why);
  });
  if (!bytes.whole()) {
    return header_broken(fmt::format("read_block writes behind the {} bytes of the block", bytes.capacity()));
  }
  if (answer.length > bytes.capacity()) {
    return header_broken(
        fmt::format("read_block answers with {} bytes where {} fit", answer.length, bytes.capacity()));
  }
  if (!done) {
    return std::unexpected(done.error());
  }
  return std::move(bytes).take(answer.length);
}

Result<rpcts_ledger> Host::ledger() {
  if (auto claimed = require(*open_->loaded, RPCTS_PROFILE_INTROSPECTION); !claimed) {
    return std::unexpected(std::move(claimed.error()));
  }
  rpcts_ledger answer{.size = sizeof(rpcts_ledger)};
  const rpcts_adapter& table = *open_->loaded->table;
  const auto done = called("read_ledger", [&](rpcts_sink why) {
    return table.read_ledger(table.context, open_->handle, &answer, why);
  });
  if (!done) {
    return std::unexpected(done.error());
  }
  return answer;
}

}  // namespace rpcts::implementation
