// What an implementation offers on a lesser device (C.15, D.9): the observing layer takes something away from
// the device itself, so that nothing depends on how the implementation plays a lesser one.

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/lesser_devices.hpp"
#include "conformance/render_pack_v1/life.hpp"
#include "conformance/render_pack_v1/planned_bytes.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace rule = lifecycle;
using implementation::Availability;
using implementation::Host;
using implementation::Implementation;
using observer::Observer;
using observer::Restrictions;
using runner::CaseContext;

/// The packs on the host of a case.
class Packs {
 public:
  explicit Packs(Life& life) {
    for (const DevicePack& one : device_packs()) {
      packs_[one.name] =
          one.change ? &life.variant(one.base, "-" + one.name, one.change) : &life.base(one.base);
      if (one.change) {
        life.add(*packs_[one.name]);
      }
    }
  }

  [[nodiscard]] const ProbePack& of(const PresetName& name) const {
    return *packs_.at(name.substr(0, name.find('/')));
  }
  [[nodiscard]] static std::string preset(const PresetName& name) { return name.substr(name.find('/') + 1); }

  /// What the host says of each preset.
  [[nodiscard]] std::map<PresetName, Availability> offers(Life& life) const {
    std::map<PresetName, Availability> found;
    for (const auto& [name, pack] : packs_) {
      for (const QualityPreset& preset : pack->descriptor.quality_presets) {
        if (!life.ok()) {
          return found;
        }
        Result<Availability> one = life.host().availability(pack->descriptor.id, preset.id);
        if (!one) {
          life.stop(one.error());
          return found;
        }
        found[fmt::format("{}/{}", name, preset.id)] = *std::move(one);
      }
    }
    return found;
  }

 private:
  std::map<std::string, const ProbePack*> packs_;
};

/// Forgets what the layer found on the hosts of other cases; the number of the last call so far.
Result<std::uint64_t> start_looking(Observer& observer) {
  if (auto done = observer.read(); !done) {
    return std::unexpected(done.error());
  }
  std::ignore = observer.take_findings();
  return observer.ledger().snapshot().last_call;
}

/// Stops where the host has no instance of its own: a restriction holds for new ones.
void need_own_instance(Life& life, std::uint64_t before) {
  Observer* const observer = life.need_observer();
  if (observer == nullptr) {
    return;
  }
  const bool own = std::ranges::any_of(observer->ledger().live(), [&](const observer::LiveObject& one) {
    return one.type == VK_OBJECT_TYPE_INSTANCE && one.call > before;
  });
  if (!own) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = "the implementation keeps one Vulkan instance for all hosts, and something can be "
                          "taken away from a new one only"});
  }
}

std::optional<PresetName> first_offered(const std::vector<PresetName>& names,
                                        const std::map<PresetName, Availability>& offers) {
  const auto found =
      std::ranges::find_if(names, [&](const PresetName& name) { return offers.at(name).preset_available; });
  return found == names.end() ? std::nullopt : std::optional(*found);
}

void compare_offers(Life& life, const Lesser& lesser, const std::map<PresetName, Availability>& whole,
                    const std::map<PresetName, Availability>& found) {
  std::size_t taken = 0;
  for (const auto& [name, before] : whole) {
    if (!life.ok()) {
      return;
    }
    const Availability& now = found.at(name);
    const bool hidden = std::ranges::find(lesser.hidden, name) != lesser.hidden.end();
    taken += hidden && before.preset_available ? 1 : 0;
    life.check(now.pack_compatible == before.pack_compatible,
               fmt::format("the pack of {} is as compatible as on the whole device: {}", name, now.reason));
    life.check(now.preset_available == (before.preset_available && !hidden),
               fmt::format("{} is {}, on the whole device {}: {}", name,
                           now.preset_available ? "offered" : "refused",
                           before.preset_available ? "offered" : "refused", now.reason));
    if (hidden) {
      life.check(!now.reason.empty(), fmt::format("a reason is given for {}", name));
    }
  }
  if (life.ok() && taken == 0 && !lesser.hidden.empty()) {
    life.stop({.kind = ErrorKind::unsupported,
               .message = "the device itself does not offer what the lack of it would hide: " +
                          fmt::format("{}; {}", fmt::join(lesser.hidden, ", "),
                                      whole.at(lesser.hidden.back()).reason)});
  }
}

