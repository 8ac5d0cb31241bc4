#include "harness/observer/recording.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "harness/observer/commands.hpp"
#include "harness/observer/recording_builder.hpp"

namespace rpcts::observer {
namespace {

ObjectKey key_of(std::uint64_t scope, VkObjectType type, std::uint64_t handle) {
  return {.scope = scope, .type = type, .handle = handle};
}

bool is_depth(VkFormat format) {
  return format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT;
}

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}
std::int32_t as_signed(std::uint32_t value) {
  std::int32_t result = 0;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

/// A VkDraw…IndirectCommand out of packed bytes.
template <class Command>
Command command_at(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  Command command{};
  std::memcpy(&command, bytes.data() + (index * sizeof command), sizeof command);
  return command;
}

}  // namespace

/// Plays the commands of one command buffer, with what is bound.
struct RecordingBuilder::Player {
  const RecordingBuilder& facts;
  RecordedSubmit& submit;
  std::uint64_t scope;
  bool in_pass = false;  ///< the last pass of the submit is open
  std::uint64_t pipeline = 0;
  std::uint64_t layout = 0;
  std::vector<std::uint64_t> sets{};
  std::map<std::uint64_t, std::vector<std::uint32_t>> offsets{};  ///< by first set
  std::vector<RecordedPush> pushes{};

  void play(std::uint64_t command_buffer);
  void begin_pass(const Record& record);
  void attach(const Record& record);
  void bind_sets(const Record& record);
  void bind_offsets(const Record& record);
  void push(const Record& record);
  void draw(const Record& record);
  void draw_indirect(const Record& record);
  [[nodiscard]] RecordedDraw with_state(const Record& record);
  void add(RecordedDraw drawn) {
    if (in_pass) {
      submit.passes.back().draws.push_back(std::move(drawn));
    }
  }
};

void RecordingBuilder::Player::play(std::uint64_t command_buffer) {
  const auto at = facts.commands_.find(key_of(scope, VK_OBJECT_TYPE_COMMAND_BUFFER, command_buffer));
  if (at == facts.commands_.end()) {
    return;
  }
  for (const Record& record : at->second) {
    switch (record.what) {
      case Told::begin_pass:
        begin_pass(record);
        break;
      case Told::attachment:
        attach(record);
        break;
      case Told::end_pass:
        in_pass = false;
        break;
      case Told::bind_pipeline:
        if (record.values[0] == VK_PIPELINE_BIND_POINT_GRAPHICS) {
          pipeline = record.other;
        }
        break;
      case Told::bind_sets:
        bind_sets(record);
        break;
      case Told::bind_offsets:
        bind_offsets(record);
        break;
      case Told::push_constants:
        push(record);
        break;
      case Told::draw:
        draw(record);
        break;
      case Told::draw_indirect:
        draw_indirect(record);
        break;
      case Told::execute:
        for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
          // A secondary command buffer inherits the pass and nothing that is bound.
          Player inner{.facts = facts, .submit = submit, .scope = scope, .in_pass = in_pass};
          inner.play(record.item<std::uint64_t>(i));
        }
        break;
      default:
        break;
    }
  }
}

void RecordingBuilder::Player::begin_pass(const Record& record) {
  RecordedPass pass{
      .view_mask = low(record.values[0]),
      .layers = low(record.values[1]),
      .area = {.offset = {.x = as_signed(low(record.values[2])), .y = as_signed(high(record.values[2]))},
               .extent = {.width = low(record.values[3]), .height = high(record.values[3])}}};
  const auto framebuffer =
      facts.framebuffers_.find(key_of(scope, VK_OBJECT_TYPE_FRAMEBUFFER, record.values[4]));
  const auto render_pass = facts.passes_.find(key_of(scope, VK_OBJECT_TYPE_RENDER_PASS, record.values[5]));
  if (framebuffer != facts.framebuffers_.end()) {
    pass.layers = framebuffer->second.layers;
    for (const std::uint64_t view : framebuffer->second.views) {
      pass.attachments.push_back(facts.attachment(scope, view));
    }
  }
  if (render_pass != facts.passes_.end()) {
    pass.view_mask = render_pass->second.view_mask;
    const auto& declared = render_pass->second.attachments;
    // Where the framebuffer has no images of its own the views follow.
    pass.attachments.resize(declared.size());
    for (std::size_t i = 0; i < declared.size(); ++i) {
      pass.attachments[i].format = declared[i].format;
      pass.attachments[i].depth = is_depth(declared[i].format);
      pass.attachments[i].load = declared[i].load;
      pass.attachments[i].store = declared[i].store;
    }
  }
  submit.passes.push_back(std::move(pass));
  in_pass = true;
}

