#include "harness/spirv/module.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "harness/spirv/instruction_table.hpp"
#include "harness/spirv/read_fault.hpp"

namespace rpcts::spirv {
namespace {

/// What the reader does with a decoration.
struct DecorationInfo {
  std::uint16_t bit = 0;    ///< of namespace decorated; 0 = it is left out
  std::uint16_t clash = 0;  ///< bits that may not be there already: the same again, or the other majority
  bool has_literal = false;
};

constexpr std::size_t known_decorations = 64;  ///< decorations from here on are left out

constexpr std::array<DecorationInfo, known_decorations> decoration_infos = [] {
  std::array<DecorationInfo, known_decorations> infos{};
  const auto set = [&infos](Decoration decoration, std::uint16_t bit, bool has_literal) {
    infos[static_cast<std::size_t>(decoration)] = {.bit = bit, .clash = bit, .has_literal = has_literal};
  };
  set(Decoration::Block, decorated::block, false);
  set(Decoration::BufferBlock, decorated::buffer_block, false);
  set(Decoration::RowMajor, decorated::row_major, false);
  set(Decoration::ColMajor, decorated::col_major, false);
  set(Decoration::ArrayStride, decorated::array_stride, true);
  set(Decoration::MatrixStride, decorated::matrix_stride, true);
  set(Decoration::NonWritable, decorated::non_writable, false);
  set(Decoration::Binding, decorated::binding, true);
  set(Decoration::DescriptorSet, decorated::set, true);
  set(Decoration::Offset, decorated::offset, true);
  constexpr std::uint16_t majority = decorated::row_major | decorated::col_major;
  infos[static_cast<std::size_t>(Decoration::RowMajor)].clash = majority;
  infos[static_cast<std::size_t>(Decoration::ColMajor)].clash = majority;
  infos[static_cast<std::size_t>(Decoration::NonWritable)].clash = 0;  // says no more the second time
  return infos;
}();

constexpr const DecorationInfo& decoration_info(std::uint32_t decoration) {
  return decoration_infos[decoration < known_decorations ? decoration : known_decorations - 1];
}
static_assert(decoration_infos[known_decorations - 1].bit == 0);

constexpr std::uint32_t flag_suspect = 1U << 15;  ///< in IdMarks::seen, beside the bits of decorations
constexpr unsigned member_bits = 16;              ///< where the bits of the current member begin there

constexpr bool points_to_memory(std::uint32_t storage_class) {
  return storage_class == static_cast<std::uint32_t>(StorageClass::StorageBuffer) ||
         storage_class == static_cast<std::uint32_t>(StorageClass::PhysicalStorageBuffer);
}

}  // namespace

/// The work on one module. `Chained` is what the table of ids is; the rest is the same.
template <bool Chained>
class Module::Pass {
 public:
  explicit Pass(Module& module)
      : module_(module), ids_(module.ids_), words_(module.words_.data()), size_(module.words_.size()) {}

  /// False when the module has a fault that find_read_fault() finds.
  bool run() {
    constexpr std::size_t last_words = 2;  // the result id of an instruction stands at most this far from it
    const std::size_t most = size_ / 2 + 1;  // each that is listed has two words at least
    if (module_.later_.size() < most) {
      module_.later_.resize(most);
    }
    const std::size_t records = size_ / 3 + 2;  // an OpDecorate has three words at least
    if (module_.records_.size() < records) {
      module_.records_.resize(records);
    }
    Run run{header_words, module_.later_.data()};
    if (!step_over<false>(run, size_ - last_words) || !step_over<true>(run, size_) || run.at != size_) {
      return false;
    }
    ids_.definitions()[0] = 0;  // took the place of what has no id
    if (!Chained && ids_.defines_past_bound()) {
      return false;
    }
    const std::span<const std::uint32_t> later(module_.later_.data(), run.later_end);
    if (!read_later(later)) {
      return false;
    }
    if (has_memory_pointers_ && missed_writes_) {
      module_.sites_[static_cast<std::size_t>(Site::memory_write)].clear();
      for (const std::uint32_t at : later) {
        if (instruction_info(words_[at]).later == Later::write) {
          read_write(at);
        }
      }
    }
    return true;
  }

