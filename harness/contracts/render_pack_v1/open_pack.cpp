#include "harness/contracts/render_pack_v1/open_pack.hpp"

#include <fmt/format.h>

#include "harness/base/text.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr const char* descriptor_file = "pack.json";

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

}  // namespace

Result<OpenPack> open_pack(const std::filesystem::path& folder) {
  FileResult<Folder> opened = Folder::open(folder);
  if (!opened) {
    return wrong_path(folder, opened.error());
  }
  OpenPack pack{.folder = *std::move(opened), .document = std::nullopt, .findings = {}};
  const FileResult<FileBytes> bytes = pack.folder.read(descriptor_file, maximum_pack_json_bytes);
  if (!bytes) {
    pack.findings.add(descriptor_file_finding(bytes.error()));
    return pack;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  PackJsonResult read = read_pack_json(text, descriptor_file);
  pack.document = std::move(read.document);
  pack.findings = std::move(read.findings);
  return pack;
}

}  // namespace rpcts::render_pack_v1
