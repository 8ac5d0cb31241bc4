// What a host with less to offer still offers, preset by preset (C.15), and what a pack may keep on it. The
// host is asked to behave as a lesser device; the formulas are the contract's.

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "conformance/render_pack_v1/cases.hpp"
#include "conformance/render_pack_v1/picture_evidence.hpp"
#include "conformance/render_pack_v1/planned_bytes.hpp"
#include "harness/contracts/render_pack_v1/lifecycle_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using implementation::Host;
using implementation::Implementation;
using runner::CaseContext;

constexpr std::int64_t mebibyte = std::int64_t{1} << 20U;

constexpr std::uint32_t bit(RenderCapability capability) {
  return 1U << static_cast<std::uint32_t>(capability);
}

/// Whether a preset must be there on a lesser device.
struct Offer {
  std::string preset;
  bool available = false;
};

/// The pack stays compatible; each preset is offered or refused by itself, a refused one with a reason of its
/// own. What the device itself cannot run says nothing.
Result<void> check_offers(CaseContext& context, PictureSet& set, Implementation& implementation,
                          const ProbePack& pack, const HostSetup& less, const std::vector<Offer>& offers) {
  auto whole = set.rig.open(implementation, {});
  auto host = set.rig.open(implementation, less);
  if (!whole || !host) {
    return std::unexpected(whole ? host.error() : whole.error());
  }
  for (Host* one : {&*whole, &*host}) {
    if (auto done = one->register_pack(pack.folder.string()); !done) {
      return done;
    }
  }
  const std::string& id = pack.descriptor.id;
  for (const Offer& offer : offers) {
    const auto before = whole->availability(id, offer.preset);
    const auto found = host->availability(id, offer.preset);
    if (!before || !found) {
      return std::unexpected(before ? found.error() : before.error());
    }
    if (!before->pack_compatible || !before->preset_available) {
      return error(ErrorKind::unsupported, "the device itself does not offer it: " + before->reason);
    }
    context.check(found->pack_compatible,
                  fmt::format("the pack stays compatible (preset '{}'): {}", offer.preset, found->reason));
    context.check(found->preset_available == offer.available,
                  fmt::format("preset '{}' is {}: {}", offer.preset,
                              found->preset_available ? "offered" : "refused", found->reason));
    if (!offer.available) {
      context.check(!found->reason.empty(), fmt::format("a reason is given for preset '{}'", offer.preset));
    }
  }
  return {};
}

/// A preset of the base tone beside its own.
void add_preset(Descriptor& pack, const std::string& id, std::int64_t bytes) {
  pack.quality_presets.push_back(pack.quality_presets.at(0));
  pack.quality_presets.back().id = id;
  pack.quality_presets.back().max_resident_gpu_bytes = bytes;
}

// ---- what an activated pack may keep

/// Leaves one preset of the pack, with exactly what is planned, or one byte less.
void budget(Descriptor& pack, const std::string& preset, WorldSize world, bool enough) {
  pack.id += enough ? "-enough" : "-short";
  for (QualityPreset& one : pack.quality_presets) {
    if (one.id == preset) {
      one.max_resident_gpu_bytes = planned_bytes(pack, one, world) - (enough ? 0 : 1);
    }
  }
}

/// A resource that nothing writes.
void add_unwritten(Descriptor& pack) {
  pack.id += "-unwritten";
  pack.resources.push_back(pack.resources.at(0));
  pack.resources.back().id = "unwritten";
}

/// Selects the preset and draws a frame.
Result<implementation::State> choose(Host& host, const ProbePack& pack, const std::string& preset,
                                     WorldSize world) {
  if (auto done = host.register_pack(pack.folder.string()); !done) {
    return std::unexpected(done.error());
  }
  const auto available = host.availability(pack.descriptor.id, preset);
  if (!available) {
    return std::unexpected(available.error());
  }
  if (!available->pack_compatible || !available->preset_available) {
    return error(ErrorKind::unsupported, "the host does not offer the pack: " + available->reason);
  }
  rpcts_frame frame = scene_frame(SceneCamera{}, world.width, world.height);
  frame.flags = RPCTS_FRAME_SETTLE;
  if (auto done = host.select({.pack = pack.descriptor.id, .preset = preset}); !done) {
    return std::unexpected(done.error());
  }
  if (auto done = host.run_frame(frame); !done) {
    return std::unexpected(done.error());
  }
  return host.state();
}

/// Large enough that what a host keeps beside its images is less than the world's share.
constexpr WorldSize budget_world{640, 361};

