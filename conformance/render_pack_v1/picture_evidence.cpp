#include "conformance/render_pack_v1/picture_evidence.hpp"

#include <cstdlib>
#include <fmt/format.h>

namespace rpcts::render_pack_v1 {
namespace {

std::string environment(const char* name) {
  const char* value =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): a worker sets no variable while cases run
  return value == nullptr ? std::string() : std::string(value);
}

std::filesystem::path evidence_folder() {
  const std::string named = environment("RPCTS_PICTURES");
  return named.empty() ? std::filesystem::temp_directory_path() / "rpcts-pictures"
                       : std::filesystem::path(named);
}

}  // namespace

Result<const ProbePack*> PictureSet::base(const std::string& name) {
  const auto known = bases_.find(name);
  if (known != bases_.end()) {
    return &known->second;
  }
  Result<ProbePack> loaded = load_pack(data, "bases/" + name);
  if (!loaded) {
    return std::unexpected(std::move(loaded.error()));
  }
  return &bases_.emplace(name, std::move(*loaded)).first->second;
}

Result<implementation::Picture> PictureSet::render(implementation::Implementation& implementation,
                                                   const std::string& name, WorldSize size,
                                                   const rpcts_frame& frame, std::string preset) {
  const Result<const ProbePack*> pack = base(name);
  if (!pack) {
    return std::unexpected(pack.error());
  }
  if (preset.empty()) {
    preset = (*pack)->descriptor.quality_presets.front().id;
  }
  return rig.render(implementation, size, {.pack = *pack, .preset = std::move(preset)}, frame);
}

std::vector<GoldenPicture> golden_pictures() {
  // High filters over three by three texels whose bias is small (E.6): on flat ground in low light drivers
  // differ in single comparisons.
  return {{"custom", "default"}, {"full", "low"}, {"full", "medium"},   {"full", "high", 0.04},
          {"fused", "low"},      {"mv", "low"},   {"shadow", "medium"}, {"tone", "default"}};
}

Result<void> check_against_golden(runner::CaseContext& context, const implementation::Picture& picture,
                                  const GoldenPicture& golden, const PictureTolerance& tolerance) {
  const std::string name = fmt::format("{}-{}.png", golden.base, golden.preset);
  if (const std::string update = environment("RPCTS_UPDATE_GOLDEN"); !update.empty()) {
    if (auto written = write_png(std::filesystem::path(update) / name, picture); !written) {
      return written;
    }
    return error(ErrorKind::unsupported, "golden pictures are written, not compared");
  }
  Result<Picture> expected = read_png(context.data() / "render_pack_v1" / "golden" / "pictures" / name);
  if (!expected) {
    return std::unexpected(expected.error());
  }
  if (expected->width != picture.width || expected->height != picture.height) {
    context.check(false, fmt::format("the picture has {} x {} pixels, the golden one {} x {}", picture.width,
                                     picture.height, expected->width, expected->height));
    return {};
  }
  const PictureDistance distance = compare(picture, *expected, tolerance.small);
  context.note("largest difference", fmt::format("{}", distance.largest));
  context.note("share of differing pixels", fmt::format("{:.4f}", distance.differing_share));
  context.note("structural similarity", fmt::format("{:.5f}", distance.structure));
  const std::string wrong = out_of_tolerance(distance, tolerance);
  if (!context.check(wrong.empty(), wrong)) {
    const std::filesystem::path folder = evidence_folder();
    const std::string stem = fmt::format("{}-{}", golden.base, golden.preset);
    const std::pair<const char*, Picture> kept[] = {
        {"found", picture}, {"expected", *expected}, {"difference", difference(picture, *expected)}};
    for (const auto& [what, image] : kept) {
      const std::filesystem::path path = folder / fmt::format("{}-{}.png", stem, what);
      if (auto written = write_png(path, image); !written) {
        return written;
      }
      context.note(fmt::format("picture {}", what), path.string());
    }
  }
  return {};
}

}  // namespace rpcts::render_pack_v1