/// The user selects what is not available: retail, and nothing in its place.
void expect_refused(Life& life, const Packs& packs, const PresetName& name, std::string_view when) {
  life.select(packs.of(name), Packs::preset(name));
  life.settle();
  life.expect_failed({}, when);
  life.check(!life.state().reason.empty(), fmt::format("a reason is given {}", when));
  life.expect_retail_picture(when);
}

/// No pass of the last frames draws several views.
void expect_single_views(Life& life) {
  Observer* const observer = life.observer();
  life.must(observer->read());
  if (!life.ok()) {
    return;
  }
  std::size_t passes = 0;
  for (const observer::RecordedSubmit& submit : observer->recording().submits) {
    for (const observer::RecordedPass& pass : submit.passes) {
      ++passes;
      life.check(pass.view_mask == 0,
                 fmt::format("pass {} has no view mask; it has {:#x}", passes, pass.view_mask));
    }
  }
  life.check(passes > 0, "the layer sees passes of the active pack");
}

Result<void> check_lesser(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const Lesser& lesser) {
  std::map<PresetName, Availability> whole;
  {
    Life life(context, set, implementation);
    if (life.need_observer() == nullptr) {
      return life.result();
    }
    const Packs packs(life);
    whole = packs.offers(life);
    if (!life.ok()) {
      return life.result();
    }
  }
  const Result<std::uint64_t> before = start_looking(*set.source->observer());
  if (!before) {
    return std::unexpected(before.error());
  }
  Life life(context, set, implementation,
            {.attention = observer::Attention::record, .restrictions = lesser.taken});
  if (!life.ok()) {
    const Error& why = life.result().error();
    return error(lesser.conformant ? ErrorKind::failed : ErrorKind::unsupported,
                 "no host on such a device: " + why.message);
  }
  need_own_instance(life, *before);
  const Packs packs(life);
  const std::map<PresetName, Availability> found = packs.offers(life);
  if (!life.ok()) {
    return life.result();
  }
  compare_offers(life, lesser, whole, found);
  std::vector<PresetName> hidden = lesser.hidden;
  std::erase_if(hidden, [&](const PresetName& name) { return !whole.at(name).preset_available; });
  context.note("hidden", fmt::format("{}", fmt::join(hidden, ", ")));
  const Objects at_first = life.objects();
  const std::optional<PresetName> refused = first_offered(lesser.refused, whole);
  if (refused) {
    expect_refused(life, packs, *refused, fmt::format("with {} selected", *refused));
    life.expect_nothing_left(at_first, "of a preset that is not available");
  }
  if (const std::optional<PresetName> kept = first_offered(lesser.kept, whole); life.ok() && kept) {
    set.source->observer()->forget_recording();
    life.activate(packs.of(*kept), Packs::preset(*kept));
    life.frames(2);
    if (lesser.taken.no_multiview) {
      expect_single_views(life);
    }
    if (refused) {
      expect_refused(life, packs, *refused,
                     fmt::format("with {} selected while {} is active", *refused, *kept));
    }
  }
  life.expect_no_findings("on a device that lacks something");
  return life.result();
}

// ---- memory to the byte

