#pragma once

// How one written case is checked.

#include "fixtures/render_pack_v1/corpus/case_entry.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// Validates the case's pack, which lies in the corpus of the context's data, and compares verdict, deciding
/// rule, place, further findings and warnings. For a rejection the base is validated as well and must be
/// accepted. Special files are made in a folder of the system's temporary one.
void check_corpus_entry(runner::CaseContext& context, const fixtures::CorpusEntry& entry);

}  // namespace rpcts::render_pack_v1
