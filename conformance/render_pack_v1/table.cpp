// The table of sampled textures at set 2, binding 0 (D.8, D.9), observed on the device: an unsized array that
// a shader indexes with a slot that differs from pixel to pixel.

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <optional>

#include "conformance/device_source.hpp"
#include "conformance/render_pack_v1/block_probe.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/probe_rig.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

// Every colour texture has this many texels, so that rows and columns cannot be taken for one another.
constexpr std::uint32_t width = 4;
constexpr std::uint32_t height = 2;

// Slots with gaps between them; the others stay empty.
using Slots = std::array<std::uint32_t, sampled_inputs_per_pass>;
constexpr Slots sparse_slots{3, 17, 0, 63};
constexpr std::array<std::string_view, sampled_inputs_per_pass> slot_members{"textureIndexA", "textureIndexB",
                                                                             "paramA", "paramB"};
constexpr std::string_view slot_letters = "ABCD";

// What the probes write for a slot that is unassigned (lib/table_pixel.glsl).
constexpr std::uint32_t absent_word = 17 | 34 << 8 | 51 << 16 | 68 << 24;

/// The one texel of all textures of a case with this texture number, layer and place, as the probes pack it.
std::uint32_t texel_word(std::uint32_t texture, std::uint32_t layer, std::uint32_t place) {
  return (texture + 1) | layer << 8 | place << 16 | 0xA5000000;
}

std::vector<std::byte> bytes_of(std::span<const std::uint32_t> words) {
  const std::span<const std::byte> bytes = std::as_bytes(words);
  return {bytes.begin(), bytes.end()};
}

/// A texture of which each texel has another colour, unlike every texel of a texture of another number. RGBA8
/// has red at the lowest address, so a texel is one little-endian word.
Result<gpu::Image> color_texture(const gpu::Device& device, std::uint32_t number, std::uint32_t layers) {
  static_assert(std::endian::native == std::endian::little);
  std::vector<std::uint32_t> texels;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (std::uint32_t place = 0; place < width * height; ++place) {
      texels.push_back(texel_word(number, layer, place));
    }
  }
  return gpu::make_texture(
      device, {.format = VK_FORMAT_R8G8B8A8_UNORM, .width = width, .height = height, .layers = layers},
      bytes_of(texels));
}

/// Four textures for the slots A to D.
Result<std::vector<gpu::Image>> color_textures(const gpu::Device& device, const Slots& layers) {
  std::vector<gpu::Image> images;
  for (std::uint32_t number = 0; number < layers.size(); ++number) {
    Result<gpu::Image> image = color_texture(device, number, layers[number]);
    if (!image) {
      return std::unexpected(image.error());
    }
    images.push_back(std::move(*image));
  }
  return images;
}

void put_slots(ProbeRig& rig, const Slots& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    put_word(rig, push_block, slot_members[i], slots[i]);
  }
  put_word(rig, push_block, "drawIdOffset", width);
  put_word(rig, push_block, "lightingMode", height);
}

/// Checks a picture of table_texels.frag; an unassigned slot must have left the mark.
void check_texels(CaseContext& context, std::span<const std::uint32_t> found, const Slots& slots,
                  std::uint32_t layers) {
  const std::uint32_t picture_width = width * sampled_inputs_per_pass;
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    const std::uint32_t x = i % picture_width;
    const std::uint32_t y = i / picture_width;
    const std::uint32_t slot = x % sampled_inputs_per_pass;
    const std::uint32_t layer = y / height;
    const std::uint32_t place = y % height * width + x / sampled_inputs_per_pass;
    const bool assigned = slots[slot] != unassigned_slot;
    const std::uint32_t expected = assigned ? texel_word(slot, layer, place) : absent_word;
    context.check(
        found[i] == expected,
        fmt::format("slot {} (number {}), layer {}, texel ({}, {}): expected {:#010x}, found {:#010x}; the "
                    "bytes are texture, layer, texel, 0xa5 from the lowest",
                    slot_letters[slot], slots[slot], layer, place % width, place / width, expected,
                    found[i]));
  }
  context.equal(found.size(), std::size_t{picture_width} * height * layers, "words of the picture");
}

