#include "harness/spirv/module.hpp"

#include <algorithm>
#include <array>

#include "harness/spirv/task.hpp"

namespace rpcts::spirv {
namespace {

constexpr std::size_t kept_decorations = 64;

constexpr std::array<std::uint16_t, kept_decorations> decoration_bits = [] {
  std::array<std::uint16_t, kept_decorations> bits{};
  const auto set = [&bits](Decoration decoration, std::uint16_t bit) {
    bits[static_cast<std::size_t>(decoration)] = bit;
  };
  set(Decoration::Block, decorated::block);
  set(Decoration::BufferBlock, decorated::buffer_block);
  set(Decoration::RowMajor, decorated::row_major);
  set(Decoration::ColMajor, decorated::col_major);
  set(Decoration::ArrayStride, decorated::array_stride);
  set(Decoration::MatrixStride, decorated::matrix_stride);
  set(Decoration::NonWritable, decorated::non_writable);
  set(Decoration::Binding, decorated::binding);
  set(Decoration::DescriptorSet, decorated::set);
  set(Decoration::Offset, decorated::offset);
  return bits;
}();

/// Decorations that are nothing without their literal.
constexpr std::uint16_t with_literal = decorated::array_stride | decorated::matrix_stride |
                                       decorated::binding | decorated::set | decorated::offset;

// Flags of IdEntry::seen beside the decoration bits in its low ten and in its high half.
constexpr std::uint32_t flag_memory_pointer = 1U << 14;  ///< a pointer to memory, or a type of such pointers
constexpr std::uint32_t flag_suspect = 1U << 15;
constexpr unsigned member_bits = 16;

constexpr std::uint32_t interface_classes = 1U << static_cast<unsigned>(StorageClass::UniformConstant) |
                                            1U << static_cast<unsigned>(StorageClass::Uniform) |
                                            1U << static_cast<unsigned>(StorageClass::PushConstant) |
                                            1U << static_cast<unsigned>(StorageClass::StorageBuffer);

constexpr bool is_interface_class(std::uint32_t storage_class) {
  return storage_class < 32 && (interface_classes >> storage_class & 1U) != 0;
}

constexpr bool points_to_memory(std::uint32_t storage_class) {
  return storage_class == static_cast<std::uint32_t>(StorageClass::StorageBuffer) ||
         storage_class == static_cast<std::uint32_t>(StorageClass::PhysicalStorageBuffer);
}

/// The bits that may not be set already when this one is: one decoration twice, or both majorities.
constexpr std::uint32_t clash_of(std::uint16_t bit) {
  constexpr std::uint32_t majority = decorated::row_major | decorated::col_major;
  return (bit & majority) != 0 ? majority : bit & ~std::uint32_t{decorated::non_writable};
}

}  // namespace

std::uint16_t decoration_bit(std::uint32_t decoration) {
  return decoration < kept_decorations ? decoration_bits[decoration] : std::uint16_t{0};
}

/// One run over the words.
class Module::Pass {
 public:
  explicit Pass(Module& module)
      : module_(module), ids_(module.ids_), words_(module.words_.data()), size_(module.words_.size()) {}

  /// `with_memory`: take pointers to memory as seen from the start.
  ReadResult run(bool with_memory) {
    mask_ = with_memory ? task_always | task_with_memory : task_always;
    for (std::size_t i = header_words; i < size_;) {
      const std::uint32_t first = words_[i];
      const std::size_t length = first >> 16;
      if (length - 1 >= size_ - i) {  // none at all wraps round
        return {ReadError::length, static_cast<std::uint32_t>(i), 0};
      }
      const std::uint8_t task = tasks.bytes[std::min<std::size_t>(first & 0xFFFF, task_opcodes - 1)];
      if ((task & mask_) != 0) {
        at_ = static_cast<std::uint32_t>(i);
        length_ = static_cast<std::uint32_t>(length);
        perform(static_cast<Task>(task & task_mask));
        if (result_.error != ReadError::none) {
          return result_;
        }
      }
      i += length;
    }
    return {};
  }

