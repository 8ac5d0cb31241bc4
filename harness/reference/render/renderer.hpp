#pragma once

// The Vulkan side of the reference host: it draws the scene, the cascades and the passes of an activated
// pack. What a frame's blocks contain and which pack is active is decided elsewhere
// (harness/reference/values, harness/reference/host); here it is only executed.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/device_facts.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"
#include "harness/contracts/render_pack_v1/host_blocks.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/implementation/rpcts_adapter.h"

namespace rpcts::reference {

struct Size {
  std::uint32_t width = 0;  ///< pixels
  std::uint32_t height = 0;
  friend bool operator==(const Size&, const Size&) = default;
};

/// SPIR-V words of the two stages, both validated; entry point `main`.
struct ShaderPair {
  std::vector<std::uint32_t> vertex;
  std::vector<std::uint32_t> fragment;
};

/// An image of the pack at its effective extent (C.10).
struct TargetPlan {
  std::string id;
  render_pack_v1::RenderFormatClass format = render_pack_v1::RenderFormatClass::HdrColor;
  Size size;
  std::uint32_t layers = 1;
  friend bool operator==(const TargetPlan&, const TargetPlan&) = default;
};

/// What stands in a texture slot of a pass (E.5).
struct SlotSource {
  enum class From : std::uint8_t { none, world_color, scene_depth, scene_normals, target, tone_mapped };
  From from = From::none;
  std::size_t target = 0;  ///< index into RuntimePlan::targets, of From::target
  friend bool operator==(const SlotSource&, const SlotSource&) = default;
};

/// A fullscreen pass that is recorded, in the order of execution.
struct FullscreenPlan {
  std::string id;
  render_pack_v1::RenderPassHook hook = render_pack_v1::RenderPassHook::AtmosphereBeforeToneMap;
  ShaderPair shaders;
  std::array<SlotSource, render_pack_v1::sampled_inputs_per_pass> slots{};
  std::optional<std::size_t> write;  ///< target; nothing = the world output (ToneMap and after)
};

/// Cascades, and the world that receives them (C.12.b).
struct ShadowPlan {
  std::size_t target = 0;
  std::uint32_t cascades = 0;  ///< layers of the target
  bool multiview = false;      ///< one layered pass, view mask 0b11
  ShaderPair terrain_caster;   ///< the multiview variants where `multiview`
  ShaderPair opaque_caster;
  ShaderPair cutout_caster;
  ShaderPair terrain_receiver;
  ShaderPair world_receiver;
};

/// What an activated pack executes. No passes and no shadow: the default path (F-NOOP).
struct RuntimePlan {
  std::vector<TargetPlan> targets;
  std::vector<FullscreenPlan> passes;
  std::optional<ShadowPlan> shadow;
  render_pack_v1::PackSettingsBlock settings;  ///< fixed for the life of the activation
};

/// The values of one fullscreen pass in one frame.
struct PassValues {
  bool recorded =
      true;  ///< false: gated in this frame (E.4), its target keeps what it had and must not be read
  std::array<bool, render_pack_v1::sampled_inputs_per_pass>
      withheld{};  ///< slots that carry the sentinel in this frame
  render_pack_v1::AtmosphericFrameBlock frame;
  render_pack_v1::PackPassBlock pass;
  render_pack_v1::Matrix4 view_projection{};  ///< of the push block
};

/// Everything that one frame is drawn from. Refers to what it names during the call only.
struct FrameValues {
  render_pack_v1::Matrix4 view_projection{};
  std::array<float, 3> eye{};
  float seconds = 0;
  std::array<float, 3> sun_direction{0, 0, 1};
  std::array<float, 3> sun_light{};    ///< colour times brightness; zero indoors and without a world
  bool world = true;                   ///< false: nothing but the background is drawn
  std::span<const float> instances{};  ///< 16 floats each; empty = those of the scene
  /// The renderer fills in the table slot of the map (x of texture_and_flags) when the enabled bit is set.
  render_pack_v1::DirectionalShadowBlock shadow;
  std::uint32_t cascades = 0;          ///< cascade passes to record; 0 = shadows are off in this frame
  std::span<const PassValues> passes;  ///< one for each of RuntimePlan::passes
};

/// Everything on the device that belongs to one activation: pipelines, targets, slots, set 3. Made off-side
/// by Renderer::prepare; only the renderer knows what it is.
class Runtime {
 public:
  virtual ~Runtime() = default;
  /// Bytes of its images and buffers.
  [[nodiscard]] virtual std::uint64_t resident_bytes() const = 0;
};

struct RendererSetup {
  std::array<std::uint8_t, 16> device_uuid{};  ///< all zero = the default choice
  Size world;
  Size output;
  std::uint32_t flights = 2;
  bool validation =
      true;  ///< use the validation layer where it is installed; it costs most of a frame's time
};

/// One device with one scene. Used by one thread. Drawing a frame allocates nothing and writes no descriptor.
class Renderer {
 public:
  /// Opens the device and makes the retail path: sets 0 to 2, no
  /// set 3. ErrorKind::unsupported when there is no such device or it lacks what the backend needs.
  [[nodiscard]] static Result<std::unique_ptr<Renderer>> create(const RendererSetup& setup);
  virtual ~Renderer() = default;

  [[nodiscard]] virtual const DeviceFacts& facts() const = 0;
  [[nodiscard]] virtual Result<void> set_scene(const rpcts_scene& scene) = 0;

  /// Makes everything that the plan needs, beside what is active now. On an Error nothing of it remains.
  [[nodiscard]] virtual Result<std::unique_ptr<Runtime>> prepare(const RuntimePlan& plan) = 0;
  /// RP-LIFE-042: a complete replacement for the targets first, then the old ones retire. On an Error the
  /// runtime still has its old ones.
  [[nodiscard]] virtual Result<void> replace_targets(Runtime& runtime,
                                                     std::span<const TargetPlan> targets) = 0;
  /// Takes a runtime out of use; its objects are released behind the fence of the last frame that used them.
  virtual void retire(std::unique_ptr<Runtime> runtime) = 0;
  /// New sizes of main world and output. On an Error the old ones stay.
  [[nodiscard]] virtual Result<void> resize(Size world, Size output) = 0;

  /// Draws one frame with the runtime, or retail for null. With `picture` (RGBA8, top row first, of the
  /// output's size) it waits and reads back; else it only submits, at most `flights` frames ahead. An Error
  /// names the stage of RP-LIFE-030 and what failed; unless the device is lost, the next frame can be drawn.
  [[nodiscard]] virtual Result<void> draw(const FrameValues& frame, Runtime* runtime,
                                          std::span<std::uint8_t> picture) = 0;
  /// Waits until everything submitted is done and what was retired is released. An Error leaves frames under
  /// way, and what they use. A lost device has none under way.
  [[nodiscard]] virtual Result<void> finish() = 0;

  /// What the last frame bound for a recorded pass: RPCTS_BLOCK_PUSH or the binding. Empty = nothing.
  [[nodiscard]] virtual std::vector<std::byte> bound_block(const std::string& pass, int binding) const = 0;
  /// Live objects of packs and what the last frame did.
  [[nodiscard]] virtual rpcts_ledger ledger() const = 0;
  /// What the validation layer has said since the last call; empty when all is well.
  [[nodiscard]] virtual std::vector<std::string> drain_validation() = 0;
};

}  // namespace rpcts::reference
