#pragma once

// What a conformance case is, and the table that all cases stand in. A case body runs inside a GoogleTest
// test in a worker process; it reports through its CaseContext, which counts what was checked.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <locale>
#include <map>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts::runner {

/// How a case proves a rule.
enum class Proof {
  positive,  ///< something that keeps the rule is accepted, or the value is right
  negative,  ///< something that breaks the rule is rejected, by that rule
};

/// How much a rule or a case counts: the level of the contract, without knowing the contract.
enum class Weight {
  must,       ///< a failure is a failure
  reference,  ///< a failure is a quality warning, reported apart
  host,       ///< needs a capability that may be absent; where it is there, a failure is a failure
  strict,     ///< no rule of the contract, only of strict checking; a failure is a quality warning
};

struct Claim {
  std::string rule;  ///< rule id, "RP-DESC-082"
  Proof proof = Proof::positive;

  friend bool operator==(const Claim&, const Claim&) = default;
};

struct CaseInfo {
  /// `<contract>.<file>.<case>` with optional `:key=value;…` parameters; the case lives in
  /// conformance/<contract>/<file>.cpp. Letters, digits, `_`, `-`, `.`, and in parameters also `=`, `;`, `,`,
  /// `+`.
  std::string id;
  std::string title{};           ///< one sentence: what is tested and what is expected
  std::vector<Claim> claims{};   ///< the rules that the case proves
  bool needs_device = false;     ///< whether the body asks for a Vulkan device
  bool generated = false;        ///< made by a generator, not written by hand
  bool nightly = false;          ///< long: runs where it is asked for
  Weight weight = Weight::must;  ///< set by CaseTable::weigh from the claims; see there
  /// Profiles of an implementation that the case judges ("authoring"); empty = it judges the suite itself.
  std::vector<std::string> profiles{};
  std::string clause{};  ///< clause that the case proves where the contract has no rule id: "A.17"

  friend bool operator==(const CaseInfo&, const CaseInfo&) = default;
};

/// Ends a case early with the result *not supported*.
struct NotSupported {
  std::string reason;
};

/// What a running case may ask for and how it reports. One per case run, used by one thread.
class CaseContext {
 public:
  explicit CaseContext(std::filesystem::path data) : data_(std::move(data)) {}

  /// Folder of the built fixtures of all contracts: `<data>/render_pack_v1/bases/full/pack.json`.
  [[nodiscard]] const std::filesystem::path& data() const { return data_; }

  /// Counts one check; a false one fails the case with `what`. Returns `ok`. After maximum_failures the
  /// failures are only counted, so that a broken table of a million values stays readable.
  bool check(bool ok, std::string_view what, std::source_location where = std::source_location::current());

  /// Counts one check that two values are equal; a failure shows both.
  template <class A, class E>
  bool equal(const A& actual, const E& expected, std::string_view what,
             std::source_location where = std::source_location::current()) {
    if (actual == expected) {
      return check(true, what, where);
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << what << ": found " << actual << ", expected " << expected;
    return check(false, text.str(), where);
  }

  /// Leaves the case: the device or host lacks what it needs. Never a pass.
  [[noreturn]] void not_supported(std::string reason) const { throw NotSupported{std::move(reason)}; }

  /// Attaches a named fact to the result: a measured value, the device's name.
  void note(std::string name, std::string value) { notes_[std::move(name)] = std::move(value); }

  /// Counts what a run adds up over its cases, under `sum` and within it under `part`: "injected failures",
  /// "full activation". Once for a pair of them.
  void tally(std::string_view sum, std::string_view part, std::uint64_t count) {
    std::string name(tally_prefix);
    name.append(sum).append(": ").append(part);
    note(std::move(name), std::to_string(count));
  }
  /// What the names of such notes begin with.
  static constexpr std::string_view tally_prefix = "sum of ";

  /// Failures of one case that are reported with their text.
  static constexpr std::size_t maximum_failures = 50;

  [[nodiscard]] std::size_t checks() const { return checks_; }
  [[nodiscard]] std::size_t failures() const { return failures_; }
  [[nodiscard]] const std::map<std::string, std::string>& notes() const { return notes_; }

 private:
  std::filesystem::path data_;
  std::size_t checks_ = 0;
  std::size_t failures_ = 0;
  std::map<std::string, std::string> notes_;
};

struct Case {
  CaseInfo info;
  std::function<void(CaseContext&)> body;
};

/// Whether the text is a case id as CaseInfo::id describes it.
[[nodiscard]] bool is_case_id(std::string_view id);

/// The first part of a case id: "render_pack_v1".
[[nodiscard]] constexpr std::string_view contract_of(std::string_view case_id) {
  return case_id.substr(0, case_id.find('.'));
}

/// All cases of a worker, by id. Filled once at start-up by the `add_…_cases` functions of conformance/.
class CaseTable {
 public:
  /// Adds a case. A duplicate or ill-formed id is a defect of the suite and ends the process with a message.
  void add(CaseInfo info, std::function<void(CaseContext&)> body);

  /// Sets the weight of every case. Called once, after the last add, by whoever knows the rules: a case whose
  /// claims are all of level REF is Weight::reference, one with a MUST claim or without a claim is
  /// Weight::must.
  void weigh(const std::function<Weight(const CaseInfo&)>& weight_of);

  /// Sorted by id.
  [[nodiscard]] const std::map<std::string, Case>& cases() const { return cases_; }

 private:
  std::map<std::string, Case> cases_;
};

}  // namespace rpcts::runner
