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
