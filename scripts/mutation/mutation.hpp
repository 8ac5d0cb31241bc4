// What a mutated source of the reference calls: each operator and constant as a function that does another
// thing when its mutant is the one that RPCTS_REFERENCE_MUTANT names. Where RPCTS_REFERENCE_MUTANT_TRACE
// names a file, a function writes 1 to the byte of its mutant's number when that other thing would have given
// another value. Included by generated sources only.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace rpcts_mutation {

inline bool is(int mutant) {
  static const int chosen = [] {
    const char* name = std::getenv("RPCTS_REFERENCE_MUTANT");
    return name == nullptr ? 0 : std::atoi(name);
  }();
  return chosen == mutant;
}

struct Trace {
  unsigned char* bytes = nullptr;  ///< nullptr: nobody asked
  int size = 0;
};

inline const Trace& trace() {
  static const Trace opened = [] {
    Trace made;
    const char* name = std::getenv("RPCTS_REFERENCE_MUTANT_TRACE");
    const int file = name == nullptr ? -1 : ::open(name, O_RDWR | O_CLOEXEC);
    struct stat facts{};
    if (file >= 0 && ::fstat(file, &facts) == 0) {
      // Shared, so that what was written stays when the process crashes.
      void* bytes = ::mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ | PROT_WRITE,
                           MAP_SHARED, file, 0);
      if (bytes != MAP_FAILED) {
        made = {static_cast<unsigned char*>(bytes), static_cast<int>(facts.st_size)};
      }
      ::close(file);
    }
    return made;
  }();
  return opened;
}

inline void differs(int mutant, bool yes) {
  const Trace& all = trace();
  if (yes && mutant < all.size) {
    all.bytes[mutant] = 1;
  }
}

/// The original's value, or the mutant's. What both sides do must be harmless.
template <class R>
R choose(int mutant, R original, R other) {
  if (trace().bytes != nullptr) {
    differs(mutant, !(original == other));
  }
  return is(mutant) ? other : original;
}
inline bool choose_edge(int mutant, bool original, bool opposite, bool edge) {
  choose(mutant, original, opposite);
  choose(mutant + 1, original, edge);
  return is(mutant) ? opposite : is(mutant + 1) ? edge : original;
}

template <class A, class B>
auto plus(int mutant, const A& a, const B& b) {
  using R = std::decay_t<decltype(a + b)>;
  return choose<R>(mutant, a + b, a - b);
}
template <class A, class B>
auto minus(int mutant, const A& a, const B& b) {
  using R = std::decay_t<decltype(a - b)>;
  return choose<R>(mutant, a - b, a + b);
}
template <class A, class B>
auto times(int mutant, const A& a, const B& b) {
  using R = std::decay_t<decltype(a * b)>;
  return choose<R>(mutant, a * b, b != B{} ? a / b : a * b);
}
template <class A, class B>
auto divided(int mutant, const A& a, const B& b) {
  using R = std::decay_t<decltype(a / b)>;
  return choose<R>(mutant, a / b, a * b);
}
template <class A, class B>
auto modulo(int mutant, const A& a, const B& b) {
  using R = std::decay_t<decltype(a % b)>;
  return choose<R>(mutant, a % b, a / b);
}
template <class A, class B>
bool less(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, a < b, a >= b);
}
template <class A, class B>
bool less_edge(int mutant, const A& a, const B& b) {
  return choose_edge(mutant, a < b, a >= b, a <= b);
}
template <class A, class B>
bool less_equal(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, a <= b, a > b);
}
template <class A, class B>
bool less_equal_edge(int mutant, const A& a, const B& b) {
  return choose_edge(mutant, a <= b, a > b, a < b);
}
template <class A, class B>
bool greater(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, a > b, a <= b);
}
template <class A, class B>
bool greater_edge(int mutant, const A& a, const B& b) {
  return choose_edge(mutant, a > b, a <= b, a >= b);
}
template <class A, class B>
bool greater_equal(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, a >= b, a < b);
}
template <class A, class B>
bool greater_equal_edge(int mutant, const A& a, const B& b) {
  return choose_edge(mutant, a >= b, a<b, a> b);
}
template <class A, class B>
bool equal(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, a == b, !(a == b));
}
template <class A, class B>
bool unequal(int mutant, const A& a, const B& b) {
  return choose<bool>(mutant, !(a == b), a == b);
}
/// The second side is a function, so that it is not evaluated where it would not have been. Where only the
/// mutant evaluates it nobody knows its value: it may differ.
template <class B>
bool both(int mutant, bool a, B b) {
  if (is(mutant)) {
    return a || b();
  }
  const bool value = a && b();
  differs(mutant, !a || !value);
  return value;
}
template <class B>
bool either(int mutant, bool a, B b) {
  if (is(mutant)) {
    return a && b();
  }
  const bool value = a || b();
  differs(mutant, a || value);
  return value;
}
inline bool negation(int mutant, bool a) {
  return choose<bool>(mutant, !a, a);
}
template <class A>
auto opposite(int mutant, const A& a) {
  using R = std::decay_t<decltype(-a)>;
  return choose<R>(mutant, -a, +a);
}
/// An integer becomes the next one, a float half as much again; zero becomes one.
template <class T>
T constant(int mutant, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return choose<T>(mutant, value, value == T{} ? T{1} : value + value / 2);
  } else {
    return choose<T>(mutant, value, static_cast<T>(value + 1));
  }
}
/// Stays within an array of two elements or more.
template <class T>
T subscript(int mutant, T value) {
  return choose<T>(mutant, value, static_cast<T>(value > 0 ? value - 1 : value + 1));
}
template <class A, class B>
auto smaller(int mutant, const A& a, const B& b) {
  return choose<A>(mutant, std::min(a, b), std::max(a, b));
}
template <class A, class B>
auto larger(int mutant, const A& a, const B& b) {
  return choose<A>(mutant, std::max(a, b), std::min(a, b));
}
template <class A, class B, class C>
auto clamped(int mutant, const A& a, const B& low, const C& high) {
  return choose<A>(mutant, std::clamp(a, low, high), a);
}

}  // namespace rpcts_mutation
