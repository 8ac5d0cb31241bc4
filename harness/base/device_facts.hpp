#pragma once

// What is known of a Vulkan device, as plain data: harness/gpu fills it from a driver, and a contract derives
// its capabilities from it without knowing Vulkan.

#include <array>
#include <cstdint>
#include <string>

namespace rpcts {

enum class DeviceType : std::uint8_t { other, integrated_gpu, discrete_gpu, virtual_gpu, software };

/// Which device it is.
struct DeviceIdentity {
  std::uint32_t index = 0;  ///< position in the loader's list
  std::string name;         ///< as the driver gives it
  DeviceType type = DeviceType::other;
  std::string driver;       ///< name of the driver; empty when it does not tell
  std::string driver_info;  ///< the driver's own version text; may be empty
  std::uint32_t api_major = 0;
  std::uint32_t api_minor = 0;
  std::uint32_t api_patch = 0;
  std::array<std::uint8_t, 16> uuid{};
};

/// What it can do. Everything is false or zero on a device below Vulkan 1.3, except the limits.
struct DeviceFacts {
  bool vulkan_1_3 = false;

  // Features, each as the driver reports it.
  bool runtime_descriptor_array = false;
  bool nonuniform_sampled_image_indexing = false;
  bool partially_bound = false;
  bool variable_descriptor_count = false;
  bool sampled_image_update_after_bind = false;
  bool update_unused_while_pending = false;
  bool multiview = false;
  bool draw_parameters = false;
  bool dynamic_rendering = false;
  bool synchronization2 = false;
  bool scalar_block_layout = false;

  // Formats and queries.
  bool hdr_color = false;      ///< RGBA16F can be rendered to, sampled, and filtered linearly
  bool sampled_depth = false;  ///< D32F and a combined depth-stencil format can be rendered to and sampled
  bool timestamps = false;     ///< the graphics queue counts time

  // Limits.
  std::uint64_t device_local_bytes = 0;       ///< largest device-local memory heap
  std::uint32_t maximum_image_dimension = 0;  ///< pixels, 2-D
  std::uint32_t maximum_image_layers = 0;
  std::uint32_t maximum_bound_sets = 0;
  std::uint32_t maximum_push_bytes = 0;
  std::uint32_t maximum_table_slots = 0;  ///< combined image samplers of one update-after-bind set, one stage
  std::uint32_t maximum_dynamic_storage_buffers = 0;  ///< of one set
  std::uint32_t maximum_stage_storage_buffers = 0;    ///< of one stage
};

}  // namespace rpcts
