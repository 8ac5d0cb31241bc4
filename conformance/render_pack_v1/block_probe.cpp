#include "conformance/render_pack_v1/block_probe.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <fmt/format.h>

namespace rpcts::render_pack_v1 {
namespace {

struct Named {
  std::string_view key;   ///< part of a module's name
  std::string_view text;  ///< part of a title
};

struct ProbedBlock {
  const Block* block;
  std::string_view file;
};

constexpr auto probed_blocks = std::to_array<ProbedBlock>({{&atmospheric_frame, "atmospheric_frame"},
                                                           {&directional_shadow, "directional_shadow"},
                                                           {&pack_pass, "pack_pass"},
                                                           {&pack_settings, "pack_settings"},
                                                           {&push_block, "push_block"}});
static_assert(probed_blocks.size() == blocks.size());

constexpr auto reads = std::to_array<Named>({{"component", "component by component"},
                                             {"whole", "vectors and matrices as a whole"},
                                             {"indexed", "with indices known at run time only"}});
constexpr auto stages = std::to_array<Named>({{"frag", "fragment"}, {"vert", "vertex"}});

}  // namespace

std::vector<BlockProbe> block_probes() {
  std::vector<BlockProbe> probes;
  for (const ProbedBlock& probed : probed_blocks) {
    for (const Named& read : reads) {
      for (const Named& stage : stages) {
        probes.push_back({.block = probed.block,
                          .module = fmt::format("{}.{}.{}", probed.file, read.key, stage.key),
                          .parameters = fmt::format("read={};stage={}", read.key, stage.text),
                          .manner = fmt::format("{} in the {} stage", read.text, stage.text)});
      }
    }
  }
  return probes;
}

Result<std::vector<WordFault>> find_faults(const gpu::Device& device, const std::filesystem::path& data,
                                           const BlockProbe& probe) {
  const auto width = static_cast<std::uint32_t>(words_of(*probe.block).size());
  const auto found = run_probe(device, data, {.module = probe.module, .picture = {.width = width}});
  if (!found) {
    return std::unexpected(found.error());
  }
  return compare_with_tags(*probe.block, *found);
}

Result<void> check_block(runner::CaseContext& context, const gpu::Device& device, const BlockProbe& probe) {
  const Result<std::vector<WordFault>> faults = find_faults(device, context.data(), probe);
  if (!faults) {
    return std::unexpected(faults.error());
  }
  for (const WordFault& fault : *faults) {
    context.check(false, fault.text);
  }
  for (std::size_t right = faults->size(); right < words_of(*probe.block).size(); ++right) {
    context.check(true, "a scalar is read from its byte");
  }
  return {};
}

void put_word(ProbeRig& rig, const Block& block, std::string_view member, std::uint32_t word) {
  const auto found = std::ranges::find(block.members, member, &BlockMember::name);
  assert(found != block.members.end());
  std::memcpy(rig.bytes(block).subspan(found->offset, sizeof(word)).data(), &word, sizeof(word));
}

}  // namespace rpcts::render_pack_v1