/// RP-HOST-003: a preset that asks for exactly what C.15 plans, on a device an eighth of whose memory is just
/// that, or a byte less.
Result<void> check_memory(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const std::string& name, WorldSize world, bool enough) {
  const Result<const ProbePack*> base = set.base(name);
  if (!base) {
    return std::unexpected(base.error());
  }
  const LifeSetup usual{.size = world};
  const Descriptor& descriptor = (*base)->descriptor;
  const QualityPreset& preset = descriptor.quality_presets.front();
  const std::int64_t planned = planned_bytes(descriptor, preset, world);
  {
    Life life(context, set, implementation, usual);
    const ProbePack& whole = life.base(name);
    if (life.ok()) {
      life.need(whole, preset.id);
    }
    if (!life.ok()) {
      return life.result();
    }
  }
  if (set.source->observer() == nullptr) {
    return error(ErrorKind::unsupported, set.source->observer_state());
  }
  const Result<std::uint64_t> before = start_looking(*set.source->observer());
  if (!before) {
    return std::unexpected(before.error());
  }
  LifeSetup setup = usual;
  setup.restrictions.device_local_bytes = static_cast<std::uint64_t>(planned) * 8 - (enough ? 0 : 1);
  Life life(context, set, implementation, setup);
  if (!life.ok()) {
    return error(ErrorKind::unsupported, "no host on such a device: " + life.result().error().message);
  }
  need_own_instance(life, *before);
  const ProbePack& pack = life.variant(name, enough ? "-exact" : "-over", [&](Descriptor& changed) {
    changed.quality_presets.front().max_resident_gpu_bytes = planned;
  });
  life.add(pack);
  if (!life.ok()) {
    return life.result();
  }
  const Result<Availability> found = life.host().availability(pack.descriptor.id, preset.id);
  if (!found) {
    return std::unexpected(found.error());
  }
  life.check(found->pack_compatible, "the pack stays compatible: " + found->reason);
  life.equal(found->preset_available, enough,
             fmt::format("whether {} bytes are offered on a device of {}; the reason is '{}'", planned,
                         setup.restrictions.device_local_bytes, found->reason));
  if (enough && found->preset_available) {
    life.activate(pack, preset.id);
    life.expect_active(pack, "with exactly the bytes that are planned");
  } else {
    life.check(!found->reason.empty(), "a reason is given");
    life.select(pack, preset.id);
    life.settle();
    life.expect_failed({}, "with a byte less than is planned");
    life.expect_retail_picture("with a byte less than is planned");
  }
  life.expect_no_findings("on a device with little memory");
  return life.result();
}

// ---- devices that no host may need to work on

/// Works on a host of a device that is too small for packs, so far as it goes.
Result<void> use_small_host(CaseContext& context, PictureSet& set, Host& host, bool packs_may_run) {
  if (auto done = host.set_scene(set.rig.scene().view()); !done) {
    return done;
  }
  constexpr WorldSize size{};
  rpcts_frame frame = scene_frame(SceneCamera{}, size.width, size.height);
  frame.flags = RPCTS_FRAME_SETTLE;
  if (auto done = host.run_frame(frame); !done) {
    return done;
  }
  for (const char* name : {"tone", "custom", "full"}) {
    const Result<const ProbePack*> pack = set.base(name);
    if (!pack) {
      return std::unexpected(pack.error());
    }
    const Descriptor& descriptor = (*pack)->descriptor;
    if (auto done = host.register_pack((*pack)->folder.string()); !done) {
      return done;
    }
    const std::string& preset = descriptor.quality_presets.front().id;
    const Result<Availability> found = host.availability(descriptor.id, preset);
    if (!found) {
      return std::unexpected(found.error());
    }
    const bool offered = found->pack_compatible && found->preset_available;
    context.check(packs_may_run || !offered, fmt::format("{}/{} is not offered", name, preset));
    context.check(offered || !found->reason.empty(),
                  fmt::format("a reason is given for {}/{}", name, preset));
    if (!offered) {
      continue;
    }
    if (auto done = host.select({.pack = descriptor.id, .preset = preset}); !done) {
      return done;
    }
    if (auto done = host.run_frame(frame); !done) {
      return done;
    }
  }
  return {};
}

/// D.9: there is no host, or one that stays within what the device has.
Result<void> check_refused_host(CaseContext& context, PictureSet& set, Implementation& implementation,
                                const Restrictions& taken, bool packs_may_run) {
  ObjectWatch watch(*set.source, observer::Attention::ledger);
  Observer* const observer = watch.observer();
  if (observer == nullptr) {
    return error(ErrorKind::unsupported, set.source->observer_state());
  }
  const Result<rpcts_setup> setup = set.rig.setup({});
  if (!setup) {
    return std::unexpected(setup.error());
  }
  if (const auto started = start_looking(*observer); !started) {
    return std::unexpected(started.error());
  }
  const observer::Snapshot before = observer->ledger().snapshot();
  const std::uint64_t created = observer->ledger().objects_created();
  observer->restrict_to(taken);
  {
    Result<Host> host = implementation.create_host(*setup);
    context.note("host", host ? "created" : "refused: " + host.error().message);
    if (!host) {
      context.check(!implementation::breaks_header(host.error()), host.error().message);
      context.check(!host.error().message.empty(), "the refusal has a reason");
    } else if (auto done = use_small_host(context, set, *host, packs_may_run); !done) {
      context.check(false, "the host was created, so that it can be used: " + done.error().message);
    }
  }
  observer->restrict_to({});
  const Result<std::vector<std::string>> findings = watch.findings();
  if (!findings) {
    return std::unexpected(findings.error());
  }
  if (observer->ledger().objects_created() == created) {
    return error(ErrorKind::unsupported,
                 "the layer sees no new object of the implementation, which therefore does not know that "
                 "something is missing");
  }
  context.check(findings->empty(),
                fmt::format("nothing is made beyond what the device has: {}", fmt::join(*findings, "; ")));
  const std::vector<std::string> left = observer->ledger().differences(before);
  context.check(left.empty(), fmt::format("nothing is left of the host: {}", fmt::join(left, "; ")));
  return {};
}

