#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace rpcts::runner {

/// The start and the end of a text of any length, in bounded memory: what a process printed.
class BoundedText {
 public:
  explicit BoundedText(std::size_t limit) : half_(limit / 2) {}

  void append(std::string_view text) {
    const std::size_t room = half_ - head_.size();
    head_ += text.substr(0, room);
    text.remove_prefix(std::min(room, text.size()));
    if (text.size() >= half_) {
      left_out_ += tail_.size() + text.size() - half_;
      tail_ = text.substr(text.size() - half_);
      return;
    }
    tail_ += text;
    // The tail may grow to twice its bound before it is cut, so that appending stays cheap.
    if (tail_.size() > 2 * half_) {
      cut();
    }
  }

  /// The whole text, or its two ends with the number of bytes between them.
  [[nodiscard]] std::string text() const {
    BoundedText copy = *this;
    copy.cut();
    if (copy.left_out_ == 0) {
      return copy.head_ + copy.tail_;
    }
    return fmt::format("{}\n[{} bytes left out]\n{}", copy.head_, copy.left_out_, copy.tail_);
  }

 private:
  void cut() {
    if (tail_.size() > half_) {
      left_out_ += tail_.size() - half_;
      tail_.erase(0, tail_.size() - half_);
    }
  }

  std::size_t half_;
  std::string head_;
  std::string tail_;
  std::size_t left_out_ = 0;
};

/// What a worker printed, a text for each case: the worker writes a record separator before each case that it
/// starts. Text 0 is what came before the first.
class SeparatedOutput {
 public:
  static constexpr char separator = '\x1E';

  /// `limit`: bytes kept of each text.
  explicit SeparatedOutput(std::size_t limit) : limit_(limit), texts_(1, BoundedText(limit)) {}

  void append(std::string_view bytes) {
    for (std::size_t at = bytes.find(separator); at != std::string_view::npos; at = bytes.find(separator)) {
      texts_.back().append(bytes.substr(0, at));
      texts_.emplace_back(limit_);
      bytes.remove_prefix(at + 1);
      // A worker that writes nothing else must not cost more than its cases do.
      if (texts_.size() > maximum_texts) {
        texts_.pop_front();
        ++dropped_;
      }
    }
    texts_.back().append(bytes);
  }

  /// The text with this number; empty when it has not begun or is no longer kept. Drops those before it.
  [[nodiscard]] std::string text(std::size_t number) {
    while (dropped_ < number && texts_.size() > 1) {
      texts_.pop_front();
      ++dropped_;
    }
    return number == dropped_ ? texts_.front().text() : std::string();
  }

  /// The text that is being written.
  [[nodiscard]] std::string last() const { return texts_.back().text(); }

 private:
  static constexpr std::size_t maximum_texts = 1024;

  std::size_t limit_;
  std::size_t dropped_ = 0;  ///< number of the first text that is kept
  std::deque<BoundedText> texts_;
};

}  // namespace rpcts::runner