  /// A pointer to memory appeared after the first function: what stands before it was read without looking
  /// for writes.
  [[nodiscard]] bool missed_writes() const { return missed_writes_; }

 private:
  [[nodiscard]] std::uint32_t word(std::uint32_t index) const { return words_[at_ + index]; }

  void fail(ReadError error, std::uint32_t id = 0) { result_ = {error, at_, id}; }

  bool has_words(std::uint32_t count) {
    if (length_ < count) {
      fail(ReadError::operands);
      return false;
    }
    return true;
  }

  bool is_id(std::uint32_t id) {
    if (id - 1 >= module_.bound_ - 1) {  // 0 wraps round
      fail(ReadError::id, id);
      return false;
    }
    return true;
  }

  void note(Site site) {
    std::vector<std::uint32_t>& sites = module_.sites_[static_cast<std::size_t>(site)];
    if (sites.size() < site_capacity) {
      sites.push_back(at_);
    }
  }

  void suspect(std::uint32_t id, IdEntry& entry) {
    if ((entry.seen & flag_suspect) == 0) {
      entry.seen |= flag_suspect;
      module_.suspects_.push_back(id);
    }
  }

  void add_record(IdEntry& entry, DecorationRecord record) {
    record.next = entry.decorations;
    entry.decorations = static_cast<std::uint32_t>(module_.records_.size());
    module_.records_.push_back(record);
  }

  void see_memory_pointer() {
    if (in_functions_ && (mask_ & task_with_memory) == 0) {
      missed_writes_ = true;
    }
    mask_ |= task_with_memory;
  }

  void perform(Task task);
  void read_type();
  void read_pointer_type();
  void read_constant();
  void read_variable();
  void read_decoration();
  void read_member_decoration();
  void read_entry_point();
  void read_group();
  void read_group_decoration();
  void read_group_member_decoration();
  void read_pointer();
  void read_write(std::uint32_t operand);

