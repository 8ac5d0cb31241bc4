#pragma once

// One host of a case's own, told what to do and looked at afterwards: how packs come and go (F).

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/render_pack_v1/object_watch.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "harness/implementation/implementation.hpp"
#include "harness/runner/case.hpp"

namespace rpcts::render_pack_v1 {

struct LifeSetup {
  WorldSize size{};
  std::uint32_t withheld_capabilities = 0;
  observer::Attention attention = observer::Attention::ledger;
  observer::Restrictions restrictions{};  ///< what the layer takes away from the host's device
};

/// After the first error of a call it does and checks nothing more, and result() gives that error: a case is
/// a list of steps. Pictures are drawn at the scene's own time. Used by one thread.
class Life {
 public:
  /// Opens the host, sets the scene and draws retail once. Unsupported where something is to be taken away
  /// and the layer is not there.
  Life(runner::CaseContext& context, PictureSet& set, implementation::Implementation& implementation,
       const LifeSetup& setup = {});
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;
  ~Life();

  [[nodiscard]] bool ok() const { return outcome_.has_value(); }
  [[nodiscard]] Result<void> result() const { return outcome_; }
  void stop(Error why);

  // ---- what is done
  /// A base pack by name; registered once.
  const ProbePack& base(const std::string& name);
  /// A changed copy of a base in a folder of its own that a case may spoil; not registered. Its id is the
  /// base's and `suffix`.
  const ProbePack& variant(const std::string& base, const std::string& suffix,
                           const std::function<void(Descriptor&)>& change = {});
  /// Stops with the error of a step that is no call of the host.
  void must(const Result<void>& result);
  /// Registers a pack's folder.
  void add(const ProbePack& pack);
  void withdraw(const std::string& pack);
  /// Stops as unsupported where the device does not offer the preset.
  void need(const ProbePack& pack, const std::string& preset);
  void select(const ProbePack& pack, const std::string& preset, bool explicit_choice = true);
  void select(const implementation::Selection& selection);
  void select_retail();
  /// Frames that are not read back.
  void frames(int count, std::uint32_t flags = 0);
  void settle() { frames(1, RPCTS_FRAME_SETTLE); }
  /// Frames without RPCTS_FRAME_SETTLE until nothing is pending; after patience_frames one that settles.
  void wait();
  void resize(WorldSize size);
  void event(int kind);
  /// need(), select() and a settled frame, after which the pack must be active.
  void activate(const ProbePack& pack, const std::string& preset);

  // ---- what is seen
  [[nodiscard]] implementation::Picture picture(std::uint32_t flags = RPCTS_FRAME_SETTLE);
  [[nodiscard]] implementation::State state();
  /// The call itself, for one that must fail. Not to be called when !ok().
  [[nodiscard]] Result<void> try_frame(std::uint32_t flags = RPCTS_FRAME_SETTLE);
  /// The facts of the frames to come; sizes follow resize().
  rpcts_frame& facts() { return frame_; }
  [[nodiscard]] implementation::Host& host() { return *host_; }

  // ---- what must be
  void check(bool is_so, std::string_view what);
  template <class A, class E>
  void equal(const A& actual, const E& expected, std::string_view what) {
    if (ok()) {
      context_.equal(actual, expected, what);
    }
  }
  void expect_active(const ProbePack& pack, std::string_view when);
  void expect_retail(std::string_view when);
  /// FAILED_TO_RETAIL, drawn with no pack, and a reason that has one word of each group: what names the
  /// thing.
  void expect_failed(const std::vector<std::vector<std::string>>& named, std::string_view when);
  /// Draws a frame whose picture is the retail picture of this size from now on; done once at the start.
  void remember_retail();
  /// What is drawn is bit by bit the retail picture of this size.
  void expect_retail_picture(std::string_view when);
  void expect_same(const implementation::Picture& found, const implementation::Picture& expected,
                   std::string_view what);

  // ---- objects
  /// Stops as unsupported where neither the layer nor the host shows any object.
  void need_sight();
  /// Null where the layer is not there.
  [[nodiscard]] observer::Observer* observer() const { return watch_.observer(); }
  /// The layer, or null after having stopped as unsupported.
  observer::Observer* need_observer();
  /// Draws until what was taken out of use must be gone, then looks. `retail`: the frames must show retail.
  [[nodiscard]] Objects objects();
  /// As objects(), without drawing.
  [[nodiscard]] Objects objects_now();
  void expect_nothing_left(const Objects& before, std::string_view when);
  void expect_no_growth(const Objects& before, std::string_view when);
  /// What the layer found wrong since the last call.
  void expect_no_findings(std::string_view when);

  static constexpr int patience_frames = 400;

 private:
  template <class T>
  T take(Result<T> result);

  runner::CaseContext& context_;
  PictureSet& set_;
  implementation::Implementation& implementation_;
  ObjectWatch watch_;
  std::optional<implementation::Host> host_;
  Result<void> outcome_;
  WorldSize size_;
  rpcts_frame frame_{};
  std::map<std::string, bool> registered_;
  std::map<WorldSize, implementation::Picture> retail_;  ///< by size
  std::vector<std::unique_ptr<VariantPack>> variants_;
  ProbePack none_;
  int undrained_frames_ = 0;
};

/// The text with ASCII capitals made small.
[[nodiscard]] std::string lower(std::string_view text);

/// The words by which a reason may name a pack: its id and its display name.
[[nodiscard]] std::vector<std::string> names_of(const ProbePack& pack);

// Files of a pack that was written for a case. Errors: what the system says.
[[nodiscard]] Result<void> remove_asset(const ProbePack& pack, const std::string& key);
/// Puts a file of another pack in the place of one.
[[nodiscard]] Result<void> put_asset(const ProbePack& pack, const std::string& key, const ProbePack& from,
                                     const std::string& from_key);
/// Leaves the first `bytes` bytes of the file.
[[nodiscard]] Result<void> cut_asset(const ProbePack& pack, const std::string& key, std::uint64_t bytes);
/// Keys of all assets, each once, sorted.
[[nodiscard]] std::vector<std::string> asset_keys(const Descriptor& descriptor);

/// A case of the profile host, with a host of its own.
struct LifeCase {
  std::string id;  ///< "discovery.makes-nothing"
  std::string title;
  std::vector<std::string_view> rules;
  std::function<void(Life&)> body;
  LifeSetup setup{};
  std::string clause{};  ///< where there is no rule id; then a failure is a quality warning
  bool nightly = false;
};
void add_life_case(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set, LifeCase one);

}  // namespace rpcts::render_pack_v1
