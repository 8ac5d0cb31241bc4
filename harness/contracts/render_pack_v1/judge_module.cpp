#include "harness/contracts/render_pack_v1/judge_module.hpp"

#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/explain_fault.hpp"
#include "harness/contracts/render_pack_v1/interface_judge.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/spirv/module.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);

std::uint32_t little_endian_word(std::span<const std::byte> bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < word_bytes; ++i) {
    word |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
  }
  return word;
}

/// RP-AST-004; empty when the bytes are an asset.
std::string asset_fault(std::span<const std::byte> bytes) {
  if (bytes.size() < word_bytes) {
    return fmt::format("the asset has {} byte{}", bytes.size(), bytes.size() == 1 ? "" : "s");
  }
  if (bytes.size() % word_bytes != 0) {
    return fmt::format("the asset has {} bytes, which is no multiple of {}", bytes.size(), word_bytes);
  }
  const std::uint32_t first = little_endian_word(bytes);
  if (first == spirv::magic_word) {
    return {};
  }
  return fmt::format("the first word is {:#010x}{}", first,
                     first == std::byteswap(spirv::magic_word) ? ", a big-endian module" : "");
}

void add(std::string_view rule, const ModuleSubject& subject, std::string found, std::string required,
         Findings& findings) {
  Diagnostic diagnostic;
  diagnostic.rule = rule;
  diagnostic.place.file = subject.file;
  diagnostic.place.role = role_text(subject);
  diagnostic.found = std::move(found);
  diagnostic.required = std::move(required);
  findings.add(std::move(diagnostic));
}

}  // namespace

struct ModuleJudge::State {
  /// The words of `bytes`, in place where the machine can read them there. Valid while the bytes are.
  spirv::Words words_of(std::span<const std::byte> bytes) {
    const std::size_t count = bytes.size() / word_bytes;
    if constexpr (std::endian::native == std::endian::little) {
      const auto address = std::bit_cast<std::uintptr_t>(bytes.data());
      if (address % alignof(std::uint32_t) == 0) {
        return {reinterpret_cast<const std::uint32_t*>(bytes.data()), count};
      }
    }
    copy.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      copy[i] = little_endian_word(bytes.subspan(i * word_bytes));
    }
    return copy;
  }

  spirv::Module module;
  InterfaceJudge judge;
  Faults faults;
  std::vector<std::uint32_t> copy;  ///< words of a module whose bytes cannot be read in place
};

ModuleJudge::ModuleJudge() : state_(std::make_unique<State>()) {}
ModuleJudge::~ModuleJudge() = default;
ModuleJudge::ModuleJudge(ModuleJudge&&) noexcept = default;
ModuleJudge& ModuleJudge::operator=(ModuleJudge&&) noexcept = default;

void ModuleJudge::judge(std::span<const std::byte> module, Stage stage, const Role& role,
                        std::string_view file, Findings& findings) {
  const ModuleSubject subject{.file = file, .stage = stage, .role = &role};
  if (std::string fault = asset_fault(module); !fault.empty()) {
    add("RP-AST-004", subject, std::move(fault),
        fmt::format("a SPIR-V module: whole little-endian words, the first {:#010x}", spirv::magic_word),
        findings);
    return;
  }
  judge_bare(module, stage, role, file, findings);
}

void ModuleJudge::judge_bare(std::span<const std::byte> module, Stage stage, const Role& role,
                             std::string_view file, Findings& findings) {
  State& state = *state_;
  const ModuleSubject subject{.file = file, .stage = stage, .role = &role};
  if (module.size() % word_bytes != 0) {
    add("RP-SPV-001", subject, fmt::format("the module has {} bytes", module.size()),
        fmt::format("a multiple of {} bytes", word_bytes), findings);
    return;
  }
  const spirv::ReadResult result = state.module.read(state.words_of(module), maximum_spirv_id_bound);
  if (result.error != spirv::ReadError::none) {
    findings.add(explain_read_error(state.module, result, subject));
    return;
  }
  state.faults.clear();
  state.judge.judge(state.module, stage, role.interface, state.faults);
  explain_faults(state.module, state.faults, subject, findings);
}

}  // namespace rpcts::render_pack_v1
