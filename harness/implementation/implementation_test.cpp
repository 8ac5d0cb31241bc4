#include "harness/implementation/implementation.hpp"

#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>

#include "harness/implementation/answer.hpp"

namespace rpcts::implementation {
namespace {

using testing::HasSubstr;

rpcts_text literal(const char* text) {
  return {.data = text, .length = std::strlen(text)};
}

void write(const rpcts_sink& sink, std::string_view text) {
  sink.write(sink.context, text.data(), text.size());
}

rpcts_host* const some_host = reinterpret_cast<rpcts_host*>(0x10);

/// A table that keeps the header and claims everything; a test alters what it is about.
struct Good {
  static rpcts_status judge(void*, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink) {
    const bool good = std::string_view(folder.data, folder.length) == "good";
    verdict->accepted = good ? 1 : 0;
    if (!good) {
      write(verdict->rule, "RP-DESC-");
      write(verdict->rule, "082");
      write(verdict->reason, "the order");
    }
    return RPCTS_OK;
  }
  static rpcts_status slots(void*, rpcts_text, rpcts_text, rpcts_resolved_slots* out, rpcts_sink) {
    write(out->slots[0], "WorldColor");
    write(out->slots[2], out->fused == 1 ? "@fused" : "@ping");
    return RPCTS_OK;
  }
  static rpcts_status settings(void*, rpcts_text, rpcts_resolved_settings* out, rpcts_sink reason) {
    if (out->override_count == 1 && out->overrides[0].value.length == 0) {
      write(reason, "empty value");
      return RPCTS_FAILED;
    }
    out->words[63] = 7;
    return RPCTS_OK;
  }
  static rpcts_status policy(void*, rpcts_text, int32_t, float x, float* value, rpcts_sink) {
    *value = x * 2;
    return RPCTS_OK;
  }
  static rpcts_status create(void* context, const rpcts_setup* setup, rpcts_host** host, rpcts_sink) {
    *static_cast<rpcts_setup*>(context) = *setup;
    *host = some_host;
    return RPCTS_OK;
  }
  static void destroy(void* context, rpcts_host*) { static_cast<rpcts_setup*>(context)->width = 0; }
  static rpcts_status scene(void*, rpcts_host*, const rpcts_scene*, rpcts_sink) { return RPCTS_OK; }
  static rpcts_status pack(void*, rpcts_host*, rpcts_text, rpcts_sink) { return RPCTS_OK; }
  static rpcts_status available(void*, rpcts_host*, rpcts_text, rpcts_text, rpcts_availability* out,
                                rpcts_sink) {
    out->pack_compatible = 1;
    out->preset_available = 0;
    write(out->reason, "no multiview");
    return RPCTS_OK;
  }
  static rpcts_status select(void*, rpcts_host*, const rpcts_selection*, rpcts_sink) { return RPCTS_OK; }
  static rpcts_status frame(void* context, rpcts_host*, const rpcts_frame*, rpcts_picture* picture,
                            rpcts_sink) {
    const auto& setup = *static_cast<rpcts_setup*>(context);
    if (picture != nullptr) {
      picture->width = setup.width;
      picture->height = setup.height;
      std::memset(picture->pixels, 9, picture->capacity);
    }
    return RPCTS_OK;
  }
  static rpcts_status state(void*, rpcts_host*, rpcts_state* out, rpcts_sink) {
    out->state = RPCTS_STATE_ACTIVE;
    out->generation = 3;
    write(out->pack, "pack");
    return RPCTS_OK;
  }
  static rpcts_status event(void* context, rpcts_host*, const rpcts_event* event, rpcts_sink) {
    if (event->kind == RPCTS_EVENT_RESIZE) {
      auto& setup = *static_cast<rpcts_setup*>(context);
      setup.width = event->width;
      setup.height = event->height;
    }
    return RPCTS_OK;
  }
  static rpcts_status block(void*, rpcts_host*, rpcts_block* out, rpcts_sink) {
    out->bytes[0] = 5;
    out->length = 1;
    return RPCTS_OK;
  }
  static rpcts_status ledger(void*, rpcts_host*, rpcts_ledger* out, rpcts_sink) {
    out->pack_images = 4;
    return RPCTS_OK;
  }
};

rpcts_adapter good_table(rpcts_setup& seen) {
  return {.size = sizeof(rpcts_adapter),
          .version = RPCTS_ADAPTER_VERSION,
          .profiles = RPCTS_PROFILE_AUTHORING | RPCTS_PROFILE_RESOLUTION | RPCTS_PROFILE_HOST |
                      RPCTS_PROFILE_INTROSPECTION,
          .scene_shading = 1,
          .name = literal("Good Engine"),
          .implementation_version = literal("1.2"),
          .context = &seen,
          .judge_pack = Good::judge,
          .resolve_slots = Good::slots,
          .resolve_settings = Good::settings,
          .evaluate_policy = Good::policy,
          .create_host = Good::create,
          .destroy_host = Good::destroy,
          .set_scene = Good::scene,
          .register_pack = Good::pack,
          .withdraw_pack = Good::pack,
          .query_availability = Good::available,
          .select_pack = Good::select,
          .render_frame = Good::frame,
          .query_state = Good::state,
          .handle_event = Good::event,
          .read_block = Good::block,
          .read_ledger = Good::ledger};
}

class ImplementationTest : public testing::Test {
 protected:
  [[nodiscard]] Implementation open() const {
    Result<Implementation> opened = Implementation::over(table);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    return std::move(*opened);
  }
  [[nodiscard]] std::string refusal() const {
    const Result<Implementation> opened = Implementation::over(table);
    EXPECT_FALSE(opened);
    EXPECT_TRUE(opened || opened.error().kind == ErrorKind::usage);
    return opened ? "" : opened.error().message;
  }

