#pragma once

// All cases of the contract. Each file of this folder defines one add_…_cases function; the cases of
// facts.cpp have ids that start with "render_pack_v1.facts.".

#include <filesystem>
#include <memory>
#include <span>

#include "conformance/device_source.hpp"
#include "conformance/implementation_source.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "conformance/render_pack_v1/probe_set.hpp"
#include "fixtures/render_pack_v1/generated/base_modules.hpp"
#include "harness/base/result.hpp"
#include "harness/runner/worker_main.hpp"

namespace rpcts::render_pack_v1 {

/// The written cases as an implementation judges them.
void add_authoring_cases(runner::CaseTable& table, const std::filesystem::path& data,
                         const std::shared_ptr<ImplementationSource>& source);
void add_corpus_cases(runner::CaseTable& table, const std::filesystem::path& data);
void add_documentation_cases(runner::CaseTable& table);
void add_fact_cases(runner::CaseTable& table);
void add_include_cases(runner::CaseTable& table);
void add_offset_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices);
void add_push_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices);
void add_shader_value_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices);
void add_table_cases(runner::CaseTable& table, const std::shared_ptr<DeviceSource>& devices);
void add_mutation_cases(runner::CaseTable& table, std::span<const generated::BaseModule> modules);
/// ErrorKind::failed when the golden table cannot be read.
[[nodiscard]] Result<void> add_sweep_cases(runner::CaseTable& table, const std::filesystem::path& data);
/// ErrorKind::failed when the build's variants of the modules cannot be read.
[[nodiscard]] Result<void> add_variant_cases(runner::CaseTable& table,
                                             std::span<const generated::BaseModule> modules,
                                             const std::filesystem::path& data);

// What a host publishes (D.6, E), by what each pass of a probe pack reads.
void add_block_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_cascade_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_gate_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_policy_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_setting_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_slot_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);
void add_value_cases(runner::CaseTable& table, const std::shared_ptr<ProbeSet>& set);

// What base packs make of the conformance scene.
void add_activation_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_atomic_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_automatic_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_discovery_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_event_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
/// Lesser devices, by the observing layer.
void add_restriction_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
/// What a host has no executor for.
void add_executor_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_retirement_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_availability_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                            const std::shared_ptr<DeviceSource>& devices);
/// Hooks, passes, targets and what is left out behind a closed gate; pictures.cpp and slots.cpp prove the
/// rest of how frames are drawn.
void add_draw_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                    const std::shared_ptr<ProbeSet>& probes);
/// Failing Vulkan calls.
void add_failure_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);
void add_hint_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                    const std::shared_ptr<ProbeSet>& probes);
/// What a lesser host offers, and what packs may keep on it. ErrorKind::failed when a base pack cannot be
/// read.
[[nodiscard]] Result<void> add_limit_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                                           const std::shared_ptr<ProbeSet>& probes);
void add_picture_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set);

/// Adds every case of the contract and its rules, then weighs the cases by the levels of what they claim.
/// ErrorKind::usage or failed when what cases are listed from, such as the built fixtures, cannot be read.
[[nodiscard]] Result<void> add_cases(runner::WorkerCases& cases, const runner::WorkerSetup& setup);

}  // namespace rpcts::render_pack_v1
