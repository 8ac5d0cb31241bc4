#include "harness/cli/inspect.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <ostream>

#include "harness/base/files.hpp"
#include "harness/base/text.hpp"
#include "harness/cli/pack_text.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"
#include "harness/contracts/render_pack_v1/open_pack.hpp"
#include "harness/contracts/render_pack_v1/pack_assets.hpp"
#include "harness/spirv/inspect.hpp"

namespace rpcts::cli {
namespace {

using namespace render_pack_v1;

/// Each line of `text` two spaces further in.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    result += "  ";
    result += text.substr(0, end);
    text.remove_prefix(end);
  }
  return result;
}

class Inspector {
 public:
  Inspector(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

  void inspect(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      inspect_pack(path);
    } else {
      inspect_file(path);
    }
  }

  [[nodiscard]] int status() const { return status_; }

 private:
  void complain(int status, std::string_view text) {
    err_ << "rpcts inspect: " << text << '\n';
    status_ = std::max(status_, status);
  }

  void inspect_file(const std::filesystem::path& path) {
    const std::string name = rpcts::quoted(path.string(), 200);
    const FileResult<FileBytes> bytes = read_regular_file(path, maximum_asset_bytes);
    if (!bytes) {
      complain(exit_wrong_command,
               fmt::format("{} {}; name a SPIR-V file or the folder of a pack", name, bytes.error().reason));
      return;
    }
    inspect_module(name, *bytes);
  }

  /// `title` names the module in the line above its interface.
  void inspect_module(std::string_view title, const FileBytes& bytes) {
    const Result<spirv::Inspection> inspection = spirv::inspect(bytes);
    if (!inspection) {
      complain(exit_not_as_expected, fmt::format("{}: {}", title, inspection.error().message));
      return;
    }
    out_ << fmt::format("{}\n{}", title, indented(spirv::inspection_text(*inspection)));
  }

  void inspect_pack(const std::filesystem::path& path) {
    const Result<OpenPack> pack = open_pack(path);
    if (!pack) {
      complain(exit_wrong_command, pack.error().message);
      return;
    }
    if (!pack->document) {
      const Diagnostic& fault = *pack->findings.deciding();
      complain(exit_not_as_expected, fmt::format("{}: {}: {}; rpcts validate tells every mistake",
                                                 rpcts::quoted(path.string(), 200), fault.rule, fault.found));
      return;
    }
    out_ << pack_text(pack->document->descriptor);
    for (const PackAsset& asset : list_assets(pack->document->descriptor)) {
      const std::string name = rpcts::quoted(asset.key, maximum_asset_key_bytes);
      const FileResult<FileBytes> bytes = pack->folder.read(asset.key, maximum_asset_bytes);
      if (bytes) {
        inspect_module(fmt::format("module {}, {}", name, uses_text(asset)), *bytes);
      } else {
        complain(exit_not_as_expected, fmt::format("asset {} of {} {}", name, asset.uses.front().declaration,
                                                   bytes.error().reason));
      }
    }
  }

  std::ostream& out_;
  std::ostream& err_;
  int status_ = exit_as_expected;
};

}  // namespace

int run_inspect(const InspectArguments& arguments, std::ostream& out, std::ostream& err) {
  Inspector inspector(out, err);
  for (const std::filesystem::path& path : arguments.paths) {
    inspector.inspect(path);
  }
  return inspector.status();
}

void add_inspect(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<InspectArguments>();
  CLI::App* command =
      app.add_subcommand("inspect", "Shows the interface of a module with byte offsets, or that of a pack");
  command->footer("Exit status: 0 shown, 1 something could not be read, 2 the command or a path is wrong.");
  command->add_option("path", arguments->paths, "SPIR-V file, or folder of a pack")
      ->required()
      ->type_name("PATH");
  command->callback([arguments, &chosen] {
    chosen = [arguments](std::ostream& out, std::ostream& err) { return run_inspect(*arguments, out, err); };
  });
}

}  // namespace rpcts::cli
