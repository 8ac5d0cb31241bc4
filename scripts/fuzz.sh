#!/usr/bin/env bash
# Runs one fuzz target for a time, with the sanitizers, on every core.
#
#   scripts/fuzz.sh TARGET SECONDS [libFuzzer options]     for example: scripts/fuzz.sh pack_json 3600
#
# What it learns stays in build/asan/fuzz/TARGET-corpus and is the start of the next run. An input that fails is kept
# as build/asan/fuzz/TARGET-crash-…; give it to build/asan/fuzz/fuzz_TARGET to see it again, and add it to the seeds
# once it is mended. Exit status: 0 nothing failed, 1 something did, 2 the command is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { sed -n '2,8s/^# \{0,1\}//p' "$0"; }
case "${1:-}" in -h | --help) usage; exit 0 ;; esac
if [ $# -lt 2 ] || ! [[ "$2" =~ ^[0-9]+$ ]]; then usage >&2; exit 2; fi
target=$1 seconds=$2
shift 2

if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi
mkdir -p build
cmake --preset asan >build/configure-asan.log 2>&1 || { cat build/configure-asan.log >&2; exit 2; }
arguments=build/asan/fuzz/$target.args
if [ ! -f "$arguments" ]; then
  known=$(find build/asan/fuzz -name '*.args' -printf '%f\n' 2>/dev/null | sed 's/\.args$//' | sort | tr '\n' ' ')
  echo "fuzz: no target '$target' (known: ${known:-none})" >&2
  exit 2
fi
cmake --build --preset asan --target "fuzz_$target"
IFS=';' read -r -a options <"$arguments" || true

jobs=$(nproc)
echo "fuzz: $target for $seconds s, $jobs processes"
status=0
build/asan/fuzz/"fuzz_$target" -fork="$jobs" -max_total_time="$seconds" -print_final_stats=1 "$@" "${options[@]}" ||
  status=1
if [ "$status" -eq 0 ]; then echo "fuzz: nothing failed"; else
  echo "fuzz: failed; the inputs are build/asan/fuzz/$target-*" >&2
fi
exit "$status"