/// How four textures are read.
struct TexelRun {
  std::string read;               ///< function of the include: "sampleLayer"
  Slots layers{1, 1, 1, 1};       ///< layers of the textures of A to D
  std::uint32_t read_layers = 1;  ///< how many of them are read
  Slots slots = sparse_slots;
  bool after_bind = false;  ///< the table is filled after the draw is recorded
};

Result<void> check_table(CaseContext& context, const gpu::Device& device, const TexelRun& run) {
  const Result<std::vector<gpu::Image>> images = color_textures(device, run.layers);
  if (!images) {
    return std::unexpected(images.error());
  }
  const auto put_textures = [&](ProbeRig& rig) {
    for (std::size_t i = 0; i < images->size(); ++i) {
      if (run.slots[i] != unassigned_slot) {
        rig.put_texture(run.slots[i], images->at(i));
      }
    }
  };
  const auto found =
      run_probe(device, context.data(),
                {.module = fmt::format("table_texels.{}.frag", run.read),
                 .picture = {.width = width * sampled_inputs_per_pass, .height = height * run.read_layers},
                 .table = true,
                 .prepare =
                     [&](ProbeRig& rig) {
                       put_slots(rig, run.slots);
                       if (!run.after_bind) {
                         put_textures(rig);
                       }
                     },
                 .after_recording =
                     [&](ProbeRig& rig) {
                       if (run.after_bind) {
                         put_textures(rig);
                       }
                     }});
  if (!found) {
    return std::unexpected(found.error());
  }
  check_texels(context, *found, run.slots, run.read_layers);
  return {};
}

/// The table of the reference's capacity, or of what the device gives, used at both ends.
Result<void> last_slot(CaseContext& context, const gpu::Device& device) {
  const std::uint32_t capacity = table_capacity(device);
  context.note("table slots", fmt::format("{}", capacity));
  return check_table(context, device,
                     {.read = "sampleBase2D", .slots = {capacity - 1, 0, capacity - 2, capacity / 2}});
}

/// As many textures as pixels in one draw: neighbouring pixels never share one.
Result<void> run_of_slots(CaseContext& context, const gpu::Device& device) {
  constexpr std::uint32_t count = 32;
  constexpr std::uint32_t first = 8;
  std::vector<gpu::Image> images;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t texel = texel_word(i, 0, 0);
    Result<gpu::Image> image =
        gpu::make_texture(device, {.format = VK_FORMAT_R8G8B8A8_UNORM}, bytes_of(std::span(&texel, 1)));
    if (!image) {
      return std::unexpected(image.error());
    }
    images.push_back(std::move(*image));
  }
  const auto found = run_probe(
      device, context.data(),
      {.module = "table_run.frag", .picture = {.width = count}, .table = true, .prepare = [&](ProbeRig& rig) {
         put_slots(rig, {first, unassigned_slot, unassigned_slot, unassigned_slot});
         for (std::uint32_t i = 0; i < count; ++i) {
           rig.put_texture(first + i, images[i]);
         }
       }});
  if (!found) {
    return std::unexpected(found.error());
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    context.check(found->at(i) == texel_word(i, 0, 0),
                  fmt::format("slot {}: expected {:#010x}, found {:#010x}", first + i, texel_word(i, 0, 0),
                              found->at(i)));
  }
  return {};
}

