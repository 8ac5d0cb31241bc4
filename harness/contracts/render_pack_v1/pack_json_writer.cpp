#include <fmt/format.h>

#include "harness/contracts/render_pack_v1/pack_json.hpp"
#include "harness/contracts/render_pack_v1/pack_json_values.hpp"

namespace rpcts::render_pack_v1 {

Result<std::string> to_json(const Descriptor& descriptor) {
  PackJsonValues values;
  const OrderedJson json = values.make(descriptor);
  if (!values.not_finite().empty()) {
    return error(
        ErrorKind::usage,
        fmt::format("pack.json cannot hold the number at {}: it is infinite or not a number; give it a "
                    "finite value",
                    values.not_finite()));
  }
  try {
    return json.dump(2) + "\n";
  } catch (const OrderedJson::type_error& failure) {
    return error(ErrorKind::usage,
                 fmt::format("pack.json cannot hold a text that is not UTF-8: {}", failure.what()));
  }
}

}  // namespace rpcts::render_pack_v1
