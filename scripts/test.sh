#!/usr/bin/env bash
# Sets up, builds and passes the project's own tests: formatting, layers, the release build (GCC) with unit tests,
# every conformance case, the fuzz targets on their seeds, damaged modules, and a project that uses the installed
# package.
# Arguments choose steps; the default is: format release. The longer ones are for the night:
#   fuzz    fuzzers and damaged modules under the address and undefined-behaviour sanitizers (Clang)
#   asan    every unit test under the sanitizers
#   tidy    clang-tidy on every file
set -euo pipefail
cd "$(dirname "$0")/.."

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(format release)
scripts/setup.sh
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi
jobs=$(nproc)

step() { printf '\n== %s\n' "$1"; }
# build PRESET [TARGET…]
build() {
  local preset=$1
  shift
  mkdir -p build
  cmake --preset "$preset" >"build/configure-$preset.log" 2>&1 || { cat "build/configure-$preset.log" >&2; exit 2; }
  cmake --build --preset "$preset" ${1:+--target "$@"} -- -j"$jobs"
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
    fuzz)
      step "fuzzers and mutants under the sanitizers"
      build asan rpcts_mutants fuzz_module fuzz_pack_json
      ctest --preset asan -j"$jobs" -L fuzz
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
      echo "test: unknown step '$name' (known: format release fuzz asan tidy)" >&2
      exit 2
      ;;
  esac
done
echo
echo "all steps passed: ${steps[*]}"
