#include "harness/contracts/render_pack_v1/pack_schema.hpp"

#include <limits>

#include "harness/contracts/render_pack_v1/pack_json_values.hpp"

namespace rpcts::render_pack_v1 {
namespace {

constexpr std::int64_t least_int32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t most_int32 = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_uint32 = std::numeric_limits<std::uint32_t>::max();

OrderedJson integer(std::int64_t least, std::int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

/// Makes schemas of types; those of enumerations and objects become definitions.
class SchemaMaker {
 public:
  template <ShapedObject T>
  OrderedJson object() {
    OrderedJson properties = OrderedJson::object();
    OrderedJson required = OrderedJson::array();
    const T defaults;
    for_each_member<T>([&]<class Value>(const Member<T, Value>& member, std::size_t) {
      properties[member.name] = property(member, defaults.*member.field);
      if (member.presence == Presence::required) {
        required.push_back(member.name);
      }
    });
    OrderedJson schema{{"type", "object"}, {"additionalProperties", false}};
    schema["required"] = std::move(required);
    schema["properties"] = std::move(properties);
    return schema;
  }

  [[nodiscard]] OrderedJson take_definitions() { return std::move(definitions_); }

 private:
  template <class Owner, class Value>
  OrderedJson property(const Member<Owner, Value>& member, const Value& default_value) {
    OrderedJson schema{{"description", member.note}};
    OrderedJson type = value<Value>();
    if (type.contains("$ref")) {
      // Draft 7 ignores what stands beside a $ref.
      schema["allOf"] = OrderedJson::array({std::move(type)});
    } else {
      schema.update(type);
    }
    if (member.form == TextForm::version) {
      // `$` alone also matches before a line break in some dialects.
      schema["pattern"] = R"(^[0-9]+(\.[0-9]+){1,3}(?!\n)$)";
    }
    if constexpr (is_optional<Value>::value) {
      schema["default"] = nullptr;
    } else if (member.presence == Presence::defaulted) {
      schema["default"] = PackJsonValues().make(default_value);
    }
    return schema;
  }

  template <class T>
  OrderedJson value() {
    if constexpr (is_optional<T>::value) {
      return {{"anyOf", OrderedJson::array({value<typename T::value_type>(), {{"type", "null"}}})}};
    } else if constexpr (ShapedObject<T>) {
      return definition(Shape<T>::title, [&] { return object<T>(); });
    } else if constexpr (is_list<T>::value) {
      return {{"type", "array"}, {"items", value<typename T::value_type>()}};
    } else if constexpr (PlainEnumeration<T>) {
      return definition(Vocabulary<T>::type_name, enumeration<T>);
    } else if constexpr (FlagSet<T>) {
      return definition(Vocabulary<T>::type_name, flags<T>);
    } else if constexpr (std::same_as<T, std::string>) {
      return {{"type", "string"}};
    } else if constexpr (std::same_as<T, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::same_as<T, double>) {
      return {{"type", "number"}};
    } else if constexpr (std::same_as<T, std::int32_t>) {
      return integer(least_int32, most_int32);
    } else {
      static_assert(std::same_as<T, std::int64_t>);
      return {{"type", "integer"}};
    }
  }

  template <class Make>
  OrderedJson definition(std::string_view name, Make make) {
    const std::string key = definition_key(name);
    if (!definitions_.contains(key)) {
      definitions_[key] = nullptr;  // keeps its place before those that it refers to
      definitions_[key] = make();
    }
    return {{"$ref", "#/definitions/" + key}};
  }

  static std::string definition_key(std::string_view name) {
    std::string key(name);
    for (char& c : key) {
      c = c == ' ' || c == '-' ? '_' : c;
    }
    return key;
  }

  template <PlainEnumeration E>
  static OrderedJson enumeration() {
    OrderedJson ordinal = integer(least_int32, most_int32);
    ordinal["description"] =
        "An ordinal, also one outside the enumeration; a pack that is meant to work has names.";
    return {{"anyOf", OrderedJson::array({{{"enum", Vocabulary<E>::members}}, std::move(ordinal)})}};
  }

  template <FlagSet E>
  static OrderedJson flags() {
    OrderedJson bits = integer(least_int32, most_uint32);
    bits["description"] = "The bits, also ones outside the set; a pack that is meant to work has names.";
    return {{"anyOf", OrderedJson::array({{{"type", "array"}, {"items", {{"enum", Vocabulary<E>::members}}}},
                                          {{"type", "array"}, {"items", {{"const", no_flags}}}},
                                          std::move(bits)})}};
  }

  OrderedJson definitions_ = OrderedJson::object();
};

}  // namespace

std::string pack_json_schema() {
  SchemaMaker maker;
  OrderedJson schema{
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"$id", "urn:rpcts:render-pack-v1:pack.json"},
      {"title", "Render pack v1: pack.json"},
      {"description",
       "The descriptor of a render pack, format version 1. This schema checks the form; `rpcts validate` "
       "checks the "
       "contract too."},
  };
  schema.update(maker.object<Descriptor>());
  schema["definitions"] = maker.take_definitions();
  return schema.dump(2) + "\n";
}

}  // namespace rpcts::render_pack_v1
