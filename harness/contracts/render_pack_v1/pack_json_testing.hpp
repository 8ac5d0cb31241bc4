#pragma once

// For the tests of pack.json: a text that uses every member, small edits of it, and findings by their places.

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace rpcts::render_pack_v1 {

inline constexpr std::string_view pack_json_sample = R"({
  "id": "test.sample",
  "displayName": "Sample – é",
  "featureSummary": "Every member once.",
  "packVersion": "1.20.3",
  "packApiVersion": 1,
  "highestTier": "Tier2Plus",
  "requiredCapabilities": ["FullscreenPasses", "AuthoredWeather"],
  "optionalCapabilities": ["GpuTimestampQueries"],
  "resources": [
    {"id": "mid", "kind": "Image2DArray", "format": "DirectionalDepth",
     "extent": {"mode": "RelativeToOutput", "width": 0.5, "height": 0.25, "layers": 3},
     "sizeBytes": 12, "usage": ["Sampled", "DepthAttachment"], "lifetime": "ActivePack",
     "estimatedResidentBytes": 5000000000, "semantic": "DirectionalShadowDepth"}
  ],
  "passes": [
    {"id": "rays", "hook": "AtmosphereBeforeToneMap", "vertexShaderAsset": "v.spv",
     "fragmentShaderAsset": "f.spv", "semanticInputs": ["SceneDepth", "Weather"],
     "resourceReads": ["mid", "other"], "resourceWrites": ["out"], "semantic": "SunRays"}
  ],
  "sceneReplays": [
    {"id": "casters", "semantic": "OutdoorDirectionalShadowCasters",
     "casterClasses": ["Terrain", "AnimatedAlphaCutout"], "viewCount": 4}
  ],
  "pipelineVariants": [
    {"id": "terrain", "baseSemantic": "EnvCell", "vertexShaderAsset": "tv.spv",
     "fragmentShaderAsset": "tf.spv", "compatibleMaterials": ["AlphaCutout"],
     "semanticInputs": ["CameraMatrices"], "semantic": "TerrainDirectionalShadowCaster"}
  ],
  "qualityPresets": [
    {"id": "low", "displayName": "Low", "requiredCapabilities": ["SceneDepthSampling"],
     "resourceOverrides": [
       {"resourceId": "mid", "extent": {"mode": "AbsolutePixels", "width": 512, "height": 256},
        "sizeBytes": 7, "estimatedResidentBytes": 8}],
     "settingOverrides": [{"settingId": "strength", "value": "0.25"}],
     "maxResidentGpuBytes": 67108864,
     "maxIncrementalGpuMillisecondsP50": 1.5, "maxIncrementalGpuMillisecondsP99": 2.5,
     "maxIncrementalCpuMillisecondsP50": 0.125, "maxIncrementalCpuMillisecondsP99": 0.5,
     "autoEligible": false, "semantic": "Low", "executionHints": ["FusedAtmosphericPostProcess"]}
  ],
  "settings": [
    {"id": "strength", "displayName": "Strength", "kind": "Float", "defaultValue": "0.5",
     "minimum": 0, "maximum": 2, "step": 0.25, "choices": ["a", "b"], "semantic": "SunRayStrength"}
  ],
  "atmospherePolicy": {
    "sunElevationResponse": [{"elevationDegrees": -10, "multiplier": 0.2}],
    "activeDayGroupMultipliers": [{"activeDayGroup": -3, "multiplier": 0.4}],
    "directionalShadowLightElevationResponse": [{"elevationDegrees": 1, "multiplier": 0}],
    "volumetricShaftSunElevationResponse": [{"elevationDegrees": 2, "multiplier": 1}]
  }
}
)";

/// The sample with the first `from` replaced by `to`.
inline std::string edited_sample(std::string_view from, std::string_view to) {
  std::string text(pack_json_sample);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "the sample has no " << from;
    return text;
  }
  return text.replace(at, from.size(), to);
}

/// A text in which '^' marks where findings are expected, taken apart.
struct Marked {
  std::string text;                 ///< without the marks
  std::vector<std::string> places;  ///< "line:column" of each mark
};

inline Marked unmark(std::string_view text) {
  Marked marked;
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text) {
    if (c == '^') {
      marked.places.push_back(std::to_string(line) + ":" + std::to_string(column));
      continue;
    }
    marked.text += c;
    line += c == '\n' ? 1 : 0;
    column = c == '\n' ? 1 : column + 1;
  }
  return marked;
}

/// "RP-FILE-009 /id 2:9" for each finding.
inline std::vector<std::string> brief(const Findings& findings) {
  std::vector<std::string> lines;
  for (const Diagnostic& finding : findings.all()) {
    lines.push_back(std::string(finding.rule) + " " + finding.place.pointer + " " +
                    std::to_string(finding.place.line) + ":" + std::to_string(finding.place.column));
  }
  return lines;
}

/// Reads the text without its marks; expects these findings ("RP-FILE-009 /id"), each at its mark. They are
/// named in text order; one about the text as a whole, 003 to 005, is expected first wherever it stands.
inline Findings expect_findings(std::string_view marked_text, const std::vector<std::string>& expected) {
  const Marked marked = unmark(marked_text);
  EXPECT_EQ(marked.places.size(), expected.size());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(expected.size(), marked.places.size()); ++i) {
    lines.push_back(expected[i] + " " + marked.places[i]);
  }
  const auto about_the_text = std::ranges::find_if(lines, [](const std::string& line) {
    return line.starts_with("RP-FILE-003") || line.starts_with("RP-FILE-004") ||
           line.starts_with("RP-FILE-005");
  });
  if (about_the_text != lines.end()) {
    std::rotate(lines.begin(), about_the_text, about_the_text + 1);
  }
  PackJsonResult result = read_pack_json(marked.text);
  EXPECT_THAT(brief(result.findings), testing::ElementsAreArray(lines)) << marked_text;
  EXPECT_EQ(result.document.has_value(), expected.empty());
  return std::move(result.findings);
}

inline std::vector<std::string> findings_of(std::string_view text) {
  return brief(read_pack_json(text).findings);
}

}  // namespace rpcts::render_pack_v1