 private:
  struct Run {
    std::size_t at;
    std::uint32_t* later_end;  ///< in Module::later_
  };

  template <bool Careful>
  bool step_over(Run& run, std::size_t end);
  bool perform(Task task, std::uint32_t at, std::uint32_t length);
  bool read_later(std::span<const std::uint32_t> later);
  void read_write(std::uint32_t at);

  std::size_t read_decorations(std::size_t i);
  bool read_entry_point(std::uint32_t at, std::uint32_t length);
  bool read_group_decoration(std::uint32_t at, std::uint32_t length, bool of_members);

  [[nodiscard]] bool is_id(std::uint32_t id) const { return id != 0 && id < module_.bound_; }

  [[nodiscard]] IdMarks& marks(std::uint32_t id) {
    if constexpr (Chained) {
      return ids_.marks(ids_.add_row(id));
    } else {
      return ids_.marks(id);
    }
  }

  void note(Site site, std::uint32_t at) {
    std::vector<std::uint32_t>& sites = module_.sites_[static_cast<std::size_t>(site)];
    if (sites.size() < site_capacity) {
      sites.push_back(at);
    }
  }

  void suspect(std::uint32_t id, IdMarks& marks) {
    if ((marks.seen & flag_suspect) == 0) {
      marks.seen |= flag_suspect;
      module_.suspects_.push_back(id);
    }
  }

