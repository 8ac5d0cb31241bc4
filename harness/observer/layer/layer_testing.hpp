#pragma once

// The observer of a test program, and a fixture that begins each test with it.

#include <chrono>
#include <gtest/gtest.h>
#include <memory>

#include "harness/observer/layer/rig_testing.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::observer::testing {

/// The one observer of the test program, asked for nothing. Null when the layer is not there.
inline Observer* observer() {
  static const std::unique_ptr<Observer> one = [] {
    auto started = Observer::start(RPCTS_OBSERVER_FOLDER);
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    return started ? std::move(*started) : nullptr;
  }();
  return one.get();
}

/// Begins each test with an observer that looks at the ledger and has forgotten everything.
class LayerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(observer(), nullptr);
    observer()->attend(Attention::ledger);
    observer()->restrict_to({});
    observer()->stall_fences(std::chrono::milliseconds(0));
    ASSERT_TRUE(observer()->read());
    observer()->forget_ledger();
    observer()->forget_recording();
    (void)observer()->take_findings();
  }
  void TearDown() override {
    if (observer() != nullptr) {
      (void)observer()->calm();
    }
  }
  static void read() {
    const auto done = observer()->read();
    ASSERT_TRUE(done) << done.error().message;
  }
};

}  // namespace rpcts::observer::testing
