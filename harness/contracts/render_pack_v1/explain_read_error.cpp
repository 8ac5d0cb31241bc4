#include <fmt/format.h>

#include "harness/contracts/render_pack_v1/explain_fault.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/spirv/describe.hpp"

namespace rpcts::render_pack_v1 {

using spirv::Module;

std::string role_text(const ModuleSubject& subject) {
  return fmt::format("{} ({})", name_of(*subject.role), stage_name(subject.stage));
}

Diagnostic explain_read_error(const Module& module, const spirv::ReadResult& result,
                              const ModuleSubject& subject) {
  const spirv::Words words = module.words();
  Diagnostic diagnostic;
  diagnostic.place.file = subject.file;
  diagnostic.place.role = role_text(subject);
  diagnostic.place.word = result.word;
  const auto fill = [&diagnostic](std::string_view rule, std::string found, std::string required) {
    diagnostic.rule = rule;
    diagnostic.found = std::move(found);
    diagnostic.required = std::move(required);
  };
  const auto opcode = [&module, &result] { return spirv::opcode_text(module.opcode(result.word)); };
  switch (result.error) {
    case spirv::ReadError::none:
      break;
    case spirv::ReadError::header:
      fill("RP-SPV-001", fmt::format("the module has {} bytes", words.size() * sizeof(std::uint32_t)),
           fmt::format("at least {} bytes, the header", spirv::header_words * sizeof(std::uint32_t)));
      break;
    case spirv::ReadError::magic:
      fill("RP-SPV-002", fmt::format("the first word is {:#010x}", words[0]),
           fmt::format("{:#010x} in little-endian order", spirv::magic_word));
      break;
    case spirv::ReadError::length:
      fill("RP-SPV-003",
           module.length(result.word) == 0
               ? fmt::format("the instruction at word {} has the word count 0", result.word)
               : fmt::format("{} at word {} takes {} words, and {} are left", opcode(), result.word,
                             module.length(result.word), words.size() - result.word),
           "instructions of at least one word that end inside the module");
      break;
    case spirv::ReadError::operands:
      fill("RP-SPV-004",
           fmt::format("{} at word {} has only {} word{}", opcode(), result.word, module.length(result.word),
                       module.length(result.word) == 1 ? "" : "s"),
           "the operands that the instruction must have");
      break;
    case spirv::ReadError::unterminated:
      fill("RP-SPV-005",
           fmt::format("the name of the entry point at word {} has no terminating zero", result.word),
           "a name that ends with a zero byte inside its instruction");
      break;
    case spirv::ReadError::version:
      fill("RP-SPV-056", fmt::format("the version word is {:#010x}", words[1]), "SPIR-V 1.0 to 1.6");
      break;
    case spirv::ReadError::bound:
      fill("RP-SPV-056", fmt::format("the id bound is {}", words[3]),
           fmt::format("an id bound from 1 to {}", maximum_spirv_id_bound));
      break;
    case spirv::ReadError::id:
      fill("RP-SPV-056", fmt::format("{} at word {} uses the id {}", opcode(), result.word, result.id),
           fmt::format("ids from 1 to {}, below the bound of the header", module.bound() - 1));
      diagnostic.place.id = result.id;
      break;
  }
  return diagnostic;
}

}  // namespace rpcts::render_pack_v1