Result<void> check_budget(CaseContext& context, PictureSet& set, Implementation& implementation,
                          VariantPack& pack, const std::string& preset, bool enough) {
  if (auto written = pack.write(); !written) {
    return written;
  }
  auto host = set.rig.open(implementation, {.world = budget_world});
  if (!host) {
    return std::unexpected(host.error());
  }
  const auto state = choose(*host, pack.pack(), preset, budget_world);
  if (!state) {
    return std::unexpected(state.error());
  }
  context.equal(state->state, enough ? RPCTS_STATE_ACTIVE : RPCTS_STATE_FAILED_TO_RETAIL,
                fmt::format("state; the reason is '{}'", state->reason));
  if (!enough) {
    context.check(!state->reason.empty(), "the reason is given");
  }
  return {};
}

/// RP-HOST-011: the largest dimension that is planned is the world's.
Result<void> check_dimension(CaseContext& context, PictureSet& set, Implementation& implementation,
                             const ProbePack& pack, std::uint32_t limit) {
  constexpr WorldSize world{96, 54};
  auto host = set.rig.open(implementation, {.world = world, .max_image_dimension = limit});
  if (!host) {
    return error(ErrorKind::unsupported, "no host with such a limit: " + host.error().message);
  }
  const auto state = choose(*host, pack, "default", world);
  if (!state) {
    return std::unexpected(state.error());
  }
  const bool fits = limit >= world.width;
  context.equal(state->state, fits ? RPCTS_STATE_ACTIVE : RPCTS_STATE_FAILED_TO_RETAIL,
                fmt::format("state with images of {} pixels; the reason is '{}'", limit, state->reason));
  return {};
}

}  // namespace

