#include "harness/observer/submits.hpp"

#include <algorithm>

namespace rpcts::observer {
namespace {

ObjectKey key_of(std::uint64_t scope, VkObjectType type, std::uint64_t handle) {
  return {.scope = scope, .type = type, .handle = handle};
}

}  // namespace

const PendingSubmit* Submits::user_of(const ObjectKey& key) const {
  const auto at =
      std::ranges::find_if(pending_, [&](const PendingSubmit& one) { return one.uses.contains(key); });
  return at == pending_.end() ? nullptr : &*at;
}

void Submits::end_scope(std::uint64_t scope) {
  std::erase_if(pending_, [&](const PendingSubmit& one) { return one.scope == scope; });
  const auto of_scope = [&](const auto& one) { return one.first.scope == scope; };
  std::erase_if(commands_, of_scope);
  std::erase_if(images_, of_scope);
  std::erase_if(framebuffers_, of_scope);
}

template <class Finished>
void Submits::finish(const Finished& finished) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> up_to;  // scope and queue -> id
  const auto done = [&](const PendingSubmit& one) {
    const auto at = up_to.find({one.scope, one.queue});
    return at != up_to.end() && one.id <= at->second;
  };
  const auto add = [&](const PendingSubmit& one) {
    std::uint64_t& last = up_to[{one.scope, one.queue}];
    last = std::max(last, one.id);
  };
  for (const PendingSubmit& one : pending_) {
    if (finished(one)) {
      add(one);
    }
  }
  // What they waited for came earlier, so one pass from the last to the first finds it all.
  for (auto waiter = pending_.rbegin(); waiter != pending_.rend(); ++waiter) {
    if (!done(*waiter)) {
      continue;
    }
    for (const auto& [semaphore, value] : waiter->waits) {
      for (const PendingSubmit& one : pending_) {
        const auto signal = one.signals.find(semaphore);
        if (one.scope == waiter->scope && one.id < waiter->id && signal != one.signals.end() &&
            (value == 0 || signal->second <= value)) {
          add(one);
        }
      }
    }
  }
  std::erase_if(pending_, done);
}

void Submits::take(const Record& record) {
  const std::uint64_t scope = record.scope;
  switch (record.what) {
    case Told::created:
    case Told::destroyed:
    case Told::framebuffer_views:
      describe(record);
      break;
    case Told::submitted:
      submit(record);
      break;
    case Told::submitted_more:
      if (!pending_.empty() && pending_.back().id == record.values[0]) {
        add_buffers(record, pending_.back());
      }
      break;
    case Told::signals: {
      const auto at = std::ranges::find(pending_, record.values[0], &PendingSubmit::id);
      if (at != pending_.end()) {
        at->signals[record.object] = record.values[1];
        at->uses.insert(key_of(scope, VK_OBJECT_TYPE_SEMAPHORE, record.object));
      }
      break;
    }
    case Told::waits: {
      const auto at = std::ranges::find(pending_, record.values[0], &PendingSubmit::id);
      if (at != pending_.end()) {
        at->waits[record.object] = record.values[1];
      }
      break;
    }
    case Told::fence_seen:
      finish([&](const PendingSubmit& one) { return one.scope == scope && one.fence == record.object; });
      break;
    case Told::semaphore_seen:
      finish([&](const PendingSubmit& one) {
        const auto at = one.signals.find(record.object);
        return one.scope == scope && at != one.signals.end() && at->second <= record.values[0];
      });
      break;
    case Told::queue_idle:
      finish([&](const PendingSubmit& one) { return one.scope == scope && one.queue == record.object; });
      break;
    case Told::device_idle:
      finish([&](const PendingSubmit& one) { return one.scope == scope; });
      break;
    default:
      command(record);
      break;
  }
}

void Submits::describe(const Record& record) {
  const ObjectKey key = key_of(record.scope, record.type, record.object);
  if (record.what == Told::framebuffer_views) {
    auto& views = framebuffers_[key_of(record.scope, VK_OBJECT_TYPE_FRAMEBUFFER, record.object)];
    for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
      views.push_back(record.item<std::uint64_t>(i));
    }
  } else if (record.what == Told::destroyed) {
    images_.erase(key);
    framebuffers_.erase(key);
    commands_.erase(key);
  } else if (record.type == VK_OBJECT_TYPE_IMAGE_VIEW) {
    images_[key] = record.values[0];
  } else if (record.type == VK_OBJECT_TYPE_FRAMEBUFFER || record.type == VK_OBJECT_TYPE_COMMAND_BUFFER) {
    framebuffers_.erase(key);
    commands_.erase(key);
  }
}

