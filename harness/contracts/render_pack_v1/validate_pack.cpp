#include "harness/contracts/render_pack_v1/validate_pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/base/files.hpp"
#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/judge_module.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/role.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr const char* descriptor_file = "pack.json";

/// One role that an asset plays in one declaration.
struct Use {
  Role role;
  Stage stage = Stage::vertex;

  friend bool operator==(const Use& a, const Use& b) {
    return a.role.semantic == b.role.semantic && a.role.interface == b.role.interface && a.stage == b.stage;
  }
};

/// A distinct key with every different role that it plays, and the place that names it first.
struct Asset {
  std::string key;
  std::string pointer;   ///< into pack.json
  std::string declared;  ///< "pass 'rays'"
  std::vector<Use> uses;
};

/// The assets of a pack in the order of D.1: passes, then variants, vertex before fragment.
class AssetList {
 public:
  template <class Declaration>
  void add(const std::vector<Declaration>& declarations, std::string_view member, std::string_view kind) {
    for (std::size_t i = 0; i < declarations.size(); ++i) {
      const Declaration& one = declarations[i];
      const std::string declared = fmt::format("{} {}", kind, rpcts::quoted(one.id));
      const auto at = [&](std::string_view asset) { return fmt::format("/{}/{}/{}", member, i, asset); };
      add_use(one.vertex_shader_asset, at("vertexShaderAsset"), declared, one, Stage::vertex);
      add_use(one.fragment_shader_asset, at("fragmentShaderAsset"), declared, one, Stage::fragment);
    }
  }

  [[nodiscard]] const std::vector<Asset>& assets() const { return assets_; }

 private:
  template <class Declaration>
  void add_use(const std::string& key, std::string pointer, const std::string& declared,
               const Declaration& declaration, Stage stage) {
    if (!is_safe_asset_key(key)) {
      return;  // RP-DESC-083 or 122; never opened
    }
    const auto [entry, added] = by_key_.emplace(key, assets_.size());
    if (added) {
      assets_.push_back(
          {.key = key, .pointer = std::move(pointer), .declared = declared, .uses = {}});
    }
    if (!is_defined(declaration.semantic)) {
      return;  // RP-DESC-200: there is no role to judge it for
    }
    // A module judged twice for the same interface says the same twice.
    std::vector<Use>& uses = assets_[entry->second].uses;
    if (Use use{role_of(declaration), stage}; std::ranges::find(uses, use) == uses.end()) {
      uses.push_back(use);
    }
  }

  std::vector<Asset> assets_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

/// What a fault of the file means under D.1 and the decisions on the on-disk format.
Diagnostic asset_finding(const Asset& asset, const FileFailure& failure) {
  Diagnostic finding;
  finding.found = fmt::format("asset {} of {} {}", rpcts::quoted(asset.key), asset.declared, failure.reason);
  switch (failure.fault) {
    case FileFault::outside:
    case FileFault::not_regular:
      finding.rule = "RP-AST-001";
      finding.place.pointer = asset.pointer;
      finding.required = "a regular file inside the pack's folder, links included";
      break;
    case FileFault::missing:
    case FileFault::unreadable:
      finding.rule = "RP-AST-002";
      finding.place.pointer = asset.pointer;
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
             PackReport& report)
      : folder_(folder), source_(source), options_(options), report_(report) {}

  void check(const std::vector<Asset>& assets) {
    for (const Asset& asset : assets) {
      check(asset);
      if (options_.first_only && !report_.findings.accepted()) {
        return;
      }
    }
    report_.findings.append(std::move(from_spirv_tools_));
  }

 private:
  void check(const Asset& asset) {
    const FileResult<FileBytes> bytes = folder_.read(asset.key, maximum_asset_bytes);
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
    for (const Use& use : asset.uses) {
      Findings of_use;
      judge_.judge(*bytes, use.stage, use.role, asset.key, of_use);
      ++report_.judgements;
      for (Diagnostic& finding : of_use.all()) {
        add_unless_told(of_module, std::move(finding));
      }
    }
    // RP-SPV-060 comes after every other rule of every module. Running it here and holding its findings back
    // says the same, and no more than one module is in memory.
    if (of_module.accepted() && !asset.uses.empty() && options_.spirv_tools) {
      validate_with_spirv_tools(*bytes, asset.key, from_spirv_tools_);
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
  PackReport& report_;
  ModuleJudge judge_;
  Findings from_spirv_tools_;
};

std::unexpected<Error> wrong_path(const std::filesystem::path& folder, const FileFailure& failure) {
  const std::string name = rpcts::quoted(folder.string(), 200);
  if (failure.fault == FileFault::not_regular) {
    return error(ErrorKind::usage,
                 fmt::format("{} is a file; a pack is the folder that holds {}", name, descriptor_file));
  }
  return error(ErrorKind::usage,
               fmt::format("{} {}; a pack is a folder that holds {}", name, failure.reason, descriptor_file));
}

Diagnostic descriptor_file_finding(const FileFailure& failure) {
  Diagnostic finding;
  finding.place.file = descriptor_file;
  finding.found = fmt::format("{} {}", descriptor_file, failure.reason);
  if (failure.fault == FileFault::too_large) {
    finding.rule = "RP-FILE-002";
    finding.required = fmt::format("at most {} bytes", maximum_pack_json_bytes);
  } else {
    finding.rule = "RP-FILE-001";
    finding.required = fmt::format("a readable regular file {} in the pack's folder", descriptor_file);
  }
  return finding;
}

/// Leaves out what comes after the deciding finding.
void keep_to_deciding(Findings& findings) {
  if (const Diagnostic* deciding = findings.deciding()) {
    auto& all = findings.all();
    all.erase(all.begin() + (deciding - all.data()) + 1, all.end());
  }
}

void check_folder(const Folder& folder, const ValidateOptions& options, PackReport& report) {
  const FileResult<FileBytes> bytes = folder.read(descriptor_file, maximum_pack_json_bytes);
  if (!bytes) {
    report.findings.add(descriptor_file_finding(bytes.error()));
    return;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  PackJsonResult read = read_pack_json(text, descriptor_file);
  report.findings.append(std::move(read.findings));
  if (!read.document) {
    return;
  }
  Findings of_descriptor = check_descriptor(read.document->descriptor, options.descriptor);
  for (Diagnostic& finding : of_descriptor.all()) {
    read.document->source.locate(finding.place);
  }
  report.findings.append(std::move(of_descriptor));
  if (options.first_only && !report.findings.accepted()) {
    return;
  }
  AssetList list;
  list.add(read.document->descriptor.passes, "passes", "pass");
  list.add(read.document->descriptor.pipeline_variants, "pipelineVariants", "variant");
  AssetCheck(folder, read.document->source, options, report).check(list.assets());
}

}  // namespace

Result<PackReport> validate_pack(const std::filesystem::path& folder, const ValidateOptions& options) {
  const FileResult<Folder> opened = Folder::open(folder);
  if (!opened) {
    return wrong_path(folder, opened.error());
  }
  PackReport report;
  report.folder = folder;
  check_folder(*opened, options, report);
  if (options.first_only) {
    keep_to_deciding(report.findings);
  }
  return report;
}

}  // namespace rpcts::render_pack_v1
