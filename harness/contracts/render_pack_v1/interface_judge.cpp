#include "harness/contracts/render_pack_v1/interface_judge.hpp"

#include <algorithm>
#include <optional>

#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/spirv/describe.hpp"
#include "harness/spirv/names.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using spirv::Decorations;
using spirv::Module;
using spirv::Op;
using spirv::StorageClass;
namespace decorated = spirv::decorated;

constexpr std::uint32_t numeric(auto value) {
  return static_cast<std::uint32_t>(value);
}

constexpr std::size_t most_members = [] {
  std::size_t most = 0;
  for (const Block* block : blocks) {
    most = std::max(most, block->members.size());
  }
  return most;
}();

bool is_32_bit_float(const Module& module, std::uint32_t type) {
  const std::uint32_t word = module.definition(type, Op::TypeFloat);
  return word != 0 && module.operand(word, 2) == 32 && module.length(word) == 3;  // a 4th word: no IEEE float
}

bool is_scalar(const Module& module, std::uint32_t type, Scalar scalar) {
  if (scalar == Scalar::float32) {
    return is_32_bit_float(module, type);
  }
  const std::uint32_t word = module.definition(type, Op::TypeInt);
  return word != 0 && module.operand(word, 2) == 32 && module.length(word) == 4 &&
         module.operand(word, 3) == (scalar == Scalar::int32 ? 1U : 0U);
}

bool has_shape(const Module& module, std::uint32_t type, const Shape& shape) {
  if (shape.columns > 1) {
    const std::uint32_t matrix = module.definition(type, Op::TypeMatrix);
    if (matrix == 0 || module.operand(matrix, 3) != shape.columns) {
      return false;
    }
    type = module.operand(matrix, 2);
  }
  if (shape.rows > 1) {
    const std::uint32_t vector = module.definition(type, Op::TypeVector);
    if (vector == 0 || module.operand(vector, 3) != shape.rows) {
      return false;
    }
    type = module.operand(vector, 2);
  }
  return is_scalar(module, type, shape.scalar);
}

const Block* block_at(std::uint32_t binding) {
  const auto found = std::ranges::find_if(blocks, [binding](const Block* block) {
    return block->set == pack_uniform_set && block->binding == binding;
  });
  return found != blocks.end() ? *found : nullptr;
}

bool allows(std::uint32_t mask, std::uint32_t binding) {
  return binding < 32 && (mask >> binding & 1U) != 0;
}

}  // namespace

std::uint32_t table_image_of(const Module& module, std::uint32_t type) {
  const std::uint32_t array = module.definition(type, Op::TypeRuntimeArray);
  const std::uint32_t sampled =
      array != 0 ? module.definition(module.operand(array, 2), Op::TypeSampledImage) : 0;
  return sampled != 0 ? module.definition(module.operand(sampled, 2), Op::TypeImage) : 0;
}

void InterfaceJudge::judge(const Module& module, Stage stage, const RoleInterface& granted, Faults& faults) {
  module_ = &module;
  granted_ = &granted;
  faults_ = &faults;
  decorations_.reset(module);
  window_.fill(0);
  outside_.clear();
  push_variable_ = 0;
  table_variable_ = 0;
  known_type_ = 0;

  judge_entry_point(stage);
  for (const std::uint32_t word : module.variables()) {
    judge_variable(word);
    if (faults.full()) {
      return;  // the deciding fault is known, and no more are listed
    }
  }
  judge_sites();
}

void InterfaceJudge::add(FaultKind kind, const Variable& variable, std::uint32_t value) {
  faults_->add({.kind = kind,
                .word = variable.word,
                .id = variable.id,
                .type = variable.pointee,
                .set = variable.decorations.set(),
                .binding = variable.decorations.binding(),
                .value = value});
}

// D.3
void InterfaceJudge::judge_entry_point(Stage stage) {
  const std::span<const std::uint32_t> entry_points = module_->entry_points();
  if (entry_points.size() != 1) {
    faults_->add({.kind = FaultKind::entry_count,
                  .word = entry_points.size() > 1 ? entry_points[1] : 0,
                  .value = static_cast<std::uint32_t>(entry_points.size())});
    return;
  }
  const std::uint32_t word = entry_points.front();
  const std::uint32_t model = module_->operand(word, 1);
  const std::uint32_t function = module_->operand(word, 2);
  const auto wanted =
      stage == Stage::vertex ? spirv::ExecutionModel::Vertex : spirv::ExecutionModel::Fragment;
  if (model != numeric(wanted)) {
    faults_->add({.kind = FaultKind::entry_model, .word = word, .id = function, .value = model});
  }
  if (!spirv::literal_is(*module_, word, 3, entry_point_name)) {
    faults_->add({.kind = FaultKind::entry_name, .word = word, .id = function});
  }
}

