#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "harness/base/json_tree.hpp"
#include "harness/base/text.hpp"

namespace rpcts {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
/// What an author may have meant as one number or word: it is shown as a whole when it is neither.
bool is_word(char c) {
  return is_digit(c) || is_letter(c) || c == '-' || c == '+' || c == '.';
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// number = [ minus ] int [ frac ] [ exp ], RFC 8259 section 6.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) {
    text.remove_prefix(1);
  }
  const std::size_t whole = count_digits(text);
  if (whole == 0 || (whole > 1 && text.front() == '0')) {
    return false;
  }
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::size_t fraction = count_digits(text);
    if (fraction == 0) {
      return false;
    }
    text.remove_prefix(fraction);
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) {
      text.remove_prefix(1);
    }
    const std::size_t exponent = count_digits(text);
    return exponent > 0 && exponent == text.size();
  }
  return text.empty();
}

/// Offset of the first byte that is not part of a UTF-8 character; size() when there is none.
std::size_t find_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = static_cast<signed char>(text[at]) >= 0 ? 1 : utf8_length(text.substr(at));
    if (length == 0) {
      break;
    }
    at += length;
  }
  return at;
}

/// The grammar as a loop over what may come next; open arrays and objects stand on a stack of their own.
class Parser {
 public:
  Parser(std::string_view text, std::size_t maximum_depth, std::vector<JsonNode>& nodes)
      : text_(text), maximum_depth_(maximum_depth), nodes_(nodes) {}

  /// Fills `nodes`; the fault when the text is no JSON text.
  std::optional<JsonFault> parse() {
    while (!fault_ && !finished_) {
      skip_space();
      step();
    }
    while (!open_.empty()) {
      close(false);
    }
    if (!pending_.empty()) {
      place(0);
    }
    return std::move(fault_);
  }

  /// True when the fault is that more text should have come.
  [[nodiscard]] bool ran_out() const { return ran_out_; }

 private:
  enum class Expect : std::uint8_t { value, value_or_end, key, key_or_end, separator, end_of_text };

  void step() {
    switch (expect_) {
      case Expect::value_or_end:
        if (peek() == ']') {
          close(true);
          break;
        }
        [[fallthrough]];
      case Expect::value:
        read_value();
        break;
      case Expect::key_or_end:
        if (peek() == '}') {
          close(true);
          break;
        }
        [[fallthrough]];
      case Expect::key:
        read_key();
        break;
      case Expect::separator:
        read_separator();
        break;
      case Expect::end_of_text:
        if (at_ < text_.size()) {
          fail(at_, fmt::format("{} behind the end of the value", here()), "nothing but white space");
        }
        finished_ = true;
        break;
    }
  }

  // Looking at the text.

