#!/usr/bin/env bash
# Sets up, builds and passes the project's own tests:
#   1. formatting and layers            2. release build (GCC): unit tests, every conformance case, install test
#   3. address and undefined-behaviour sanitizers (Clang): unit tests, fuzzers and mutants for a short time
#   4. clang-tidy
# Arguments choose steps: format release asan tidy. Default: all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(format release asan tidy)
scripts/setup.sh
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi
jobs=$(nproc)

step() { printf '\n== %s\n' "$1"; }
build() {
  mkdir -p build
  cmake --preset "$1" >"build/configure-$1.log" 2>&1 || { cat "build/configure-$1.log" >&2; exit 2; }
  cmake --build --preset "$1" -- -j"$jobs"
}

for name in "${steps[@]}"; do
  case "$name" in
    format)
      step "formatting"
      git ls-files '*.cpp' '*.hpp' '*.h' '*.c' | xargs -r clang-format-19 --dry-run -Werror
      echo "every file is formatted"
      ;;
    release)
      step "release build and tests"
      build release
      ctest --preset release -j"$jobs"
      ;;
    asan)
      step "sanitizer build and tests"
      build asan
      ctest --preset asan -j"$jobs" -L 'unit|fuzz'
      ;;
    tidy)
      step "clang-tidy"
      build tidy
      ;;
    *)
      echo "test: unknown step '$name' (known: format release asan tidy)" >&2
      exit 2
      ;;
  esac
done
echo
echo "all steps passed: ${steps[*]}"
