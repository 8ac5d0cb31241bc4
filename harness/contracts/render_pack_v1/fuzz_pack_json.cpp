// Any bytes as a pack.json: nothing crashes or hangs, what is promised of findings holds, what is accepted
// survives writing and reading again, another JSON parser takes the same texts, and the rules of section C
// judge what was read.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/base/line_index.hpp"
#include "harness/contracts/render_pack_v1/check_descriptor.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "fuzz_pack_json: not so: %s\n", what);
    std::abort();
  }
}

bool has_rule(const Findings& findings, std::string_view rule) {
  return std::ranges::any_of(findings.all(), [&](const Diagnostic& finding) { return finding.rule == rule; });
}

/// Is it no JSON text of bounded depth at all?
bool is_about_the_text(const Diagnostic& finding) {
  return finding.rule == "RP-FILE-003" || finding.rule == "RP-FILE-004" || finding.rule == "RP-FILE-005";
}

void check_findings(const PackJsonResult& result, std::string_view text) {
  const auto& all = result.findings.all();
  require(result.document.has_value() == all.empty(), "a text has a document or findings");
  require(all.size() <= maximum_pack_json_findings, "findings are limited");
  LinePosition before{1, 1};
  const LinePosition end = LineIndex(text).at(text.size());
  for (const Diagnostic& finding : all) {
    const LinePosition here{finding.place.line, finding.place.column};
    require(here <= end, "findings stand in the text");
    if (is_about_the_text(finding)) {
      require(&finding == all.data(), "a fault of the text decides");
    } else {
      require(before <= here, "findings stand in the order of the text");
      before = here;
    }
    require(find_rule(finding.rule) != nullptr, "findings name a rule");
    require(!finding.found.empty() && !finding.required.empty(),
            "findings say what was found and is required");
  }
}

void check_round_trip(const Descriptor& descriptor) {
  const auto written = to_json(descriptor);
  require(written.has_value(), "what was read can be written");
  const PackJsonResult again = read_pack_json(*written);
  require(again.document && to_json(again.document->descriptor).value_or("") == *written,
          "what was written is read as the same descriptor");
}

/// The rules of section C on any descriptor that can be read.
void check_rules(const PackDocument& document) {
  DescriptorOptions all;
  all.strict = true;
  all.host = HostProfile{};
  const Findings plain = check_descriptor(document.descriptor);
  const Findings strict = check_descriptor(document.descriptor, all);
  require(plain.all().size() <= strict.all().size(), "more options find no less");
  require(!plain.accepted() || strict.accepted() || has_rule(strict, "RP-DESC-012") ||
              has_rule(strict, "RP-DESC-032") || has_rule(strict, "RP-DESC-224"),
          "only the rules of a host reject more");
  for (Diagnostic finding : strict.all()) {
    require(find_rule(finding.rule) != nullptr, "findings name a rule");
    require(!finding.found.empty() && !finding.required.empty(),
            "findings say what was found and is required");
    document.source.locate(finding.place);
    require(finding.place.line > 0 && finding.place.column > 0, "findings stand in the text");
  }
}

/// nlohmann::json refuses a number beyond the range of double while parsing, which is no matter of grammar.
class Overflow : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(nlohmann::json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(std::string&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& failure) override {
    constexpr int number_out_of_range = 406;
    found = failure.id == number_out_of_range;
    return false;
  }

  bool found = false;
};

void compare_grammar(const PackJsonResult& result, std::string_view text) {
  // The other parser takes a NUL for the end, skips a byte-order mark, and has no limit of depth.
  if (text.find('\0') != std::string_view::npos || text.starts_with("\xEF\xBB\xBF") ||
      has_rule(result.findings, "RP-FILE-005") || has_rule(result.findings, "RP-FILE-002")) {
    return;
  }
  Overflow overflow;
  const bool theirs = nlohmann::json::sax_parse(text, &overflow);
  const Diagnostic* deciding = result.findings.deciding();
  const bool ours = deciding == nullptr || !is_about_the_text(*deciding);
  require(ours == theirs || overflow.found, "another parser takes the same texts");
}

}  // namespace
}  // namespace rpcts::render_pack_v1

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rpcts::render_pack_v1;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const PackJsonResult result = read_pack_json(text);
  check_findings(result, text);
  compare_grammar(result, text);
  if (result.document) {
    check_round_trip(result.document->descriptor);
    check_rules(*result.document);
  }
  return 0;
}