  /// 0 at the end; no token begins with a NUL.
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    const auto space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    while (at_ < text_.size() && space(text_[at_])) {
      ++at_;
    }
  }

  [[nodiscard]] std::string_view word() const {
    const std::string_view rest = text_.substr(at_);
    return rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word) - rest.begin()));
  }

  /// What stands at the cursor, for a message.
  [[nodiscard]] std::string here() const {
    if (at_ >= text_.size()) {
      return "the end of the text";
    }
    if (!word().empty()) {
      return quoted(word());
    }
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      return "a comment";
    }
    return quoted(rest.substr(0, std::max<std::size_t>(utf8_length(rest), 1)));
  }

  // Faults.

  void fail(std::size_t offset, std::string found, std::string required,
            JsonFault::Kind kind = JsonFault::Kind::syntax) {
    fault_ = JsonFault{kind, offset, std::move(found), std::move(required)};
  }

  /// Something else stands at the cursor than must.
  void fail_here(std::string_view required) {
    ran_out_ = at_ + word().size() >= text_.size();
    if (text_.substr(at_).starts_with("//") || text_.substr(at_).starts_with("/*")) {
      fail(at_, "a comment", "JSON has no comments; remove it");
    } else if (peek() == '\'') {
      fail(at_, "a single quote", fmt::format("{}; strings stand in double quotes", required));
    } else {
      fail(at_, here(), std::string(required));
    }
  }

  // Arrays and objects.

  void open(JsonKind kind) {
    if (open_.size() >= maximum_depth_) {
      fail(at_, fmt::format("{} inside {} others", with_article(kind), open_.size()),
           fmt::format("at most {} arrays and objects within each other", maximum_depth_),
           JsonFault::Kind::depth);
      return;
    }
    JsonNode node = take_key();
    node.kind = kind;
    node.offset = static_cast<std::uint32_t>(at_);
    open_.push_back({node, pending_.size()});
    expect_ = kind == JsonKind::array ? Expect::value_or_end : Expect::key_or_end;
    ++at_;
  }

  /// Places the children of the innermost array or object side by side; itself it waits for its siblings.
  void close(bool complete) {
    JsonNode node = open_.back().node;
    const std::size_t begin = open_.back().first_pending;
    open_.pop_back();
    node.complete = complete;
    node.length = static_cast<std::uint32_t>(pending_.size() - begin);
    node.first = place(begin);
    pending_.push_back(node);
    if (complete) {
      ++at_;
      after_value();
    }
  }

  /// Moves the pending nodes from `begin` on to their place; returns the index of the first.
  std::uint32_t place(std::size_t begin) {
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    for (std::size_t i = begin; i < pending_.size(); ++i) {
      const auto index = static_cast<std::uint32_t>(nodes_.size());
      const JsonNode& node = pending_[i];
      if (node.kind == JsonKind::array || node.kind == JsonKind::object) {
        for (std::uint32_t child = node.first; child < node.first + node.length; ++child) {
          nodes_[child].parent = index;
        }
      }
      nodes_.push_back(node);
    }
    pending_.resize(begin);
    return first;
  }

  void after_value() { expect_ = open_.empty() ? Expect::end_of_text : Expect::separator; }

  void read_separator() {
    const bool array = open_.back().node.kind == JsonKind::array;
    if (peek() == ',') {
      comma_ = at_;
      ++at_;
      expect_ = array ? Expect::value : Expect::key;
    } else if (peek() == (array ? ']' : '}')) {
      close(true);
    } else {
      fail_here(array ? "a comma or ']'" : "a comma or '}'");
    }
  }

  // Scalars and member names.

  void read_value() {
    const char c = peek();
    if (c == '{') {
      open(JsonKind::object);
    } else if (c == '[') {
      open(JsonKind::array);
    } else if (c == '"') {
      read_string_value();
    } else if (c == '-' || is_digit(c)) {
      read_number();
    } else if (c == ']' && expect_ == Expect::value && !open_.empty() &&
               open_.back().node.kind == JsonKind::array) {
      fail(comma_, "a comma behind the last entry of the array", "no comma there");
    } else {
      read_literal();
    }
  }

  void read_literal() {
    const std::string_view literal = word();
    if (literal == "true" || literal == "false") {
      add_scalar(JsonKind::boolean, literal.size());
    } else if (literal == "null") {
      add_scalar(JsonKind::null, literal.size());
    } else {
      fail_here("a value: a string, a number, true, false, null, '[' or '{'");
    }
  }

  void read_number() {
    const std::string_view number = word();
    if (is_number(number)) {
      add_scalar(JsonKind::number, number.size());
    } else {
      fail_here(
          "a JSON number: digits without a leading 0, then a fraction and an exponent at most; no NaN, no "
          "infinity, no hexadecimal digits");
    }
  }

  void add_scalar(JsonKind kind, std::size_t length) {
    JsonNode node = take_key();
    node.kind = kind;
    node.offset = static_cast<std::uint32_t>(at_);
    node.length = static_cast<std::uint32_t>(length);
    pending_.push_back(node);
    at_ += length;
    after_value();
  }

  void read_string_value() {
    if (const auto string = scan_string()) {
      add_scalar(JsonKind::string, string->length);
      pending_.back().value_escaped = string->escaped;
    }
  }

  void read_key() {
    if (peek() == '}' && expect_ == Expect::key) {
      fail(comma_, "a comma behind the last member of the object", "no comma there");
      return;
    }
    if (peek() != '"') {
      fail_here(expect_ == Expect::key ? "a member name in double quotes"
                                       : "a member name in double quotes, or '}'");
      return;
    }
    const auto string = scan_string();
    if (!string) {
      return;
    }
    key_ = {};
    key_.key = static_cast<std::uint32_t>(at_);
    key_.key_length = static_cast<std::uint32_t>(string->length - 2);
    key_.key_escaped = string->escaped;
    at_ += string->length;
    skip_space();
    if (peek() != ':') {
      fail_here("':' behind the member name");
      return;
    }
    ++at_;
    expect_ = Expect::value;
  }

  /// A node with the member name that was read last, if that is still to be used.
  JsonNode take_key() { return std::exchange(key_, JsonNode{}); }

  struct Scanned {
    std::size_t length;  ///< quotes included
    bool escaped;
  };

  /// The string whose opening quote is at the cursor; nothing after a fault.
  std::optional<Scanned> scan_string() {
    bool escaped = false;
    std::size_t i = at_ + 1;
    while (i < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[i]);
      if (c == '"') {
        return Scanned{i + 1 - at_, escaped};
      }
      if (c == '\\') {
        escaped = true;
        const std::size_t length = scan_escape(i);
        if (length == 0) {
          return std::nullopt;
        }
        i += length;
      } else if (c >= 0x20) {
        ++i;
      } else if (c == '\n' || c == '\r') {
        fail(at_, "a string that is not closed on its line", "a closing quote; a line break is written \\n");
        return std::nullopt;
      } else {
        fail(i, fmt::format("the control character U+{:04X} in a string", c), fmt::format("\\u{:04X}", c));
        return std::nullopt;
      }
    }
    ran_out_ = true;
    fail(at_, "a string that is not closed", "a closing quote");
    return std::nullopt;
  }

  /// Bytes of the escape whose backslash is at `at`; 0 after a fault.
  std::size_t scan_escape(std::size_t at) {
    if (text_.size() - at < 2) {
      ran_out_ = true;
      fail(at_, "a string that is not closed", "a closing quote");
      return 0;
    }
    const char kind = text_[at + 1];
    if (kind != 'u') {
      if (std::string_view("\"\\/bfnrt").find(kind) == std::string_view::npos) {
        fail(at,
             fmt::format(
                 "the escape {}",
                 quoted(text_.substr(at, 1 + std::max<std::size_t>(utf8_length(text_.substr(at + 1)), 1)))),
             "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; a backslash is written \\\\");
        return 0;
      }
      return 2;
    }
    const auto code = scan_code(at);
    if (!code) {
      return 0;
    }
    const bool high = *code >= 0xD800 && *code < 0xDC00;
    if (high && text_.substr(at + 6).starts_with("\\u")) {
      const auto low = scan_code(at + 6);
      if (!low) {
        return 0;
      }
      if (*low >= 0xDC00 && *low < 0xE000) {
        return 12;
      }
    }
    if (*code >= 0xD800 && *code < 0xE000) {
      ran_out_ = high && text_.size() - at < 8;
      fail(at, fmt::format("the escape \\u{:04X}, half of a surrogate pair without the other half", *code),
           "both halves, \\uD800 to \\uDBFF then \\uDC00 to \\uDFFF, or the character itself",
           JsonFault::Kind::encoding);
      return 0;
    }
    return 6;
  }

  /// The code of the \uXXXX at `at`; nothing after a fault.
  std::optional<std::uint32_t> scan_code(std::size_t at) {
    const std::string_view digits = text_.substr(at + 2, 4);
    const auto count = static_cast<std::size_t>(std::ranges::find_if_not(digits, is_hex) - digits.begin());
    if (count < 4) {
      ran_out_ = at + 2 + count >= text_.size();
      fail(at, fmt::format("the escape {}", quoted(text_.substr(at, 2 + count))),
           "four hexadecimal digits behind \\u");
      return std::nullopt;
    }
    std::uint32_t code = 0;
    for (const char c : digits) {
      code = code * 16 + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return code;
  }

  struct Open {
    JsonNode node;
    std::size_t first_pending;  ///< where its children begin among the pending nodes
  };

  std::string_view text_;
  std::size_t maximum_depth_;
  std::vector<JsonNode>& nodes_;
  std::vector<JsonNode> pending_;  ///< read, but with siblings still to come
  std::vector<Open> open_;
  std::optional<JsonFault> fault_;
  JsonNode key_;  ///< the member name that waits for its value
  std::size_t at_ = 0;
  std::size_t comma_ = 0;  ///< the last comma
  Expect expect_ = Expect::value;
  bool ran_out_ = false;
  bool finished_ = false;
};

}  // namespace

JsonTree::JsonTree(std::string text, std::size_t maximum_depth) : text_(std::move(text)) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    fault_ = JsonFault{JsonFault::Kind::syntax, 0, fmt::format("a text of {} bytes", text_.size()),
                       "a text below 4 GiB"};
    return;
  }
  if (text_.starts_with(byte_order_mark)) {
    fault_ = JsonFault{JsonFault::Kind::encoding, 0, "a byte-order mark", "UTF-8 without a byte-order mark"};
    return;
  }
  // The text is read up to the first byte that is not UTF-8; a fault before that byte stands before it.
  const std::size_t end = find_bad_utf8(text_);
  Parser parser(std::string_view(text_).substr(0, end), maximum_depth, nodes_);
  fault_ = parser.parse();
  if (end < text_.size() && (!fault_ || parser.ran_out())) {
    fault_ = JsonFault{
        JsonFault::Kind::encoding, end,
        fmt::format("the byte 0x{:02X}, which is not UTF-8 there", static_cast<unsigned char>(text_[end])),
        "text in UTF-8"};
  }
}

}  // namespace rpcts
