#include "harness/spirv/inspect.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "harness/spirv/decorations.hpp"
#include "harness/spirv/module.hpp"
#include "harness/spirv/names.hpp"

namespace rpcts::spirv {
namespace {

/// The largest bound that the universal limits of SPIR-V allow.
constexpr std::uint32_t largest_bound = 4'194'303;

std::string_view reason_of(ReadError error) {
  switch (error) {
    case ReadError::none:
      break;
    case ReadError::header:
      return "is shorter than a SPIR-V header";
    case ReadError::magic:
      return "does not begin with the magic word of SPIR-V";
    case ReadError::version:
      return "is not of SPIR-V 1.0 to 1.6";
    case ReadError::bound:
      return "has an id bound outside the limits of SPIR-V";
    case ReadError::length:
      return "has an instruction of no words, or one that goes past the end";
    case ReadError::operands:
      return "has an instruction that lacks operands";
    case ReadError::unterminated:
      return "has an entry point whose name does not end";
    case ReadError::id:
      return "uses an id at or above its bound";
  }
  return "cannot be read";
}

class Inspector {
 public:
  Inspector(const Module& module, Inspection& result) : module_(module), names_(module), result_(result) {
    decorations_.reset(module);
  }

  void run() {
    for (const std::uint32_t word : module_.entry_points()) {
      if (!take()) {
        return;
      }
      result_.entry_points.push_back({.name = literal_text(module_, word, 3),
                                      .model = execution_model_text(module_.operand(word, 1)),
                                      .id = module_.operand(word, 2)});
    }
    for (const std::uint32_t word : module_.variables()) {
      if (!take()) {
        break;
      }
      result_.variables.push_back(variable(word));
    }
    std::ranges::sort(result_.variables, {}, [](const InterfaceVariable& variable) {
      return std::tuple(variable.kind == ResourceKind::push_block, !variable.set, variable.set,
                        variable.binding, variable.id);
    });
  }

 private:
  /// One more thing to list; false when there is no room.
  bool take() {
    if (listed_ == most_fields) {
      result_.shortened = true;
      return false;
    }
    ++listed_;
    return true;
  }

  InterfaceVariable variable(std::uint32_t word) {
    const std::uint32_t id = module_.operand(word, 2);
    const std::uint32_t pointee = pointee_of(module_, word);
    const std::uint32_t type = without_arrays(module_, pointee);
    const Decorations decorations = of_id(id);
    InterfaceVariable result{.id = id,
                             .name = names_.of(id),
                             .kind = resource_kind(module_, word),
                             .type = type_words(pointee),
                             .non_writable = decorations.has(decorated::non_writable)};
    if (decorations.has(decorated::set)) {
      result.set = decorations.set();
    }
    if (decorations.has(decorated::binding)) {
      result.binding = decorations.binding();
    }
    if (module_.definition(type, Op::TypeStruct) != 0) {
      result.block = names_.of(type);
      result.is_block = of_id(type).has(decorated::block);
      result.members = fields(type, 0);
      if (result.name.empty()) {
        result.name = result.block;
      }
    }
    return result;
  }

  /// The members of a struct. A struct that holds itself ends at `deepest_field`.
  std::vector<BlockField> fields(std::uint32_t type, std::uint32_t depth) {
    const std::uint32_t word = module_.definition(type, Op::TypeStruct);
    const std::uint32_t count = word != 0 ? module_.length(word) - 2 : 0;
    std::vector<BlockField> result;
    if (depth == deepest_field) {
      return result;
    }
    // By value: going deeper may move the cache.
    const std::shared_ptr<const std::vector<Decorations>> decorations = members_of(type, count);
    for (std::uint32_t i = 0; i < count && take(); ++i) {
      result.push_back(field(type, i, module_.operand(word, 2 + i), (*decorations)[i]));
      const std::uint32_t inner = without_arrays(module_, module_.operand(word, 2 + i));
      if (module_.definition(inner, Op::TypeStruct) != 0) {
        result.back().members = fields(inner, depth + 1);
      }
    }
    return result;
  }

  // Cached: a hostile module may name one thing with many decorations in each of many places.
  std::shared_ptr<const std::vector<Decorations>> members_of(std::uint32_t type, std::uint32_t count) {
    std::shared_ptr<const std::vector<Decorations>>& cached = members_[type];
    if (cached == nullptr) {
      auto members = std::make_shared<std::vector<Decorations>>(std::min<std::size_t>(count, most_fields));
      decorations_.of_struct(type, *members);
      cached = std::move(members);
    }
    return cached;
  }

  Decorations of_id(std::uint32_t id) {
    const auto [found, is_new] = ids_.try_emplace(id);
    if (is_new) {
      found->second = decorations_.of(id);
    }
    return found->second;
  }

  /// The type in words, a struct by its name where it has one.
  std::string type_words(std::uint32_t type) {
    std::string text = type_text(module_, type);
    const std::uint32_t inner = without_arrays(module_, type);
    const std::string number = fmt::format("struct %{}", inner);
    if (const std::string name = names_.of(inner); !name.empty() && text.starts_with(number)) {
      text.replace(0, number.size(), "struct " + name);
    }
    return text;
  }

  BlockField field(std::uint32_t type, std::uint32_t index, std::uint32_t member_type,
                   const Decorations& decorations) {
    BlockField result{.index = index,
                      .name = names_.of(type, static_cast<std::int32_t>(index)),
                      .type = type_words(member_type),
                      .row_major = decorations.has(decorated::row_major),
                      .non_writable = decorations.has(decorated::non_writable)};
    if (decorations.has(decorated::offset)) {
      result.offset = decorations.offset();
    }
    if (decorations.has(decorated::matrix_stride)) {
      result.matrix_stride = decorations.matrix_stride();
    }
    if (const Decorations array = of_id(member_type); array.has(decorated::array_stride)) {
      result.array_stride = array.array_stride();
    }
    return result;
  }

  const Module& module_;
  NameTable names_;
  DecorationReader decorations_;
  Inspection& result_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const std::vector<Decorations>>> members_;
  std::unordered_map<std::uint32_t, Decorations> ids_;
  std::size_t listed_ = 0;
};

}  // namespace

Result<Inspection> inspect(std::span<const std::byte> module) {
  if (module.size() % sizeof(std::uint32_t) != 0) {
    return error(ErrorKind::failed, fmt::format("the module has {} bytes, which is no multiple of {}",
                                                module.size(), sizeof(std::uint32_t)));
  }
  std::vector<std::uint32_t> words(module.size() / sizeof(std::uint32_t));
  for (std::size_t i = 0; i < module.size(); ++i) {
    words[i / 4] |= std::to_integer<std::uint32_t>(module[i]) << (8 * (i % 4));
  }
  Module tables;
  const ReadResult read = tables.read(words, largest_bound);
  if (read.error != ReadError::none) {
    return error(ErrorKind::failed, fmt::format("the module {} (word {})", reason_of(read.error), read.word));
  }
  Inspection result{.version = words[1], .generator = words[2], .bound = words[3], .words = words.size()};
  Inspector(tables, result).run();
  return result;
}

}  // namespace rpcts::spirv
