#include "harness/observer/channel.hpp"

#include <gtest/gtest.h>
#include <map>
#include <thread>
#include <vector>

#include "harness/observer/shared_memory.hpp"

namespace rpcts::observer {
namespace {

class Channels : public testing::Test {
 protected:
  Channels() : memory_(SharedMemory::create(sizeof(Channel))) {}
  Channel& channel() { return *static_cast<Channel*>(memory_->data()); }

  Result<SharedMemory> memory_;
};

Record numbered(std::uint64_t number, std::uint64_t object = 0) {
  Record record;
  record.number = number;
  record.object = object;
  return record;
}

TEST_F(Channels, GiveWhatWasToldInOrder) {
  ASSERT_TRUE(memory_);
  Record record;
  EXPECT_FALSE(channel().next(record));
  EXPECT_FALSE(channel().pending());
  for (std::uint64_t i = 1; i <= 3; ++i) {
    channel().tell(numbered(i));
  }
  for (std::uint64_t i = 1; i <= 3; ++i) {
    ASSERT_TRUE(channel().next(record));
    EXPECT_EQ(record.number, i);
  }
  EXPECT_FALSE(channel().next(record));
}

TEST_F(Channels, GoRoundAndTellWhenTheyAreFull) {
  ASSERT_TRUE(memory_);
  Record record;
  for (int lap = 0; lap < 2; ++lap) {
    for (std::uint64_t i = 0; i < ring_records; ++i) {
      channel().tell(numbered(i));
    }
    EXPECT_EQ(channel().overflow.load(), 0U);
    channel().tell(numbered(ring_records));
    EXPECT_EQ(channel().overflow.exchange(0), 1U);
    for (std::uint64_t i = 0; i < ring_records; ++i) {
      ASSERT_TRUE(channel().next(record));
      ASSERT_EQ(record.number, i);
    }
    ASSERT_FALSE(channel().next(record));
  }
}

TEST_F(Channels, KeepTheOrderOfEachOfManyThreads) {
  ASSERT_TRUE(memory_);
  constexpr std::uint64_t threads = 4;
  constexpr std::uint64_t each = 100'000;  // together more than the ring holds
  std::map<std::uint64_t, std::uint64_t> last;
  std::uint64_t taken = 0;
  {
    std::vector<std::jthread> writers;
    for (std::uint64_t t = 0; t < threads; ++t) {
      writers.emplace_back([&, t] {
        for (std::uint64_t i = 1; i <= each; ++i) {
          // A slow reader is waited for: the test wants each record.
          while (channel().head.load() - channel().tail.load() > ring_records - (2 * threads)) {
            std::this_thread::yield();
          }
          channel().tell(numbered(i, t));
        }
      });
    }
    Record record;
    while (taken < threads * each) {
      if (channel().next(record)) {
        ASSERT_EQ(record.number, last[record.object] + 1);
        last[record.object] = record.number;
        ++taken;
      } else {
        std::this_thread::yield();
      }
    }
  }
  EXPECT_EQ(channel().overflow.load(), 0U);
}

TEST_F(Channels, SkipWhatADeadProcessNeverWrote) {
  ASSERT_TRUE(memory_);
  channel().head.fetch_add(1);  // taken, and never filled
  channel().tell(numbered(2));
  Record record;
  EXPECT_FALSE(channel().next(record));
  EXPECT_TRUE(channel().pending());
  channel().skip();
  ASSERT_TRUE(channel().next(record));
  EXPECT_EQ(record.number, 2U);
}

TEST_F(Channels, AreOneMemoryUnderTheirName) {
  ASSERT_TRUE(memory_);
  auto other = SharedMemory::open(memory_->name(), sizeof(Channel));
  ASSERT_TRUE(other) << other.error().message;
  ASSERT_NE(other->data(), memory_->data());
  static_cast<Channel*>(other->data())->tell(numbered(5));
  Record record;
  ASSERT_TRUE(channel().next(record));
  EXPECT_EQ(record.number, 5U);
  EXPECT_FALSE(SharedMemory::open(memory_->name(), 2 * sizeof(Channel)));
  EXPECT_FALSE(SharedMemory::open("/no/such/file", sizeof(Channel)));
}

TEST(Records, TakeWhatFits) {
  Record record;
  std::vector<std::uint64_t> items(20);
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = i * 3;
  }
  EXPECT_EQ(record.put(std::span<const std::uint64_t>(items)), 17U);
  ASSERT_EQ(record.count_of<std::uint64_t>(), 17U);
  EXPECT_EQ(record.item<std::uint64_t>(16), 48U);
  EXPECT_EQ(record.put(std::span<const std::uint64_t>()), 0U);
  EXPECT_EQ(record.count_of<std::uint64_t>(), 0U);
}

}  // namespace
}  // namespace rpcts::observer
