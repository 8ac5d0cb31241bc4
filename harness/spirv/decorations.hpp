#pragma once

// Decorations of ids and of struct members, with decoration groups expanded.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/spirv/module.hpp"

namespace rpcts::spirv {

/// The decorations of one target. A literal counts only where its bit is set; of one decoration given twice,
/// the last counts.
struct Decorations {
  std::uint32_t bits = 0;  ///< of namespace decorated
  /// By the number of their bit; the last takes what decorations without a literal leave.
  std::array<std::uint32_t, decorated::literals + 1> literals = {};

  [[nodiscard]] bool has(std::uint32_t wanted) const { return (bits & wanted) == wanted; }
  [[nodiscard]] std::uint32_t set() const { return literals[0]; }
  [[nodiscard]] std::uint32_t binding() const { return literals[1]; }
  [[nodiscard]] std::uint32_t offset() const { return literals[2]; }         ///< bytes
  [[nodiscard]] std::uint32_t array_stride() const { return literals[3]; }   ///< bytes
  [[nodiscard]] std::uint32_t matrix_stride() const { return literals[4]; }  ///< bytes
};

/// One decoration standing on one target a second time; the word is that of the later instruction or, in a
/// group, of the operand that names the target.
struct Repetition {
  std::uint32_t word = 0;
  std::uint32_t id = 0;
  std::int32_t member = -1;
  std::uint32_t bit = 0;  ///< of namespace decorated
};

/// Reads decorations out of the tables of a module. Keeps its own memory between modules. Each call takes
/// time in proportion to the number of decorations on its target.
class DecorationReader {
 public:
  /// Forgets the former module. The module must outlive its use here.
  void reset(const Module& module) {
    module_ = &module;
    groups_.clear();
  }

  /// What decorates the id itself.
  [[nodiscard]] Decorations of(std::uint32_t id);

  /// As of(); fills members[i] with what decorates member i of the struct as well. Members past the span are
  /// left out.
  Decorations of_struct(std::uint32_t id, std::span<Decorations> members);

  /// How many of the first `members` members of the struct carry NonWritable.
  [[nodiscard]] std::uint32_t non_writable_members(std::uint32_t id, std::uint32_t members);

  /// Decorations of kinds that describe an interface (all kept ones but NonWritable; the two majorities are
  /// one kind) that stand twice on one target, in module order, at most `limit`.
  [[nodiscard]] std::vector<Repetition> repetitions(std::size_t limit);

 private:
  struct Group {
    std::uint32_t definition = 0;
    Decorations decorations;
  };

  const Decorations* group(std::uint32_t id);
  void summarize_groups();
  void apply(const DecorationRecord& record, Decorations& target);
  [[nodiscard]] std::uint32_t member_of(const DecorationRecord& record) const;
  [[nodiscard]] std::uint32_t bits_of(const DecorationRecord& record);
  void repetitions_of(std::uint32_t id, std::vector<Repetition>& found, std::size_t limit);

  const Module* module_ = nullptr;
  std::vector<Group> groups_;           ///< by definition; filled when the first group is met
  std::vector<std::uint16_t> scratch_;  ///< one element a member
  std::vector<std::uint32_t> chain_;
};

}  // namespace rpcts::spirv
