#pragma once

// Puts a Recording together from the records of the layer. Pure.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/observer/record.hpp"
#include "harness/observer/recording.hpp"
#include "harness/observer/submits.hpp"

namespace rpcts::observer {

class RecordingBuilder {
 public:
  void take(const Record& record);
  [[nodiscard]] const Recording& recording() const { return recording_; }
  void forget() { recording_ = {}; }

 private:
  struct Image {
    std::uint32_t layers = 0;
  };
  struct View {
    std::uint64_t image = 0;
    VkFormat format = VK_FORMAT_UNDEFINED;
    std::uint32_t first_layer = 0;
    std::uint32_t layers = 0;
  };
  struct PassAttachment {
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkAttachmentLoadOp load{};
    VkAttachmentStoreOp store{};
  };
  struct Pass {
    std::uint32_t view_mask = 0;
    std::vector<PassAttachment> attachments;
  };
  struct Framebuffer {
    std::uint32_t layers = 0;
    std::vector<std::uint64_t> views;
  };
  /// Parameters of an indirect draw, as of the submit that comes.
  struct Parameters {
    std::uint64_t draws = 0;
    std::vector<std::uint8_t> bytes;
  };
  struct Player;

  void describe(const Record& record);
  void end_scope(std::uint64_t scope);  ///< its handles may come again
  void submit(const Record& record);
  void add_buffers(const Record& record, RecordedSubmit& submit) const;
  [[nodiscard]] RecordedAttachment attachment(std::uint64_t scope, std::uint64_t view) const;

  std::map<ObjectKey, Image> images_;
  std::map<ObjectKey, View> views_;
  std::map<ObjectKey, Pass> passes_;
  std::map<ObjectKey, Framebuffer> framebuffers_;
  std::map<ObjectKey, std::vector<Record>> commands_;
  std::map<std::pair<ObjectKey, std::uint64_t>, Parameters> parameters_;  ///< by command buffer and index
  Recording recording_;
  std::uint64_t submits_ = 0;
  std::uint64_t last_id_ = 0;
  std::uint32_t writes_ = 0;
};

}  // namespace rpcts::observer
