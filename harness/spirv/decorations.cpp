#include "harness/spirv/decorations.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace rpcts::spirv {
namespace {

constexpr std::uint32_t both_majorities = decorated::row_major | decorated::col_major;

/// What of `bits` describes an interface.
constexpr std::uint32_t interface_bits(std::uint32_t bits) {
  return bits & ~std::uint32_t{decorated::non_writable};
}

/// The bits that `bits` repeat when they join `present`.
constexpr std::uint32_t repeated(std::uint32_t present, std::uint32_t bits) {
  if ((present & both_majorities) != 0) {
    present |= both_majorities;
  }
  return interface_bits(present & bits);
}

void add_missing(Decorations& target, const Decorations& from) {
  const std::uint32_t missing = from.bits & ~target.bits;
  target.bits |= missing;
  for (std::size_t i = 0; i < decorated::literals; ++i) {
    if ((missing >> i & 1U) != 0) {
      target.literals[i] = from.literals[i];
    }
  }
}

}  // namespace

void DecorationReader::apply(const DecorationRecord& record, Decorations& target) {
  if (record.bit == 0) {
    if (const Decorations* decorations = group(record.value)) {
      add_missing(target, *decorations);
    }
    return;
  }
  if ((target.bits & record.bit) == 0) {  // the latest stands first in the chain
    target.bits |= record.bit;
    const auto number = static_cast<std::size_t>(std::countr_zero(record.bit));
    target.literals[std::min(number, decorated::literals)] = record.value;
  }
}

std::uint32_t DecorationReader::member_of(const DecorationRecord& record) const {
  return module_->words()[record.word + (record.bit == 0 ? 1 : 2)];
}

std::uint32_t DecorationReader::bits_of(const DecorationRecord& record) {
  if (record.bit != 0) {
    return record.bit;
  }
  const Decorations* decorations = group(record.value);
  return decorations != nullptr ? decorations->bits : 0;
}

Decorations DecorationReader::of(std::uint32_t id) {
  Decorations result;
  for (std::uint32_t i = module_->decorations(id); i != 0;) {
    const DecorationRecord& record = module_->record(i);
    if (!record.of_member) {
      apply(record, result);
    }
    i = record.next;
  }
  return result;
}

Decorations DecorationReader::of_struct(std::uint32_t id, std::span<Decorations> members) {
  std::ranges::fill(members, Decorations{});
  Decorations result;
  for (std::uint32_t i = module_->decorations(id); i != 0;) {
    const DecorationRecord& record = module_->record(i);
    if (!record.of_member) {
      apply(record, result);
    } else if (const std::uint32_t member = member_of(record); member < members.size()) {
      apply(record, members[member]);
    }
    i = record.next;
  }
  return result;
}

std::uint32_t DecorationReader::non_writable_members(std::uint32_t id, std::uint32_t members) {
  scratch_.assign(members, 0);
  std::uint32_t count = 0;
  for (std::uint32_t i = module_->decorations(id); i != 0;) {
    const DecorationRecord& record = module_->record(i);
    if (record.of_member && (bits_of(record) & decorated::non_writable) != 0) {
      const std::uint32_t member = member_of(record);
      if (member < members && scratch_[member] == 0) {
        scratch_[member] = 1;
        ++count;
      }
    }
    i = record.next;
  }
  return count;
}

const Decorations* DecorationReader::group(std::uint32_t id) {
  const std::uint32_t definition = module_->definition(id, Op::DecorationGroup);
  if (definition == 0) {
    return nullptr;
  }
  if (groups_.empty()) {
    summarize_groups();
  }
  const auto found = std::ranges::lower_bound(groups_, definition, {}, &Group::definition);
  return found != groups_.end() && found->definition == definition ? &found->decorations : nullptr;
}

void DecorationReader::summarize_groups() {
  for (const std::uint32_t definition : module_->groups()) {
    const std::uint32_t id = module_->operand(definition, 1);
    Group& summary = groups_.emplace_back(Group{.definition = definition});
    if (module_->definition(id) != definition) {
      continue;  // defined again later
    }
    for (std::uint32_t i = module_->decorations(id); i != 0;) {
      const DecorationRecord& record = module_->record(i);
      if (record.bit != 0 && !record.of_member) {  // a group cannot be decorated by another
        apply(record, summary.decorations);
      }
      i = record.next;
    }
  }
}

std::vector<Repetition> DecorationReader::repetitions(std::size_t limit) {
  std::vector<Repetition> found;
  for (const std::uint32_t id : module_->suspects()) {
    repetitions_of(id, found, limit);
    if (found.size() >= limit) {
      break;
    }
  }
  std::ranges::sort(found, {}, &Repetition::word);
  return found;
}

void DecorationReader::repetitions_of(std::uint32_t id, std::vector<Repetition>& found, std::size_t limit) {
  chain_.clear();
  for (std::uint32_t i = module_->decorations(id); i != 0; i = module_->record(i).next) {
    chain_.push_back(i);
  }
  const std::uint32_t definition = module_->definition(id, Op::TypeStruct);
  const std::uint32_t members = definition != 0 ? module_->length(definition) - 2 : 0;
  scratch_.assign(members, 0);
  std::uint32_t own = 0;
  for (auto i = chain_.rbegin(); i != chain_.rend() && found.size() < limit; ++i) {
    const DecorationRecord& record = module_->record(*i);
    const std::uint32_t bits = bits_of(record);
    if (!record.of_member) {
      if (const std::uint32_t again = repeated(own, bits); again != 0) {
        found.push_back({.word = record.word, .id = id, .bit = std::bit_floor(again)});
      }
      own |= bits;
    } else if (const std::uint32_t member = member_of(record); member < members) {
      if (const std::uint32_t again = repeated(scratch_[member], bits); again != 0) {
        found.push_back({.word = record.word,
                         .id = id,
                         .member = static_cast<std::int32_t>(member),
                         .bit = std::bit_floor(again)});
      }
      scratch_[member] = static_cast<std::uint16_t>(scratch_[member] | bits);
    }
  }
}

}  // namespace rpcts::spirv
