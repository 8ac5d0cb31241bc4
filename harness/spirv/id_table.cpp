#include "harness/spirv/id_table.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace rpcts::spirv {
namespace {

/// Makes the first `count` elements zero; never gives memory back.
template <class T>
void clear_first(std::vector<T>& list, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (list.size() < count) {
    list.resize(count);
  }
  std::memset(static_cast<void*>(list.data()), 0, count * sizeof(T));
}

}  // namespace

void IdTable::reset(std::uint32_t bound, std::size_t words) {
  bound_ = bound;
  chained_ = bound > words;
  if (!chained_) {
    mask_ = std::bit_ceil(bound) - 1;
    clear_first(definitions_, mask_ + std::size_t{1});
    clear_first(marks_, bound);
    return;
  }
  const std::size_t chains = std::bit_ceil(words + 1);
  mask_ = static_cast<std::uint32_t>(chains - 1);
  heads_.assign(chains, 0);
  links_.assign(1, Link{});
  definitions_.assign(1, 0);
  marks_.assign(1, IdMarks{});
}

std::uint32_t IdTable::add_row(std::uint32_t id) {
  if (const std::uint32_t row = find_row(id); row != 0) {
    return row;
  }
  const auto row = static_cast<std::uint32_t>(links_.size());
  std::uint32_t& head = heads_[id & mask_];
  links_.push_back({.id = id, .next = head});
  definitions_.push_back(0);
  marks_.emplace_back();
  head = row;
  return row;
}

std::uint32_t IdTable::find_row(std::uint32_t id) const {
  std::uint32_t row = heads_[id & mask_];
  while (row != 0 && links_[row].id != id) {
    row = links_[row].next;
  }
  return row;
}

bool IdTable::defines_past_bound() const {
  std::uint32_t any = 0;
  for (std::size_t row = bound_; row <= mask_; ++row) {
    any |= definitions_[row];
  }
  return any != 0;
}

std::size_t IdTable::capacity_bytes() const {
  return definitions_.capacity() * sizeof(std::uint32_t) + marks_.capacity() * sizeof(IdMarks) +
         links_.capacity() * sizeof(Link) + heads_.capacity() * sizeof(std::uint32_t);
}

}  // namespace rpcts::spirv
