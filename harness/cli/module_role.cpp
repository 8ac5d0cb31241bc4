#include "harness/cli/module_role.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/graph.hpp"

namespace rpcts::cli {
namespace {

using namespace render_pack_v1;

std::string unknown(std::string_view what, std::string_view word, std::span<const std::string_view> known) {
  const std::string_view meant = closest(word, known);
  const std::string hint = meant.empty() ? std::string() : fmt::format("; did you mean {}?", meant);
  return fmt::format("{} is no {}{} Known: {}", rpcts::quoted(word), what, hint.empty() ? "." : hint,
                     joined(known, "and"));
}

Result<std::vector<RenderSemanticInput>> semantic_inputs(const std::vector<std::string>& names) {
  std::vector<RenderSemanticInput> inputs;
  for (const std::string& name : names) {
    const auto input = value_of<RenderSemanticInput>(name);
    if (!input) {
      return error(ErrorKind::usage,
                   unknown("semantic input", name, Vocabulary<RenderSemanticInput>::members));
    }
    inputs.push_back(*input);
  }
  return inputs;
}

/// How many resources a pass of this role reads in the full graph, C.12.c.
std::size_t graph_reads(RenderPassSemantic semantic) {
  const auto pass = std::ranges::find(graph_passes, semantic, &GraphPass::semantic);
  return pass == graph_passes.end() ? 0 : pass->reads.size();
}

}  // namespace

std::vector<std::string_view> role_names() {
  constexpr auto& passes = Vocabulary<RenderPassSemantic>::members;
  constexpr auto& variants = Vocabulary<RenderPipelineVariantSemantic>::members;
  std::vector<std::string_view> names(passes.begin(), passes.end());
  names.insert(names.end(), variants.begin(), variants.end());
  return names;
}

Result<Role> module_role(const RoleArguments& arguments) {
  auto inputs = semantic_inputs(arguments.inputs);
  if (!inputs) {
    return std::unexpected(std::move(inputs.error()));
  }
  if (const auto semantic = value_of<RenderPassSemantic>(arguments.role)) {
    Pass pass;
    pass.semantic = *semantic;
    pass.semantic_inputs = *std::move(inputs);
    pass.resource_reads.resize(arguments.reads.value_or(graph_reads(*semantic)));
    return role_of(pass);
  }
  if (const auto semantic = value_of<RenderPipelineVariantSemantic>(arguments.role)) {
    if (arguments.reads) {
      return error(
          ErrorKind::usage,
          fmt::format("--reads is for passes; {} is a variant, which reads no resources", arguments.role));
    }
    PipelineVariant variant;
    variant.semantic = *semantic;
    variant.semantic_inputs = *std::move(inputs);
    return role_of(variant);
  }
  return error(ErrorKind::usage, unknown("role of a pass or a variant", arguments.role, role_names()));
}

}  // namespace rpcts::cli
