#pragma once

// An implementation under test as cases use it: the C header's calls as values, every answer checked. Nothing
// here knows which implementation it is, or whether it is a library or a program.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::implementation {

/// A setting's id and its value as text.
using SettingValue = std::pair<std::string, std::string>;

struct Verdict {
  bool accepted = false;
  std::string rule;  ///< empty where the implementation has no ids, and when accepted
  std::string reason;
};

struct Selection {
  std::string pack;  ///< empty = retail
  std::string preset;
  std::string version{};
  std::vector<SettingValue> overrides{};
  bool explicit_choice = true;
};

struct Availability {
  bool pack_compatible = false;
  bool preset_available = false;
  std::string reason;
};

struct State {
  int state = RPCTS_STATE_RETAIL;
  std::uint64_t generation = 0;
  int shadow_gate = -1;
  int volumetric_gate = -1;
  std::string pack;
  std::string preset;
  std::string reason;
};

/// RGBA8 as stored, top row first.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> pixels;

  [[nodiscard]] std::span<const std::uint8_t, 4> at(std::uint32_t x, std::uint32_t y) const {
    return std::span<const std::uint8_t, 4>(&pixels[(std::size_t{y} * width + x) * 4], 4);
  }
  friend bool operator==(const Picture&, const Picture&) = default;
};

/// Whether this Error of a call means that the adapter broke the header (an exception, an unset or impossible
/// answer), not that it answered RPCTS_FAILED: a case that expects a refusal must not take it for one.
[[nodiscard]] bool breaks_header(const Error& why);

/// The names of RPCTS_PROFILE_ bits in their order: "authoring", "resolution", "host", "introspection".
[[nodiscard]] std::vector<std::string> profile_names(std::uint32_t bits);

/// A host of the implementation. Gone before its Implementation. Errors of all calls: ErrorKind::unsupported
/// for RPCTS_UNSUPPORTED, ErrorKind::failed for RPCTS_FAILED and for an answer that breaks the header, which
/// breaks_header() tells apart. The `size` of what is passed in is set by the call.
class Host {
 public:
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  Host(Host&& other) noexcept;
  Host& operator=(Host&& other) noexcept;
  ~Host();

  [[nodiscard]] Result<void> set_scene(const rpcts_scene& scene);
  [[nodiscard]] Result<void> register_pack(const std::string& folder);
  [[nodiscard]] Result<void> withdraw_pack(const std::string& pack);
  [[nodiscard]] Result<Availability> availability(const std::string& pack, const std::string& preset);
  [[nodiscard]] Result<void> select(const Selection& selection);
  /// The picture has the output's size of the last set-up or resize, or the call is an Error.
  [[nodiscard]] Result<Picture> render(const rpcts_frame& frame);
  /// Without reading the picture back.
  [[nodiscard]] Result<void> run_frame(const rpcts_frame& frame);
  [[nodiscard]] Result<State> state();
  [[nodiscard]] Result<void> resize(std::uint32_t width, std::uint32_t height, std::uint32_t output_width = 0,
                                    std::uint32_t output_height = 0);
  /// RPCTS_EVENT_RECONNECT or RPCTS_EVENT_RECREATE_DEVICE.
  [[nodiscard]] Result<void> event(int kind);
  /// Empty = nothing is bound. ErrorKind::unsupported without the profile introspection.
  [[nodiscard]] Result<std::vector<std::uint8_t>> block(const std::string& pass, int binding);
  [[nodiscard]] Result<rpcts_ledger> ledger();

 private:
  friend class Implementation;
  struct Open;
  explicit Host(std::unique_ptr<Open> open);
  std::unique_ptr<Open> open_;
};

/// A loaded adapter. Used by one thread.
class Implementation {
 public:
  /// Opens a shared library (its name ends in .so, .dll or .dylib) or starts a program that speaks the
  /// protocol of docs/implementation/program.md. ErrorKind::usage when it cannot be loaded, has no entry,
  /// speaks another version, or its table breaks the header: the message says what and how to repair it.
  [[nodiscard]] static Result<Implementation> open(const std::string& path);
  /// Over a table in this process; `table` outlives the result. Errors as open().
  [[nodiscard]] static Result<Implementation> over(const rpcts_adapter& table);

  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  Implementation(Implementation&& other) noexcept;
  Implementation& operator=(Implementation&& other) noexcept;
  ~Implementation();

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::string& version() const;
  /// Whether it is a program that was started, not a library.
  [[nodiscard]] bool is_program() const;
  /// The RPCTS_PROFILE_ bits that are claimed.
  [[nodiscard]] std::uint32_t profiles() const;
  /// Whether all of these RPCTS_PROFILE_ bits are claimed.
  [[nodiscard]] bool claims(std::uint32_t profiles) const;
  [[nodiscard]] bool scene_shading() const;

  [[nodiscard]] Result<Verdict> judge(const std::string& folder);
  /// For slots A to D: the scene texture's name, "@" and a resource id, or nothing for the sentinel.
  [[nodiscard]] Result<std::array<std::string, 4>> slots(const std::string& folder, const std::string& pass,
                                                         bool fused);
  [[nodiscard]] Result<std::array<std::uint32_t, 64>> settings(const std::string& folder,
                                                               const std::string& preset,
                                                               std::span<const SettingValue> overrides);
  [[nodiscard]] Result<float> policy(const std::string& folder, int policy, float x);
  /// ErrorKind::unsupported when the profile host is not claimed.
  [[nodiscard]] Result<Host> create_host(const rpcts_setup& setup);

 private:
  struct Open;
  static Result<Implementation> open_program(const std::string& path);
  explicit Implementation(std::shared_ptr<Open> open);
  std::shared_ptr<Open> open_;  ///< shared with the hosts
};

}  // namespace rpcts::implementation
