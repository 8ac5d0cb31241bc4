#include "conformance/render_pack_v1/life.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

namespace rpcts::render_pack_v1 {
namespace {

/// More than any flights in use: after them the fence of every earlier frame has been waited for.
constexpr int resting_frames = 8;
/// What the validation layer says has little room to wait in.
constexpr int frames_between_drains = 16;

}  // namespace

std::string lower(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return made;
}

Life::Life(runner::CaseContext& context, PictureSet& set, implementation::Implementation& implementation,
           const LifeSetup& setup)
    : context_(context),
      set_(set),
      implementation_(implementation),
      watch_(*set.source, setup.attention),
      size_(setup.size),
      frame_(scene_frame(SceneCamera{}, setup.size.width, setup.size.height)) {
  if (setup.restrictions != observer::Restrictions{}) {
    if (watch_.observer() == nullptr) {
      stop({.kind = ErrorKind::unsupported, .message = set.source->observer_state()});
      return;
    }
    watch_.observer()->restrict_to(setup.restrictions);
  }
  auto host = set.rig.open(implementation,
                           {.world = setup.size, .withheld_capabilities = setup.withheld_capabilities});
  if (!host) {
    stop(host.error());
    return;
  }
  host_.emplace(std::move(*host));
  remember_retail();
}

Life::~Life() {
  host_.reset();  // while it is still watched
}

template <class T>
T Life::take(Result<T> result) {
  if (!result) {
    stop(std::move(result.error()));
    return T{};
  }
  return std::move(*result);
}

void Life::must(const Result<void>& result) {
  if (!result) {
    stop(result.error());
  }
}

void Life::stop(Error why) {
  if (ok()) {
    outcome_ = std::unexpected(std::move(why));
  }
}

const ProbePack& Life::base(const std::string& name) {
  const Result<const ProbePack*> pack = set_.base(name);
  if (!pack) {
    stop(pack.error());
    return none_;
  }
  if (!registered_[name]) {
    registered_[name] = true;
    add(**pack);
  }
  return **pack;
}

const ProbePack& Life::variant(const std::string& base, const std::string& suffix,
                               const std::function<void(Descriptor&)>& change) {
  const Result<const ProbePack*> from = set_.base(base);
  if (!from) {
    stop(from.error());
    return none_;
  }
  variants_.push_back(std::make_unique<VariantPack>(**from, [&](Descriptor& descriptor) {
    descriptor.id += suffix;
    if (change) {
      change(descriptor);
    }
  }));
  must(variants_.back()->write());
  return variants_.back()->pack();
}

void Life::add(const ProbePack& pack) {
  if (ok()) {
    must(host_->register_pack(pack.folder.string()));
  }
}

void Life::withdraw(const std::string& pack) {
  if (ok()) {
    must(host_->withdraw_pack(pack));
  }
}

void Life::need(const ProbePack& pack, const std::string& preset) {
  if (!ok()) {
    return;
  }
  const auto found = take(host_->availability(pack.descriptor.id, preset));
  if (ok() && (!found.pack_compatible || !found.preset_available)) {
    stop({.kind = ErrorKind::unsupported,
          .message =
              fmt::format("{}, preset {}, is not available: {}", pack.descriptor.id, preset, found.reason)});
  }
}

void Life::select(const ProbePack& pack, const std::string& preset, bool explicit_choice) {
  select({.pack = pack.descriptor.id,
          .preset = preset,
          .version = {},
          .overrides = {},
          .explicit_choice = explicit_choice});
}

void Life::select(const implementation::Selection& selection) {
  if (ok()) {
    must(host_->select(selection));
  }
}

void Life::select_retail() {
  select({.pack = {}, .preset = {}});
}

void Life::frames(int count, std::uint32_t flags) {
  for (int i = 0; i < count && ok(); ++i) {
    must(try_frame(flags));
  }
}

void Life::wait() {
  for (int i = 0; i < patience_frames && ok(); ++i) {
    if (state().state != RPCTS_STATE_CANDIDATE_PENDING) {
      return;
    }
    frames(1);
  }
  settle();
}

void Life::resize(WorldSize size) {
  if (!ok()) {
    return;
  }
  must(host_->resize(size.width, size.height));
  size_ = size;
  set_camera(frame_, SceneCamera{}, size.width, size.height);
}

void Life::event(int kind) {
  if (ok()) {
    must(host_->event(kind));
  }
}

void Life::activate(const ProbePack& pack, const std::string& preset) {
  need(pack, preset);
  select(pack, preset);
  settle();
  if (!ok()) {
    return;
  }
  const implementation::State now = state();
  if (ok() && (now.state != RPCTS_STATE_ACTIVE || now.pack != pack.descriptor.id)) {
    stop({.kind = ErrorKind::failed,
          .message = fmt::format(
              "{}, preset {}, is not active after a frame: state {}, drawn with '{}', reason '{}'",
              pack.descriptor.id, preset, now.state, now.pack, now.reason)});
  }
}

implementation::Picture Life::picture(std::uint32_t flags) {
  if (!ok()) {
    return {};
  }
  rpcts_frame frame = frame_;
  frame.flags |= flags;
  return take(host_->render(frame));
}

implementation::State Life::state() {
  return ok() ? take(host_->state()) : implementation::State{};
}

Result<void> Life::try_frame(std::uint32_t flags) {
  rpcts_frame frame = frame_;
  frame.flags |= flags;
  if (++undrained_frames_ >= frames_between_drains) {
    undrained_frames_ = 0;
    for (const gpu::ValidationMessage& message : set_.source->drain()) {
      context_.check(false, fmt::format("validation layer: {}: {}", message.id, message.text));
    }
  }
  return host_->run_frame(frame);
}

void Life::check(bool is_so, std::string_view what) {
  if (ok()) {
    context_.check(is_so, what);
  }
}

void Life::expect_active(const ProbePack& pack, std::string_view when) {
  const implementation::State now = state();
  equal(now.state, RPCTS_STATE_ACTIVE, fmt::format("state {} (reason '{}')", when, now.reason));
  equal(now.pack, pack.descriptor.id, fmt::format("pack of the frame {}", when));
}

void Life::expect_retail(std::string_view when) {
  const implementation::State now = state();
  equal(now.state, RPCTS_STATE_RETAIL, fmt::format("state {} (reason '{}')", when, now.reason));
  equal(now.pack, std::string(), fmt::format("pack of the frame {}", when));
}

void Life::expect_failed(const std::vector<std::vector<std::string>>& named, std::string_view when) {
  const implementation::State now = state();
  equal(now.state, RPCTS_STATE_FAILED_TO_RETAIL, fmt::format("state {} (reason '{}')", when, now.reason));
  equal(now.pack, std::string(), fmt::format("pack of the frame {}", when));
  const std::string reason = lower(now.reason);
  for (const std::vector<std::string>& group : named) {
    const bool found = std::ranges::any_of(
        group, [&](const std::string& word) { return reason.find(lower(word)) != std::string::npos; });
    check(found,
          fmt::format("the reason {} names {}; it is '{}'", when, fmt::join(group, " or "), now.reason));
  }
}

void Life::remember_retail() {
  implementation::Picture drawn = picture(0);
  if (ok()) {
    retail_[size_] = std::move(drawn);
  }
}

void Life::expect_retail_picture(std::string_view when) {
  const implementation::Picture found = picture(0);
  const auto known = retail_.find(size_);
  if (known == retail_.end()) {
    stop({.kind = ErrorKind::internal, .message = "no retail picture of this size was drawn"});
    return;
  }
  expect_same(found, known->second, fmt::format("the retail picture {}", when));
}

void Life::expect_same(const implementation::Picture& found, const implementation::Picture& expected,
                       std::string_view what) {
  if (!ok()) {
    return;
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < std::min(found.pixels.size(), expected.pixels.size()); ++i) {
    differing += found.pixels[i] != expected.pixels[i] ? 1U : 0U;
  }
  check(found == expected,
        fmt::format("{}: {}x{}, {} bytes differ, expected {}x{} and none", what, found.width, found.height,
                    differing, expected.width, expected.height));
}

void Life::need_sight() {
  if (ok() && !objects_now().known()) {
    stop({.kind = ErrorKind::unsupported,
          .message = fmt::format("no object can be seen: {}, and {} does not claim introspection",
                                 set_.source->observer_state(), implementation_.name())});
  }
}

observer::Observer* Life::need_observer() {
  if (!ok()) {
    return nullptr;
  }
  if (!objects_now().seen) {
    stop({.kind = ErrorKind::unsupported,
          .message = watch_.observer() == nullptr
                         ? set_.source->observer_state()
                         : "the implementation's Vulkan goes past the observing layer"});
    return nullptr;
  }
  return watch_.observer();
}

Objects Life::objects() {
  for (int i = 0; i < resting_frames && ok(); ++i) {
    std::ignore = picture(0);  // reading back waits for the frame
  }
  return objects_now();
}

Objects Life::objects_now() {
  return ok() ? take(watch_.look(*host_, implementation_.claims(RPCTS_PROFILE_INTROSPECTION))) : Objects{};
}

void Life::expect_nothing_left(const Objects& before, std::string_view when) {
  const Objects now = objects();
  check(before.known() && now.known(), fmt::format("objects are seen {}", when));
  const std::vector<std::string> found = differences(before, now);
  check(found.empty(), fmt::format("nothing is left {}: {}", when, fmt::join(found, "; ")));
}

void Life::expect_no_growth(const Objects& before, std::string_view when) {
  const Objects now = objects();
  check(before.known() && now.known(), fmt::format("objects are seen {}", when));
  const std::vector<std::string> found = growth(before, now);
  check(found.empty(), fmt::format("nothing has grown {}: {}", when, fmt::join(found, "; ")));
}

void Life::expect_no_findings(std::string_view when) {
  if (!ok()) {
    return;
  }
  const std::vector<std::string> found = take(watch_.findings());
  check(found.empty(), fmt::format("the layer finds nothing {}: {}", when, fmt::join(found, "; ")));
}

Result<void> remove_asset(const ProbePack& pack, const std::string& key) {
  std::error_code failure;
  if (!std::filesystem::remove(pack.folder / key, failure)) {
    return error(ErrorKind::failed,
                 fmt::format("{} cannot be removed: {}", (pack.folder / key).string(), failure.message()));
  }
  return {};
}

Result<void> put_asset(const ProbePack& pack, const std::string& key, const ProbePack& from,
                       const std::string& from_key) {
  std::error_code failure;
  std::filesystem::copy_file(from.folder / from_key, pack.folder / key,
                             std::filesystem::copy_options::overwrite_existing, failure);
  if (failure) {
    return error(ErrorKind::failed,
                 fmt::format("{} cannot be copied to {}: {}", (from.folder / from_key).string(),
                             (pack.folder / key).string(), failure.message()));
  }
  return {};
}

Result<void> cut_asset(const ProbePack& pack, const std::string& key, std::uint64_t bytes) {
  std::error_code failure;
  std::filesystem::resize_file(pack.folder / key, bytes, failure);
  if (failure) {
    return error(ErrorKind::failed,
                 fmt::format("{} cannot be cut: {}", (pack.folder / key).string(), failure.message()));
  }
  return {};
}

std::vector<std::string> asset_keys(const Descriptor& descriptor) {
  std::vector<std::string> keys;
  for (const Pass& pass : descriptor.passes) {
    keys.insert(keys.end(), {pass.vertex_shader_asset, pass.fragment_shader_asset});
  }
  for (const PipelineVariant& variant : descriptor.pipeline_variants) {
    keys.insert(keys.end(), {variant.vertex_shader_asset, variant.fragment_shader_asset});
  }
  std::ranges::sort(keys);
  const auto rest = std::ranges::unique(keys);
  keys.erase(rest.begin(), rest.end());
  return keys;
}

std::vector<std::string> names_of(const ProbePack& pack) {
  return {pack.descriptor.id, pack.descriptor.display_name};
}

void add_life_case(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set, LifeCase one) {
  std::vector<runner::Claim> claims;
  for (const std::string_view rule : one.rules) {
    claims.push_back({.rule = std::string(rule)});
  }
  runner::CaseInfo info{.id = "render_pack_v1." + one.id,
                        .title = one.title,
                        .claims = std::move(claims),
                        .needs_device = true,
                        .nightly = one.nightly,
                        .weight = one.rules.empty() ? runner::Weight::reference : runner::Weight::must,
                        .clause = one.clause};
  add_implementation_case(
      table, set->source,
      {.info = std::move(info),
       .profiles = RPCTS_PROFILE_HOST,
       .body = [set, one = std::move(one)](runner::CaseContext& context,
                                           implementation::Implementation& implementation) -> Result<void> {
         Life life(context, *set, implementation, one.setup);
         if (life.ok()) {
           one.body(life);
         }
         return life.result();
       }});
}

}  // namespace rpcts::render_pack_v1
