#include "harness/base/json_tree.hpp"

#include <charconv>

namespace rpcts {
namespace {

std::uint32_t hex4(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits.substr(0, 4)) {
    value = value * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return value;
}

void append_utf8(std::string& to, std::uint32_t code) {
  const auto tail = [&](unsigned shift) { to += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    to += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Appends what the escape at the start of `rest` (behind its backslash) means, and takes it off.
void append_escape(std::string& to, std::string_view& rest) {
  const char kind = rest.front();
  rest.remove_prefix(1);
  switch (kind) {
    case 'b':
      to += '\b';
      return;
    case 'f':
      to += '\f';
      return;
    case 'n':
      to += '\n';
      return;
    case 'r':
      to += '\r';
      return;
    case 't':
      to += '\t';
      return;
    case 'u': {
      std::uint32_t code = hex4(rest);
      rest.remove_prefix(4);
      if (code >= 0xD800 && code < 0xDC00) {  // the second half follows: \uDC00 to \uDFFF
        code = 0x10000 + ((code - 0xD800) << 10U) + (hex4(rest.substr(2)) - 0xDC00);
        rest.remove_prefix(6);
      }
      append_utf8(to, code);
      return;
    }
    default:  // a quote, a backslash, a slash
      to += kind;
  }
}

/// What stands between the quotes of a string that the parser has accepted.
std::string decoded(std::string_view raw) {
  std::string result;
  result.reserve(raw.size());
  while (!raw.empty()) {
    const std::size_t backslash = raw.find('\\');
    result += raw.substr(0, backslash);
    if (backslash == std::string_view::npos) {
      break;
    }
    raw.remove_prefix(backslash + 1);
    append_escape(result, raw);
  }
  return result;
}

std::string from_pointer_step(std::string_view step) {
  std::string key;
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] == '~' && i + 1 < step.size()) {
      ++i;
      key += step[i] == '1' ? '/' : '~';
    } else {
      key += step[i];
    }
  }
  return key;
}

}  // namespace

std::string_view with_article(JsonKind kind) {
  switch (kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return "a Boolean";
    case JsonKind::number:
      return "a number";
    case JsonKind::string:
      return "a string";
    case JsonKind::array:
      return "an array";
    case JsonKind::object:
      break;
  }
  return "an object";
}

std::span<const JsonNode> JsonTree::children(const JsonNode& node) const {
  const bool has_children = node.kind == JsonKind::array || node.kind == JsonKind::object;
  return has_children ? std::span(nodes_).subspan(node.first, node.length) : std::span<const JsonNode>();
}

const JsonNode* JsonTree::parent(const JsonNode& node) const {
  return node.parent == JsonNode::none ? nullptr : &nodes_[node.parent];
}

std::string_view JsonTree::token(const JsonNode& node) const {
  return std::string_view(text_).substr(node.offset, node.length);
}

std::string JsonTree::string(const JsonNode& node) const {
  const std::string_view raw = std::string_view(text_).substr(node.offset + 1, node.length - 2);
  return node.value_escaped ? decoded(raw) : std::string(raw);
}

std::string_view JsonTree::key(const JsonNode& node, std::string& storage) const {
  const std::string_view raw = std::string_view(text_).substr(node.key + 1, node.key_length);
  if (!node.key_escaped) {
    return raw;
  }
  storage = decoded(raw);
  return storage;
}

std::string JsonTree::pointer(const JsonNode& node) const {
  std::vector<const JsonNode*> path;
  for (const JsonNode* step = &node; step->parent != JsonNode::none; step = &nodes_[step->parent]) {
    path.push_back(step);
  }
  std::string result;
  std::string storage;
  for (; !path.empty(); path.pop_back()) {
    const JsonNode& step = *path.back();
    result += '/';
    if (step.key == JsonNode::none) {
      const JsonNode& array = nodes_[step.parent];
      result += std::to_string(&step - &nodes_[array.first]);
    } else {
      result += pointer_step(key(step, storage));
    }
  }
  return result;
}

const JsonNode* JsonTree::nearest(std::string_view pointer) const {
  const JsonNode* node = root();
  while (node != nullptr && pointer.starts_with('/')) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    const auto below = children(*node);
    const JsonNode* next = nullptr;
    if (node->kind == JsonKind::array) {
      std::size_t index = below.size();
      std::from_chars(step.data(), step.data() + step.size(), index);
      next = index < below.size() ? &below[index] : nullptr;
    } else {
      const std::string name = from_pointer_step(step);
      std::string storage;
      for (const JsonNode& child : below) {
        if (key(child, storage) == name) {
          next = &child;
          break;
        }
      }
    }
    if (next == nullptr) {
      break;
    }
    node = next;
  }
  return node;
}

std::string pointer_step(std::string_view key) {
  std::string step;
  for (const char c : key) {
    if (c == '~' || c == '/') {
      step += c == '~' ? "~0" : "~1";
    } else {
      step += c;
    }
  }
  return step;
}

}  // namespace rpcts
