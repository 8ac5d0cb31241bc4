// An adapter that lets an exception out of a call.

#include <stdexcept>

#include "harness/implementation/rpcts_adapter.h"

namespace {

rpcts_status judge(void* /*context*/, rpcts_text /*folder*/, rpcts_verdict* /*verdict*/,
                   rpcts_sink /*reason*/) {
  throw std::runtime_error("the engine is out of cheese");
}

const rpcts_adapter table{.size = sizeof(rpcts_adapter),
                          .version = RPCTS_ADAPTER_VERSION,
                          .profiles = RPCTS_PROFILE_AUTHORING,
                          .name = {.data = "Throwing Engine", .length = 15},
                          .judge_pack = judge};

}  // namespace

const rpcts_adapter* rpcts_adapter_entry(std::uint32_t /*suite_version*/) {
  return &table;
}
