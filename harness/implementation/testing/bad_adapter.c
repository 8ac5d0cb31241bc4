/* Adapters that break the header or misbehave, one for each value of BAD_…; each is a library of its own. All
 * that load claim the profile authoring; what they do wrong they do in judge_pack(). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/implementation/rpcts_adapter.h"

#define TEXT(s) {s, sizeof(s) - 1}

#if !defined(BAD_FUNCTION)
static rpcts_status judge(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  (void)context;
  (void)folder;
  (void)reason;
  verdict->accepted = 1;
#if defined(BAD_NULL_TEXT)
  verdict->accepted = 0;
  verdict->reason.write(verdict->reason.context, NULL, 40);
#elif defined(BAD_ACCEPTED)
  verdict->accepted = 7;
#elif defined(BAD_STATUS)
  return 99;
#elif defined(BAD_ABORTS)
  fputs("the engine gives up\n", stderr);
  abort();
#elif defined(BAD_EXITS)
  exit(0);
#elif defined(BAD_HANGS)
  for (;;) {
    sleep(60);
  }
#elif defined(BAD_ACCEPTS_ALL)
#elif defined(BAD_REJECTS_ALL)
  verdict->accepted = 0;
#elif defined(BAD_WRONG_RULE)
  verdict->accepted = 0;
  verdict->rule.write(verdict->rule.context, "RP-DESC-001", 11);
#elif defined(BAD_FLOODS)
  for (int i = 0; i < 100000; ++i) {
    verdict->reason.write(verdict->reason.context, "never enough said ", 18);
  }
#endif
  return RPCTS_OK;
}
#endif

static rpcts_adapter table = {
#if defined(BAD_SIZE)
    .size = 40,
#else
    .size = sizeof(rpcts_adapter),
#endif
#if defined(BAD_VERSION)
    .version = 77,
#else
    .version = RPCTS_ADAPTER_VERSION,
#endif
    .profiles = RPCTS_PROFILE_AUTHORING,
#if defined(BAD_NAME)
    .name = {NULL, 12},
#else
    .name = TEXT("Bad Engine"),
#endif
#if !defined(BAD_FUNCTION)
    .judge_pack = judge,
#endif
};

#if defined(BAD_ENTRY)
const rpcts_adapter* some_other_entry(uint32_t version);
const rpcts_adapter* some_other_entry(uint32_t version) {
  (void)version;
  return &table;
}
#else
const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version) {
  (void)suite_version;
#if defined(BAD_TABLE)
  (void)table;
  return NULL;
#else
  return &table;
#endif
}
#endif
