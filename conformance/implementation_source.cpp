#include "conformance/implementation_source.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace rpcts {
namespace {

/// An Error as the case's result.
void report(runner::CaseContext& context, const Error& why) {
  if (why.kind == ErrorKind::unsupported) {
    context.not_supported(why.message);
  }
  context.check(false, why.message);
}

void run_body(runner::CaseContext& context, ImplementationSource& source, const ImplementationCase& one) {
  const Result<implementation::Implementation*> opened = source.open();
  if (!opened) {
    report(context, opened.error());
    return;
  }
  implementation::Implementation& implementation = **opened;
  if (!implementation.claims(one.profiles)) {
    context.not_supported(fmt::format(
        "{} does not claim {}", implementation.name(),
        fmt::join(implementation::profile_names(one.profiles & ~implementation.profiles()), ", ")));
  }
  if (const Result<void> done = one.body(context, implementation); !done) {
    report(context, done.error());
  }
}

}  // namespace

Result<implementation::Implementation*> ImplementationSource::open() {
  if (!opened_) {
    opened_ = implementation::Implementation::open(path_);
  }
  if (!*opened_) {
    return std::unexpected(opened_->error());
  }
  return &**opened_;
}

Result<std::array<std::uint8_t, 16>> ImplementationSource::device_uuid() {
  if (!uuid_) {
    const Result<DeviceIdentity> identity = devices_->identity();
    if (!identity) {
      return std::unexpected(identity.error());
    }
    uuid_ = identity->uuid;
  }
  return *uuid_;
}

void add_implementation_case(runner::CaseTable& table, const std::shared_ptr<ImplementationSource>& source,
                             ImplementationCase implementation_case) {
  runner::CaseInfo info = implementation_case.info;
  info.profiles = implementation::profile_names(implementation_case.profiles);
  table.add(std::move(info), [source, one = std::move(implementation_case)](runner::CaseContext& context) {
    run_body(context, *source, one);
  });
}

}  // namespace rpcts
