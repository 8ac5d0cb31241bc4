#pragma once

// What picture cases share: the base packs, the golden pictures, and the pictures that a failure leaves.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/picture.hpp"
#include "conformance/render_pack_v1/host_rig.hpp"
#include "conformance/render_pack_v1/probe_pack.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// One per worker, used by one thread.
struct PictureSet {
  PictureSet(std::shared_ptr<ImplementationSource> from, std::filesystem::path folder)
      : source(std::move(from)), data(std::move(folder)), rig(source) {}

  std::shared_ptr<ImplementationSource> source;
  std::filesystem::path data;
  HostRig rig;

  /// A base pack by name, "full". ErrorKind::failed when it cannot be read.
  [[nodiscard]] Result<const ProbePack*> base(const std::string& name);

  /// A picture drawn with a base; an empty preset is its first. Errors as HostRig::render().
  [[nodiscard]] Result<implementation::Picture> render(implementation::Implementation& implementation,
                                                       const std::string& name, WorldSize size,
                                                       const rpcts_frame& frame, std::string preset = {});

 private:
  std::map<std::string, ProbePack> bases_;
};

struct GoldenPicture {
  std::string base;
  std::string preset;
  double differing_share = 0.01;  ///< of PictureTolerance: single pixels at edges of triangles and texels
};

/// Those of golden/render_pack_v1/pictures: `<base>-<preset>.png`.
[[nodiscard]] std::vector<GoldenPicture> golden_pictures();
inline constexpr WorldSize golden_size{160, 90};

/// Compares with the golden picture. Where they differ, the picture, the golden one and their difference are
/// kept as PNG in the folder of the environment variable RPCTS_PICTURES, else in a folder below the system's
/// temporary one, and the result's notes name them. With RPCTS_UPDATE_GOLDEN=<folder> the picture is written
/// there instead of compared, and the case is *not supported*.
[[nodiscard]] Result<void> check_against_golden(runner::CaseContext& context,
                                                const implementation::Picture& picture,
                                                const GoldenPicture& golden,
                                                const PictureTolerance& tolerance);

}  // namespace rpcts::render_pack_v1
