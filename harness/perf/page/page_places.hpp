#pragma once

#include <array>
#include <string_view>

namespace rpcts::perf {

/// What goes into page.html, each at its {{name}}.
inline constexpr std::array<std::string_view, 9> page_places{
    "title", "generated", "findings", "css", "library", "licence", "data", "charts", "js"};

}  // namespace rpcts::perf