/// Then everything is as ever on the whole device.
Result<void> check_whole_again(CaseContext& context, PictureSet& set, Implementation& implementation) {
  Life life(context, set, implementation);
  const ProbePack& tone = life.base("tone");
  if (life.ok()) {
    life.activate(tone, tone.descriptor.quality_presets.front().id);
    life.expect_active(tone, "on the whole device afterwards");
  }
  return life.result();
}

}  // namespace

void add_restriction_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set) {
  using runner::Proof;
  const auto add = [&](runner::CaseInfo info, const auto& body) {
    info.id = "render_pack_v1.restrictions." + info.id;
    info.needs_device = true;
    add_implementation_case(table, set->source,
                            {.info = std::move(info),
                             .profiles = RPCTS_PROFILE_HOST,
                             .body = [set, body](CaseContext& context, Implementation& implementation) {
                               return body(context, *set, implementation);
                             }});
  };
  for (const Lesser& lesser : lesser_devices()) {
    std::vector<runner::Claim> claims;
    for (const std::string_view id : lesser.rules) {
      claims.push_back({std::string(id), Proof::positive});
    }
    for (const std::string_view id : lesser.rejecting) {
      claims.push_back({std::string(id), Proof::negative});
    }
    add({.id = lesser.name, .title = lesser.title, .claims = std::move(claims)},
        [lesser](CaseContext& context, PictureSet& pictures, Implementation& implementation) {
          return check_lesser(context, pictures, implementation, lesser);
        });
  }
  // A world large enough that what a host needs for itself fits beside the pack.
  for (const auto& [name, world] : {std::pair{"shadow", WorldSize{}}, {"tone", WorldSize{1280, 720}}}) {
    for (const bool enough : {true, false}) {
      add({.id = fmt::format("memory-to-the-byte:pack={};bytes={}", name, enough ? "enough" : "one-short"),
           .title = "A preset may ask for exactly an eighth of the device's memory",
           .claims = {{std::string(rule::preset_bytes), enough ? Proof::positive : Proof::negative}}},
          [name = std::string(name), world, enough](CaseContext& context, PictureSet& pictures,
                                                    Implementation& implementation) {
            return check_memory(context, pictures, implementation, name, world, enough);
          });
    }
  }
  struct Small {
    const char* name;
    const char* title;
    Restrictions taken;
    bool packs_may_run;
  };
  // v1 has ten dynamic storage buffers, and a texture table that shaders index as they like.
  for (const Small& small : {Small{"few-dynamic-buffers",
                                   "With nine dynamic storage buffers no host asks for ten",
                                   {.dynamic_storage_buffers = 9},
                                   true},
                             Small{"no-descriptor-indexing",
                                   "Without descriptor indexing there is no host, or one without packs",
                                   {.no_descriptor_indexing = true},
                                   false}}) {
    add({.id = small.name, .title = small.title, .weight = runner::Weight::reference, .clause = "D.9"},
        [small](CaseContext& context, PictureSet& pictures, Implementation& implementation) {
          if (auto done =
                  check_refused_host(context, pictures, implementation, small.taken, small.packs_may_run);
              !done) {
            return done;
          }
          return check_whole_again(context, pictures, implementation);
        });
  }
}

}  // namespace rpcts::render_pack_v1
