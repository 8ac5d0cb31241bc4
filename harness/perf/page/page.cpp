#include "harness/perf/page/page.hpp"

#include <cctype>
#include <functional>
#include <map>
#include <string_view>

#include "harness/perf/page/page_json.hpp"

namespace rpcts::perf {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) {
    return false;
  }
  for (std::size_t index = 0; index < lower.size(); ++index) {
    if (std::tolower(static_cast<unsigned char>(text[index])) != lower[index]) {
      return false;
    }
  }
  return true;
}

/// A script or style sheet as an element holds it: what would end the element, or begin a comment in it, gets
/// a backslash, which changes nothing in the strings and expressions where such text can stand.
std::string embedded(std::string_view text) {
  std::string result;
  for (std::size_t index = 0; index < text.size(); ++index) {
    result += text[index];
    const std::string_view rest = text.substr(index);
    if (starts_with_ignoring_case(rest, "</script") || starts_with_ignoring_case(rest, "</style") ||
        rest.starts_with("<!--")) {
      result += '\\';
    }
  }
  return result;
}

std::string findings_list(const PageData& data) {
  if (data.findings.empty()) {
    return "<p class=\"empty\">No findings.</p>";
  }
  std::string result = "<ul>\n";
  for (const std::string& finding : data.findings) {
    result += "<li>" + escaped(finding) + "</li>\n";
  }
  return result + "</ul>";
}

/// Fills the places of the frame. What is put in is not looked at again, so a name like {{js}} stays a name.
std::string filled(std::string_view frame, const std::map<std::string, std::string, std::less<>>& values) {
  std::string result;
  while (true) {
    const std::size_t open = frame.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : frame.find("}}", open);
    if (close == std::string_view::npos) {
      return result.append(frame);
    }
    const auto value = values.find(frame.substr(open + 2, close - open - 2));
    result.append(frame.substr(0, open));
    if (value != values.end()) {
      result.append(value->second);
    }
    frame.remove_prefix(close + 2);
  }
}

}  // namespace

std::string page_html(const PageParts& parts, const PageData& data) {
  return filled(parts.html, {{"title", escaped(data.title)},
                             {"generated", escaped(data.generated)},
                             {"findings", findings_list(data)},
                             {"css", embedded(parts.css)},
                             {"library", embedded(parts.library)},
                             {"licence", escaped(parts.licence)},
                             {"data", page_json(data)},
                             {"charts", embedded(parts.charts)},
                             {"js", embedded(parts.js)}});
}

}  // namespace rpcts::perf
