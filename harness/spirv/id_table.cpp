#include "harness/spirv/id_table.hpp"

#include <algorithm>
#include <bit>

namespace rpcts::spirv {

void IdTable::reset(std::uint32_t bound, std::size_t words) {
  bound_ = bound;
  chained_ = bound > words;
  if (!chained_) {
    entries_.resize(std::max<std::size_t>(entries_.size(), bound));
    std::fill_n(entries_.begin(), bound, IdEntry{});
    return;
  }
  const std::size_t chains = std::bit_ceil(words + 1);
  mask_ = static_cast<std::uint32_t>(chains - 1);
  heads_.assign(chains, 0);
  entries_.assign(1, IdEntry{});
  links_.assign(1, Link{});
}

IdEntry& IdTable::touch_chained(std::uint32_t id) {
  std::uint32_t& head = heads_[id & mask_];
  for (std::uint32_t i = head; i != 0; i = links_[i].next) {
    if (links_[i].id == id) {
      return entries_[i];
    }
  }
  links_.push_back({.id = id, .next = head});
  head = static_cast<std::uint32_t>(entries_.size());
  return entries_.emplace_back();
}

const IdEntry& IdTable::at_chained(std::uint32_t id) const {
  for (std::uint32_t i = heads_[id & mask_]; i != 0; i = links_[i].next) {
    if (links_[i].id == id) {
      return entries_[i];
    }
  }
  return entries_[0];
}

std::size_t IdTable::capacity_bytes() const {
  return entries_.capacity() * sizeof(IdEntry) + links_.capacity() * sizeof(Link) +
         heads_.capacity() * sizeof(std::uint32_t);
}

}  // namespace rpcts::spirv
