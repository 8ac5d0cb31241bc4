// Blocks and push words as an implementation shows them (profile introspection): byte for byte what the pass
// itself read in the same frame.

#include <cstring>
#include <fmt/format.h>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/frame_facts.hpp"
#include "conformance/render_pack_v1/frame_look.hpp"
#include "harness/contracts/render_pack_v1/published_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace id = published;
using runner::CaseContext;

/// A pass of a probe pack by its id, and where its words are.
struct ShownPass {
  std::string_view pack;
  std::string_view id;
  const PassWords& (*words)(const Seen&);
};

const auto shown_passes = std::to_array<ShownPass>({
    {"full", "sun-rays", [](const Seen& seen) -> const PassWords& { return seen.full.rays; }},
    {"full", "volumetric-shafts", [](const Seen& seen) -> const PassWords& { return seen.full.shafts; }},
    {"full", "bloom-downsample", [](const Seen& seen) -> const PassWords& { return seen.full.downsample; }},
    {"full", "bloom-blur-horizontal",
     [](const Seen& seen) -> const PassWords& { return seen.full.blur_horizontal; }},
    {"full", "bloom-blur-vertical",
     [](const Seen& seen) -> const PassWords& { return seen.full.blur_vertical; }},
    {"full", "filmic-composite", [](const Seen& seen) -> const PassWords& { return seen.full.filmic; }},
    {"fused", "sun-rays", [](const Seen& seen) -> const PassWords& { return seen.full.rays; }},
    {"fused", "filmic-composite", [](const Seen& seen) -> const PassWords& { return seen.full.filmic; }},
    {"shadow", "copy", [](const Seen& seen) -> const PassWords& { return seen.custom.tone_map; }},
    {"custom", "glow", [](const Seen& seen) -> const PassWords& { return seen.custom.middle; }},
    {"custom", "tone-map", [](const Seen& seen) -> const PassWords& { return seen.custom.tone_map; }},
});

Result<void> check_shown(CaseContext& context, implementation::Implementation& implementation, ProbeSet& set,
                         const Look& look, const ShownPass& pass) {
  const Result<Seen> seen = see(set.rig, implementation, look);
  if (!seen) {
    return std::unexpected(seen.error());
  }
  // The same frame once more: what is shown is of the last frame.
  const auto host = set.rig.prepare(implementation, look.size, look.choice, look.frame);
  if (!host) {
    return std::unexpected(host.error());
  }
  const PassWords& words = pass.words(*seen);
  for (const auto& [binding, name, found] :
       {std::tuple(5, "binding 5", &words.frame), std::tuple(6, "binding 6", &words.shadow),
        std::tuple(7, "binding 7", &words.params), std::tuple(8, "binding 8", &words.settings),
        std::tuple(RPCTS_BLOCK_PUSH, "push block", &words.push)}) {
    if (found->empty()) {
      continue;
    }
    const auto bytes = (*host)->block(std::string(pass.id), binding);
    if (!bytes) {
      return std::unexpected(bytes.error());
    }
    if (!context.equal(bytes->size(), found->size() * 4, fmt::format("{}, {}: bytes", pass.id, name))) {
      continue;
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
      // A slot of the table may differ from frame to frame.
      const bool slot = (binding == RPCTS_BLOCK_PUSH && i >= 20) || (binding == 6 && i == 76);
      std::uint32_t word = 0;
      std::memcpy(&word, bytes->data() + 4 * i, 4);
      context.check(slot || word == (*found)[i],
                    fmt::format("{}, {}, byte {}: {:#010x} is shown, the pass reads {:#010x}", pass.id, name,
                                4 * i, word, (*found)[i]));
    }
  }
  return {};
}

}  // namespace

void add_block_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set) {
  for (const ShownPass& pass : shown_passes) {
    const ProbePack* pack = pass.pack == "full"     ? &set->full
                            : pass.pack == "fused"  ? &set->fused
                            : pass.pack == "shadow" ? &set->shadow
                                                    : &set->custom;
    for (const std::size_t storm : {0U, 4U}) {
      Facts facts{};
      facts[static_cast<std::size_t>(Knob::weather)] = storm;
      const Look look{.choice = {.pack = pack, .preset = pass.pack == "custom" ? "default" : "low"},
                      .size = {},
                      .frame = frame_of(facts, {})};
      add_implementation_case(
          table, set->source,
          {.info = {.id = fmt::format("render_pack_v1.blocks.shown:pack={};pass={};facts={}", pass.pack,
                                      pass.id, name_of(facts)),
                    .title = "The bytes that are bound for a pass are those that it reads",
                    .needs_device = true,
                    .clause = "D.6"},
           .profiles = RPCTS_PROFILE_HOST | RPCTS_PROFILE_INTROSPECTION,
           .body = [set, look, pass](CaseContext& context, implementation::Implementation& implementation) {
             return check_shown(context, implementation, *set, look, pass);
           }});
    }
  }
}

}  // namespace rpcts::render_pack_v1