/// A depth array is read like any texture: the red component is the depth.
Result<void> depth_array(CaseContext& context, const gpu::Device& device, std::uint32_t layers) {
  if (!device.facts().sampled_depth) {
    context.not_supported("depth images cannot be sampled");
  }
  // Multiples of 1/64: every depth is exact in 32-bit floats.
  std::vector<std::uint32_t> texels(std::size_t{width} * height * layers);
  for (std::uint32_t i = 0; i < texels.size(); ++i) {
    texels[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i + 1) / 64.0F);
  }
  constexpr std::uint32_t slot = 40;
  const Result<gpu::Image> image = gpu::make_texture(
      device, {.format = VK_FORMAT_D32_SFLOAT, .width = width, .height = height, .layers = layers},
      bytes_of(texels));
  if (!image) {
    return std::unexpected(image.error());
  }
  const auto found = run_probe(
      device, context.data(),
      {.module = "table_depth.frag",
       .picture = {.width = width, .height = height * layers},
       .table = true,
       .prepare = [&](ProbeRig& rig) {
         put_slots(rig, {unassigned_slot, unassigned_slot, unassigned_slot, unassigned_slot});
         // The first word of uShadowTextureAndFlags names the slot (D.6.2, E.8).
         std::memcpy(rig.bytes(directional_shadow).subspan(304, sizeof(slot)).data(), &slot, sizeof(slot));
         rig.put_texture(slot, *image);
       }});
  if (!found) {
    return std::unexpected(found.error());
  }
  for (std::uint32_t i = 0; i < texels.size(); ++i) {
    const std::uint32_t layer = i / (width * height);
    const std::uint32_t place = i % (width * height);
    context.check(found->at(i) == texels[i],
                  fmt::format("depth of layer {}, texel ({}, {}): expected {:#010x}, found {:#010x}", layer,
                              place % width, place / width, texels[i], found->at(i)));
  }
  return {};
}

/// What every case of this file claims and needs.
DeviceCase table_case(std::string id, std::string title,
                      std::function<Result<void>(CaseContext&, const gpu::Device&)> body) {
  return {.info = {.id = "render_pack_v1.table." + std::move(id),
                   .title = std::move(title),
                   .claims = {{"RP-SPV-031", runner::Proof::positive}},
                   .clause = "D.8"},
          .needs = {gpu::Need::texture_table},
          .body = std::move(body)};
}

DeviceCase table_case(std::string id, std::string title, TexelRun run) {
  return table_case(std::move(id), std::move(title),
                    [run = std::move(run)](CaseContext& context, const gpu::Device& device) {
                      return check_table(context, device, run);
                    });
}

}  // namespace

void add_table_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices) {
  for (const std::string read :
       {"sample2D", "sampleLayer", "sampleBase2D", "sampleOptional2D", "fetchTexel"}) {
    add_device_case(
        table, devices,
        table_case("one_layer:read=" + read, "Plain 2-D textures appear as arrays with the single layer 0",
                   TexelRun{.read = read}));
    add_device_case(table, devices,
                    table_case("layer_0_of_mixed:read=" + read,
                               "Plain textures and arrays stand side by side, each with its layer 0",
                               TexelRun{.read = read, .layers = {1, 3, 1, 2}}));
  }
  for (const std::string read : {"sampleLayer", "fetchTexel"}) {
    add_device_case(table, devices,
                    table_case("real_layers:read=" + read, "Arrays appear with their real layers",
                               TexelRun{.read = read, .layers = {3, 3, 4, 3}, .read_layers = 3}));
  }
  for (const std::string read : {"sampleBase2D", "sampleOptional2D"}) {
    for (std::size_t slot = 0; slot < slot_letters.size(); ++slot) {
      TexelRun run{.read = read};
      run.slots[slot] = unassigned_slot;
      add_device_case(table, devices,
                      table_case(fmt::format("sentinel:slot={};read={}", slot_letters[slot], read),
                                 "The sentinel is noticed before sampling, and the other slots are sampled",
                                 std::move(run)));
    }
  }
  add_device_case(table, devices,
                  table_case("update_after_bind", "A slot may be filled after the table is bound",
                             TexelRun{.read = "sampleBase2D", .after_bind = true}));
  add_device_case(
      table, devices,
      table_case("last_slot", "Both ends of a table of the reference's capacity are reached", last_slot));
  add_device_case(table, devices,
                  table_case("run_of_slots", "Each of 32 neighbouring pixels samples a texture of its own",
                             run_of_slots));
  for (const std::uint32_t layers : {1U, 2U, maximum_cascades}) {
    add_device_case(
        table, devices,
        table_case(fmt::format("depth_array:layers={}", layers),
                   "A directional depth array is read as ordinary depth through the slot of binding 6",
                   [layers](CaseContext& context, const gpu::Device& device) {
                     return depth_array(context, device, layers);
                   }));
  }
}

}  // namespace rpcts::render_pack_v1
