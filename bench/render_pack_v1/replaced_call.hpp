#pragma once

// A Vulkan function that goes elsewhere for a while.

#include <volk.h>

namespace rpcts::bench {

/// Puts `mine` in the place of one of volk's pointers while it lives. Those of one pointer go in the reverse
/// order of their coming.
template <class Function>
class ReplacedCall {
 public:
  ReplacedCall(Function& at, Function mine) : at_(at), old_(at) { at = mine; }
  ~ReplacedCall() { at_ = old_; }
  ReplacedCall(const ReplacedCall&) = delete;
  ReplacedCall& operator=(const ReplacedCall&) = delete;
  ReplacedCall(ReplacedCall&&) = delete;
  ReplacedCall& operator=(ReplacedCall&&) = delete;

  [[nodiscard]] Function old() const { return old_; }

 private:
  Function& at_;
  Function old_;
};

}  // namespace rpcts::bench
