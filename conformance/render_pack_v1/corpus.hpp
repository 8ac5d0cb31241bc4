#pragma once

// How one written case is checked.

#include <filesystem>

#include "fixtures/render_pack_v1/corpus/case_entry.hpp"
#include "harness/base/result.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// Validates the case's pack, which lies in the corpus of the context's data, and compares verdict, deciding
/// rule, place, further findings and warnings. For a rejection the base is validated as well and must be
/// accepted. Special files are made in a folder of the system's temporary one.
void check_corpus_entry(runner::CaseContext& context, const fixtures::CorpusEntry& entry);

/// The corpus below the folder of built data.
[[nodiscard]] std::filesystem::path corpus_folder(const std::filesystem::path& data);

/// The case's pack: where it lies in the corpus, or completed in `scratch` where it has special files.
/// ErrorKind::unsupported where this user cannot make it so, as an unreadable file for the super-user.
[[nodiscard]] Result<std::filesystem::path> corpus_pack(const runner::CaseContext& context,
                                                        const fixtures::CorpusEntry& entry,
                                                        const std::filesystem::path& scratch);

}  // namespace rpcts::render_pack_v1
