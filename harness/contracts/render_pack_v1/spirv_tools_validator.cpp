#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <spirv-tools/libspirv.h>
#include <string>
#include <vector>

#include "harness/contracts/render_pack_v1/judge_module.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;
using Message = std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)>;

/// The first line; what follows in the validator's messages is the instruction in disassembled form.
std::string first_line(const char* text) {
  const std::string_view all(text);
  return std::string(all.substr(0, all.find('\n')));
}

}  // namespace

void validate_with_spirv_tools(std::span<const std::byte> module, std::string_view file, Findings& findings) {
  std::vector<std::uint32_t> words(module.size() / sizeof(std::uint32_t));
  std::ranges::copy(module.first(words.size() * sizeof(std::uint32_t)),
                    std::as_writable_bytes(std::span(words)).begin());
  const Context context(spvContextCreate(SPV_ENV_VULKAN_1_3), &spvContextDestroy);
  spv_diagnostic raw = nullptr;
  const spv_result_t result = spvValidateBinary(context.get(), words.data(), words.size(), &raw);
  const Message message(raw, &spvDiagnosticDestroy);
  if (result == SPV_SUCCESS) {
    return;
  }
  Diagnostic finding;
  finding.rule = "RP-SPV-060";
  finding.place.file = file;
  finding.found = message != nullptr && message->error != nullptr
                      ? first_line(message->error)
                      : fmt::format("the validator ends with code {}", static_cast<int>(result));
  finding.required = "a module that SPIRV-Tools' validator accepts for Vulkan 1.3";
  findings.add(std::move(finding));
}

}  // namespace rpcts::render_pack_v1
