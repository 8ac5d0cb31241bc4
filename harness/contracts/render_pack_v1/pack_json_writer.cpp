#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_members.hpp"

namespace rpcts::render_pack_v1 {
namespace {

using Json = nlohmann::ordered_json;  // members keep their order

template <PlainEnumeration E>
Json to_value(E value) {
  return is_defined(value) ? Json(name_of(value)) : Json(static_cast<std::int32_t>(value));
}

template <FlagSet E>
Json to_value(E value) {
  if (!is_defined(value)) {
    return static_cast<std::uint32_t>(value);
  }
  Json names = Json::array();
  for (const std::string_view name : Vocabulary<E>::members) {
    if (has(value, *value_of<E>(name))) {
      names.push_back(name);
    }
  }
  return names;
}

/// Builds the JSON of a value; remembers the pointer of the first number that JSON cannot express.
class Writer {
 public:
  template <class T>
  Json write(const T& value, const std::string& pointer) {
    if constexpr (ShapedObject<T>) {
      return write_object(value, pointer);
    } else if constexpr (is_list<T>::value) {
      Json list = Json::array();
      for (std::size_t i = 0; i < value.size(); ++i) {
        list.push_back(write(value[i], fmt::format("{}/{}", pointer, i)));
      }
      return list;
    } else if constexpr (std::is_enum_v<T>) {
      return to_value(value);
    } else {
      if constexpr (std::same_as<T, double>) {
        if (!std::isfinite(value) && not_finite_.empty()) {
          not_finite_ = pointer;
        }
      }
      return value;
    }
  }

  /// Empty when there was none.
  [[nodiscard]] const std::string& not_finite() const { return not_finite_; }

 private:
  template <ShapedObject T>
  Json write_object(const T& object, const std::string& pointer) {
    Json json = Json::object();
    for_each_member<T>([&]<class Value>(const Member<T, Value>& member, std::size_t) {
      const Value& value = object.*member.field;
      const std::string below = fmt::format("{}/{}", pointer, member.name);
      if constexpr (is_optional<Value>::value) {
        if (value) {
          json[member.name] = write(*value, below);
        }
      } else {
        json[member.name] = write(value, below);
      }
    });
    return json;
  }

  std::string not_finite_;
};

}  // namespace

Result<std::string> to_json(const Descriptor& descriptor) {
  Writer writer;
  const Json json = writer.write(descriptor, "");
  if (!writer.not_finite().empty()) {
    return error(ErrorKind::usage,
                 fmt::format("pack.json cannot hold the number at {}, which is infinite or none",
                             writer.not_finite()));
  }
  try {
    return json.dump(2) + "\n";
  } catch (const Json::type_error& failure) {
    return error(ErrorKind::usage,
                 fmt::format("pack.json cannot hold a text of this descriptor: {}", failure.what()));
  }
}

}  // namespace rpcts::render_pack_v1
