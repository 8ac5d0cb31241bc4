#!/usr/bin/env bash
# Installs a build into a scratch prefix, then configures, builds and runs a project that uses the package.
# Usage: run.sh BUILD_FOLDER CXX_COMPILER
set -euo pipefail
build=$1
compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$build/package_test
rm -rf "$work"
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -S "$here" -B "$work/user" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/user"
"$work/user/user" "$work/prefix/share/rpcts/render_pack_v1/bases/full"
"$work/prefix/bin/rpcts" validate "$work/prefix/share/rpcts/render_pack_v1/bases/full"
"$work/prefix/bin/rpcts" run --filter 'render_pack_v1.facts.*' --output "$work/results"

# An adapter that claims nothing, and one in C that claims authoring: built out of tree, judged, reported so.
for adapter in template template/authoring_example; do
  name=${adapter##*/}
  cmake -S "$work/prefix/share/rpcts/adapter/$adapter" -B "$work/$name" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" >/dev/null
  cmake --build "$work/$name"
done
run() {
  "$work/prefix/bin/rpcts" run --implementation "$1" --filter 'render_pack_v1.authoring.*' --output "$2"
}
run "$work/template/libmy_engine.so" "$work/nothing"
run "$work/authoring_example/libauthoring_example.so" "$work/authoring"
# The same adapter as a program.
printf '#!/bin/sh\nexec "%s" "%s"\n' "$work/prefix/bin/rpcts-adapter-program" \
  "$work/authoring_example/libauthoring_example.so" >"$work/program"
chmod +x "$work/program"
run "$work/program" "$work/as_program"
# Without a name the installed reference is judged.
"$work/prefix/bin/rpcts" run --filter 'render_pack_v1.authoring.base-noop' --output "$work/reference"
grep -q '"name": "rpcts reference"' "$work/reference/results.json"
python3 "$here/check_reports.py" "$work/nothing" "$work/authoring" "$work/as_program"
