#!/usr/bin/env bash
# Counts the processor instructions of reading and judging, which do not depend on what else the machine does.
#
#   scripts/count_instructions.sh      for the modules of the base packs, in the release build
#
# Prints instructions for a word of the modules: the bare walk, the reader, the reader with the judge, and spvBinaryParse.
# Needs valgrind (not installed by setup.sh).
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
command -v valgrind >/dev/null || { echo "count_instructions: valgrind is not installed (apt-get install valgrind)" >&2; exit 2; }
program=build/release/bin/rpcts_bench_reader
[ -x "$program" ] || { echo "count_instructions: build the target rpcts_bench_reader first" >&2; exit 2; }

# Instructions of a run with this many rounds of one benchmark.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --count "$1" "$2" 2>&1 |
    awk '/Collected/ {print $4}'
}
words=$("$program" --count bare_walk 0 | awk '{print $1}')
rounds=20
printf '%-16s %s\n' "benchmark" "instructions a word"
for name in bare_walk read read_and_judge spvBinaryParse; do
  once=$(instructions "$name" 0)
  often=$(instructions "$name" "$rounds")
  awk -v name="$name" -v a="$once" -v b="$often" -v r="$rounds" -v w="$words" \
    'BEGIN {printf "%-16s %.2f\n", name, (b - a) / r / w}'
done
