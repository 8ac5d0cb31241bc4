#pragma once

namespace rpcts::cli {

/// Whether standard error, where progress goes, is a terminal that can rewrite a line.
[[nodiscard]] bool progress_on_terminal();

}  // namespace rpcts::cli
