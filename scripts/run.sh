#!/usr/bin/env bash
# Sets up, builds and runs the conformance cases on this machine, and ends with a summary.
# Arguments go to `rpcts run`: --device NAME, --filter GLOB, --output DIR, …
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}; fi
mkdir -p build
cmake --preset release >build/configure-release.log 2>&1 || { cat build/configure-release.log >&2; exit 2; }
cmake --build --preset release
exec build/release/bin/rpcts run "$@"