  rpcts_setup seen{};
  rpcts_adapter table = good_table(seen);
};

template <class T>
void expect_broken(const Result<T>& result, const char* words) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::failed);
  EXPECT_TRUE(breaks_header(result.error())) << result.error().message;
  EXPECT_THAT(result.error().message, HasSubstr(words));
}

TEST_F(ImplementationTest, AnswersAsValues) {
  Implementation one = open();
  EXPECT_EQ(one.name(), "Good Engine");
  EXPECT_EQ(one.version(), "1.2");
  EXPECT_TRUE(one.claims(RPCTS_PROFILE_HOST | RPCTS_PROFILE_AUTHORING));
  EXPECT_TRUE(one.scene_shading());
  const auto bad = one.judge("bad");
  ASSERT_TRUE(bad);
  EXPECT_FALSE(bad->accepted);
  EXPECT_EQ(bad->rule, "RP-DESC-082");
  EXPECT_EQ(bad->reason, "the order");
  EXPECT_TRUE(one.judge("good")->accepted);
  EXPECT_THAT(*one.slots("f", "p", true), testing::ElementsAre("WorldColor", "", "@fused", ""));
  EXPECT_EQ((*one.settings("f", "preset", {}))[63], 7U);
  EXPECT_EQ(*one.policy("f", RPCTS_POLICY_RAY, 1.5F), 3.0F);
}

TEST_F(ImplementationTest, HostAnswersAsValues) {
  Implementation one = open();
  {
    Result<Host> host = one.create_host({.width = 4, .height = 2});
    ASSERT_TRUE(host);
    EXPECT_EQ(seen.size, sizeof(rpcts_setup));
    const auto picture = host->render({});
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->pixels, std::vector<std::uint8_t>(32, 9));
    ASSERT_TRUE(host->resize(3, 3));
    EXPECT_EQ(host->render({})->pixels.size(), 36U);
    EXPECT_TRUE(host->run_frame({}));
    EXPECT_EQ(host->state()->generation, 3U);
    EXPECT_EQ(host->state()->pack, "pack");
    EXPECT_TRUE(host->availability("p", "q")->pack_compatible);
    EXPECT_EQ(host->availability("p", "q")->reason, "no multiview");
    EXPECT_EQ(*host->block("p", 5), std::vector<std::uint8_t>{5});
    EXPECT_EQ(host->ledger()->pack_images, 4U);
    EXPECT_EQ(seen.width, 3U);
  }
  EXPECT_EQ(seen.width, 0U) << "the host was destroyed";
}

