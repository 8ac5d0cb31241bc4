// A worker that misbehaves on purpose, for the tests of those who start workers. It knows nothing of the
// suite's code: what it writes to descriptor 3 is spelt out here.
//
// Usage: fake_worker [MODE]. Ids come on standard input; the last word of an id says what its case does.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

void send(const std::string& text) {
  if (::write(3, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    std::_Exit(9);
  }
}

void end(const std::string& id, const std::string& outcome, const std::string& message = "") {
  const std::string messages =
      message.empty() ? "[]" : R"([{"text":")" + message + R"(","file":"conformance/c/f.cpp","line":7}])";
  send(R"({"event":"end","id":")" + id + R"(","outcome":")" + outcome +
       R"(","checks":3,"microseconds":1000,"messages":)" + messages + R"(,"notes":{}})" + "\n");
}

void print(const std::string& text) {
  std::cout << text << std::flush;
}

[[noreturn]] void hang() {
  while (true) {
    ::pause();
  }
}

/// Whether a file with this name was there; makes it.
bool seen_before(const std::string& name) {
  const bool seen = ::access(name.c_str(), F_OK) == 0;
  if (FILE* file = std::fopen(name.c_str(), "w"); file != nullptr) {
    std::fclose(file);
  }
  return seen;
}

/// unless-NAME: whether this process is told to make the mistake NAME.
bool made_by(const std::string& id) {
  const char* mistake = std::getenv("FAKE_WORKER_MISTAKE");
  return mistake != nullptr && id.ends_with("unless-" + std::string(mistake));
}

/// unless-NUMBER or could-NUMBER: in a traced process the mutant NUMBER would make a difference.
void mark(const std::string& id) {
  const char* file = std::getenv("FAKE_WORKER_TRACE");
  const std::size_t number = id.find_last_not_of("0123456789") + 1;
  if (file == nullptr || number == id.size()) {
    return;
  }
  if (FILE* marks = std::fopen(file, "r+b"); marks != nullptr) {
    std::fseek(marks, std::stol(id.substr(number)), SEEK_SET);
    std::fputc(1, marks);
    std::fclose(marks);
  }
}

void run(const std::string& id, const std::string& folder) {
  mark(id);
  const std::string what = id.substr(id.rfind('.') + 1);
  const auto is = [&](const char* word) { return what.starts_with(word); };
  print("\x1E");
  send(R"({"event":"start","id":")" + id + "\"}\n");
  print("words of " + id + "\n");
  if (is("fail")) {
    end(id, "fail", "found 1, expected 2");
  } else if (is("warning")) {
    end(id, "quality warning", "unusual");
  } else if (is("unsupported")) {
    end(id, "not supported", "no such capability");
  } else if (is("crash")) {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's own handler would make an exit of it
    std::raise(SIGSEGV);
  } else if (is("exit")) {
    std::_Exit(0);
  } else if (is("hang")) {
    hang();
  } else if (is("partial")) {
    send(R"({"event":"end","id":")");
    std::_Exit(0);
  } else if (is("wrong_id")) {
    end("c.f.another", "pass");
    hang();
  } else if (is("garbage")) {
    send("Segmentation fault\n");
    hang();
  } else if (is("endless_line")) {
    while (true) {
      send(std::string(4096, 'x'));
    }
  } else if (is("endless_output")) {
    while (true) {
      print(std::string(4096, 'y'));
    }
  } else if (is("noise")) {
    for (int i = 0; i < 4096; ++i) {
      print(std::string(4096, 'z'));
    }
    end(id, "fail", "after much noise");
  } else if (is("grandchild")) {
    if (::fork() == 0) {
      hang();
    }
    end(id, "pass");
    std::raise(SIGKILL);
  } else if (is("flaky")) {
    if (seen_before(folder + "/" + id)) {
      end(id, "pass");
    } else {
      end(id, "fail", "the first time");
    }
  } else if (is("process")) {
    end(id, "fail", std::to_string(::getpid()));
  } else if (is("unless")) {
    end(id, made_by(id) ? "fail" : "pass", made_by(id) ? "found 1, expected 2" : "");
  } else if (is("warns-unless")) {
    end(id, made_by(id) ? "quality warning" : "pass", made_by(id) ? "unusual" : "");
  } else if (is("after_end")) {
    end(id, "pass");
    std::raise(SIGABRT);
  } else {
    end(id, "pass");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const std::string folder = argc > 2 ? argv[2] : ".";
  if (mode == "echo") {
    for (std::string line; std::getline(std::cin, line);) {
      send(line + "\n");
      print("out " + line + "\n");
    }
    return 0;
  }
  if (mode == "environment") {
    for (std::string line; std::getline(std::cin, line);) {
      const char* value = std::getenv(line.c_str());
      send(std::string(value == nullptr ? "" : value) + "\n");
    }
    return 0;
  }
  if (mode == "refuse") {
    std::cerr << "fake_worker: there is no device 'x'\n";
    return 2;
  }
  if (mode == "hang") {
    hang();
  }
  if (mode == "answer_without_end") {
    while (true) {
      send(std::string(4096, 'x'));
    }
  }
  std::vector<std::string> ids;
  for (std::string line; std::getline(std::cin, line);) {
    ids.push_back(line);
  }
  const std::string count = std::to_string(mode == "wrong_count" ? ids.size() + 1 : ids.size());
  send(R"({"event":"hello","version":)" + std::string(mode == "version_2" ? "2" : "1") + R"(,"cases":)" +
       count + "}\n");
  if (mode == "dies_after_hello") {
    return 3;
  }
  if (mode == "lazy") {
    send("{\"event\":\"goodbye\"}\n");
    return 0;
  }
  for (const std::string& id : ids) {
    run(id, folder);
  }
  send("{\"event\":\"goodbye\"}\n");
  if (mode == "dies_after_goodbye") {
    std::cerr << "teardown went wrong\n";
    std::raise(SIGABRT);
  }
  return 0;
}
