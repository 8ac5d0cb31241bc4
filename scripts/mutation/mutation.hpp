// What a mutated source of the reference calls: each operator and constant as a function that does another
// thing when its mutant is the one that RPCTS_REFERENCE_MUTANT names. Included by generated sources only.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace rpcts_mutation {

inline bool is(int mutant) {
  static const int chosen = [] {
    const char* name = std::getenv("RPCTS_REFERENCE_MUTANT");
    return name == nullptr ? 0 : std::atoi(name);
  }();
  return chosen == mutant;
}

template <class A, class B>
auto plus(int mutant, const A& a, const B& b) -> std::decay_t<decltype(a + b)> {
  return is(mutant) ? a - b : a + b;
}
template <class A, class B>
auto minus(int mutant, const A& a, const B& b) -> std::decay_t<decltype(a - b)> {
  return is(mutant) ? a + b : a - b;
}
template <class A, class B>
auto times(int mutant, const A& a, const B& b) -> std::decay_t<decltype(a * b)> {
  return is(mutant) && b != B{} ? a / b : a * b;
}
template <class A, class B>
auto divided(int mutant, const A& a, const B& b) -> std::decay_t<decltype(a / b)> {
  return is(mutant) ? a * b : a / b;
}
template <class A, class B>
auto modulo(int mutant, const A& a, const B& b) -> std::decay_t<decltype(a % b)> {
  return is(mutant) ? a / b : a % b;
}
template <class A, class B>
bool less(int mutant, const A& a, const B& b) {
  return is(mutant) ? a >= b : a < b;
}
template <class A, class B>
bool less_edge(int mutant, const A& a, const B& b) {
  return is(mutant) ? a >= b : is(mutant + 1) ? a <= b : a < b;
}
template <class A, class B>
bool less_equal(int mutant, const A& a, const B& b) {
  return is(mutant) ? a > b : a <= b;
}
template <class A, class B>
bool less_equal_edge(int mutant, const A& a, const B& b) {
  return is(mutant) ? a > b : is(mutant + 1) ? a < b : a <= b;
}
template <class A, class B>
bool greater(int mutant, const A& a, const B& b) {
  return is(mutant) ? a <= b : a > b;
}
template <class A, class B>
bool greater_edge(int mutant, const A& a, const B& b) {
  return is(mutant) ? a <= b : is(mutant + 1) ? a >= b : a > b;
}
template <class A, class B>
bool greater_equal(int mutant, const A& a, const B& b) {
  return is(mutant) ? a < b : a >= b;
}
template <class A, class B>
bool greater_equal_edge(int mutant, const A& a, const B& b) {
  return is(mutant) ? a < b : is(mutant + 1) ? a > b : a >= b;
}
template <class A, class B>
bool equal(int mutant, const A& a, const B& b) {
  return is(mutant) ? !(a == b) : a == b;
}
template <class A, class B>
bool unequal(int mutant, const A& a, const B& b) {
  return is(mutant) ? a == b : !(a == b);
}
/// The second side is a function, so that it is not evaluated where it would not have been.
template <class B>
bool both(int mutant, bool a, B b) {
  return is(mutant) ? a || b() : a && b();
}
template <class B>
bool either(int mutant, bool a, B b) {
  return is(mutant) ? a && b() : a || b();
}
inline bool negation(int mutant, bool a) {
  return is(mutant) ? a : !a;
}
template <class A>
auto opposite(int mutant, const A& a) -> std::decay_t<decltype(-a)> {
  return is(mutant) ? +a : -a;
}
/// An integer becomes the next one, a float half as much again; zero becomes one.
template <class T>
T constant(int mutant, T value) {
  if (!is(mutant)) {
    return value;
  }
  if constexpr (std::is_floating_point_v<T>) {
    return value == T{} ? T{1} : value + value / 2;
  } else {
    return static_cast<T>(value + 1);
  }
}
template <class A, class B>
auto smaller(int mutant, const A& a, const B& b) {
  return is(mutant) ? std::max(a, b) : std::min(a, b);
}
template <class A, class B>
auto larger(int mutant, const A& a, const B& b) {
  return is(mutant) ? std::min(a, b) : std::max(a, b);
}
template <class A, class B, class C>
auto clamped(int mutant, const A& a, const B& low, const C& high) {
  return is(mutant) ? a : std::clamp(a, low, high);
}

}  // namespace rpcts_mutation
