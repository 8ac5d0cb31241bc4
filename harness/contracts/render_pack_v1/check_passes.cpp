// C.5: passes, one by one and against what earlier passes wrote.

#include <algorithm>
#include <set>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/slots.hpp"
#include "harness/contracts/render_pack_v1/text_rules.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// Checks the passes in descriptor order; remembers what the earlier ones did.
class PassCheck {
 public:
  explicit PassCheck(CheckContext& context) : context_(context) {}

  void check(std::size_t index) {
    const Pass& pass = context_.descriptor.passes[index];
    index_ = index;
    subject_ = named("pass", pass);
    counted_.semantic_inputs.clear();
    counted_.resource_reads.clear();
    depth_reads_.clear();

    check_hook(pass);
    check_asset(pass.vertex_shader_asset, "vertexShaderAsset");
    check_asset(pass.fragment_shader_asset, "fragmentShaderAsset");
    check_inputs(pass);
    IdIndex reads;
    IdIndex writes;
    check_duplicates(pass.resource_reads, "resourceReads", reads);
    check_write_count(pass, check_duplicates(pass.resource_writes, "resourceWrites", writes));
    check_reads(pass, reads, writes);
    check_writes(pass, reads, writes);
    check_sampled_inputs();
    check_shadow_output(pass, writes);
    for (std::size_t i = 0; i < pass.resource_writes.size(); ++i) {
      written_.add(pass.resource_writes[i], index);
    }
  }

 private:
  template <class... Parts>
  [[nodiscard]] std::string at(const Parts&... parts) const {
    return pointer("passes", index_, parts...);
  }

  void check_hook(const Pass& pass) {
    if (!is_defined(pass.hook)) {
      context_.report.error("RP-DESC-081", at("hook"),
                            fmt::format("{} is at {}", subject_, describe(pass.hook)),
                            one_of<RenderPassHook>());
      return;
    }
    if (before_ != nullptr && pass.hook < before_->hook) {
      context_.report.error(
          "RP-DESC-082", at("hook"),
          fmt::format("{} at hook {} follows {} at {}", subject_, name_of(pass.hook), named("pass", *before_),
                      name_of(before_->hook)),
          fmt::format("hooks in the order {}", joined(Vocabulary<RenderPassHook>::members, "and")));
    }
    before_ = &pass;
  }

  void check_asset(std::string_view key, std::string_view member) {
    if (const auto fault = asset_key_fault(key)) {
      context_.report.error("RP-DESC-083", at(member),
                            fmt::format("{}: {} {} {}", subject_, member, quoted(key), *fault),
                            std::string(asset_key_form));
    }
  }

  void check_inputs(const Pass& pass) {
    std::set<RenderSemanticInput> seen;
    for (std::size_t i = 0; i < pass.semantic_inputs.size(); ++i) {
      const RenderSemanticInput input = pass.semantic_inputs[i];
      if (!is_defined(input)) {
        context_.report.error("RP-DESC-085", at("semanticInputs", i),
                              fmt::format("{} lists {}", subject_, describe(input)),
                              one_of<RenderSemanticInput>());
      } else if (seen.insert(input).second) {
        counted_.semantic_inputs.push_back(input);
      }
    }
    seen.clear();
    for (std::size_t i = 0; i < pass.semantic_inputs.size(); ++i) {
      const RenderSemanticInput input = pass.semantic_inputs[i];
      if (is_defined(input) && !seen.insert(input).second) {
        context_.report.error("RP-DESC-086", at("semanticInputs", i),
                              fmt::format("{} lists {} twice", subject_, name_of(input)),
                              "each semantic once");
      }
    }
  }

