/* Judges a pack by running `rpcts validate` as a child process: how an engine wraps a tool that it already
 * has. Claims the profile authoring and nothing else. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <rpcts_adapter.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

/* What a child printed. `bytes` ends with a NUL and is freed by the caller. */
typedef struct output {
  char* bytes;
  size_t length;
  int status; /* exit status; -1 = none: a signal ended it */
} output;

static void say(rpcts_sink sink, const char* text) {
  sink.write(sink.context, text, strlen(text));
}

/* All that comes from the descriptor. 0 on failure. */
static int read_all(int fd, output* out) {
  size_t room = 4096;
  out->length = 0;
  out->bytes = malloc(room);
  while (out->bytes != NULL) {
    if (out->length + 1 == room) {
      char* more = realloc(out->bytes, room *= 2);
      if (more == NULL) {
        free(out->bytes);
        out->bytes = NULL;
        break;
      }
      out->bytes = more;
    }
    const ssize_t count = read(fd, out->bytes + out->length, room - out->length - 1);
    if (count == 0) {
      out->bytes[out->length] = '\0';
      return 1;
    }
    if (count > 0) {
      out->length += (size_t)count;
    } else if (errno != EINTR) {
      free(out->bytes);
      out->bytes = NULL;
    }
  }
  return 0;
}

/* Runs the validator on a folder. 0 when it cannot be run; then `bytes` is NULL. */
static int validate(const char* folder, output* out) {
  int ends[2];
  out->bytes = NULL;
  if (pipe(ends) != 0) {
    return 0;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  char* words[] = {(char*)"rpcts",   (char*)"validate", (char*)"--format", (char*)"json",
                   (char*)"--first", (char*)"--",       (char*)folder,     NULL};
  pid_t child = -1;
  const int problem = posix_spawn(&child, VALIDATOR, &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  int done = 0;
  if (problem == 0) {
    int status = 0;
    done = read_all(ends[0], out);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    out->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  close(ends[0]);
  return done;
}

/* Writes the text of the first member with this name, escapes left as they are. A quote inside a string of
 * the JSON has a backslash before it, so `name` with its quotes is found as a member only. */
static void write_member(rpcts_sink sink, const char* json, const char* name) {
  const char* at = strstr(json, name);
  if (at == NULL) {
    return;
  }
  at += strlen(name);
  const char* end = at;
  while (*end != '\0' && *end != '"') {
    end += *end == '\\' && end[1] != '\0' ? 2 : 1;
  }
  sink.write(sink.context, at, (size_t)(end - at));
}

static rpcts_status judge_pack(void* context, rpcts_text folder, rpcts_verdict* verdict, rpcts_sink reason) {
  (void)context;
  char* path = malloc(folder.length + 1);
  if (path == NULL) {
    say(reason, "out of memory");
    return RPCTS_FAILED;
  }
  memcpy(path, folder.data, folder.length);
  path[folder.length] = '\0';
  output out;
  const int ran = validate(path, &out);
  free(path);
  if (!ran) {
    say(reason, "the validator " VALIDATOR " cannot be run");
    return RPCTS_FAILED;
  }
  rpcts_status status = RPCTS_OK;
  if (out.status == 0 || out.status == 1) {
    verdict->accepted = out.status == 0 ? 1 : 0;
    if (out.status == 1) {
      write_member(verdict->rule, out.bytes, "\"decidingRule\": \"");
      write_member(verdict->reason, out.bytes, "\"found\": \"");
    }
  } else {
    status = RPCTS_FAILED;
    say(reason, "the validator could not judge the pack: ");
    write_member(reason, out.bytes, "\"error\": \"");
  }
  free(out.bytes);
  return status;
}

static const rpcts_adapter table = {
    .size = sizeof(rpcts_adapter),
    .version = RPCTS_ADAPTER_VERSION,
    .profiles = RPCTS_PROFILE_AUTHORING,
    .name = {"Authoring Example", sizeof "Authoring Example" - 1},
    .implementation_version = {"1.0", 3},
    .judge_pack = judge_pack,
};

RPCTS_ADAPTER_EXPORT const rpcts_adapter* rpcts_adapter_entry(uint32_t suite_version) {
  return suite_version == RPCTS_ADAPTER_VERSION ? &table : NULL;
}
