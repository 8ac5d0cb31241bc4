// The table itself: versions, sizes, and that nothing is thrown across it.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <new>
#include <string>

#include "harness/implementation/rpcts_adapter.h"
#include "harness/reference/adapter_testing.hpp"

namespace rpcts::reference::samples {
namespace {

using testing::HasSubstr;

void append(void* context, const char* data, std::size_t length) {
  static_cast<std::string*>(context)->append(data, length);
}
void exhaust(void*, const char*, std::size_t) {
  throw std::bad_alloc();
}

rpcts_text text(const std::string& words) {
  return {words.data(), words.size()};
}

class Entry : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = std::string(RPCTS_BINARY_DIR) + "/lib/librpcts_reference.so";
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    entry_ = reinterpret_cast<rpcts_adapter_entry_function>(dlsym(library_, "rpcts_adapter_entry"));
    ASSERT_NE(entry_, nullptr);
  }

  rpcts_sink into(std::string& words) { return {.write = append, .context = &words}; }

  rpcts_adapter_entry_function entry_ = nullptr;
  std::string reason_;

 private:
  void* library_ = nullptr;  // kept open: drivers do not like to be unloaded
};

TEST_F(Entry, ServesItsOwnVersionOnly) {
  const rpcts_adapter* table = entry_(RPCTS_ADAPTER_VERSION);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->size, sizeof(rpcts_adapter));
  EXPECT_EQ(entry_(RPCTS_ADAPTER_VERSION + 1), nullptr);
  EXPECT_EQ(entry_(0), nullptr);
}

TEST_F(Entry, AnswerWithoutRoomIsRefused) {
  const rpcts_adapter* table = entry_(RPCTS_ADAPTER_VERSION);
  rpcts_verdict verdict{};
  verdict.size = 4;
  EXPECT_EQ(table->judge_pack(table->context, text(base("tone")), &verdict, into(reason_)), RPCTS_FAILED);
  EXPECT_THAT(reason_, HasSubstr("rpcts_verdict::size is 4"));
}

TEST_F(Entry, ExceptionsStayInside) {
  const rpcts_adapter* table = entry_(RPCTS_ADAPTER_VERSION);
  std::string unused;
  rpcts_verdict verdict{.size = sizeof(rpcts_verdict),
                        .accepted = 0,
                        .rule = {.write = exhaust, .context = nullptr},
                        .reason = into(unused)};
  EXPECT_EQ(table->judge_pack(table->context, text(base("tone")), &verdict, into(reason_)), RPCTS_FAILED);
  EXPECT_THAT(reason_, HasSubstr("threw"));
  EXPECT_EQ(
      table->judge_pack(table->context, text(base("tone")), &verdict, {.write = exhaust, .context = nullptr}),
      RPCTS_FAILED);
}

TEST_F(Entry, FolderThatIsNoneFails) {
  const rpcts_adapter* table = entry_(RPCTS_ADAPTER_VERSION);
  std::string rule;
  rpcts_verdict verdict{
      .size = sizeof(rpcts_verdict), .accepted = 0, .rule = into(rule), .reason = into(rule)};
  EXPECT_EQ(table->judge_pack(table->context, text("/nowhere/at/all"), &verdict, into(reason_)),
            RPCTS_FAILED);
  EXPECT_FALSE(reason_.empty());
}

TEST_F(Entry, PictureWithoutRoomIsRefused) {
  const rpcts_adapter* table = entry_(RPCTS_ADAPTER_VERSION);
  rpcts_setup setup{};
  setup.size = sizeof(setup);
  setup.width = 8;
  setup.height = 4;
  rpcts_host* host = nullptr;
  ASSERT_EQ(table->create_host(table->context, &setup, &host, into(reason_)), RPCTS_OK) << reason_;
  const TowerScene scene;
  const rpcts_scene view = scene.view();
  EXPECT_EQ(table->set_scene(table->context, host, &view, into(reason_)), RPCTS_OK) << reason_;
  std::vector<std::uint8_t> pixels(8 * 4 * 4);
  rpcts_picture picture{.size = sizeof(rpcts_picture),
                        .width = 0,
                        .height = 0,
                        .pixels = pixels.data(),
                        .capacity = pixels.size() - 1};
  const rpcts_frame one = frame();
  EXPECT_EQ(table->render_frame(table->context, host, &one, &picture, into(reason_)), RPCTS_FAILED);
  EXPECT_THAT(reason_, HasSubstr("room for 127 bytes"));
  picture.capacity = pixels.size();
  EXPECT_EQ(table->render_frame(table->context, host, &one, &picture, into(reason_)), RPCTS_OK);
  EXPECT_EQ(picture.width, 8U);
  EXPECT_EQ(picture.height, 4U);
  EXPECT_THAT(pixels, testing::Contains(255)) << "something was drawn";
  table->destroy_host(table->context, host);
}

}  // namespace
}  // namespace rpcts::reference::samples
