#include <fmt/format.h>
#include <iterator>

#include "harness/spirv/inspect.hpp"

namespace rpcts::spirv {
namespace {

std::string location_text(const InterfaceVariable& variable) {
  if (variable.kind == ResourceKind::push_block) {
    return "push";
  }
  const auto number = [](std::optional<std::uint32_t> value) {
    return value ? fmt::format("{}", *value) : std::string("?");
  };
  return fmt::format("set {}, binding {}", number(variable.set), number(variable.binding));
}

class TextWriter {
 public:
  std::string write(const Inspection& inspection) {
    line("SPIR-V {}.{}, {} words, id bound {}, generator {:#010x}", inspection.version >> 16 & 0xFF,
         inspection.version >> 8 & 0xFF, inspection.words, inspection.bound, inspection.generator);
    for (const EntryPoint& entry : inspection.entry_points) {
      line("entry point '{}': {} shader", entry.name, entry.model);
    }
    for (const InterfaceVariable& variable : inspection.variables) {
      write(variable);
    }
    if (inspection.shortened) {
      line("… and more: at most {} are listed", most_fields);
    }
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  void write(const InterfaceVariable& variable) {
    const bool is_struct = !variable.members.empty() || !variable.block.empty();
    line("{}: {} {}{}{}{}", location_text(variable), name_of(variable.kind),
         variable.name.empty() ? fmt::format("%{}", variable.id) : variable.name,
         variable.type.starts_with("struct") ? "" : fmt::format(", {}", variable.type),
         variable.non_writable ? ", read-only" : "",
         is_struct && !variable.is_block ? ", struct without Block" : "");
    write(variable.members, 1);
  }

  void write(const std::vector<BlockField>& fields, std::size_t depth) {
    for (const BlockField& field : fields) {
      std::string layout;
      if (field.array_stride) {
        layout += fmt::format(", array stride {}", *field.array_stride);
      }
      if (field.matrix_stride) {
        layout += fmt::format(", matrix stride {}", *field.matrix_stride);
      }
      if (field.row_major) {
        layout += ", row-major";
      }
      if (field.non_writable) {
        layout += ", read-only";
      }
      line("{:{}}{:>5}  {} {}{}", "", 2 * depth, field.offset ? fmt::format("{}", *field.offset) : "?",
           field.type, field.name.empty() ? fmt::format("(member {})", field.index) : field.name, layout);
      write(field.members, depth + 1);
    }
  }

  std::string text_;
};

}  // namespace

std::string inspection_text(const Inspection& inspection) {
  return TextWriter().write(inspection);
}

}  // namespace rpcts::spirv