// D.4, in the order that it states for one variable.
void InterfaceJudge::judge_variable(std::uint32_t word) {
  Variable variable{.word = word,
                    .id = module_->operand(word, 2),
                    .storage_class = module_->operand(word, 3),
                    .pointee = spirv::pointee_of(*module_, word)};
  if (module_->definition(variable.id) != word) {
    return;  // its id is defined again later, and the later definition counts
  }
  if (variable.storage_class == numeric(StorageClass::PushConstant)) {
    return judge_push_block(variable);
  }
  variable.decorations = decorations_.of(variable.id);
  const Decorations& at = variable.decorations;
  if (!at.has(decorated::set | decorated::binding)) {
    return add(FaultKind::unlocated_variable, variable, at.bits);
  }
  if (const std::uint32_t first = first_at(at.set(), at.binding(), word); first != word) {
    return add(FaultKind::aliased_variable, variable, first);
  }
  if (at.set() == sampled_table_set && at.binding() == sampled_table_binding) {
    return judge_table(variable);
  }
  if (at.set() == pack_uniform_set) {
    return judge_pack_block(variable);
  }
  if (at.set() == base_storage_set && variable.storage_class == numeric(StorageClass::StorageBuffer)) {
    return judge_storage(variable);
  }
  if (at.set() == base_uniform_set && variable.storage_class == numeric(StorageClass::Uniform)) {
    return judge_uniform(variable);
  }
  add(FaultKind::other_variable, variable);
}

/// The first variable at a location; this one when there was none.
std::uint32_t InterfaceJudge::first_at(std::uint32_t set, std::uint32_t binding, std::uint32_t word) {
  if (set < window_sets && binding < window_bindings) {
    std::uint32_t& first = window_[set * window_bindings + binding];
    if (first == 0) {
      first = word;
    }
    return first;
  }
  // Each of these is a fault, and the faults are bounded; so is this list.
  const auto found = std::ranges::find_if(outside_, [set, binding](const Location& location) {
    return location.set == set && location.binding == binding;
  });
  if (found != outside_.end()) {
    return found->word;
  }
  outside_.push_back({.set = set, .binding = binding, .word = word});
  return word;
}

bool InterfaceJudge::is_block_struct(std::uint32_t type) {
  return module_->definition(type, Op::TypeStruct) != 0 && decorations_.of(type).has(decorated::block);
}

void InterfaceJudge::judge_push_block(const Variable& variable) {
  if (push_variable_ != 0) {
    return add(FaultKind::second_push_block, variable, push_variable_);
  }
  push_variable_ = variable.word;
  judge_block(variable, push_block, FaultKind::push_block_shape);
}

void InterfaceJudge::judge_pack_block(const Variable& variable) {
  const std::uint32_t binding = variable.decorations.binding();
  if (variable.storage_class != numeric(StorageClass::Uniform)) {
    return add(FaultKind::set3_storage_class, variable);
  }
  const Block* block = block_at(binding);
  if (block == nullptr) {
    return add(FaultKind::set3_reserved, variable);
  }
  if (!allows(granted_->set3, binding)) {
    return add(FaultKind::set3_not_granted, variable);
  }
  judge_block(variable, *block, FaultKind::set3_shape);
}

// D.6
void InterfaceJudge::judge_block(const Variable& variable, const Block& block, FaultKind shape) {
  const std::uint32_t definition = module_->definition(variable.pointee, Op::TypeStruct);
  std::array<Decorations, most_members> members;
  const std::span<Decorations> expected = std::span(members).first(block.members.size());
  if (definition == 0 || !decorations_.of_struct(variable.pointee, expected).has(decorated::block)) {
    return add(shape, variable);
  }
  const std::size_t count = module_->length(definition) - 2;
  Fault fault{.kind = FaultKind::member_count,
              .word = definition,
              .id = variable.id,
              .type = variable.pointee,
              .set = block.set,
              .binding = block.binding,
              .block = &block};
  if (count != block.members.size()) {
    fault.value = static_cast<std::uint32_t>(count);
    faults_->add(fault);
  }
  fault.kind = FaultKind::member;
  for (std::uint32_t i = 0; i < std::min(count, expected.size()); ++i) {
    if (!matches(block.members[i], module_->operand(definition, 2 + i), expected[i])) {
      fault.member = static_cast<std::int32_t>(i);
      faults_->add(fault);
    }
  }
}

