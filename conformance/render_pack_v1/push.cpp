// The push block, observed on the device (D.6.5, E.5): offsets of its 24 words, and texture slots that travel
// as the bits of floats.

#include <array>
#include <fmt/format.h>

#include "conformance/device_source.hpp"
#include "conformance/render_pack_v1/block_probe.hpp"
#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/probe_rig.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using runner::CaseContext;

using Slots = std::array<std::uint32_t, sampled_inputs_per_pass>;

// E.5: A and B are members of their own, C and D are the bits of paramA and paramB.
constexpr std::array<std::string_view, sampled_inputs_per_pass> slot_members{"textureIndexA", "textureIndexB",
                                                                             "paramA", "paramB"};
constexpr std::string_view slot_letters = "ABCD";

// Words that arithmetic, a conversion or a flushed denormal would change.
struct Bits {
  std::uint32_t word;
  std::string_view what;
};
constexpr auto delicate_bits = std::to_array<Bits>({
    {0x00000001, "the smallest denormal, slot 1"},
    {0x00003FFF, "a denormal, slot 16383"},
    {0x007FFFFF, "the largest denormal"},
    {0x80000000, "negative zero"},
    {0x807FFFFF, "a negative denormal"},
    {0x7F800000, "infinity"},
    {0x7F800001, "a signalling NaN"},
    {0x7FC00001, "a quiet NaN with a payload"},
    {0xFFC00000, "a negative NaN"},
    {unassigned_slot, "the sentinel, a NaN too"},
});

Result<void> check_slots(CaseContext& context, const gpu::Device& device, const Slots& slots) {
  const auto found = run_probe(device, context.data(),
                               {.module = "slot_words.frag",
                                .picture = {.width = sampled_inputs_per_pass},
                                .prepare = [&](ProbeRig& rig) {
                                  for (std::size_t i = 0; i < slots.size(); ++i) {
                                    put_word(rig, push_block, slot_members[i], slots[i]);
                                  }
                                }});
  if (!found) {
    return std::unexpected(found.error());
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    context.check(found->at(i) == slots[i], fmt::format("slot {} must arrive as {:#010x}, found {:#010x}",
                                                        slot_letters[i], slots[i], found->at(i)));
  }
  return {};
}

void add_slot_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices) {
  const runner::Claim layout{std::string(push_block.rule), runner::Proof::positive};
  add_device_case(table, devices,
                  {.info = {.id = "render_pack_v1.push.slot_order",
                            .title = "Each of four slots arrives under its own letter",
                            .claims = {layout},
                            .clause = "E.5"},
                   .body = [](CaseContext& context, const gpu::Device& device) {
                     return check_slots(context, device, {11, 22, 33, 44});
                   }});
  for (std::size_t slot = 2; slot < slot_members.size(); ++slot) {
    for (const Bits& bits : delicate_bits) {
      Slots slots;
      slots.fill(unassigned_slot);
      slots[slot] = bits.word;
      add_device_case(table, devices,
                      {.info = {.id = fmt::format("render_pack_v1.push.slot_bits:slot={};bits={:08X}",
                                                  slot_letters[slot], bits.word),
                                .title = fmt::format("Slot {} keeps its bits when they are {}",
                                                     slot_letters[slot], bits.what),
                                .claims = {layout},
                                .clause = "E.5"},
                       .body = [slots](CaseContext& context, const gpu::Device& device) {
                         return check_slots(context, device, slots);
                       }});
    }
  }
}

}  // namespace

void add_push_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices) {
  for (const BlockProbe& probe : block_probes()) {
    if (probe.block != &push_block) {
      continue;
    }
    add_device_case(
        table, devices,
        {.info = {.id = fmt::format("render_pack_v1.push.words:{}", probe.parameters),
                  .title = fmt::format("Each word of the push block is read from its byte, {}", probe.manner),
                  .claims = {{std::string(push_block.rule), runner::Proof::positive}},
                  .clause = "D.6.5"},
         .body = [probe](CaseContext& context, const gpu::Device& device) {
           return check_block(context, device, probe);
         }});
  }
  add_slot_cases(table, devices);
}

}  // namespace rpcts::render_pack_v1