TEST_F(ImplementationTest, RefusesATableThatBreaksTheHeader) {
  table.version = 9;
  EXPECT_THAT(refusal(), HasSubstr("version 9"));
  table = good_table(seen);
  table.size = 24;
  EXPECT_THAT(refusal(), HasSubstr("its size is 24"));
  table.size = 3;
  EXPECT_THAT(refusal(), HasSubstr("its size is 3"));
  table.size = 0x7FFFFFFF;
  EXPECT_THAT(refusal(), HasSubstr("its size is 2147483647"));
  table = good_table(seen);
  table.profiles |= 0x100;
  EXPECT_THAT(refusal(), HasSubstr("0x100"));
  table.profiles = RPCTS_PROFILE_INTROSPECTION;
  EXPECT_THAT(refusal(), HasSubstr("introspection without host"));
  table = good_table(seen);
  table.render_frame = nullptr;
  EXPECT_THAT(refusal(), HasSubstr("render_frame is NULL"));
  table = good_table(seen);
  table.name = {.data = nullptr, .length = 4};
  EXPECT_THAT(refusal(), HasSubstr("name is NULL"));
  table.name = {};
  EXPECT_THAT(refusal(), HasSubstr("name is empty"));
  table = good_table(seen);
  table.scene_shading = 7;
  EXPECT_THAT(refusal(), HasSubstr("scene_shading is 7"));
}

TEST_F(ImplementationTest, WhatIsNotClaimedIsNotSupported) {
  table.profiles = RPCTS_PROFILE_AUTHORING;
  table.create_host = nullptr;
  Implementation one = open();
  const auto host = one.create_host({.width = 1, .height = 1});
  ASSERT_FALSE(host);
  EXPECT_EQ(host.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(host.error().message, "the implementation does not claim host");
  EXPECT_EQ(one.policy("f", 0, 0).error().kind, ErrorKind::unsupported);
}

TEST_F(ImplementationTest, TheNameIsFitForReports) {
  table.name = literal("Bad\n\xFFName");
  EXPECT_EQ(open().name(), "Bad \xEF\xBF\xBDName");
  const std::string lengthy(5000, 'x');
  table.name = {.data = lengthy.data(), .length = lengthy.size()};
  EXPECT_EQ(open().name().size(), 200U);
}

TEST_F(ImplementationTest, StatusAndReason) {
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink reason) {
    write(reason, "no compiler");
    return rpcts_status{RPCTS_UNSUPPORTED};
  };
  auto answer = open().judge("f");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(answer.error().message, "no compiler");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink) { return rpcts_status{RPCTS_FAILED}; };
  answer = open().judge("f");
  EXPECT_EQ(answer.error().kind, ErrorKind::failed);
  EXPECT_FALSE(breaks_header(answer.error()));
  EXPECT_EQ(answer.error().message, "judge_pack failed: no reason given");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink) { return rpcts_status{-4}; };
  expect_broken(open().judge("f"), "unknown status -4");
}

