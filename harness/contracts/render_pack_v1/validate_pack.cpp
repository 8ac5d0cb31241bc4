#include "harness/contracts/render_pack_v1/validate_pack.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/contracts/render_pack_v1/pack_assets.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::render_pack_v1 {
namespace {

/// One role that an asset plays.
struct Use {
  Role role;
  Stage stage = Stage::vertex;

  friend bool operator==(const Use& a, const Use& b) {
    return a.role.semantic == b.role.semantic && a.role.interface == b.role.interface && a.stage == b.stage;
  }
};

/// The different roles that an asset plays: a module judged twice for the same interface says the same twice.
std::vector<Use> different_uses(const PackAsset& asset) {
  std::vector<Use> uses;
  for (const AssetUse& one : asset.uses) {
    if (!one.role) {
      continue;
    }
    if (Use use{*one.role, one.stage}; std::ranges::find(uses, use) == uses.end()) {
      uses.push_back(use);
    }
  }
  return uses;
}

/// What a fault of the file means under D.1 and the decisions on the on-disk format.
Diagnostic asset_finding(const PackAsset& asset, const FileFailure& failure) {
  const AssetUse& named = asset.uses.front();
  Diagnostic finding;
  finding.found =
      fmt::format("asset {} of {} {}", rpcts::quoted(asset.key), named.declaration, failure.reason);
  switch (failure.fault) {
    case FileFault::outside:
    case FileFault::not_regular:
      finding.rule = "RP-AST-001";
      finding.place.pointer = named.pointer;
      finding.required = "a regular file inside the pack's folder, links included";
      break;
    case FileFault::missing:
    case FileFault::unreadable:
      finding.rule = "RP-AST-002";
      finding.place.pointer = named.pointer;
      finding.required = "a readable file at this key, relative to the pack's folder";
      break;
    case FileFault::too_large:
      finding.rule = "RP-AST-003";
      finding.place.file = asset.key;
      finding.required = fmt::format("at most {} bytes", maximum_asset_bytes);
      break;
  }
  return finding;
}

/// Judges the assets of one pack, each opened once.
class AssetCheck {
 public:
  AssetCheck(const Folder& folder, const SourceMap& source, const ValidateOptions& options,
             const KeepModule& keep, PackReport& report)
      : folder_(folder), source_(source), options_(options), keep_(keep), report_(report) {}

  void check(const std::vector<PackAsset>& assets) {
    for (const PackAsset& asset : assets) {
      check(asset);
      if (options_.first_only && !report_.findings.accepted()) {
        return;
      }
    }
    report_.findings.append(std::move(from_spirv_tools_));
  }

 private:
  void check(const PackAsset& asset) {
    FileResult<FileBytes> bytes = folder_.read(asset.key, maximum_asset_bytes);
    if (!bytes) {
      Diagnostic finding = asset_finding(asset, bytes.error());
      if (!finding.place.pointer.empty()) {
        source_.locate(finding.place);
      }
      report_.findings.add(std::move(finding));
      return;
    }
    ++report_.modules;
    Findings of_module;
    const std::vector<Use> uses = different_uses(asset);
    for (const Use& use : uses) {
      Findings of_use;
      judge_.judge(*bytes, use.stage, use.role, asset.key, of_use);
      ++report_.judgements;
      for (Diagnostic& finding : of_use.all()) {
        add_unless_told(of_module, std::move(finding));
      }
    }
    // RP-SPV-060 comes after every other rule of every module. Running it here and holding its findings back
    // says the same, and no more than one module is in memory.
    if (of_module.accepted() && !uses.empty() && options_.spirv_tools) {
      validate_with_spirv_tools(*bytes, asset.key, from_spirv_tools_);
    }
    if (keep_ && of_module.accepted()) {
      keep_(asset, *std::move(bytes));
    }
    report_.findings.append(std::move(of_module));
  }

  /// What is wrong with the module in any role is told once, for the first.
  static void add_unless_told(Findings& findings, Diagnostic finding) {
    const auto same = [&](const Diagnostic& told) {
      Diagnostic other = told;
      other.place.role = finding.place.role;
      return other == finding;
    };
    if (std::ranges::none_of(findings.all(), same)) {
      findings.add(std::move(finding));
    }
  }

  const Folder& folder_;
  const SourceMap& source_;
  const ValidateOptions& options_;
  const KeepModule& keep_;
  PackReport& report_;
  ModuleJudge judge_;
  Findings from_spirv_tools_;
};

/// Leaves out what comes after the deciding finding.
void keep_to_deciding(Findings& findings) {
  if (const Diagnostic* deciding = findings.deciding()) {
    auto& all = findings.all();
    all.erase(all.begin() + (deciding - all.data()) + 1, all.end());
  }
}

void check_document(const OpenPack& pack, const PackDocument& document, const ValidateOptions& options,
                    PackReport& report) {
  Findings of_descriptor = check_descriptor(document.descriptor, options.descriptor);
  for (Diagnostic& finding : of_descriptor.all()) {
    document.source.locate(finding.place);
  }
  report.findings.append(std::move(of_descriptor));
  if (options.first_only && !report.findings.accepted()) {
    return;
  }
  AssetCheck(pack.folder, document.source, options, {}, report).check(list_assets(document.descriptor));
}

}  // namespace

PackReport check_assets(const Folder& folder, const PackDocument& document, const ValidateOptions& options,
                        const KeepModule& keep) {
  PackReport report;
  AssetCheck(folder, document.source, options, keep, report).check(list_assets(document.descriptor));
  if (options.first_only) {
    keep_to_deciding(report.findings);
  }
  return report;
}

Result<PackReport> validate_pack(const std::filesystem::path& folder, const ValidateOptions& options) {
  Result<OpenPack> pack = open_pack(folder);
  if (!pack) {
    return std::unexpected(std::move(pack.error()));
  }
  PackReport report;
  report.folder = folder;
  report.findings = std::move(pack->findings);
  if (pack->document) {
    check_document(*pack, *pack->document, options, report);
  }
  if (options.first_only) {
    keep_to_deciding(report.findings);
  }
  return report;
}

}  // namespace rpcts::render_pack_v1