Result<void> add_limit_cases(runner::CaseTable& table, const std::shared_ptr<PictureSet>& set,
                             const std::shared_ptr<ProbeSet>& probes) {
  using runner::Proof;
  const auto add = [&](const std::string& name, const std::string& title, std::vector<runner::Claim> claims,
                       const auto& body) {
    add_implementation_case(table, set->source,
                            {.info = {.id = "render_pack_v1.limits." + name,
                                      .title = title,
                                      .claims = std::move(claims),
                                      .needs_device = true},
                             .profiles = RPCTS_PROFILE_HOST,
                             .body = [set, body](CaseContext& context, Implementation& implementation) {
                               return body(context, *set, implementation);
                             }});
  };
  const auto both = [](std::string_view rule) {
    return std::vector<runner::Claim>{{std::string(rule), Proof::positive},
                                      {std::string(rule), Proof::negative}};
  };
  const auto add_offers = [&](const std::string& name, const std::string& title,
                              std::vector<runner::Claim> claims, const std::shared_ptr<VariantPack>& pack,
                              const HostSetup& less, const std::vector<Offer>& offers) {
    add(name, title, std::move(claims), [pack, less, offers](auto& context, auto& pictures, auto& iut) {
      if (auto written = pack->write(); !written) {
        return written;
      }
      return check_offers(context, pictures, iut, pack->pack(), less, offers);
    });
  };
  std::vector<ProbePack> bases;
  for (const char* name : {"tone", "custom", "shadow", "full", "fused"}) {
    auto base = load_pack(set->data, fmt::format("bases/{}", name));
    if (!base) {
      return std::unexpected(base.error());
    }
    bases.push_back(*std::move(base));
  }
  const ProbePack& tone = bases[0];
  const auto variant = [](const ProbePack& from, const std::function<void(Descriptor&)>& change) {
    return std::make_shared<VariantPack>(from, change);
  };

  // 512 MiB of the device are 64 MiB for packs (C.15).
  const HostSetup small{.device_local_bytes = 512 * mebibyte};
  add_offers("bytes", "A preset may use at most an eighth of the device's memory",
             both(lifecycle::preset_bytes),
             variant(tone,
                     [](Descriptor& pack) {
                       pack.id = "rpcts.limits-bytes";
                       add_preset(pack, "at", 64 * mebibyte);
                       add_preset(pack, "over", 64 * mebibyte + 1);
                       add_preset(pack, "twice", 128 * mebibyte);
                     }),
             small, {{"at", true}, {"over", false}, {"twice", false}, {"default", true}});
  const auto extents = variant(probes->shadow, [](Descriptor& pack) { pack.id = "rpcts.limits-extents"; });
  for (const std::uint32_t layers : {2U, 3U, 4U}) {
    add_offers(fmt::format("layers:of-images={}", layers),
               "A preset's images have at most the device's layers", both(lifecycle::preset_layers), extents,
               {.max_image_layers = layers}, {{"low", true}, {"medium", layers >= 3}, {"high", layers >= 4}});
  }
  for (const std::uint32_t pixels : {128U, 192U, 255U, 256U}) {
    add_offers(fmt::format("dimension:of-images={}", pixels),
               "A preset's absolute images are at most as large as the device's",
               both(lifecycle::preset_dimension), extents, {.max_image_dimension = pixels},
               {{"low", true}, {"medium", pixels >= 192}, {"high", pixels >= 256}});
  }
  const auto needs = variant(tone, [](Descriptor& pack) {
    pack.id = "rpcts.limits-capability";
    add_preset(pack, "needs", 64 * mebibyte);
    pack.quality_presets.back().required_capabilities = {RenderCapability::SceneDepthSampling};
  });
  std::vector<runner::Claim> of_capability = both(lifecycle::preset_capability);
  of_capability.push_back({std::string(lifecycle::incompatible_is_listed), Proof::positive});
  add_offers("capability", "A preset that requires what the host lacks goes by itself", of_capability, needs,
             {.withheld_capabilities = bit(RenderCapability::SceneDepthSampling)},
             {{"default", true}, {"needs", false}});
  add_offers("last-capability", "The last of the capabilities can be lacking like any other",
             both(lifecycle::preset_capability),
             variant(tone,
                     [](Descriptor& pack) {
                       pack.id = "rpcts.limits-last-capability";
                       add_preset(pack, "needs", 64 * mebibyte);
                       pack.quality_presets.back().required_capabilities = {
                           RenderCapability::AuthoredCelestialDirectionalLight};
                     }),
             {.withheld_capabilities = bit(RenderCapability::AuthoredCelestialDirectionalLight)},
             {{"default", true}, {"needs", false}});
  const auto automatic = variant(bases[3], [](Descriptor& pack) { pack.id = "rpcts.limits-automatic"; });
  add_offers("automatic-without-timestamps", "Without timestamps automatic quality alone goes",
             both(lifecycle::automatic_timestamps),
             variant(bases[3],
                     [](Descriptor& pack) {
                       pack.id = "rpcts.limits-timestamps";
                       for (QualityPreset& preset : pack.quality_presets) {
                         preset.required_capabilities.clear();
                       }
                     }),
             {.withheld_capabilities = bit(RenderCapability::GpuTimestampQueries)},
             {{"low", true}, {"medium", true}, {"high", true}, {"automatic", false}});
  add_offers("automatic-in-small-memory", "The bytes of an automatic preset are not looked at",
             {{std::string(lifecycle::automatic_timestamps), Proof::positive}}, automatic, small,
             {{"low", true}, {"medium", false}, {"high", false}, {"automatic", true}});
  add_offers("optional-capability", "What a pack lists as optional it can do without",
             {{"RP-DESC-012", Proof::positive}},
             variant(tone,
                     [](Descriptor& pack) {
                       pack.id = "rpcts.limits-optional";
                       pack.optional_capabilities = {RenderCapability::SceneDepthSampling};
                     }),
             {.withheld_capabilities = bit(RenderCapability::SceneDepthSampling)}, {{"default", true}});

  struct Planned {
    std::string name;
    std::size_t base;
    std::string preset;
    void (*change)(Descriptor&);
  };
  for (const Planned& one :
       {Planned{"custom", 1, "default", nullptr}, Planned{"unwritten", 1, "default", add_unwritten},
        Planned{"shadow", 2, "medium", nullptr}, Planned{"full", 3, "low", nullptr},
        Planned{"fused", 4, "low", nullptr}}) {
    for (const bool enough : {true, false}) {
      const auto pack = variant(bases[one.base], [&one, enough](Descriptor& descriptor) {
        if (one.change != nullptr) {
          one.change(descriptor);
        }
        budget(descriptor, one.preset, budget_world, enough);
      });
      add(fmt::format("retained:pack={};bytes={}", one.name, enough ? "enough" : "one-short"),
          "A pack may keep exactly what its preset declares",
          {{std::string(lifecycle::retained_bytes), enough ? Proof::positive : Proof::negative}},
          [pack, preset = one.preset, enough](auto& context, auto& pictures, auto& iut) {
            return check_budget(context, pictures, iut, *pack, preset, enough);
          });
    }
  }
  for (const std::uint32_t limit : {95U, 96U}) {
    add(fmt::format("world:of-images={}", limit),
        "A world larger than the device's images is drawn by retail",
        {{std::string(lifecycle::retained_dimension), limit >= 96 ? Proof::positive : Proof::negative}},
        [tone, limit](auto& context, auto& pictures, auto& iut) {
          return check_dimension(context, pictures, iut, tone, limit);
        });
  }
  return {};
}

}  // namespace rpcts::render_pack_v1