TEST_F(ImplementationTest, AnswersThatBreakTheHeaderAreErrors) {
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink) { return rpcts_status{RPCTS_OK}; };
  expect_broken(open().judge("f"), "accepted -1");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict* verdict, rpcts_sink) {
    verdict->accepted = 1;
    write(verdict->rule, "RP-DESC-001");
    return rpcts_status{RPCTS_OK};
  };
  expect_broken(open().judge("f"), "names a rule");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict* verdict, rpcts_sink) {
    verdict->accepted = 0;
    verdict->rule.write(verdict->rule.context, nullptr, 12);
    return rpcts_status{RPCTS_OK};
  };
  expect_broken(open().judge("f"), "NULL");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink) -> rpcts_status {
    throw std::runtime_error("engine is unhappy");
  };
  expect_broken(open().judge("f"), "engine is unhappy");
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict*, rpcts_sink) -> rpcts_status { throw 3; };
  expect_broken(open().judge("f"), "unknown type");
  table.evaluate_policy = [](void*, rpcts_text, int32_t, float, float*, rpcts_sink) {
    return rpcts_status{RPCTS_OK};
  };
  expect_broken(open().policy("f", 0, 0), "nan");
  table.create_host = [](void*, const rpcts_setup*, rpcts_host**, rpcts_sink) {
    return rpcts_status{RPCTS_OK};
  };
  expect_broken(open().create_host({}), "without a host");
}

TEST_F(ImplementationTest, HostAnswersThatBreakTheHeaderAreErrors) {
  table.render_frame = [](void*, rpcts_host*, const rpcts_frame*, rpcts_picture* picture, rpcts_sink) {
    picture->width = 5;
    picture->height = 2;
    return rpcts_status{RPCTS_OK};
  };
  table.query_state = [](void*, rpcts_host*, rpcts_state*, rpcts_sink) { return rpcts_status{RPCTS_OK}; };
  table.query_availability = [](void*, rpcts_host*, rpcts_text, rpcts_text, rpcts_availability* out,
                                rpcts_sink) {
    out->pack_compatible = 1;
    return rpcts_status{RPCTS_OK};
  };
  table.read_block = [](void*, rpcts_host*, rpcts_block* out, rpcts_sink) {
    out->length = out->capacity + 1;
    return rpcts_status{RPCTS_OK};
  };
  {
    Implementation one = open();
    Result<Host> host = one.create_host({.width = 4, .height = 2});
    ASSERT_TRUE(host);
    expect_broken(host->render({}), "5 x 2 pixels where 4 x 2");
    expect_broken(host->state(), "unknown state -1");
    expect_broken(host->availability("p", "q"), "preset_available -1");
    expect_broken(host->block("p", 5), "16385 bytes");
  }
  table.render_frame = [](void*, rpcts_host*, const rpcts_frame*, rpcts_picture* picture, rpcts_sink) {
    picture->width = 4;
    picture->height = 2;
    std::memset(picture->pixels, 0, picture->capacity + 4);
    return rpcts_status{RPCTS_OK};
  };
  table.read_block = [](void*, rpcts_host*, rpcts_block* out, rpcts_sink) {
    out->bytes[out->capacity] = 0;
    out->length = 1;
    return rpcts_status{RPCTS_OK};
  };
  Implementation one = open();
  Result<Host> host = one.create_host({.width = 4, .height = 2});
  ASSERT_TRUE(host);
  expect_broken(host->block("p", 5), "read_block");
  expect_broken(host->render({}), "behind the 32 bytes");
}

TEST_F(ImplementationTest, TextIsBoundedAndRepaired) {
  table.judge_pack = [](void*, rpcts_text, rpcts_verdict* verdict, rpcts_sink) {
    verdict->accepted = 0;
    write(verdict->reason, "a\xC0z");
    const std::string piece(60'000, 'x');
    for (int i = 0; i < 4; ++i) {
      write(verdict->reason, piece);
    }
    return rpcts_status{RPCTS_OK};
  };
  const auto verdict = open().judge("f");
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->reason.starts_with("a\xEF\xBF\xBDzxx"));
  EXPECT_TRUE(verdict->reason.ends_with(" [174467 bytes more]"))
      << verdict->reason.substr(verdict->reason.size() - 30);
}

TEST_F(ImplementationTest, AMissingFileIsNamed) {
  const auto opened = Implementation::open("/nowhere/libengine.so");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::usage);
  EXPECT_THAT(opened.error().message, HasSubstr("there is no implementation '/nowhere/libengine.so'"));
}

}  // namespace
}  // namespace rpcts::implementation
