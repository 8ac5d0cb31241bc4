#pragma once

// What exists on the devices of a host, seen through the observing layer and as the host itself tells it, and
// how that compares with an earlier moment.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/implementation_source.hpp"
#include "harness/base/result.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/observer/observer.hpp"

namespace rpcts::render_pack_v1 {

/// What there is at one moment; whatever cannot be known is absent.
struct Objects {
  std::optional<observer::Snapshot> seen{};
  std::optional<rpcts_ledger> told{};

  [[nodiscard]] bool known() const { return seen.has_value() || told.has_value(); }
};

/// Pipeline layouts with more than sets 0 to 2, and as the host tells it, layouts and sets of set 3.
[[nodiscard]] std::uint32_t set3_objects(const Objects& objects);

/// Sentences that name what a pack could have left: images, buffers, samplers, views, pipelines, modules,
/// layouts, descriptor pools and sets that are more or fewer than `before`, and what the host tells of packs.
/// Memory is not compared: an engine may keep a pool. Empty = nothing.
[[nodiscard]] std::vector<std::string> differences(const Objects& before, const Objects& now);

/// As differences(), and everything else that is more than `before`: for two moments between which nothing
/// may grow.
[[nodiscard]] std::vector<std::string> growth(const Objects& before, const Objects& now);

/// Watches the hosts that are created while it lives. Used by one thread; one at a time.
class ObjectWatch {
 public:
  /// `wants` is how much the layer is to look at, where it is there.
  ObjectWatch(ImplementationSource& source, observer::Attention wants);
  ObjectWatch(const ObjectWatch&) = delete;
  ObjectWatch& operator=(const ObjectWatch&) = delete;
  ~ObjectWatch();

  /// Null where the layer is not there.
  [[nodiscard]] observer::Observer* observer() const { return observer_; }

  /// What exists now. `host` is asked where `introspects`. An Error when the host's answer is one, or when
  /// the layer told more than it could keep.
  [[nodiscard]] Result<Objects> look(implementation::Host& host, bool introspects);

  /// What must never be (observer::Ledger::take_findings), since the last call; empty without the layer.
  [[nodiscard]] Result<std::vector<std::string>> findings();

 private:
  observer::Observer* observer_;
};

}  // namespace rpcts::render_pack_v1