void RecordingBuilder::Player::attach(const Record& record) {
  if (!in_pass) {
    return;
  }
  RecordedPass& pass = submit.passes.back();
  RecordedAttachment one = facts.attachment(scope, record.other);
  if (record.values[3] != 0) {
    if (record.values[2] < pass.attachments.size()) {
      RecordedAttachment& declared = pass.attachments[record.values[2]];
      one.load = declared.load;
      one.store = declared.store;
      declared = one;
    }
    return;
  }
  one.load = static_cast<VkAttachmentLoadOp>(record.values[0]);
  one.store = static_cast<VkAttachmentStoreOp>(record.values[1]);
  pass.attachments.push_back(one);
}

void RecordingBuilder::Player::bind_sets(const Record& record) {
  if (record.values[0] != VK_PIPELINE_BIND_POINT_GRAPHICS) {
    return;
  }
  layout = record.other;
  const std::size_t first = record.values[1];
  const std::size_t count = record.count_of<std::uint64_t>();
  sets.resize(std::max(sets.size(), first + count));
  for (std::size_t i = 0; i < count; ++i) {
    sets[first + i] = record.item<std::uint64_t>(i);
  }
}

void RecordingBuilder::Player::bind_offsets(const Record& record) {
  if (record.values[0] != VK_PIPELINE_BIND_POINT_GRAPHICS) {
    return;
  }
  const std::uint64_t first = record.values[1];
  if (record.values[3] == 0) {
    offsets.erase(offsets.lower_bound(first), offsets.lower_bound(first + record.values[2]));
  }
  for (std::size_t i = 0; i < record.count_of<std::uint32_t>(); ++i) {
    offsets[first].push_back(record.item<std::uint32_t>(i));
  }
}

void RecordingBuilder::Player::push(const Record& record) {
  const std::size_t count = record.count_of<std::uint8_t>();
  const auto* const data = record.payload.data();
  if (record.values[2] != 0 && !pushes.empty()) {
    pushes.back().bytes.insert(pushes.back().bytes.end(), data, data + count);
    return;
  }
  pushes.push_back(
      {.stages = low(record.values[0]), .offset = low(record.values[1]), .bytes = {data, data + count}});
}

RecordedDraw RecordingBuilder::Player::with_state(const Record& record) {
  RecordedDraw drawn{.command = std::string(command_name(record.command)),
                     .pipeline = pipeline,
                     .layout = layout,
                     .sets = sets,
                     .pushes = std::move(pushes)};
  pushes.clear();
  for (const auto& [first, some] : offsets) {
    drawn.dynamic_offsets.insert(drawn.dynamic_offsets.end(), some.begin(), some.end());
  }
  return drawn;
}

void RecordingBuilder::Player::draw(const Record& record) {
  RecordedDraw drawn = with_state(record);
  drawn.count = low(record.values[0]);
  drawn.instances = low(record.values[1]);
  drawn.first = low(record.values[2]);
  drawn.vertex_offset = as_signed(low(record.values[3]));
  drawn.first_instance = low(record.values[4]);
  add(std::move(drawn));
}

void RecordingBuilder::Player::draw_indirect(const Record& record) {
  RecordedDraw drawn = with_state(record);
  drawn.indirect = true;
  const auto at =
      facts.parameters_.find({key_of(scope, VK_OBJECT_TYPE_COMMAND_BUFFER, record.object), record.values[3]});
  if (at == facts.parameters_.end()) {
    add(std::move(drawn));
    return;
  }
  const bool indexed = record.values[6] != 0;
  const std::size_t size = indexed ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
  const std::size_t count = std::min<std::size_t>(at->second.draws, at->second.bytes.size() / size);
  for (std::size_t i = 0; i < count; ++i) {
    RecordedDraw one = drawn;
    if (i > 0) {
      one.pushes.clear();
    }
    if (indexed) {
      const auto values = command_at<VkDrawIndexedIndirectCommand>(at->second.bytes, i);
      one.count = values.indexCount;
      one.instances = values.instanceCount;
      one.first = values.firstIndex;
      one.vertex_offset = values.vertexOffset;
      one.first_instance = values.firstInstance;
    } else {
      const auto values = command_at<VkDrawIndirectCommand>(at->second.bytes, i);
      one.count = values.vertexCount;
      one.instances = values.instanceCount;
      one.first = values.firstVertex;
      one.first_instance = values.firstInstance;
    }
    add(std::move(one));
  }
}

RecordedAttachment RecordingBuilder::attachment(std::uint64_t scope, std::uint64_t view) const {
  RecordedAttachment one{.view = view};
  const auto at = views_.find(key_of(scope, VK_OBJECT_TYPE_IMAGE_VIEW, view));
  if (at != views_.end()) {
    one.image = at->second.image;
    one.format = at->second.format;
    one.first_layer = at->second.first_layer;
    one.layers = at->second.layers;
    if (one.layers == VK_REMAINING_ARRAY_LAYERS) {
      const auto image = images_.find(key_of(scope, VK_OBJECT_TYPE_IMAGE, one.image));
      one.layers = image != images_.end() ? image->second.layers - one.first_layer : 0;
    }
    one.depth = is_depth(one.format);
  }
  return one;
}

