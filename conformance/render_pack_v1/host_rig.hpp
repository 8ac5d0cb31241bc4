#pragma once

// Warm hosts of the implementation under test: the scene set, packs registered, one pack selected, so that a
// case costs a frame.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/implementation_source.hpp"
#include "conformance/render_pack_v1/probe_pack.hpp"
#include "conformance/render_pack_v1/scene.hpp"
#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"

namespace rpcts::render_pack_v1 {

/// A pack, a preset and a user's values.
struct Choice {
  const ProbePack* pack = nullptr;
  std::string preset;
  std::vector<implementation::SettingValue> values{};
};

/// Size of the main world in pixels.
struct WorldSize {
  std::uint32_t width = 64;
  std::uint32_t height = 64;

  friend auto operator<=>(const WorldSize&, const WorldSize&) = default;
};

/// What a host of a case's own is created with; 0 = as the world, or as the device is.
struct HostSetup {
  WorldSize world{};
  WorldSize output{0, 0};
  std::uint32_t withheld_capabilities = 0;  ///< bit n = capability n
  std::uint32_t max_image_dimension = 0;
  std::uint32_t max_image_layers = 0;
  std::uint64_t device_local_bytes = 0;
};

/// One per worker, used by one thread. A host is kept for each of the last few sizes; after a failed call it
/// is let go, and the next call starts afresh. A host keeps its last choice from one case to the next: a
/// frame is a function of its facts, and whoever changes anything else calls retire().
class HostRig {
 public:
  explicit HostRig(std::shared_ptr<ImplementationSource> source) : source_(std::move(source)) {}

  /// A picture of a frame drawn with the choice. ErrorKind::failed with the state's reason when the choice
  /// does not become active; ErrorKind::unsupported where it is not available on the device, or as the
  /// implementation says.
  [[nodiscard]] Result<implementation::Picture> render(implementation::Implementation& implementation,
                                                       WorldSize size, const Choice& choice,
                                                       const rpcts_frame& frame);

  /// The host that render() uses for the size, with the choice selected and active after one frame. Valid
  /// until the next call of the rig.
  [[nodiscard]] Result<implementation::Host*> prepare(implementation::Implementation& implementation,
                                                      WorldSize size, const Choice& choice,
                                                      const rpcts_frame& frame);

  /// What a host is created with on the device that the user chose. Errors as
  /// ImplementationSource::device_uuid().
  [[nodiscard]] Result<rpcts_setup> setup(const HostSetup& wanted) const;

  /// A host of the caller's own, with the scene.
  [[nodiscard]] Result<implementation::Host> open(implementation::Implementation& implementation,
                                                  const HostSetup& wanted) const;

  /// The host for the size, at retail.
  [[nodiscard]] Result<implementation::Host*> retail(implementation::Implementation& implementation,
                                                     WorldSize size);

  /// Registers the pack on the host of the size, once.
  [[nodiscard]] Result<void> register_pack(implementation::Implementation& implementation, WorldSize size,
                                           const ProbePack& pack);

  /// Takes the pack off the host of the size, which goes to retail first where it is drawn with it.
  [[nodiscard]] Result<void> withdraw(implementation::Implementation& implementation, WorldSize size,
                                      const ProbePack& pack);

  /// Lets go of the host of the size: the case has left it in a state that no other case should find.
  void retire(WorldSize size) { hosts_.erase(size); }

  [[nodiscard]] const Scene& scene() const { return scene_; }

 private:
  struct Warm {
    implementation::Host host;
    std::map<std::string, std::shared_ptr<const fixtures::ScratchFolder>> registered{};  ///< by folder
    std::string selected{};  ///< what select() was last told; empty = retail
    std::uint64_t used = 0;
  };

  [[nodiscard]] Result<Warm*> warm(implementation::Implementation& implementation, WorldSize size);
  [[nodiscard]] Result<Warm*> chosen(implementation::Implementation& implementation, WorldSize size,
                                     const Choice& choice);

  std::shared_ptr<ImplementationSource> source_;
  Scene scene_;
  std::map<WorldSize, Warm> hosts_;
  std::uint64_t clock_ = 0;
  std::string last_key_;  ///< of the picture that was rendered last: cases of two levels ask for it twice
  std::optional<implementation::Picture> last_picture_;
};

}  // namespace rpcts::render_pack_v1
