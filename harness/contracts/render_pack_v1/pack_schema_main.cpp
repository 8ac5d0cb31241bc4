// Prints the JSON Schema of pack.json: the content of docs/render_pack_v1/pack.schema.json.

#include <fmt/format.h>

#include "harness/contracts/render_pack_v1/pack_schema.hpp"

int main() {
  fmt::print("{}", rpcts::render_pack_v1::pack_json_schema());
}
