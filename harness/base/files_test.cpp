#include "harness/base/files.hpp"

#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace rpcts {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::uint64_t limit = 64;

std::string text_of(const FileBytes& bytes) {
  std::string text(bytes.size(), '\0');
  if (!bytes.empty()) {
    std::memcpy(text.data(), bytes.data(), bytes.size());
  }
  return text;
}

/// A folder `pack` to read in, and a file beside it that nothing may reach.
class FilesTest : public testing::TestWithParam<KeyResolver> {
 protected:
  FilesTest() {
    std::string pattern = (fs::temp_directory_path() / "rpcts-files-XXXXXX").string();
    base_ = ::mkdtemp(pattern.data());
    fs::create_directories(pack() / "shaders" / "deep");
    write(base_ / "secret", "secret");
    write(pack() / "a.spv", "alpha");
    write(pack() / "shaders" / "b.spv", "beta");
  }
  ~FilesTest() override { fs::remove_all(base_); }

  [[nodiscard]] fs::path pack() const { return base_ / "pack"; }

  static void write(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  [[nodiscard]] FileResult<FileBytes> read(std::string_view key) const {
    const auto folder = Folder::open(pack());
    EXPECT_TRUE(folder.has_value());
    return folder->read(key, limit, GetParam());
  }

  void expect_text(std::string_view key, std::string_view text) const {
    const auto bytes = read(key);
    ASSERT_TRUE(bytes.has_value()) << key << " " << bytes.error().reason;
    EXPECT_EQ(text_of(*bytes), text) << key;
  }
  void expect_fault(std::string_view key, FileFault fault, std::string_view reason) const {
    const auto bytes = read(key);
    ASSERT_FALSE(bytes.has_value()) << key << " was read: " << text_of(*bytes);
    EXPECT_EQ(bytes.error().fault, fault) << key << " " << bytes.error().reason;
    EXPECT_THAT(bytes.error().reason, HasSubstr(reason)) << key;
  }

  fs::path base_;
};

TEST_P(FilesTest, ReadsFilesBeneathTheFolder) {
  expect_text("a.spv", "alpha");
  expect_text("shaders/b.spv", "beta");
  expect_text("shaders/../a.spv", "alpha");
  expect_text("./shaders/./deep/../b.spv", "beta");
}

TEST_P(FilesTest, FollowsLinksThatStayInside) {
  fs::create_symlink("../a.spv", pack() / "shaders" / "to_a");
  fs::create_symlink("shaders/deep", pack() / "jump");
  write(pack() / "shaders" / "deep" / "c.spv", "gamma");
  fs::create_symlink("shaders/to_a", pack() / "chain");
  expect_text("shaders/to_a", "alpha");
  expect_text("jump/c.spv", "gamma");
  expect_text("jump/../b.spv", "beta");  // `..` of where the link leads
  expect_text("chain", "alpha");
}

TEST_P(FilesTest, NeverLeavesTheFolder) {
  fs::create_symlink("../secret", pack() / "direct");
  fs::create_symlink(base_ / "secret", pack() / "absolute");
  fs::create_symlink("..", pack() / "shaders" / "up");
  fs::create_symlink("../..", pack() / "shaders" / "upup");
  fs::create_symlink("direct", pack() / "chain");
  fs::create_symlink(pack() / "a.spv", pack() / "absolute_inside");
  for (const char* key :
       {"../secret", "direct", "absolute", "chain", "shaders/upup/secret", "shaders/up/../secret",
        "shaders/../../secret", "absolute_inside", "shaders/upup/pack/a.spv", "/a.spv", ".."}) {
    expect_fault(key, FileFault::outside, "outside the folder");
  }
  expect_fault(base_.string() + "/secret", FileFault::outside, "outside the folder");
  expect_text("shaders/up/a.spv", "alpha");
}

TEST_P(FilesTest, RefusesWhatIsNotARegularFileWithoutWaiting) {
  ASSERT_EQ(::mkfifo((pack() / "pipe").c_str(), 0600), 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_GE(socket, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = (pack() / "socket").string();
  ASSERT_LT(name.size(), sizeof(address.sun_path));
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  fs::create_symlink("pipe", pack() / "to_pipe");

  expect_fault("pipe", FileFault::not_regular, "named pipe");
  expect_fault("to_pipe", FileFault::not_regular, "named pipe");
  expect_fault("socket", FileFault::not_regular, "socket");
  expect_fault("shaders", FileFault::not_regular, "folder");
  expect_fault(".", FileFault::not_regular, "folder");
  ::close(socket);
}

TEST_P(FilesTest, SaysWhatIsMissing) {
  fs::create_symlink("nowhere", pack() / "dangling");
  expect_fault("none.spv", FileFault::missing, "does not exist");
  expect_fault("none/b.spv", FileFault::missing, "does not exist");
  expect_fault("a.spv/b", FileFault::missing, "not a folder");
  expect_fault("a.spv/", FileFault::missing, "not a folder");
  expect_fault("dangling", FileFault::missing, "does not exist");
  expect_fault("", FileFault::missing, "no name");
}

TEST_P(FilesTest, SaysWhatCannotBeOpened) {
  fs::create_symlink("loop_b", pack() / "loop_a");
  fs::create_symlink("loop_a", pack() / "loop_b");
  expect_fault("loop_a", FileFault::unreadable, "loop");
  expect_fault(std::string(300, 'n'), FileFault::unreadable, "cannot be opened");
  // A key is not cut at a NUL: "a.spv" exists.
  expect_fault(std::string_view("a.spv\0x", 7), FileFault::unreadable, "NUL");
  if (::geteuid() != 0) {
    fs::permissions(pack() / "a.spv", fs::perms::none);
    expect_fault("a.spv", FileFault::unreadable, "cannot be opened");
  }
}

TEST_P(FilesTest, LimitIsInclusive) {
  write(pack() / "equal", std::string(limit, 'x'));
  write(pack() / "over", std::string(limit + 1, 'x'));
  write(pack() / "empty", "");
  expect_text("equal", std::string(limit, 'x'));
  expect_text("empty", "");
  expect_fault("over", FileFault::too_large, "is 65 bytes long; the limit is 64");
}

TEST_P(FilesTest, LinksUpToTheKernelsLimitAreFollowed) {
  fs::create_symlink("a.spv", pack() / "l1");
  for (int i = 2; i <= 41; ++i) {
    fs::create_symlink("l" + std::to_string(i - 1), pack() / ("l" + std::to_string(i)));
  }
  expect_text("l40", "alpha");
  expect_fault("l41", FileFault::unreadable, "links");
}

INSTANTIATE_TEST_SUITE_P(Both, FilesTest, testing::Values(KeyResolver::best, KeyResolver::walk),
                         [](const auto& tested) {
                           return tested.param == KeyResolver::best ? "Best" : "Walk";
                         });

TEST(ReadRegularFile, RefusesAHugeSparseFileByItsSize) {
  std::string pattern = (fs::temp_directory_path() / "rpcts-sparse-XXXXXX").string();
  const int file = ::mkstemp(pattern.data());
  ASSERT_GE(file, 0);
  const off_t size = off_t{5} * 1000 * 1000 * 1000;
  ASSERT_EQ(::ftruncate(file, size), 0);
  ::close(file);
  const auto bytes = read_regular_file(pattern, 1 << 24);
  fs::remove(pattern);
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().fault, FileFault::too_large);
  EXPECT_THAT(bytes.error().reason, HasSubstr("5000000000 bytes"));
}

TEST(ReadRegularFile, FollowsTheUsersPathAndRefusesDevices) {
  EXPECT_EQ(read_regular_file("/dev/null", limit).error().fault, FileFault::not_regular);
  EXPECT_EQ(read_regular_file("/nowhere/at/all", limit).error().fault, FileFault::missing);
  EXPECT_EQ(read_regular_file("/", limit).error().fault, FileFault::not_regular);
}

#ifdef __linux__
TEST(ReadRegularFile, AFileWhoseSizeTheSystemDoesNotKnowIsStillBounded) {
  ASSERT_EQ(fs::file_size("/proc/self/status"), 0U);
  const auto whole = read_regular_file("/proc/self/status", 1 << 20);
  ASSERT_TRUE(whole.has_value()) << whole.error().reason;
  EXPECT_GT(whole->size(), limit);
  const auto bounded = read_regular_file("/proc/self/status", limit);
  ASSERT_FALSE(bounded.has_value());
  EXPECT_EQ(bounded.error().fault, FileFault::too_large);
}
#endif

TEST(Folder, OpensFoldersOnly) {
  EXPECT_EQ(Folder::open("/nowhere/at/all").error().fault, FileFault::missing);
  EXPECT_EQ(Folder::open("/dev/null").error().fault, FileFault::not_regular);
  EXPECT_EQ(Folder::open("/dev/null/x").error().fault, FileFault::missing);
}

TEST(Folder, StaysOpenWhenMoved) {
  std::string pattern = (fs::temp_directory_path() / "rpcts-folder-XXXXXX").string();
  const fs::path path = ::mkdtemp(pattern.data());
  std::ofstream(path / "f") << "text";
  auto opened = Folder::open(path);
  ASSERT_TRUE(opened.has_value());
  Folder first = *std::move(opened);
  Folder second = std::move(first);
  EXPECT_EQ(text_of(second.read("f", limit).value()), "text");
  fs::remove_all(path);
}

}  // namespace
}  // namespace rpcts
