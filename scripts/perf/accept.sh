#!/usr/bin/env bash
# Takes the counts of this build on lavapipe as the baseline that `scripts/test.sh perf` holds every change to.
#
#   scripts/perf/accept.sh REASON      writes bench/baseline.jsonl; commit it together with the change
set -euo pipefail
cd "$(dirname "$0")/../.."
reason=${1:?"accept.sh: say why the counts changed"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=()
# Several processes: some counts of a driver differ a little from one to the next, and the baseline has to know how much.
for number in 1 2 3 4 5; do
  build/release/bin/rpcts bench --gate --counts --no-times --device llvmpipe --commit "$(git describe --always --dirty)" \
    --output "$work/$number" >/dev/null
  files+=(--from "$work/$number/bench.jsonl")
done
build/release/bin/rpcts perf accept "${files[@]}" --baseline bench/baseline.jsonl --reason "$reason"
