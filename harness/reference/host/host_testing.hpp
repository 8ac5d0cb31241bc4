#pragma once

// What the unit tests of the host share: a device without limits, packs in folders of their own, and a
// renderer that draws nothing and remembers everything.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/reference/host/device_profile.hpp"
#include "harness/reference/render/renderer.hpp"

namespace rpcts::reference::samples {

/// The conformance host of C.15.
[[nodiscard]] inline DeviceProfile conformance_device() {
  return {.capabilities = render_pack_v1::HostProfile::conformance(),
          .limits = {.resident_bytes = 268'435'456,
                     .transient_bytes = 536'870'912,
                     .image_dimension = 16'384,
                     .image_layers = 256}};
}

[[nodiscard]] inline DeviceFacts capable_facts() {
  DeviceFacts facts;
  facts.multiview = true;
  facts.draw_parameters = true;
  facts.hdr_color = true;
  facts.sampled_depth = true;
  facts.timestamps = true;
  facts.device_local_bytes = 8ULL * 1024 * 1024 * 1024;
  facts.maximum_image_dimension = 16'384;
  facts.maximum_image_layers = 2048;
  return facts;
}

/// A copy of a base pack whose descriptor may be changed. Removed with the object.
class PackFolder {
 public:
  template <class Change>
  PackFolder(const std::string& base, Change change) {
    std::string pattern = (std::filesystem::temp_directory_path() / "rpcts-pack-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("no temporary folder");
    }
    folder_ = pattern;
    const std::filesystem::path from =
        std::filesystem::path(RPCTS_BINARY_DIR) / "share/rpcts/render_pack_v1/bases" / base;
    std::filesystem::copy(from, folder_, std::filesystem::copy_options::recursive);
    const auto pack = render_pack_v1::open_pack(folder_);
    render_pack_v1::Descriptor descriptor = pack.value().document.value().descriptor;
    change(descriptor);
    std::ofstream(folder_ / "pack.json") << render_pack_v1::to_json(descriptor).value();
  }
  explicit PackFolder(const std::string& base) : PackFolder(base, [](render_pack_v1::Descriptor&) {}) {}
  PackFolder(const PackFolder&) = delete;
  PackFolder& operator=(const PackFolder&) = delete;
  ~PackFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// What a FakeRenderer is told to do and what it was asked; outlives the renderers.
struct FakeDevice {
  // What it does.
  DeviceFacts facts = capable_facts();
  bool fail_create = false;
  bool fail_prepare = false;
  ErrorKind failure = ErrorKind::failed;  ///< of prepare, replace and draw
  bool fail_replace = false;
  bool fail_scene = false;
  bool fail_pack_draw = false;    ///< drawing with a runtime
  bool fail_retail_draw = false;  ///< drawing without
  std::uint64_t resident_bytes = 1000;
  std::vector<std::string> validation;

  // What it was asked.
  int created = 0;
  int live_runtimes = 0;
  int prepared = 0;
  int retired = 0;
  int replaced = 0;
  int finished = 0;
  int scenes = 0;
  int draws = 0;
  Size world;                       ///< of the last resize
  RuntimePlan plan;                 ///< of the last prepare
  std::vector<TargetPlan> targets;  ///< of the last replace_targets
  bool drew_pack = false;           ///< the last draw had a runtime
  std::size_t drew_passes = 0;
  std::uint32_t drew_cascades = 0;
};

class FakeRuntime final : public Runtime {
 public:
  explicit FakeRuntime(FakeDevice& device) : device_(device) { ++device_.live_runtimes; }
  FakeRuntime(const FakeRuntime&) = delete;
  FakeRuntime& operator=(const FakeRuntime&) = delete;
  ~FakeRuntime() override { --device_.live_runtimes; }
  [[nodiscard]] std::uint64_t resident_bytes() const override { return device_.resident_bytes; }

 private:
  FakeDevice& device_;
};

class FakeRenderer final : public Renderer {
 public:
  explicit FakeRenderer(FakeDevice& device) : device_(device) { ++device_.created; }

  [[nodiscard]] const DeviceFacts& facts() const override { return device_.facts; }
  [[nodiscard]] Result<void> set_scene(const rpcts_scene&) override {
    ++device_.scenes;
    return device_.fail_scene ? error(ErrorKind::failed, "no memory for the scene") : Result<void>();
  }
  [[nodiscard]] Result<std::unique_ptr<Runtime>> prepare(const RuntimePlan& plan) override {
    ++device_.prepared;
    device_.plan = plan;
    if (device_.fail_prepare) {
      return error(device_.failure, "no pipeline could be made");
    }
    return std::make_unique<FakeRuntime>(device_);
  }
  [[nodiscard]] Result<void> replace_targets(Runtime&, std::span<const TargetPlan> targets) override {
    ++device_.replaced;
    device_.targets.assign(targets.begin(), targets.end());
    return device_.fail_replace ? error(device_.failure, "no memory for the targets") : Result<void>();
  }
  void retire(std::unique_ptr<Runtime> runtime) override {
    ++device_.retired;
    runtime.reset();
  }
  [[nodiscard]] Result<void> resize(Size world, Size) override {
    device_.world = world;
    return {};
  }
  [[nodiscard]] Result<void> draw(const FrameValues& frame, Runtime* runtime,
                                  std::span<std::uint8_t>) override {
    ++device_.draws;
    device_.drew_pack = runtime != nullptr;
    device_.drew_passes = frame.passes.size();
    device_.drew_cascades = frame.cascades;
    if (runtime != nullptr ? device_.fail_pack_draw : device_.fail_retail_draw) {
      return error(device_.failure, "the draw failed");
    }
    return {};
  }
  [[nodiscard]] Result<void> finish() override {
    ++device_.finished;
    return {};
  }
  [[nodiscard]] std::vector<std::byte> bound_block(const std::string&, int) const override { return {}; }
  [[nodiscard]] rpcts_ledger ledger() const override { return {}; }
  [[nodiscard]] std::vector<std::string> drain_validation() override {
    return std::exchange(device_.validation, {});
  }

 private:
  FakeDevice& device_;
};

}  // namespace rpcts::reference::samples
