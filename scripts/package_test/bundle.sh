#!/usr/bin/env bash
# Makes the bundle of a build, unpacks it elsewhere and runs cases from it, some of them on a device.
# Usage: bundle.sh BUILD_FOLDER
set -euo pipefail
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$build/bundle_test
rm -rf "$work"
mkdir -p "$work"
"$here/../bundle.sh" "$build" "$work/bundle.tar.gz"
tar -C "$work" -xzf "$work/bundle.tar.gz"
# Nothing of this build may be needed: not by its path, and not by the loader's settings of this shell.
env -u LD_LIBRARY_PATH -u VK_LAYER_PATH "$work/rpcts-bundle/run.sh" --filter '*.offsets.*' --jobs 2
[ -s "$work/rpcts-bundle/rpcts-report/results.json" ]
rm -rf "$work"
