// A case of the corpus must fail when the verdict, the rule, the place, a further finding or a warning is
// another.

#include "conformance/render_pack_v1/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "conformance/render_pack_v1/cases.hpp"
#include "fixtures/render_pack_v1/corpus/corpus_index.hpp"

namespace rpcts::render_pack_v1 {
namespace {

namespace fs = std::filesystem;
using fixtures::CorpusEntry;
using fixtures::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path built = RPCTS_BINARY_DIR "/share/rpcts";

CorpusEntry entry_called(std::string_view name) {
  const auto entries = fixtures::read_index(built / "render_pack_v1/corpus");
  if (!entries) {
    ADD_FAILURE() << entries.error().message;
    return {};
  }
  const auto found = std::ranges::find(*entries, name, &CorpusEntry::name);
  if (found == entries->end()) {
    ADD_FAILURE() << "no case " << name;
    return {};
  }
  return *found;
}

template <class Body>
std::vector<std::string> failures(const fs::path& data, const Body& body) {
  runner::CaseContext context(data);
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    body(context);
  }
  EXPECT_GT(context.checks(), 0U);
  std::vector<std::string> texts;
  for (int i = 0; i < results.size(); ++i) {
    texts.emplace_back(results.GetTestPartResult(i).message());
  }
  return texts;
}

std::vector<std::string> failures_of(const CorpusEntry& entry, const fs::path& data = built) {
  return failures(data, [&](runner::CaseContext& context) { check_corpus_entry(context, entry); });
}

TEST(Corpus, ACaseAsWrittenPasses) {
  for (const char* name : {"hook-4", "base-full", "camera-without-fullscreen-strict", "asset-fifo",
                           "host-lacks-required", "order-within-header"}) {
    EXPECT_THAT(failures_of(entry_called(name)), IsEmpty()) << name;
  }
}

TEST(Corpus, AnotherRuleFails) {
  CorpusEntry entry = entry_called("hook-4");
  entry.expect.rule = "RP-DESC-082";
  EXPECT_THAT(failures_of(entry),
              ElementsAre(HasSubstr("must be rejected by RP-DESC-082; found RP-DESC-081")));
}

TEST(Corpus, AnotherPlaceFails) {
  CorpusEntry entry = entry_called("hook-4");
  entry.expect.at = "/passes/1/hook";
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found /passes/0/hook, expected /passes/1/hook")));
  entry = entry_called("asset-16-mib-plus-1");
  entry.expect.at = "shaders/other.spv";
  EXPECT_THAT(failures_of(entry),
              ElementsAre(HasSubstr("found shaders/tone_map.frag.spv, expected shaders/other.spv")));
  entry = entry_called("asset-missing");
  entry.expect.at = "/passes/1/fragmentShaderAsset";
  EXPECT_THAT(
      failures_of(entry),
      ElementsAre(HasSubstr("found /passes/0/fragmentShaderAsset, expected /passes/1/fragmentShaderAsset")));
}

TEST(Corpus, AMissingFurtherFindingFails) {
  CorpusEntry entry = entry_called("hook-4");
  entry.expect.also = {"RP-DESC-083"};
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("RP-DESC-083 must be reported as well")));
}

TEST(Corpus, AnotherVerdictFails) {
  CorpusEntry entry = entry_called("hook-4");
  entry.expect.verdict = Verdict::accept;
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("must be accepted; found RP-DESC-081")));
  entry = entry_called("base-full");
  entry.expect.verdict = Verdict::reject;
  entry.expect.rule = "RP-DESC-081";
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("must be rejected by RP-DESC-081; found nothing")));
}

TEST(Corpus, OtherWarningsFail) {
  CorpusEntry entry = entry_called("camera-without-fullscreen-strict");
  entry.expect.warnings.clear();
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found [RP-DESC-031], expected []")));
  entry = entry_called("base-tone");
  entry.expect.warnings = {"RP-DESC-031"};
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found [], expected [RP-DESC-031]")));
}

TEST(Corpus, TheOptionsOfACaseCount) {
  CorpusEntry entry = entry_called("host-lacks-required");
  entry.host_lacks->clear();
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found nothing")));
  entry = entry_called("camera-without-fullscreen-strict");
  entry.strict = false;
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found [], expected [RP-DESC-031]")));
  entry = entry_called("asset-fifo");
  entry.special.clear();
  EXPECT_THAT(failures_of(entry), ElementsAre(HasSubstr("found nothing")));
}

TEST(Corpus, ABrokenBaseFails) {
  const fs::path data = fs::path(RPCTS_BINARY_DIR) / "tests/corpus_with_broken_base";
  fs::remove_all(data);
  fs::create_directories(data / "render_pack_v1/bases/tone");  // without pack.json
  fs::create_directory_symlink(built / "render_pack_v1/corpus", data / "render_pack_v1/corpus");
  EXPECT_THAT(failures_of(entry_called("hook-4"), data),
              ElementsAre(HasSubstr("the base 'tone' itself is rejected: RP-FILE-001")));
}

TEST(Corpus, AMissingPackFails) {
  CorpusEntry entry = entry_called("hook-4");
  entry.name = "no-such-case";
  EXPECT_THAT(failures_of(entry), testing::Not(IsEmpty()));
}

TEST(Corpus, CasesClaimWhatTheyProve) {
  runner::CaseTable table;
  add_corpus_cases(table, built);
  const auto claims = [&](const char* name) {
    return table.cases().at(fmt::format("render_pack_v1.corpus.{}", name)).info.claims;
  };
  using runner::Proof;
  EXPECT_THAT(claims("hook-4"), ElementsAre(runner::Claim{"RP-DESC-081", Proof::negative}));
  EXPECT_THAT(claims("null-pass"), ElementsAre(runner::Claim{"RP-FILE-009", Proof::negative},
                                               runner::Claim{"RP-DESC-080", Proof::negative}));
  EXPECT_THAT(claims("base-fused"), ElementsAre(runner::Claim{"RP-DESC-175", Proof::positive},
                                                runner::Claim{"RP-DESC-176", Proof::positive},
                                                runner::Claim{"RP-DESC-180", Proof::positive}));
  EXPECT_THAT(claims("camera-without-fullscreen-strict"),
              ElementsAre(runner::Claim{"RP-DESC-031", Proof::negative}));
}

TEST(Corpus, WithoutAnIndexOneCaseFails) {
  runner::CaseTable table;
  add_corpus_cases(table, "/nowhere");
  ASSERT_EQ(table.cases().size(), 1U);
  EXPECT_THAT(failures(built, table.cases().begin()->second.body),
              ElementsAre(HasSubstr("build the corpus first")));
}

}  // namespace
}  // namespace rpcts::render_pack_v1
