#include <array>
#include <boost/crc.hpp>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <sys/utsname.h>
#include <thread>

#include "bench/core/environment.hpp"
#include "harness/base/executable_path.hpp"

namespace rpcts::bench {
namespace {

/// Raised by hand when a case measures something else than before under the same name.
constexpr const char* suite_version = "1";

std::string cpu() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(": ");
      return colon == std::string::npos ? std::string() : line.substr(colon + 2);
    }
  }
  return {};
}

/// CRC-64 (ECMA-182) and length of a file: tells builds apart, and is no proof against somebody.
std::string digest_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0, 0, false, false> sum;
  std::array<char, 65536> piece{};
  std::uint64_t length = 0;
  while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0) {
    sum.process_bytes(piece.data(), static_cast<std::size_t>(stream.gcount()));
    length += static_cast<std::uint64_t>(stream.gcount());
  }
  return length == 0 ? std::string() : fmt::format("{:016x}-{}", sum.checksum(), length);
}

std::string variable(const char* name) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text != nullptr ? text : "";
}

std::string loader() {
  std::uint32_t version = 0;
  if (vkEnumerateInstanceVersion == nullptr || vkEnumerateInstanceVersion(&version) != VK_SUCCESS) {
    return {};
  }
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

/// Layers that the loader was told to put in.
std::string layers() {
  std::string all;
  for (const char* name : {"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"}) {
    if (const std::string text = variable(name); !text.empty()) {
      all += all.empty() ? text : ":" + text;
    }
  }
  return all.empty() ? "none" : all;
}

std::string cache() {
  const bool off = variable("MESA_SHADER_CACHE_DISABLE") == "true" ||
                   variable("MESA_SHADER_CACHE_DISABLE") == "1" || variable("__GL_SHADER_DISK_CACHE") == "0";
  return off ? "off" : "as the driver has it";
}

}  // namespace

perf::Environment environment_of(const gpu::Device& device) {
  perf::Environment told;
  for (const perf::EnvironmentField& field : perf::environment_fields) {
    told.emplace(field.name, "");
  }
  const DeviceIdentity& identity = device.identity();
  told["binary"] = digest_of(executable_path());
  told["suite"] = suite_version;
  told["device"] = identity.name;
  told["driver"] = identity.driver;
  told["driver_version"] = identity.driver_info;
  told["layers"] = layers();
  told["build"] = RPCTS_BUILD_TYPE;
  told["compiler"] = RPCTS_COMPILER;
  told["flags"] = RPCTS_FLAGS;
  told["loader"] = loader();
  told["cpu"] = cpu();
  told["cache"] = cache();
  told["cores"] = std::to_string(std::thread::hardware_concurrency());
  if (utsname name{}; ::uname(&name) == 0) {
    told["machine"] = name.nodename;
    told["system"] = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  }
  return told;
}

}  // namespace rpcts::bench