  Module& module_;
  IdTable& ids_;
  const std::uint32_t* words_;
  std::size_t size_;
  bool has_memory_pointers_ = false;
  bool missed_writes_ = false;  ///< some stood before the first pointer to memory
};

/// The one run over all words. It has to cost little more than stepping from one instruction to the next, so
/// it decides next to nothing by branches: it stores the word of each definition, and of each instruction to
/// look at later, advancing the end of that list only where the instruction belongs there.
///
/// `Careful` is for the last words, where the result id of an instruction could stand past the end. Before
/// them an instruction that goes past the end is noticed only when the run is over; all that was stored up to
/// then stays in its place, and the module is refused.
template <bool Chained>
template <bool Careful>
bool Module::Pass<Chained>::step_over(Run& run, std::size_t end) {
  const std::uint32_t* const words = words_;
  std::uint32_t* const definitions = ids_.definitions();
  const std::uint32_t row_mask = ids_.row_mask();
  std::uint32_t all_ids = 0;  // all bits of all ids
  std::size_t i = run.at;
  std::uint32_t* later_end = run.later_end;
  while (i < end) {
    const std::uint32_t first = words[i];
    const std::uint32_t length = first >> 16;
    const InstructionInfo& info = instruction_info(first);
    const auto at = static_cast<std::uint32_t>(i);
    if (length < info.readable_words || (Careful && length > size_ - i)) [[unlikely]] {
      if (length < info.minimum_words || length > size_ - i) {
        return false;
      }
      i += length;
      continue;
    }

    const std::uint32_t id = words[i + info.result] & static_cast<std::uint32_t>(std::int32_t{info.id_mask});
    if constexpr (Chained) {
      if (id >= module_.bound_) {
        return false;
      }
      if (id != 0) {
        const std::uint32_t row = ids_.add_row(id);
        ids_.definitions()[row] = at;
      }
    } else {
      all_ids |= id;
      definitions[id & row_mask] = at;
    }

    *later_end = at;
    later_end += info.is_later;

    i += length;
    if (info.task != Task::none) [[unlikely]] {
      if (info.task == Task::decorate) {
        i = read_decorations(at);
      } else if (i > size_ || !perform(info.task, at, length)) {
        return false;
      }
    }
  }
  run = {i, later_end};
  return Chained || all_ids <= row_mask;  // those past the bound that have a row are found in the table
}

template <bool Chained>
bool Module::Pass<Chained>::perform(Task task, std::uint32_t at, std::uint32_t length) {
  const auto operand = [this, at, length](std::uint32_t index) {
    return index < length ? words_[at + index] : 0;
  };
  switch (task) {
    case Task::none:
    case Task::decorate:
      break;
    case Task::entry_point:
      return read_entry_point(at, length);
    case Task::group:
      module_.groups_.push_back(at);
      break;
    case Task::group_decorate:
      return read_group_decoration(at, length, false);
    case Task::group_member_decorate:
      return read_group_decoration(at, length, true);
    case Task::capability:
      if (is_raw_capability(operand(1))) {
        note(Site::raw_memory, at);
      }
      break;
    case Task::memory_model:
      if (operand(1) != static_cast<std::uint32_t>(AddressingModel::Logical)) {
        note(Site::raw_memory, at);
      }
      break;
    case Task::forward_pointer:
      if (is_raw_class(operand(2))) {
        note(Site::raw_memory, at);
      }
      break;
    case Task::image_write:
      note(Site::image_write, at);
      break;
    case Task::texel_pointer:
      note(Site::texel_pointer, at);
      break;
    case Task::raw_memory:
      note(Site::raw_memory, at);
      break;
  }
  return true;
}

/// Reads a run of OpDecorate and OpMemberDecorate, which stand together in all modules, and gives the word
/// after it; at a fault, one past the end. Half of the decorations are left out, in no order that a processor
/// could foresee; so each is written, and the end of the records goes on only where one is kept.
template <bool Chained>
std::size_t Module::Pass<Chained>::read_decorations(std::size_t i) {
  const std::size_t fault = size_ + 1;
  DecorationRecord* const records = module_.records_.data();
  std::uint32_t end = module_.record_end_;
  while (i < size_) {
    const std::uint32_t first = words_[i];
    const std::size_t length = first >> 16;
    const bool of_member = (first & 0xFFFF) == static_cast<std::uint32_t>(Op::MemberDecorate);
    if (!of_member && (first & 0xFFFF) != static_cast<std::uint32_t>(Op::Decorate)) {
      break;
    }
    const std::size_t place = of_member ? 3 : 2;  // of the decoration
    if (length <= place || length > size_ - i) {
      return fault;
    }
    const std::uint32_t id = words_[i + 1];
    if (!is_id(id)) {
      return fault;
    }
    const DecorationInfo& info = decoration_info(words_[i + place]);
    const std::size_t value = place + static_cast<std::size_t>(info.has_literal);  // where the literal stands
    const bool kept = info.bit != 0 && length > value;
    const std::uint32_t bit = kept ? info.bit : 0;

    // Front ends write the members in order; then a repetition shows in the bits of the current member. In
    // any other order it has to be searched for.
    IdMarks& target = marks(id);
    const std::uint32_t last_member = target.last_member;
    const std::uint32_t member = of_member && kept ? words_[i + 2] + 1 : last_member;
    const std::uint32_t shift = of_member ? member_bits : 0;
    const std::uint32_t seen = member > last_member ? target.seen & ((1U << member_bits) - 1) : target.seen;
    if (member < last_member || (seen >> shift & info.clash) != 0) [[unlikely]] {
      suspect(id, target);
    }
    records[end] = {.next = target.decorations,
                    .word = static_cast<std::uint32_t>(i),
                    .value = words_[i + (kept ? value : 0)],
                    .bit = static_cast<std::uint16_t>(bit),
                    .of_member = of_member};
    target = {.decorations = kept ? end : target.decorations,
              .seen = seen | (target.seen & flag_suspect) | bit << shift,
              .last_member = std::max(last_member, member)};
    end += static_cast<std::uint32_t>(kept);
    i += length;
  }
  module_.record_end_ = end;
  return i;
}

template <bool Chained>
bool Module::Pass<Chained>::read_entry_point(std::uint32_t at, std::uint32_t length) {
  module_.entry_points_.push_back(at);
  return is_id(words_[at + 2]) && ends_inside(module_.words_, at + 3, at + length);
}

/// OpGroupDecorate lists ids, OpGroupMemberDecorate pairs of an id and a member.
template <bool Chained>
bool Module::Pass<Chained>::read_group_decoration(std::uint32_t at, std::uint32_t length, bool of_members) {
  const std::uint32_t step = of_members ? 2 : 1;
  std::uint32_t& end = module_.record_end_;
  if (const std::size_t needed = end + length + size_ / 3 + 2; module_.records_.size() < needed) {
    module_.records_.resize(needed);  // read_decorations() still finds the room that it counts on
  }
  for (std::uint32_t i = 2; i + step <= length; i += step) {
    const std::uint32_t id = words_[at + i];
    if (!is_id(id)) {
      return false;
    }
    IdMarks& target = marks(id);
    suspect(id, target);
    module_.records_[end] = {
        .next = target.decorations, .word = at + i, .value = words_[at + 1], .of_member = of_members};
    target.decorations = end++;
  }
  return true;
}

/// Types must be made of ids, and pointers tell whether there is memory to write to.
template <bool Chained>
bool Module::Pass<Chained>::read_later(std::span<const std::uint32_t> later) {
  std::uint32_t highest = 0;
  bool has_memory_pointers = false;
  for (const std::uint32_t at : later) {
    const std::uint32_t first = words_[at];
    switch (instruction_info(first).later) {
      case Later::none:
        break;
      case Later::type:
        for (std::uint32_t part = type_part_count(first); part != 0; --part) {
          highest = std::max(highest, words_[at + 1 + part]);
        }
        break;
      case Later::pointer:
        if ((first >> 16) < 4) {
          break;
        }
        highest = std::max(highest, words_[at + 3]);
        has_memory_pointers |= points_to_memory(words_[at + 2]);
        if (is_raw_class(words_[at + 2])) {
          note(Site::raw_memory, at);
        }
        break;
      case Later::variable:
        if (is_interface_class(words_[at + 3])) {
          highest = std::max(highest, words_[at + 1]);
          module_.variables_.push_back(at);
        } else if (is_raw_class(words_[at + 3])) {
          note(Site::raw_memory, at);
        }
        break;
      case Later::write:
        if (has_memory_pointers) {
          read_write(at);
        } else {
          missed_writes_ = true;
        }
        break;
    }
  }
  has_memory_pointers_ = has_memory_pointers;
  return highest < module_.bound_;
}

/// A pointer's storage class stands in its type, and every pointer has an instruction that gives its type; so
/// none has to be followed back to its variable.
template <bool Chained>
void Module::Pass<Chained>::read_write(std::uint32_t at) {
  const std::uint32_t place = written_pointer(words_ + at);
  if (place == 0) {
    return;
  }
  const std::uint32_t pointer = module_.definition(words_[at + place]);
  if (pointer == 0 || instruction_info(words_[pointer]).result != 2) {
    return;
  }
  const std::uint32_t type = module_.definition(words_[pointer + 1], Op::TypePointer);
  if (type != 0 && points_to_memory(module_.operand(type, 2))) {
    note(Site::memory_write, at);
  }
}

ReadResult Module::read(Words words, std::uint32_t maximum_bound) {
  words_ = words;
  bound_ = 1;
  if (words.size() < header_words) {
    reset();
    return {ReadError::header, 0, 0};
  }
  if (words[0] != magic_word) {
    reset();
    return {ReadError::magic, 0, 0};
  }
  if (!is_known_version(words[1])) {
    reset();
    return {ReadError::version, 1, 0};
  }
  if (words[3] == 0 || words[3] > maximum_bound) {
    reset();
    return {ReadError::bound, 3, 0};
  }
  bound_ = words[3];
  reset();
  const bool whole = ids_.chained() ? Pass<true>(*this).run() : Pass<false>(*this).run();
  if (whole) {
    std::ranges::sort(sites_[static_cast<std::size_t>(Site::raw_memory)]);
    return {};
  }
  ReadResult fault = find_read_fault(words, bound_);
  assert(fault.error != ReadError::none);
  if (fault.error == ReadError::none) {
    fault = {ReadError::length, header_words, 0};  // the two disagree, a defect of ours; never accept for it
  }
  bound_ = 1;
  reset();  // what was read in part is of no use
  bound_ = words[3];
  return fault;
}

void Module::reset() {
  ids_.reset(bound_, words_.size());
  record_end_ = 1;
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
  for (const auto* list : {&later_, &entry_points_, &variables_, &groups_, &suspects_}) {
    bytes += list->capacity() * sizeof(std::uint32_t);
  }
  for (const std::vector<std::uint32_t>& sites : sites_) {
    bytes += sites.capacity() * sizeof(std::uint32_t);
  }
  return bytes;
}

}  // namespace rpcts::spirv
