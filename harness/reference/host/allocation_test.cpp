// A frame of an active pack allocates nothing: every operator new of this program is counted.

#include <atomic>
#include <cstdlib>
#include <new>

#include "harness/reference/host/host_fixture_testing.hpp"

namespace {

std::atomic<std::size_t> allocations = 0;  // NOLINT: operator new can be replaced for a whole program only

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace rpcts::reference {
namespace {

class Allocations : public samples::HostTest {
 protected:
  /// Of a hundred frames: lit, covered, indoors, without a world, and measured for automatic quality.
  std::size_t of_frames() {
    std::array<rpcts_frame, 4> frames{samples::frame(), samples::frame(), samples::frame(), samples::frame()};
    frames[1].flags = RPCTS_FRAME_COVERED | RPCTS_FRAME_SETTLE;
    frames[2].place = RPCTS_PLACE_CLOSED_CELL;
    frames[2].gpu_milliseconds = 1;
    frames[2].cpu_milliseconds = 1;
    frames[3].flags = RPCTS_FRAME_NO_WORLD;
    const std::size_t before = allocations;
    bool drawn = true;
    for (int i = 0; i < 25; ++i) {
      for (const rpcts_frame& frame : frames) {
        drawn = host->render(frame, {}).has_value() && drawn;
      }
    }
    const std::size_t after = allocations;
    EXPECT_TRUE(drawn);
    return after - before;
  }

  void activate(const std::string& name, const std::string& preset) {
    const samples::PackFolder pack(name);
    add(pack);
    select("rpcts." + name, preset);
    settle();
    expect_active("rpcts." + name);
  }
};

TEST_F(Allocations, AreCounted) {
  const std::size_t before = allocations;
  const auto one = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(allocations - before, 2U);
}

TEST_F(Allocations, RetailFrames) {
  draw();
  EXPECT_EQ(of_frames(), 0U);
}

TEST_F(Allocations, FramesOfTheFullGraph) {
  activate("full", "high");
  EXPECT_EQ(of_frames(), 0U);
}

TEST_F(Allocations, FramesUnderAutomaticQuality) {
  const samples::PackFolder pack("full");
  add(pack);
  select("rpcts.full", "automatic");
  settle();
  EXPECT_EQ(of_frames(), 0U);
}

TEST_F(Allocations, FramesOfACustomPack) {
  activate("custom", "default");
  EXPECT_EQ(of_frames(), 0U);
}

}  // namespace
}  // namespace rpcts::reference