  /// How many different resources the list names.
  std::size_t check_duplicates(const std::vector<std::string>& ids, std::string_view member, IdIndex& seen) {
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (seen.add(ids[i], i)) {
        ++distinct;
      } else {
        context_.report.error("RP-DESC-087", at(member, i),
                              fmt::format("{}: {} names {} twice", subject_, member, quoted(ids[i])),
                              "each resource once");
      }
    }
    return distinct;
  }

  void check_write_count(const Pass& pass, std::size_t distinct) {
    if (distinct > 1) {
      context_.report.error("RP-DESC-088", at("resourceWrites", 1),
                            fmt::format("{} writes {} resources", subject_, distinct),
                            "at most one resource");
    }
    if (pass.resource_writes.empty() && is_defined(pass.hook) && pass.hook != RenderPassHook::ToneMap &&
        pass.hook != RenderPassHook::AfterToneMapBeforePrivateViewports) {
      context_.report.error(
          "RP-DESC-089", at("resourceWrites"),
          fmt::format("{} at hook {} writes nothing", subject_, name_of(pass.hook)),
          "one resource; only at ToneMap and AfterToneMapBeforePrivateViewports is the main world implied");
    }
  }

  void check_reads(const Pass& pass, const IdIndex& reads, const IdIndex& writes) {
    for (std::size_t i = 0; i < pass.resource_reads.size(); ++i) {
      const std::string& id = pass.resource_reads[i];
      if (reads.find(id) != i) {
        continue;  // 087
      }
      const Resource* resource = context_.resource(id);
      if (resource == nullptr) {
        context_.report.error("RP-DESC-090", at("resourceReads", i),
                              fmt::format("{} reads {}, which is no resource of the pack{}", subject_,
                                          quoted(id), context_.hint(id, context_.descriptor.resources)),
                              "the id of a declared resource");
        continue;
      }
      counted_.resource_reads.push_back(id);
      if (resource->format == RenderFormatClass::DirectionalDepth) {
        depth_reads_.push_back(*resource);
      }
      if (!written_.find(id)) {
        context_.report.error(
            "RP-DESC-091", at("resourceReads", i),
            fmt::format("{} reads {}, which {}", subject_, quoted(id),
                        writes.find(id) ? "only this pass itself writes by then" : "no earlier pass writes"),
            "a resource that a pass before this one writes");
      }
      // Without any usage the resource has its own finding (055).
      if (resource->usage != RenderResourceUsage::None &&
          !has(resource->usage, RenderResourceUsage::Sampled)) {
        context_.report.error("RP-DESC-092", at("resourceReads", i),
                              fmt::format("{} reads {}, whose usage is {}", subject_,
                                          named("resource", *resource), describe(resource->usage)),
                              "add \"Sampled\" to the resource's usage");
      }
    }
  }

  void check_writes(const Pass& pass, const IdIndex& reads, const IdIndex& writes) {
    for (std::size_t i = 0; i < pass.resource_writes.size(); ++i) {
      const std::string& id = pass.resource_writes[i];
      if (writes.find(id) != i) {
        continue;  // 087
      }
      const Resource* resource = context_.resource(id);
      if (resource == nullptr) {
        context_.report.error("RP-DESC-093", at("resourceWrites", i),
                              fmt::format("{} writes {}, which is no resource of the pack{}", subject_,
                                          quoted(id), context_.hint(id, context_.descriptor.resources)),
                              "the id of a declared resource");
        continue;
      }
      if (reads.find(id)) {
        context_.report.error("RP-DESC-094", at("resourceWrites", i),
                              fmt::format("{} reads and writes {}", subject_, named("resource", *resource)),
                              "a resource that the pass does not read");
      }
      const auto needed = resource->format == RenderFormatClass::DirectionalDepth
                              ? RenderResourceUsage::DepthAttachment
                              : RenderResourceUsage::ColorAttachment;
      if (resource->usage != RenderResourceUsage::None && is_defined(resource->format) &&
          !has(resource->usage, needed)) {
        context_.report.error(
            "RP-DESC-095", at("resourceWrites", i),
            fmt::format("{} writes {} of format {}, whose usage is {}", subject_,
                        named("resource", *resource), name_of(resource->format), describe(resource->usage)),
            fmt::format("add \"{}\" to the resource's usage", describe(needed)));
      }
    }
  }

  void check_sampled_inputs() {
    // Only a depth resource is counted by what it is, so only those need to be looked up.
    const std::size_t count = sampled_input_count(counted_, depth_reads_);
    if (count > sampled_inputs_per_pass) {
      context_.report.error("RP-DESC-096", at(), fmt::format("{} has {} sampled inputs", subject_, count),
                            fmt::format("at most {}, in slots A to D", sampled_inputs_per_pass));
    }
  }

  void check_shadow_output(const Pass& pass, const IdIndex& writes) {
    if (pass.hook != RenderPassHook::ShadowDepthBeforeWorld) {
      return;
    }
    for (std::size_t i = 0; i < pass.resource_writes.size(); ++i) {
      const Resource* resource = context_.resource(pass.resource_writes[i]);
      if (resource != nullptr && writes.find(pass.resource_writes[i]) == i && is_defined(resource->format) &&
          resource->format != RenderFormatClass::DirectionalDepth) {
        context_.report.error("RP-DESC-097", at("resourceWrites", i),
                              fmt::format("{} at hook ShadowDepthBeforeWorld writes {} of format {}",
                                          subject_, named("resource", *resource), name_of(resource->format)),
                              "a resource of format DirectionalDepth");
      }
    }
  }

  CheckContext& context_;
  std::size_t index_ = 0;
  std::string subject_;
  Pass counted_;  ///< inputs and reads of the pass without duplicates and unknown ones, for 096
  std::vector<Resource> depth_reads_;
  const Pass* before_ = nullptr;  ///< the last pass at a defined hook
  IdIndex written_;               ///< resources that earlier passes wrote
};

}  // namespace

void check_passes(CheckContext& context) {
  PassCheck check(context);
  for (std::size_t i = 0; i < context.descriptor.passes.size(); ++i) {
    check.check(i);
  }
}

}  // namespace rpcts::render_pack_v1