void RecordingBuilder::take(const Record& record) {
  const ObjectKey buffer = key_of(record.scope, VK_OBJECT_TYPE_COMMAND_BUFFER, record.object);
  switch (record.what) {
    case Told::created:
    case Told::pass_attachment:
    case Told::framebuffer_views:
      describe(record);
      break;
    case Told::destroyed:
      if (record.type == VK_OBJECT_TYPE_COMMAND_BUFFER) {
        commands_.erase(buffer);
      } else if (record.type == VK_OBJECT_TYPE_DEVICE) {
        end_scope(record.scope);
      }
      break;
    case Told::descriptors_written:
      writes_ += low(record.values[0]);
      break;
    case Told::indirect_values: {
      Parameters& parameters = parameters_[{buffer, record.values[0]}];
      if (record.values[1] == 0) {
        parameters = {.draws = record.values[2]};
      }
      const auto* const data = record.payload.data();
      parameters.bytes.insert(parameters.bytes.end(), data, data + record.count_of<std::uint8_t>());
      break;
    }
    case Told::submitted:
      submit(record);
      break;
    case Told::submitted_more:
      if (last_id_ == record.values[0] && !recording_.submits.empty()) {
        add_buffers(record, recording_.submits.back());
      }
      break;
    case Told::begin:
      commands_[buffer].clear();
      parameters_.erase(parameters_.lower_bound({buffer, 0}),
                        parameters_.upper_bound({buffer, std::numeric_limits<std::uint64_t>::max()}));
      break;
    case Told::begin_pass:
    case Told::attachment:
    case Told::end_pass:
    case Told::bind_pipeline:
    case Told::bind_sets:
    case Told::bind_offsets:
    case Told::push_constants:
    case Told::draw:
    case Told::draw_indirect:
    case Told::execute:
      commands_[buffer].push_back(record);
      break;
    default:
      break;
  }
}

void RecordingBuilder::describe(const Record& record) {
  const ObjectKey key = key_of(record.scope, record.type, record.object);
  if (record.what == Told::pass_attachment) {
    passes_[key_of(record.scope, VK_OBJECT_TYPE_RENDER_PASS, record.object)].attachments.push_back(
        {.format = static_cast<VkFormat>(record.values[1]),
         .load = static_cast<VkAttachmentLoadOp>(record.values[2]),
         .store = static_cast<VkAttachmentStoreOp>(record.values[3])});
  } else if (record.what == Told::framebuffer_views) {
    auto& views = framebuffers_[key_of(record.scope, VK_OBJECT_TYPE_FRAMEBUFFER, record.object)].views;
    for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
      views.push_back(record.item<std::uint64_t>(i));
    }
  } else if (record.type == VK_OBJECT_TYPE_IMAGE) {
    images_[key] = {.layers = low(record.values[3])};
  } else if (record.type == VK_OBJECT_TYPE_IMAGE_VIEW) {
    views_[key] = {.image = record.values[0],
                   .format = static_cast<VkFormat>(record.values[1]),
                   .first_layer = low(record.values[2]),
                   .layers = low(record.values[3])};
  } else if (record.type == VK_OBJECT_TYPE_RENDER_PASS) {
    passes_[key] = {.view_mask = low(record.values[0])};
  } else if (record.type == VK_OBJECT_TYPE_FRAMEBUFFER) {
    framebuffers_[key] = {.layers = low(record.values[0])};
  }
}

void RecordingBuilder::end_scope(std::uint64_t scope) {
  const auto of_scope = [&](const auto& one) { return one.first.scope == scope; };
  std::erase_if(images_, of_scope);
  std::erase_if(views_, of_scope);
  std::erase_if(passes_, of_scope);
  std::erase_if(framebuffers_, of_scope);
  std::erase_if(commands_, of_scope);
  std::erase_if(parameters_, [&](const auto& one) { return one.first.first.scope == scope; });
}

void RecordingBuilder::submit(const Record& record) {
  recording_.submits.push_back({.number = ++submits_, .fence = record.other, .descriptor_writes = writes_});
  writes_ = 0;
  last_id_ = record.values[0];
  add_buffers(record, recording_.submits.back());
}

void RecordingBuilder::add_buffers(const Record& record, RecordedSubmit& submit) const {
  for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
    Player player{.facts = *this, .submit = submit, .scope = record.scope};
    player.play(record.item<std::uint64_t>(i));
  }
}

}  // namespace rpcts::observer
