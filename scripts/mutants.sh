#!/usr/bin/env bash
# Judges damaged copies of the valid modules, with the address and undefined-behaviour sanitizers, on every core.
#
#   scripts/mutants.sh [COUNT [SEED]]      default: two million mutants of seed 1
#
# Each core takes a share of the numbers. What a mutant breaks is printed with the command that repeats it alone; a
# report of a sanitizer ends its process, and `--trace` of that command finds the number. Exit status: 0 nothing
# failed, 1 something did, 2 the command is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { sed -n '2,8s/^# \{0,1\}//p' "$0"; }
case "${1:-}" in -h | --help) usage; exit 0 ;; esac
count=${1:-2000000} seed=${2:-1}
if ! [[ "$count" =~ ^[0-9]+$ && "$seed" =~ ^[0-9]+$ ]]; then usage >&2; exit 2; fi

if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi
mkdir -p build
cmake --preset asan >build/configure-asan.log 2>&1 || { cat build/configure-asan.log >&2; exit 2; }
cmake --build --preset asan --target rpcts_mutants

jobs=$(nproc)
share=$(((count + jobs - 1) / jobs))
echo "mutants: $count of seed $seed, $jobs processes"
children=()
for ((i = 0; i < jobs; ++i)); do
  build/asan/bin/rpcts_mutants --seed "$seed" --first $((i * share)) --count "$share" &
  children+=($!)
done
status=0
for child in "${children[@]}"; do wait "$child" || status=1; done
if [ "$status" -eq 0 ]; then echo "mutants: nothing failed"; else echo "mutants: failed, see above" >&2; fi
exit "$status"
