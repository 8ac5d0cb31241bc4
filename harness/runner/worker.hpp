#pragma once

// Runs cases inside this process, as GoogleTest tests. This is the inside of a worker.

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "harness/base/result.hpp"
#include "harness/runner/case.hpp"
#include "harness/runner/protocol.hpp"

namespace rpcts::runner {

/// Takes an event at once: a case that crashes must have been announced before.
using EventSink = std::function<void(const Event&)>;

/// Runs the named cases in the order of their ids and tells `sink` about each. GoogleTest keeps its tests per
/// process, so a process calls this once. GoogleTest's own filters, shards and environment variables do not
/// apply. A case that checks nothing fails; an exception that leaves a body fails it; NotSupported makes it
/// not supported, unless a check failed before. ErrorKind::usage when an id is not in the table; then nothing
/// runs.
[[nodiscard]] Result<void> run_cases(const CaseTable& table, std::span<const std::string> ids,
                                     const std::filesystem::path& data, const EventSink& sink);

}  // namespace rpcts::runner
