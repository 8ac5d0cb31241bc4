#pragma once

// Descriptor values as JSON, by the tables of pack_members.hpp: for the writer of pack.json and for its
// schema.

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/contracts/render_pack_v1/pack_members.hpp"

namespace rpcts::render_pack_v1 {

using OrderedJson = nlohmann::ordered_json;  // members keep their order

/// Makes JSON of values; remembers the pointer of the first number that JSON cannot express.
class PackJsonValues {
 public:
  /// Absent members are left out; what is outside an enumeration or a flag set is an integer.
  template <class T>
  OrderedJson make(const T& value, const std::string& pointer = "") {
    if constexpr (ShapedObject<T>) {
      return make_object(value, pointer);
    } else if constexpr (is_list<T>::value) {
      return make_list(value, pointer);
    } else if constexpr (PlainEnumeration<T>) {
      return is_defined(value) ? OrderedJson(name_of(value)) : OrderedJson(static_cast<std::int32_t>(value));
    } else if constexpr (FlagSet<T>) {
      return make_flags(value);
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
  OrderedJson make_object(const T& object, const std::string& pointer) {
    OrderedJson json = OrderedJson::object();
    for_each_member<T>([&]<class Value>(const Member<T, Value>& member, std::size_t) {
      const Value& value = object.*member.field;
      const std::string below = fmt::format("{}/{}", pointer, member.name);
      if constexpr (is_optional<Value>::value) {
        if (value) {
          json[member.name] = make(*value, below);
        }
      } else {
        json[member.name] = make(value, below);
      }
    });
    return json;
  }

  template <class T>
  OrderedJson make_list(const std::vector<T>& list, const std::string& pointer) {
    OrderedJson json = OrderedJson::array();
    for (std::size_t i = 0; i < list.size(); ++i) {
      json.push_back(make(list[i], fmt::format("{}/{}", pointer, i)));
    }
    return json;
  }

  template <FlagSet E>
  OrderedJson make_flags(E value) {
    if (!is_defined(value)) {
      return static_cast<std::uint32_t>(value);
    }
    OrderedJson names = OrderedJson::array();
    for (std::size_t i = 0; i < Vocabulary<E>::members.size(); ++i) {
      if (has(value, static_cast<E>(1U << i))) {
        names.push_back(Vocabulary<E>::members[i]);
      }
    }
    return names;
  }

  std::string not_finite_;
};

}  // namespace rpcts::render_pack_v1