void Submits::use_view(std::set<ObjectKey>& uses, std::uint64_t scope, std::uint64_t view) const {
  const ObjectKey key = key_of(scope, VK_OBJECT_TYPE_IMAGE_VIEW, view);
  uses.insert(key);
  const auto image = images_.find(key);
  if (image != images_.end()) {
    uses.insert(key_of(scope, VK_OBJECT_TYPE_IMAGE, image->second));
  }
}

void Submits::command(const Record& record) {
  const std::uint64_t scope = record.scope;
  const auto use = [&](VkObjectType type, std::uint64_t handle) {
    if (handle != 0) {
      commands_[key_of(scope, VK_OBJECT_TYPE_COMMAND_BUFFER, record.object)].uses.insert(
          key_of(scope, type, handle));
    }
  };
  const auto mine = [&]() -> Commands& {
    return commands_[key_of(scope, VK_OBJECT_TYPE_COMMAND_BUFFER, record.object)];
  };
  switch (record.what) {
    case Told::begin:
      mine() = {};
      break;
    case Told::begin_pass: {
      use(VK_OBJECT_TYPE_FRAMEBUFFER, record.values[4]);
      use(VK_OBJECT_TYPE_RENDER_PASS, record.values[5]);
      const auto views = framebuffers_.find(key_of(scope, VK_OBJECT_TYPE_FRAMEBUFFER, record.values[4]));
      if (views != framebuffers_.end()) {
        for (const std::uint64_t view : views->second) {
          use_view(mine().uses, scope, view);
        }
      }
      break;
    }
    case Told::attachment:
      use_view(mine().uses, scope, record.other);
      break;
    case Told::bind_pipeline:
      use(VK_OBJECT_TYPE_PIPELINE, record.other);
      break;
    case Told::bind_sets:
      for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
        use(VK_OBJECT_TYPE_DESCRIPTOR_SET, record.item<std::uint64_t>(i));
      }
      break;
    case Told::draw_indirect:
      use(VK_OBJECT_TYPE_BUFFER, record.other);
      use(VK_OBJECT_TYPE_BUFFER, record.values[4]);
      break;
    case Told::uses:
      if (record.type == VK_OBJECT_TYPE_IMAGE_VIEW) {
        use_view(mine().uses, scope, record.other);
      } else {
        use(record.type, record.other);
      }
      break;
    case Told::execute:
      for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
        mine().secondary.push_back(record.item<std::uint64_t>(i));
      }
      break;
    default:
      break;
  }
}

void Submits::submit(const Record& record) {
  // A fence that is used again was reset: what it told of an earlier submit is lost.
  for (PendingSubmit& one : pending_) {
    if (record.other != 0 && one.scope == record.scope && one.fence == record.other) {
      one.fence = 0;
      one.uses.erase(key_of(one.scope, VK_OBJECT_TYPE_FENCE, record.other));
    }
  }
  PendingSubmit fresh{.scope = record.scope,
                      .queue = record.object,
                      .fence = record.other,
                      .id = record.values[0],
                      .call = record.number,
                      .command = record.command};
  if (fresh.fence != 0) {
    fresh.uses.insert(key_of(record.scope, VK_OBJECT_TYPE_FENCE, fresh.fence));
  }
  add_buffers(record, fresh);
  pending_.push_back(std::move(fresh));
}

void Submits::add_buffers(const Record& record, PendingSubmit& submit) const {
  for (std::size_t i = 0; i < record.count_of<std::uint64_t>(); ++i) {
    const ObjectKey buffer =
        key_of(record.scope, VK_OBJECT_TYPE_COMMAND_BUFFER, record.item<std::uint64_t>(i));
    submit.uses.insert(buffer);
    const auto at = commands_.find(buffer);
    if (at == commands_.end()) {
      continue;
    }
    submit.uses.insert(at->second.uses.begin(), at->second.uses.end());
    for (const std::uint64_t secondary : at->second.secondary) {
      const ObjectKey key = key_of(record.scope, VK_OBJECT_TYPE_COMMAND_BUFFER, secondary);
      submit.uses.insert(key);
      const auto contents = commands_.find(key);
      if (contents != commands_.end()) {
        submit.uses.insert(contents->second.uses.begin(), contents->second.uses.end());
      }
    }
  }
}

}  // namespace rpcts::observer
