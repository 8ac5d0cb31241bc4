#include "harness/implementation/program_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace rpcts::implementation {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

/// A member that may be left out.
template <class T>
void take(const Json& json, const char* name, T& value) {
  if (const auto at = json.find(name); at != json.end()) {
    value = at->get<T>();
  }
}

void take_float(const Json& json, const char* name, float& value) {
  if (const auto at = json.find(name); at != json.end()) {
    value = float_from(*at);
  }
}

}  // namespace

Json json_of(float value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return static_cast<double>(value);
}

float float_from(const Json& json) {
  if (json.is_string()) {
    const auto text = json.get<std::string>();
    if (text == "NaN") {
      return std::numeric_limits<float>::quiet_NaN();
    }
    if (text == "Infinity" || text == "-Infinity") {
      return text.front() == '-' ? -std::numeric_limits<float>::infinity()
                                 : std::numeric_limits<float>::infinity();
    }
  }
  return static_cast<float>(json.get<double>());
}

Json json_of(std::span<const float> values) {
  Json list = Json::array();
  for (const float value : values) {
    list.push_back(json_of(value));
  }
  return list;
}

void floats_from(const Json& json, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = float_from(json.at(i));
  }
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::vector<std::uint8_t> bytes_from(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  if (hex.size() % 2 != 0) {
    throw std::invalid_argument("an odd number of hexadecimal digits");
  }
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const std::size_t high = digits.find(hex[i]);
    const std::size_t low = digits.find(hex[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) {
      throw std::invalid_argument("no hexadecimal digits (0-9, a-f)");
    }
    bytes.push_back(static_cast<std::uint8_t>(high << 4U | low));
  }
  return bytes;
}

Json json_of(const rpcts_setup& setup) {
  return {{"width", setup.width},
          {"height", setup.height},
          {"outputWidth", setup.output_width},
          {"outputHeight", setup.output_height},
          {"flights", setup.flights},
          {"deviceUuid", hex_of(setup.device_uuid)},
          {"withheldCapabilities", setup.withheld_capabilities},
          {"maxImageDimension", setup.max_image_dimension},
          {"maxImageLayers", setup.max_image_layers},
          {"deviceLocalBytes", setup.device_local_bytes}};
}

rpcts_setup setup_from(const Json& json) {
  rpcts_setup setup{.size = sizeof(rpcts_setup)};
  take(json, "width", setup.width);
  take(json, "height", setup.height);
  take(json, "outputWidth", setup.output_width);
  take(json, "outputHeight", setup.output_height);
  take(json, "flights", setup.flights);
  const std::vector<std::uint8_t> uuid = bytes_from(json.at("deviceUuid").get<std::string>());
  if (uuid.size() != std::size(setup.device_uuid)) {
    throw std::invalid_argument("deviceUuid has 32 digits");
  }
  std::ranges::copy(uuid, std::begin(setup.device_uuid));
  take(json, "withheldCapabilities", setup.withheld_capabilities);
  take(json, "maxImageDimension", setup.max_image_dimension);
  take(json, "maxImageLayers", setup.max_image_layers);
  take(json, "deviceLocalBytes", setup.device_local_bytes);
  return setup;
}

Json json_of(const rpcts_event& event) {
  return {{"kind", event.kind},
          {"width", event.width},
          {"height", event.height},
          {"outputWidth", event.output_width},
          {"outputHeight", event.output_height}};
}

rpcts_event event_from(const Json& json) {
  rpcts_event event{.size = sizeof(rpcts_event)};
  event.kind = json.at("kind").get<std::int32_t>();
  take(json, "width", event.width);
  take(json, "height", event.height);
  take(json, "outputWidth", event.output_width);
  take(json, "outputHeight", event.output_height);
  return event;
}

Json json_of(const rpcts_ledger& l) {
  return {{"packPipelines", l.pack_pipelines},
          {"packImages", l.pack_images},
          {"packBuffers", l.pack_buffers},
          {"packModules", l.pack_modules},
          {"set3Layouts", l.set3_layouts},
          {"set3Sets", l.set3_sets},
          {"packTextureSlots", l.pack_texture_slots},
          {"packBytes", l.pack_bytes},
          {"frameDescriptorWrites", l.frame_descriptor_writes},
          {"frameFullscreenPasses", l.frame_fullscreen_passes},
          {"frameDepthPasses", l.frame_depth_passes},
          {"frameViewMask", l.frame_view_mask}};
}