bool InterfaceJudge::matches(const BlockMember& member, std::uint32_t type, const Decorations& decorations) {
  if (!decorations.has(decorated::offset) || decorations.offset() != member.offset) {
    return false;
  }
  if (member.columns > 1 && (!decorations.has(decorated::col_major | decorated::matrix_stride) ||
                             decorations.matrix_stride() != member.matrix_stride)) {
    return false;
  }
  if (member.array_length != 0) {
    const std::uint32_t array = module_->definition(type, Op::TypeArray);
    if (array == 0 || spirv::plain_constant(*module_, module_->operand(array, 3)) != member.array_length) {
      return false;
    }
    const Decorations of_array = decorations_.of(type);
    if (!of_array.has(decorated::array_stride) || of_array.array_stride() != member.array_stride) {
      return false;
    }
    type = module_->operand(array, 2);
  }
  const Shape wanted{.scalar = member.scalar, .rows = member.rows, .columns = member.columns};
  if (type != 0 && type == known_type_ && wanted == known_shape_) {
    return true;  // most members are of the type of their neighbour
  }
  if (!has_shape(*module_, type, wanted)) {
    return false;
  }
  known_type_ = type;
  known_shape_ = wanted;
  return true;
}

void InterfaceJudge::judge_table(const Variable& variable) {
  if (!granted_->table) {
    return add(FaultKind::table_not_granted, variable);
  }
  const std::uint32_t image = table_image_of(*module_, variable.pointee);
  if (image == 0 || module_->operand(image, 3) != numeric(spirv::Dim::Dim2D) ||
      module_->operand(image, 5) != 1 || module_->operand(image, 7) != 1) {
    return add(FaultKind::table_type, variable);
  }
  const std::uint32_t depth = module_->operand(image, 4);
  const bool multisampled = module_->operand(image, 6) != 0;
  const std::uint32_t format = module_->operand(image, 8);
  if ((depth != 0 && depth != 2) || multisampled || format != 0 ||
      !is_32_bit_float(*module_, module_->operand(image, 2))) {
    table_variable_ = variable.word;
  }
}

void InterfaceJudge::judge_storage(const Variable& variable) {
  if (!allows(granted_->set0_storage, variable.decorations.binding())) {
    return add(FaultKind::storage_not_granted, variable);
  }
  // An array of buffers fails for being an array; whether it is writable is a matter of its struct.
  const std::uint32_t type = spirv::without_arrays(*module_, variable.pointee);
  const std::uint32_t definition = module_->definition(type, Op::TypeStruct);
  if (definition != 0 && !variable.decorations.has(decorated::non_writable)) {
    const std::uint32_t members = module_->length(definition) - 2;
    const std::uint32_t read_only = decorations_.non_writable_members(type, members);
    if (read_only != members) {
      return add(FaultKind::storage_writable, variable, read_only);
    }
  }
  if (!is_block_struct(variable.pointee)) {
    add(FaultKind::storage_shape, variable);
  }
}

void InterfaceJudge::judge_uniform(const Variable& variable) {
  if (!allows(granted_->set1_uniform, variable.decorations.binding())) {
    return add(FaultKind::uniform_not_granted, variable);
  }
  if (!is_block_struct(variable.pointee)) {
    add(FaultKind::uniform_shape, variable);
  }
}

void InterfaceJudge::judge_sites() {
  const auto add_sites = [this](spirv::Site site, FaultKind kind) {
    for (const std::uint32_t word : module_->sites(site)) {
      faults_->add({.kind = kind, .word = word});
    }
  };
  add_sites(spirv::Site::image_write, FaultKind::image_write);
  if (!module_->suspects().empty()) {
    for (const spirv::Repetition& repetition : decorations_.repetitions(fault_capacity)) {
      faults_->add({.kind = FaultKind::repeated_decoration,
                    .word = repetition.word,
                    .id = repetition.id,
                    .value = repetition.bit,
                    .member = repetition.member});
    }
  }
  if (table_variable_ != 0) {
    faults_->add({.kind = FaultKind::table_image,
                  .word = table_variable_,
                  .id = module_->operand(table_variable_, 2),
                  .type = spirv::pointee_of(*module_, table_variable_),
                  .set = sampled_table_set,
                  .binding = sampled_table_binding});
  }
  add_sites(spirv::Site::memory_write, FaultKind::memory_write);
  add_sites(spirv::Site::raw_memory, FaultKind::raw_memory);
  add_sites(spirv::Site::texel_pointer, FaultKind::texel_pointer);
}

}  // namespace rpcts::render_pack_v1
