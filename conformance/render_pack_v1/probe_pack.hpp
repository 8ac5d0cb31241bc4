#pragma once

// Probe packs: those that the build makes, and variants of them that a case writes while it runs.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "fixtures/render_pack_v1/corpus/scratch.hpp"
#include "harness/base/result.hpp"
#include "harness/contracts/render_pack_v1/descriptor.hpp"

namespace rpcts::render_pack_v1 {

/// A pack folder and what its pack.json says. Copies share the folder; a written one is removed with the last
/// copy.
struct ProbePack {
  Descriptor descriptor;
  std::filesystem::path folder;
  std::shared_ptr<const fixtures::ScratchFolder> scratch{};  ///< owns `folder`; null = built
};

/// `<data>/render_pack_v1/<key>`, "probe_packs/full" or "bases/full". ErrorKind::failed when it cannot be
/// read.
[[nodiscard]] Result<ProbePack> load_pack(const std::filesystem::path& data, const std::string& key);

/// A pack that differs from a probe pack in its descriptor. It is described when cases are listed and written
/// when the first of them runs. Used by one thread; stays where it is, so that looks may point at its pack.
class VariantPack {
 public:
  /// `change` gives the pack an id of its own. `from` is not needed later.
  VariantPack(const ProbePack& from, const std::function<void(Descriptor&)>& change);
  VariantPack(const VariantPack&) = delete;
  VariantPack& operator=(const VariantPack&) = delete;
  ~VariantPack() = default;

  [[nodiscard]] const ProbePack& pack() const { return pack_; }

  /// Writes pack.json and the modules that it names, which are taken from the probe pack's folder, into a
  /// temporary folder; done once. ErrorKind::failed when it cannot be written.
  [[nodiscard]] Result<void> write();

  /// Removes the folder; write() makes it again.
  void remove();

 private:
  ProbePack pack_;
  std::filesystem::path modules_;
};

}  // namespace rpcts::render_pack_v1
