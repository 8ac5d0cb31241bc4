#pragma once

// The interface rules on a module that has been read, sections D.3 to D.6 and the suite's own.

#include <array>
#include <cstdint>
#include <vector>

#include "harness/contracts/render_pack_v1/blocks.hpp"
#include "harness/contracts/render_pack_v1/module_fault.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"
#include "harness/spirv/decorations.hpp"
#include "harness/spirv/module.hpp"

namespace rpcts::render_pack_v1 {

/// The image of a sampled table of this type (runtime array of combined image samplers), as the word of its
/// OpTypeImage; 0 for any other type.
[[nodiscard]] std::uint32_t table_image_of(const spirv::Module& module, std::uint32_t type);

/// A scalar, a vector or a matrix.
struct Shape {
  Scalar scalar = Scalar::float32;
  std::uint8_t rows = 1;
  std::uint8_t columns = 1;

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// Judges one module after the other and keeps its memory. Walks what the contract expects and looks at the
/// module beside it, so that the time of a judgement follows the interface and not the module's types. Not
/// shared between threads.
class InterfaceJudge {
 public:
  /// Adds what is wrong, in the order of section D, the rules that the suite adds (RP-SPV-051 to 055) last.
  void judge(const spirv::Module& module, Stage stage, const RoleInterface& granted, Faults& faults);

 private:
  /// Locations that any role may use stand in this window; others are rare and always rejected.
  static constexpr std::uint32_t window_sets = 4;
  static constexpr std::uint32_t window_bindings = 16;

  struct Location {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t word = 0;
  };

  /// A variable that is being judged.
  struct Variable {
    std::uint32_t word = 0;
    std::uint32_t id = 0;
    std::uint32_t storage_class = 0;
    std::uint32_t pointee = 0;
    spirv::Decorations decorations = {};
  };

  void judge_entry_point(Stage stage);
  void judge_variable(std::uint32_t word);
  void judge_push_block(const Variable& variable);
  void judge_table(const Variable& variable);
  void judge_pack_block(const Variable& variable);
  void judge_storage(const Variable& variable);
  void judge_uniform(const Variable& variable);
  void judge_sites();

  void judge_block(const Variable& variable, const Block& block, FaultKind shape);
  [[nodiscard]] bool matches(const BlockMember& member, std::uint32_t type,
                             const spirv::Decorations& decorations);
  [[nodiscard]] bool is_block_struct(std::uint32_t type);
  [[nodiscard]] std::uint32_t first_at(std::uint32_t set, std::uint32_t binding, std::uint32_t word);

  void add(FaultKind kind, const Variable& variable, std::uint32_t value = 0);

  const spirv::Module* module_ = nullptr;
  const RoleInterface* granted_ = nullptr;
  Faults* faults_ = nullptr;
  spirv::DecorationReader decorations_;
  std::array<std::uint32_t, window_sets * window_bindings> window_{};  ///< first variable at each location
  std::vector<Location> outside_;                                      ///< the same outside the window
  std::uint32_t known_type_ = 0;  ///< a type of this module that has known_shape_; 0 = none yet
  Shape known_shape_;
  std::uint32_t push_variable_ = 0;
  std::uint32_t table_variable_ = 0;  ///< word of the table whose image fails RP-SPV-052
};

}  // namespace rpcts::render_pack_v1
