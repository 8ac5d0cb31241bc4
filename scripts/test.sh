#!/usr/bin/env bash
# Sets up, builds and passes the project's own tests. Arguments choose steps; the default is the first five:
#   format     every file is formatted
#   release    GCC: layers, unit tests, every conformance case, a project that uses the installed package, a bundle
#   untrusted  Clang: what reads other people's bytes under the address and undefined-behaviour sanitizers: its unit
#              tests, a short run of each fuzzer, damaged modules
#   changed    clang-tidy on the sources that the last commit or the working tree changed
#   perf       what a frame costs, counted on lavapipe, against bench/baseline.jsonl
#   asan       every unit test under the sanitizers, for the night
#   tidy       clang-tidy on every source, for the night
#   faults     every broken implementation against the cases, for the night
#   sweep      each fallible Vulkan call of each event fails once, for the night
#   mutants    the machine-made mutants of the reference (scripts/mutation), for the night
set -euo pipefail
cd "$(dirname "$0")/.."

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(format release untrusted changed perf)
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
    untrusted)
      step "what reads untrusted bytes, under the sanitizers"
      build asan untrusted_tests rpcts_mutants
      ctest --preset asan -j"$jobs" -L 'untrusted|fuzz'
      ;;
    asan)
      step "sanitizer build and tests"
      build asan
      ctest --preset asan -j"$jobs" -L 'unit|fuzz'
      ;;
    changed)
      step "clang-tidy on what changed"
      cmake --preset release >/dev/null
      changed=$({ git diff --name-only --diff-filter=d HEAD; git diff --name-only --diff-filter=d HEAD~1 HEAD; } 2>/dev/null |
        grep '\.cpp$' | sort -u || true)
      # Sources that others build, such as the adapter template, have no compile command here.
      changed=$(while read -r source; do
        if grep -qF "\"file\": \"$PWD/$source\"" build/release/compile_commands.json; then echo "$source"; fi
      done <<<"$changed")
      # A large change is the nightly step's: one source takes half a minute.
      if [ "$(grep -c . <<<"$changed" || true)" -gt 12 ]; then
        echo "clang-tidy: $(grep -c . <<<"$changed") sources changed; left to scripts/test.sh tidy"
        continue
      fi
      if [ -n "$changed" ]; then
        # The compile commands are GCC's.
        xargs -r -P"$jobs" -n1 clang-tidy-19 --quiet --warnings-as-errors='*' -p build/release \
          --extra-arg=-Wno-unknown-warning-option <<<"$changed"
      fi
      echo "clang-tidy: $(grep -c . <<<"$changed" || true) sources"
      ;;
    perf)
      step "what a frame costs, counted"
      build release
      status=0
      said=$(build/release/bin/rpcts perf compare --gate --counts --no-times --device llvmpipe --base bench/baseline.jsonl) || status=$?
      echo "$said"
      # Counts of another processor, driver or compiler are refused: there is no baseline for this place, and no verdict.
      if [ "$status" -eq 2 ] && grep -q '^refused:' <<<"$said"; then
        echo "perf: what is refused above was not judged; scripts/perf/accept.sh takes a baseline here"
      elif [ "$status" -ne 0 ]; then
        echo "perf: a count differs from bench/baseline.jsonl; if it is meant to, scripts/perf/accept.sh REASON accepts it" >&2
        exit 1
      fi
      ;;
    faults)
      step "broken implementations"
      build release
      build/release/bin/rpcts faults run --output build/faults
      ;;
    sweep)
      step "each Vulkan call fails once"
      build release
      build/release/bin/rpcts run --nightly --timeout 300 --filter 'render_pack_v1.failures.sweep:*' --output build/sweep
      ;;
    mutants)
      step "mutants of the reference"
      scripts/setup.sh --mutation
      build release
      python3 scripts/mutation/build.py build/release build/mutants
      build/release/bin/rpcts faults mutants build/mutants --explained scripts/mutation/survivors.json --timeout 150 --output build/mutants/results
      ;;
    tidy)
      step "clang-tidy"
      build tidy
      ;;
    *)
      echo "test: unknown step '$name' (known: format release untrusted changed perf asan tidy faults sweep mutants)" >&2
      exit 2
      ;;
  esac
done
echo
echo "all steps passed: ${steps[*]}"
