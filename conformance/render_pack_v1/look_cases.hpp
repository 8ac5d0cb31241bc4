#pragma once

// How a look becomes cases.

#include <memory>
#include <string>

#include "conformance/render_pack_v1/frame_look.hpp"
#include "conformance/render_pack_v1/probe_set.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

/// Adds two cases of one look, `<id>;level=must` and `<id>;level=reference`, each comparing the words of its
/// level; one that would compare nothing is left out. `variant` is the pack of the look where it has to be
/// written first.
void add_look_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set, const std::string& id,
                    const std::string& title, const Look& look,
                    const std::shared_ptr<VariantPack>& variant = nullptr);

}  // namespace rpcts::render_pack_v1
