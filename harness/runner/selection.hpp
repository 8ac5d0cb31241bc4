#pragma once

// Which cases of a catalogue run.

#include <string_view>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/runner/catalogue.hpp"

namespace rpcts::runner {

/// Whether the whole text matches the pattern: `*` stands for any characters, none included, `?` for one.
/// Time in proportion to the product of both lengths.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

/// The known text that is most like `text`, for "did you mean"; empty when none is near.
[[nodiscard]] std::string_view nearest(std::string_view text, const std::vector<std::string_view>& known);

/// One part of a selection: `index` of `count`, 1-based.
struct Shard {
  unsigned index = 1;
  unsigned count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Reads "2/5". ErrorKind::usage with what is wrong.
[[nodiscard]] Result<Shard> shard_from(std::string_view text);

struct Selection {
  std::string_view contract;  ///< empty = all
  std::string_view filter = "*";
  Shard shard;
  bool implementation_only = false;  ///< only cases that judge an implementation
  bool nightly =
      false;  ///< also those that are CaseInfo::nightly; one that `filter` names in full is taken anyway
};

/// The cases of the catalogue that are selected, sorted by id. Shards deal the cases out in turn, so that
/// every shard gets a share of the slow files; each case is in exactly one shard, on every machine the same.
/// ErrorKind::usage, with a suggestion, when the contract is unknown or nothing is left.
[[nodiscard]] Result<std::vector<CaseInfo>> select(const Catalogue& catalogue, const Selection& selection);

}  // namespace rpcts::runner