  Module& module_;
  IdTable& ids_;
  const std::uint32_t* words_;
  std::size_t size_;
  std::uint32_t at_ = 0;
  std::uint32_t length_ = 0;
  std::uint8_t mask_ = task_always;
  bool in_functions_ = false;
  bool missed_writes_ = false;
  ReadResult result_;
};

void Module::Pass::perform(Task task) {
  switch (task) {
    case Task::none:
      return;
    case Task::type:
      return read_type();
    case Task::other_type:
      if (length_ > 1 && is_id(word(1))) {
        ids_.touch(word(1)).definition = at_;
      }
      return;
    case Task::pointer_type:
      return read_pointer_type();
    case Task::constant:
      return read_constant();
    case Task::variable:
      return read_variable();
    case Task::decorate:
      return read_decoration();
    case Task::member_decorate:
      return read_member_decoration();
    case Task::entry_point:
      return read_entry_point();
    case Task::group:
      return read_group();
    case Task::group_decorate:
      return read_group_decoration();
    case Task::group_member_decorate:
      return read_group_member_decoration();
    case Task::capability:
      if (length_ > 1 && is_raw_capability(word(1))) {
        note(Site::raw_memory);
      }
      return;
    case Task::memory_model:
      if (length_ > 1 && word(1) != static_cast<std::uint32_t>(AddressingModel::Logical)) {
        note(Site::raw_memory);
      }
      return;
    case Task::forward_pointer:
      if (length_ > 2 && reach_of(word(2)) == Reach::memory) {
        note(Site::raw_memory);
      }
      return;
    case Task::function:
      in_functions_ = true;
      return;
    case Task::image_write:
      return note(Site::image_write);
    case Task::texel_pointer:
      return note(Site::texel_pointer);
    case Task::raw_memory:
      return note(Site::raw_memory);
    case Task::pointer:
      return read_pointer();
    case Task::write:
      return read_write(1);
    case Task::atomic:
      return read_write(3);
    case Task::extended:
      // The set is not looked at: in any other set word 6 is no pointer to memory, or it is written as well.
      if (length_ > 6 && (word(4) == static_cast<std::uint32_t>(GlslInst::Modf) ||
                          word(4) == static_cast<std::uint32_t>(GlslInst::Frexp))) {
        read_write(6);
      }
      return;
  }
}

void Module::Pass::read_type() {
  if (!has_words(2) || !is_id(word(1))) {
    return;
  }
  std::uint32_t first = 0;  // words [first, last) are ids
  std::uint32_t last = 0;
  switch (static_cast<Op>(words_[at_] & 0xFFFF)) {
    case Op::TypeVector:
    case Op::TypeMatrix:
    case Op::TypeImage:
    case Op::TypeSampledImage:
    case Op::TypeRuntimeArray:
      first = 2;
      last = 3;
      break;
    case Op::TypeArray:
      first = 2;
      last = 4;
      break;
    case Op::TypeStruct:
      first = 2;
      last = length_;
      break;
    default:
      break;
  }
  for (last = std::min(last, length_); first < last; ++first) {
    if (!is_id(word(first))) {
      return;
    }
  }
  ids_.touch(word(1)).definition = at_;
}

void Module::Pass::read_pointer_type() {
  if (!has_words(2) || !is_id(word(1))) {
    return;
  }
  IdEntry& entry = ids_.touch(word(1));
  entry.definition = at_;
  if (length_ < 4 || !is_id(word(3))) {
    return;
  }
  const std::uint32_t storage_class = word(2);
  if (points_to_memory(storage_class)) {
    entry.seen |= flag_memory_pointer;
    see_memory_pointer();
  }
  if (reach_of(storage_class) == Reach::memory) {
    note(Site::raw_memory);
  }
}

void Module::Pass::read_constant() {
  if (length_ < 3 || !is_id(word(1)) || !is_id(word(2))) {
    return;
  }
  ids_.touch(word(2)).definition = at_;
}

void Module::Pass::read_variable() {
  if (!has_words(4) || !is_id(word(1)) || !is_id(word(2))) {
    return;
  }
  const std::uint32_t storage_class = word(3);
  if (reach_of(storage_class) == Reach::own) {
    return;
  }
  IdEntry& entry = ids_.touch(word(2));
  if (points_to_memory(storage_class)) {
    entry.seen |= flag_memory_pointer;
    see_memory_pointer();
  }
  if (is_interface_class(storage_class)) {
    entry.definition = at_;
    module_.variables_.push_back(at_);
  } else {
    note(Site::raw_memory);
  }
}

void Module::Pass::read_decoration() {
  if (!has_words(3) || !is_id(word(1))) {
    return;
  }
  const std::uint16_t bit = decoration_bit(word(2));
  if (bit == 0 || ((bit & with_literal) != 0 && length_ < 4)) {
    return;
  }
  IdEntry& entry = ids_.touch(word(1));
  if ((entry.seen & clash_of(bit)) != 0) {
    suspect(word(1), entry);
  }
  entry.seen |= bit;
  add_record(entry, {.word = at_});
}

void Module::Pass::read_member_decoration() {
  if (!has_words(4) || !is_id(word(1))) {
    return;
  }
  const std::uint16_t bit = decoration_bit(word(3));
  if (bit == 0 || ((bit & with_literal) != 0 && length_ < 5)) {
    return;
  }
  IdEntry& entry = ids_.touch(word(1));
  // Front ends write the members in order; then a repetition shows in the bits of the current member. In any
  // other order it has to be searched for.
  const std::uint32_t member = word(2) + 1;
  if (member > entry.last_member) {
    entry.last_member = member;
    entry.seen &= (1U << member_bits) - 1;
  } else if (member < entry.last_member || ((entry.seen >> member_bits) & clash_of(bit)) != 0) {
    suspect(word(1), entry);
  }
  entry.seen |= static_cast<std::uint32_t>(bit) << member_bits;
  add_record(entry, {.word = at_, .of_member = true});
}

void Module::Pass::read_entry_point() {
  if (!has_words(4) || !is_id(word(2))) {
    return;
  }
  for (std::uint32_t i = 3; i < length_; ++i) {
    const std::uint32_t characters = word(i);
    if (((characters - 0x01010101U) & ~characters & 0x80808080U) != 0) {  // one of the four bytes is zero
      module_.entry_points_.push_back(at_);
      return;
    }
  }
  fail(ReadError::unterminated);
}

void Module::Pass::read_group() {
  if (length_ < 2 || !is_id(word(1))) {
    return;
  }
  ids_.touch(word(1)).definition = at_;
  module_.groups_.push_back(at_);
}

void Module::Pass::read_group_decoration() {
  if (length_ < 2 || !is_id(word(1))) {
    return;
  }
  for (std::uint32_t i = 2; i < length_; ++i) {
    if (!is_id(word(i))) {
      return;
    }
    IdEntry& entry = ids_.touch(word(i));
    suspect(word(i), entry);
    add_record(entry, {.word = at_ + i, .group = word(1)});
  }
}

void Module::Pass::read_group_member_decoration() {
  if (length_ < 2 || !is_id(word(1))) {
    return;
  }
  for (std::uint32_t i = 2; i + 1 < length_; i += 2) {
    if (!is_id(word(i))) {
      return;
    }
    IdEntry& entry = ids_.touch(word(i));
    suspect(word(i), entry);
    add_record(entry, {.word = at_ + i, .group = word(1), .of_member = true});
  }
}

void Module::Pass::read_pointer() {
  if (length_ < 3 || !is_id(word(1)) || !is_id(word(2))) {
    return;
  }
  if ((ids_.at(word(1)).seen & flag_memory_pointer) != 0) {
    ids_.touch(word(2)).seen |= flag_memory_pointer;
  }
}

void Module::Pass::read_write(std::uint32_t operand) {
  if (length_ <= operand || !is_id(word(operand))) {
    return;
  }
  if ((ids_.at(word(operand)).seen & flag_memory_pointer) != 0) {
    note(Site::memory_write);
  }
}

ReadResult Module::read(Words words, std::uint32_t maximum_bound) {
  words_ = words;
  bound_ = 0;
  reset(1, words.size());
  if (words.size() < header_words) {
    return {ReadError::header, 0, 0};
  }
  if (words[0] != magic_word) {
    return {ReadError::magic, 0, 0};
  }
  if (!is_known_version(words[1])) {
    return {ReadError::version, 1, 0};
  }
  if (words[3] == 0 || words[3] > maximum_bound) {
    return {ReadError::bound, 3, 0};
  }
  bound_ = words[3];
  reset(bound_, words.size());
  Pass pass(*this);
  ReadResult result = pass.run(false);
  if (pass.missed_writes()) {
    reset(bound_, words.size());
    result = Pass(*this).run(true);
  }
  return result;
}

void Module::reset(std::uint32_t bound, std::size_t words) {
  ids_.reset(bound, words);
  records_.assign(1, DecorationRecord{});
  entry_points_.clear();
  variables_.clear();
  groups_.clear();
  suspects_.clear();
  for (std::vector<std::uint32_t>& sites : sites_) {
    sites.clear();
  }
}

std::size_t Module::capacity_bytes() const {
  std::size_t bytes = ids_.capacity_bytes() + records_.capacity() * sizeof(DecorationRecord);
  for (const auto* list : {&entry_points_, &variables_, &groups_, &suspects_}) {
    bytes += list->capacity() * sizeof(std::uint32_t);
  }
  for (const std::vector<std::uint32_t>& sites : sites_) {
    bytes += sites.capacity() * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace rpcts::spirv
