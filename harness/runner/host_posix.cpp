#include <fmt/format.h>
#include <sys/utsname.h>
#include <thread>

#include "harness/runner/host.hpp"

namespace rpcts::runner {

Host this_host() {
  Host host{.cores = std::thread::hardware_concurrency()};
  if (utsname name{}; ::uname(&name) == 0) {
    host.name = name.nodename;
    host.system = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  }
  return host;
}

}  // namespace rpcts::runner
