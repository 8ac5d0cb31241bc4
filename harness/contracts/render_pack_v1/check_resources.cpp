// C.4: resources, and the extent rules that preset overrides share (RP-DESC-186).

#include <cmath>
#include <limits>

#include "harness/contracts/render_pack_v1/check_stages.hpp"
#include "harness/contracts/render_pack_v1/limits.hpp"

namespace rpcts::render_pack_v1 {
namespace {

void check_dimension(CheckContext& context, const ExtentRules& rules, RenderExtentMode mode, double value,
                     std::string_view at, std::string_view subject, std::string_view which) {
  DescriptorReport& report = context.report;
  const auto place = [&] { return fmt::format("{}/{}", at, which); };
  const auto found = [&] { return fmt::format("{}: extent {} is {}", subject, which, value); };
  if (!std::isfinite(value) || value <= 0) {
    report.error(rules.shape, place(), found(), "a finite number above 0");
  } else if (mode == RenderExtentMode::AbsolutePixels) {
    if (value > maximum_image_dimension) {
      report.error(rules.limit, place(), found(),
                   fmt::format("at most {} pixels in mode AbsolutePixels", maximum_image_dimension));
    } else if (value != std::trunc(value)) {
      report.error(rules.fraction, place(), found(), "whole pixels in mode AbsolutePixels");
    }
  } else if (is_defined(mode) && value > 1.0) {
    report.error(rules.scale, place(), found(),
                 fmt::format("a scale above 0 and at most 1 in mode {}", name_of(mode)));
  }
}

void check_defined(CheckContext& context, const Resource& resource, std::size_t index) {
  const auto undefined = [&](std::string_view member, const std::string& value, std::string required) {
    context.report.error("RP-DESC-051", pointer("resources", index, member),
                         fmt::format("{} has {} {}", named("resource", resource), member, value),
                         std::move(required));
  };
  if (!is_defined(resource.kind)) {
    undefined("kind", describe(resource.kind), one_of<RenderResourceKind>());
  }
  if (!is_defined(resource.format)) {
    undefined("format", describe(resource.format), one_of<RenderFormatClass>());
  }
  if (!is_defined(resource.lifetime)) {
    undefined("lifetime", describe(resource.lifetime), one_of<RenderResourceLifetime>());
  }
  if (!is_defined(resource.usage)) {
    undefined("usage", describe(resource.usage),
              fmt::format("flags of {}", joined(Vocabulary<RenderResourceUsage>::members, "and")));
  }
}

void check_reserved(CheckContext& context, const Resource& resource, std::size_t index) {
  const auto reserved = [&](std::string_view member, std::string_view value, std::string_view required) {
    context.report.error("RP-DESC-052", pointer("resources", index, member),
                         fmt::format("{} has {} {}, which v1 reserves for a later API",
                                     named("resource", resource), member, value),
                         std::string(required));
  };
  if (resource.kind == RenderResourceKind::Buffer) {
    reserved("kind", "Buffer", "Image2D or Image2DArray");
  }
  if (resource.format == RenderFormatClass::StructuredData) {
    reserved("format", "StructuredData", "LdrColor, HdrColor, SingleChannel or DirectionalDepth");
  }
  if (has(resource.usage, RenderResourceUsage::Storage)) {
    reserved("usage", "Storage", "usage without Storage");
  }
}

bool is_colour(RenderFormatClass format) {
  return is_defined(format) && format != RenderFormatClass::DirectionalDepth &&
         format != RenderFormatClass::StructuredData;
}

bool is_image(RenderResourceKind kind) {
  return kind == RenderResourceKind::Image2D || kind == RenderResourceKind::Image2DArray;
}

void check_resource(CheckContext& context, std::size_t index) {
  const Resource& resource = context.descriptor.resources[index];
  DescriptorReport& report = context.report;
  const std::string subject = named("resource", resource);
  check_defined(context, resource, index);
  check_reserved(context, resource, index);
  if (resource.kind == RenderResourceKind::Image2DArray && is_colour(resource.format)) {
    report.error("RP-DESC-053", pointer("resources", index, "format"),
                 fmt::format("{} is an Image2DArray with format {}", subject, name_of(resource.format)),
                 "DirectionalDepth for an array; kind Image2D for a colour image");
  }
  if (resource.estimated_resident_bytes < 0) {
    report.error("RP-DESC-054", pointer("resources", index, "estimatedResidentBytes"),
                 fmt::format("{} has estimatedResidentBytes {}", subject, resource.estimated_resident_bytes),
                 "0 or more");
  }
  if (resource.size_bytes < 0) {
    report.error("RP-DESC-054", pointer("resources", index, "sizeBytes"),
                 fmt::format("{} has sizeBytes {}", subject, resource.size_bytes), "0 or more");
  }
  if (resource.usage == RenderResourceUsage::None) {
    report.error("RP-DESC-055", pointer("resources", index, "usage"), fmt::format("{} has no usage", subject),
                 "at least one usage flag");
  }
  if (resource.extent) {
    check_extent(context, {}, *resource.extent, pointer("resources", index, "extent"), subject);
  } else if (is_image(resource.kind)) {
    report.error("RP-DESC-056", pointer("resources", index, "extent"),
                 fmt::format("{} is an {} without an extent", subject, name_of(resource.kind)), "an extent");
  }
}

}  // namespace

void check_extent(CheckContext& context, const ExtentRules& rules, const Extent& extent, std::string_view at,
                  std::string_view subject) {
  DescriptorReport& report = context.report;
  check_dimension(context, rules, extent.mode, extent.width, at, subject, "width");
  check_dimension(context, rules, extent.mode, extent.height, at, subject, "height");
  if (extent.layers < 1 || extent.layers > maximum_image_layers) {
    report.error(rules.shape, fmt::format("{}/layers", at),
                 fmt::format("{}: extent layers is {}", subject, extent.layers),
                 fmt::format("1 to {}", maximum_image_layers));
  }
  if (!is_defined(extent.mode)) {
    report.error(rules.shape, fmt::format("{}/mode", at),
                 fmt::format("{}: extent mode is {}", subject, describe(extent.mode)),
                 one_of<RenderExtentMode>());
  }
}

void check_resources(CheckContext& context) {
  const auto& resources = context.descriptor.resources;
  std::int64_t total = 0;
  bool overflow = false;
  for (std::size_t i = 0; i < resources.size(); ++i) {
    check_resource(context, i);
    const std::int64_t bytes = resources[i].estimated_resident_bytes;
    if (bytes < 0 || overflow) {
      continue;
    }
    overflow = bytes > std::numeric_limits<std::int64_t>::max() - total;
    if (overflow) {
      context.report.error(
          "RP-DESC-061", pointer("resources", i, "estimatedResidentBytes"),
          fmt::format("the estimatedResidentBytes up to {} do not fit a 64-bit sum: {} and {} before",
                      named("resource", resources[i]), bytes, total),
          fmt::format("{} bytes at most in all", maximum_resident_bytes));
    } else {
      total += bytes;
    }
  }
  if (!overflow && total > maximum_resident_bytes) {
    context.report.error("RP-DESC-062", "/resources",
                         fmt::format("the resources' estimatedResidentBytes are {} in all", total),
                         fmt::format("{} bytes at most in all", maximum_resident_bytes));
  }
}

}  // namespace rpcts::render_pack_v1
