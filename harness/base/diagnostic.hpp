#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rpcts {

enum class Severity {
  error,    ///< the thing is rejected
  warning,  ///< accepted; a stricter tool or a careful author would want to know
};

/// Where a finding is. Only the parts that apply are set.
struct Place {
  std::string file;          ///< as the user would name it: "pack.json", "shaders/sun.frag.spv"
  std::string pointer;       ///< RFC 6901 pointer into a JSON document: "/passes/2/resourceReads/0"
  std::uint32_t line = 0;    ///< 1-based; 0 = unknown
  std::uint32_t column = 0;  ///< 1-based, in Unicode code points; 0 = unknown
  std::string role;          ///< semantic role and stage a module was judged for: "SunRays (fragment)"
  std::uint32_t id = 0;      ///< SPIR-V result id; 0 = none
  std::int32_t member = -1;  ///< struct member of `id`; -1 = none
  std::uint32_t word = 0;    ///< word offset in the module of the instruction at fault; 0 = unknown

  friend bool operator==(const Place&, const Place&) = default;
};

/// One finding about the input: which rule, where, what was found, what the rule requires.
struct Diagnostic {
  std::string_view rule;  ///< id of a static rule table: "RP-DESC-082"
  Severity severity = Severity::error;
  Place place;
  std::string found;     ///< names the thing at fault and its value: "pass 'rays' at hook ToneMap follows …"
  std::string required;  ///< what would be accepted

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Findings in the order in which the contract decides. The first of severity `error` is the deciding one.
class Findings {
 public:
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  void append(Findings other) {
    for (Diagnostic& diagnostic : other.list_) {
      list_.push_back(std::move(diagnostic));
    }
  }

  [[nodiscard]] const std::vector<Diagnostic>& all() const { return list_; }
  [[nodiscard]] std::vector<Diagnostic>& all() { return list_; }

  /// The finding that decides the verdict, or null when the input is accepted. Valid until the next change.
  [[nodiscard]] const Diagnostic* deciding() const {
    for (const Diagnostic& diagnostic : list_) {
      if (diagnostic.severity == Severity::error) {
        return &diagnostic;
      }
    }
    return nullptr;
  }
  [[nodiscard]] bool accepted() const { return deciding() == nullptr; }

 private:
  std::vector<Diagnostic> list_;
};

}  // namespace rpcts