rpcts_ledger ledger_from(const Json& json) {
  rpcts_ledger l{.size = sizeof(rpcts_ledger)};
  json.at("packPipelines").get_to(l.pack_pipelines);
  json.at("packImages").get_to(l.pack_images);
  json.at("packBuffers").get_to(l.pack_buffers);
  json.at("packModules").get_to(l.pack_modules);
  json.at("set3Layouts").get_to(l.set3_layouts);
  json.at("set3Sets").get_to(l.set3_sets);
  json.at("packTextureSlots").get_to(l.pack_texture_slots);
  json.at("packBytes").get_to(l.pack_bytes);
  json.at("frameDescriptorWrites").get_to(l.frame_descriptor_writes);
  json.at("frameFullscreenPasses").get_to(l.frame_fullscreen_passes);
  json.at("frameDepthPasses").get_to(l.frame_depth_passes);
  json.at("frameViewMask").get_to(l.frame_view_mask);
  return l;
}

Json json_of(const rpcts_frame& f) {
  Json sources = Json::array();
  for (const rpcts_celestial_source& source : f.sources) {
    sources.push_back({{"available", source.available},
                       {"direction", json_of(std::span<const float>(source.direction))},
                       {"energy", json_of(source.energy)}});
  }
  Json json = {{"flags", f.flags},
               {"view", json_of(std::span<const float>(f.view))},
               {"projection", json_of(std::span<const float>(f.projection))},
               {"deltaSeconds", json_of(f.delta_seconds)},
               {"sunHeadingDegrees", json_of(f.sun_heading_degrees)},
               {"sunPitchDegrees", json_of(f.sun_pitch_degrees)},
               {"sunBrightness", json_of(f.sun_brightness)},
               {"sunColor", json_of(std::span<const float>(f.sun_color))},
               {"sources", std::move(sources)},
               {"weather", f.weather},
               {"weatherIntensity", json_of(f.weather_intensity)},
               {"dayGroup", f.day_group},
               {"place", f.place},
               {"residentReachMeters", json_of(f.resident_reach_meters)},
               {"gpuMilliseconds", json_of(f.gpu_milliseconds)},
               {"cpuMilliseconds", json_of(f.cpu_milliseconds)}};
  if (f.instances != nullptr) {
    json["instances"] = json_of(std::span(f.instances, f.instance_count * 16));
  }
  return json;
}

void frame_from(const Json& json, FrameValue& value) {
  rpcts_frame& f = value.frame;
  f = {.size = sizeof(rpcts_frame)};
  json.at("flags").get_to(f.flags);
  floats_from(json.at("view"), f.view);
  floats_from(json.at("projection"), f.projection);
  take_float(json, "deltaSeconds", f.delta_seconds);
  take_float(json, "sunHeadingDegrees", f.sun_heading_degrees);
  take_float(json, "sunPitchDegrees", f.sun_pitch_degrees);
  take_float(json, "sunBrightness", f.sun_brightness);
  floats_from(json.at("sunColor"), f.sun_color);
  for (std::size_t i = 0; i < std::size(f.sources); ++i) {
    const Json& source = json.at("sources").at(i);
    source.at("available").get_to(f.sources[i].available);
    floats_from(source.at("direction"), f.sources[i].direction);
    f.sources[i].energy = float_from(source.at("energy"));
  }
  take(json, "weather", f.weather);
  take_float(json, "weatherIntensity", f.weather_intensity);
  take(json, "dayGroup", f.day_group);
  take(json, "place", f.place);
  take_float(json, "residentReachMeters", f.resident_reach_meters);
  take_float(json, "gpuMilliseconds", f.gpu_milliseconds);
  take_float(json, "cpuMilliseconds", f.cpu_milliseconds);
  if (const auto at = json.find("instances"); at != json.end()) {
    value.instances.resize(at->size());
    floats_from(*at, value.instances);
    f.instances = value.instances.data();
    f.instance_count = value.instances.size() / 16;
  }
}

}  // namespace rpcts::implementation
