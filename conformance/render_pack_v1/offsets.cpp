// Byte offsets of the four uniform blocks, observed on the device: the host puts another value into each
// 32-bit word, a shader built from the shared include reads every scalar by name, and each must bring the
// word that the contract puts there (D.6.1 to D.6.4).

#include <array>
#include <fmt/format.h>

#include "conformance/device_source.hpp"
#include "conformance/render_pack_v1/block_probe.hpp"
#include "conformance/render_pack_v1/block_words.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/probe_rig.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

constexpr std::uint32_t matrix_words = 16;

/// One check for each word of the matrix of `cascade`, which a probe read column after column.
void check_cascade(CaseContext& context, std::span<const std::uint32_t> found, std::uint32_t cascade) {
  const BlockMember& matrices = directional_shadow.members.front();
  for (std::uint32_t i = 0; i < matrix_words; ++i) {
    const std::uint32_t column = i / matrices.rows;
    const std::uint32_t row = i % matrices.rows;
    const std::uint32_t byte = cascade * matrices.array_stride + column * matrices.matrix_stride + row * 4;
    const std::uint32_t expected = tag_of(directional_shadow, static_cast<std::int32_t>(byte));
    context.check(found[i] == expected,
                  fmt::format("{}[{}][{}][{}] must be read from byte {}, found {:#010x}, {}", matrices.name,
                              cascade, column, row, byte, found[i], origin_of(found[i])));
  }
}

/// An ordinary caster takes the matrix of the cascade in the push word renderPass.
Result<void> cascade_of_pass(CaseContext& context, const gpu::Device& device, std::uint32_t cascade) {
  const auto found = run_probe(
      device, context.data(),
      {.module = "cascade_of_pass.vert", .picture = {.width = matrix_words}, .prepare = [&](ProbeRig& rig) {
         put_word(rig, push_block, "renderPass", cascade);
       }});
  if (!found) {
    return std::unexpected(found.error());
  }
  check_cascade(context, *found, cascade);
  return {};
}

/// A multiview caster takes the matrix of its view; both views come out of one draw.
Result<void> cascade_of_view(CaseContext& context, const gpu::Device& device) {
  constexpr std::uint32_t views = 2;
  const auto found = run_probe(
      device, context.data(),
      {.module = "cascade_of_view.vert",
       .picture = {.width = matrix_words, .height = 1, .layers = views, .view_mask = multiview_view_mask}});
  if (!found) {
    return std::unexpected(found.error());
  }
  for (std::uint32_t view = 0; view < views; ++view) {
    check_cascade(context, std::span(*found).subspan(std::size_t{view} * matrix_words, matrix_words), view);
  }
  return {};
}

}  // namespace

void add_offset_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices) {
  for (const BlockProbe& probe : block_probes()) {
    if (probe.block == &push_block) {
      continue;
    }
    add_device_case(table, devices,
                    {.info = {.id = fmt::format("render_pack_v1.offsets.block:name={};{}", probe.block->name,
                                                probe.parameters),
                              .title = fmt::format("Each scalar of {} is read from its byte, {}",
                                                   probe.block->name, probe.manner),
                              .claims = {{std::string(probe.block->rule), runner::Proof::positive}},
                              .clause = "D.6"},
                     .body = [probe](CaseContext& context, const gpu::Device& device) {
                       return check_block(context, device, probe);
                     }});
  }
  for (std::uint32_t cascade = 0; cascade < maximum_cascades; ++cascade) {
    add_device_case(
        table, devices,
        {.info = {.id = fmt::format("render_pack_v1.offsets.cascade_of_pass:cascade={}", cascade),
                  .title = "The cascade in the push word renderPass selects its matrix in the vertex stage",
                  .claims = {{std::string(directional_shadow.rule), runner::Proof::positive}},
                  .clause = "D.8"},
         .body = [cascade](CaseContext& context, const gpu::Device& device) {
           return cascade_of_pass(context, device, cascade);
         }});
  }
  add_device_case(table, devices,
                  {.info = {.id = "render_pack_v1.offsets.cascade_of_view",
                            .title = "Each of two views of one draw reads the matrix of its own cascade",
                            .claims = {{std::string(directional_shadow.rule), runner::Proof::positive}},
                            .clause = "D.8"},
                   .needs = {gpu::Need::multiview},
                   .body = cascade_of_view});
}

}  // namespace rpcts::render_pack_v1
