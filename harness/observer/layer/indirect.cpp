#include "harness/observer/layer/indirect.hpp"

#include <algorithm>
#include <cstring>

namespace rpcts::observer {

void IndirectReader::allocated(std::uint64_t memory, bool host_visible) {
  const std::lock_guard lock(mutex_);
  memory_[memory] = {.host_visible = host_visible};
}

void IndirectReader::freed(std::uint64_t memory) {
  const std::lock_guard lock(mutex_);
  memory_.erase(memory);
}

void IndirectReader::bound(std::uint64_t buffer, std::uint64_t memory, std::uint64_t offset) {
  const std::lock_guard lock(mutex_);
  buffers_[buffer] = {.memory = memory, .offset = offset};
}

void IndirectReader::forget_buffer(std::uint64_t buffer) {
  const std::lock_guard lock(mutex_);
  buffers_.erase(buffer);
}

void IndirectReader::mapped(std::uint64_t memory, void* data, std::uint64_t offset,
                            const std::unique_lock<std::mutex>& /*lock*/) {
  Memory& one = memory_[memory];
  one.data = static_cast<std::byte*>(data);
  one.offset = offset;
}

void IndirectReader::unmapped(std::uint64_t memory, const std::unique_lock<std::mutex>& /*lock*/) {
  memory_[memory].data = nullptr;
}

void IndirectReader::begin(std::uint64_t command_buffer) {
  const std::lock_guard lock(mutex_);
  commands_.erase(command_buffer);
}

std::uint32_t IndirectReader::drawn(std::uint64_t command_buffer, IndirectDraw draw) {
  const std::lock_guard lock(mutex_);
  auto& draws = commands_[command_buffer].draws;
  draw.index = static_cast<std::uint32_t>(draws.size());
  draws.push_back(draw);
  return draw.index;
}

void IndirectReader::executed(std::uint64_t command_buffer, std::span<const std::uint64_t> secondary) {
  const std::lock_guard lock(mutex_);
  auto& all = commands_[command_buffer].secondary;
  all.insert(all.end(), secondary.begin(), secondary.end());
}

bool IndirectReader::copy(std::uint64_t buffer, std::uint64_t offset, std::span<std::byte> out,
                          const MemoryAccess& access) {
  const auto binding = buffers_.find(buffer);
  if (binding == buffers_.end()) {
    return false;
  }
  const auto memory = memory_.find(binding->second.memory);
  if (memory == memory_.end() || !memory->second.host_visible) {
    return false;
  }
  const std::uint64_t at = binding->second.offset + offset;
  if (memory->second.data != nullptr) {
    if (at < memory->second.offset) {
      return false;  // outside what the application mapped
    }
    std::memcpy(out.data(), memory->second.data + (at - memory->second.offset), out.size());
    return true;
  }
  const auto* const data = static_cast<const std::byte*>(access.map(memory->first));
  if (data == nullptr) {
    return false;
  }
  std::memcpy(out.data(), data + at, out.size());
  access.unmap(memory->first);
  return true;
}

void IndirectReader::read(std::uint64_t command_buffer, const MemoryAccess& access, const Found& found) {
  const std::lock_guard lock(mutex_);
  read_one(command_buffer, access, found);
  const auto at = commands_.find(command_buffer);
  if (at != commands_.end()) {
    for (const std::uint64_t secondary : at->second.secondary) {
      read_one(secondary, access, found);
    }
  }
}

void IndirectReader::read_one(std::uint64_t command_buffer, const MemoryAccess& access, const Found& found) {
  const auto at = commands_.find(command_buffer);
  if (at == commands_.end()) {
    return;
  }
  for (const IndirectDraw& draw : at->second.draws) {
    std::uint32_t draws = draw.draws;
    if (draw.count_buffer != 0) {
      std::uint32_t count = 0;
      if (!copy(draw.count_buffer, draw.count_offset, std::as_writable_bytes(std::span(&count, 1)), access)) {
        continue;
      }
      draws = std::min(draws, count);
    }
    const std::size_t size =
        draw.indexed ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
    std::vector<std::byte> values(draws * size);
    bool whole = true;
    for (std::uint32_t i = 0; i < draws && whole; ++i) {
      whole = copy(draw.buffer, draw.offset + (std::uint64_t{i} * draw.stride),
                   std::span(values).subspan(i * size, size), access);
    }
    if (whole) {
      found(command_buffer, draw, draws, values);
    }
  }
}

}  // namespace rpcts::observer
