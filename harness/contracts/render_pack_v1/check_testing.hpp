#pragma once

// How the unit tests of this folder state what check_descriptor says about a descriptor.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/descriptor_builder.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1::samples {

/// `base` with one change.
template <class Change>
[[nodiscard]] Descriptor changed(Descriptor base, Change change) {
  change(base);
  return base;
}

/// What is said: "RP-DESC-082 /passes/1/hook" for each finding, warnings with "warning " before it. Also
/// checks what must hold for every finding: a known rule, a found and a required text.
[[nodiscard]] inline std::vector<std::string> told(const Descriptor& descriptor,
                                                   const DescriptorOptions& options = {}) {
  std::vector<std::string> lines;
  const Findings findings = check_descriptor(descriptor, options);
  for (const Diagnostic& one : findings.all()) {
    EXPECT_NE(find_rule(one.rule), nullptr) << one.rule;
    EXPECT_FALSE(one.found.empty()) << one.rule;
    EXPECT_FALSE(one.required.empty()) << one.rule;
    EXPECT_EQ(one.place.file, "") << "the caller knows the file";
    lines.push_back((one.severity == Severity::warning ? "warning " : "") + std::string(one.rule) + " " +
                    one.place.pointer);
  }
  return lines;
}

/// Exactly these findings, in this order: told_by(pack, "RP-DESC-002 /id").
template <class... Lines>
void expect_told(const Descriptor& descriptor, const Lines&... lines) {
  EXPECT_THAT(told(descriptor), testing::ElementsAre(lines...));
}

inline void expect_accepted(const Descriptor& descriptor) {
  EXPECT_THAT(told(descriptor), testing::IsEmpty());
}

/// The rule that decides, whatever else is said.
inline void expect_decided(const Descriptor& descriptor, std::string_view rule,
                           const DescriptorOptions& options = {}) {
  const Findings findings = check_descriptor(descriptor, options);
  ASSERT_NE(findings.deciding(), nullptr) << "accepted, though " << rule << " was broken";
  EXPECT_EQ(findings.deciding()->rule, rule);
}

/// The first finding, to look at its words.
[[nodiscard]] inline Diagnostic first_finding(const Descriptor& descriptor,
                                              const DescriptorOptions& options = {}) {
  Findings findings = check_descriptor(descriptor, options);
  if (findings.all().empty()) {
    ADD_FAILURE() << "nothing was found";
    return {};
  }
  return findings.all().front();
}

}  // namespace rpcts::render_pack_v1::samples
