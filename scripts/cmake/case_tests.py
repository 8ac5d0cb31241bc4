#!/usr/bin/env python3
"""Writes one CTest test for each case of a worker.

Usage: case_tests.py WORKER OUTPUT.cmake
"""

import json
import pathlib
import subprocess
import sys

# Seconds that CTest gives one case; `rpcts run` has its own, shorter limit.
TIMEOUT = 120
# The worker's exit status for "not supported".
NOT_SUPPORTED = 77


def quoted(text: str) -> str:
    """A CMake bracket argument: nothing in it has a meaning."""
    return f"[==[{text}]==]"


def main() -> int:
    worker, output = sys.argv[1], pathlib.Path(sys.argv[2])
    listing = subprocess.run([worker, "--list"], stdout=subprocess.PIPE, check=False)
    if listing.returncode != 0:
        print(f"case_tests: '{worker} --list' ended with status {listing.returncode}", file=sys.stderr)
        return 1
    lines = []
    for case in json.loads(listing.stdout)["cases"]:
        name = quoted(case["id"])
        labels = ["case", case["id"].split(".")[0]]
        labels += ["generated"] if case["generated"] else []
        labels += ["device"] if case["needsDevice"] else []
        lines.append(f"add_test({name} {quoted(worker)} --run-one {name})")
        lines.append(
            f"set_tests_properties({name} PROPERTIES LABELS {quoted(';'.join(labels))} "
            f"TIMEOUT {TIMEOUT} SKIP_RETURN_CODE {NOT_SUPPORTED})"
        )
        if case["needsDevice"]:
            # Drivers keep memory to the end of the process; leaked Vulkan objects are the validation layer's to find.
            lines.append(f"set_tests_properties({name} PROPERTIES ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)")
    if not lines:
        print(f"case_tests: '{worker}' has no cases", file=sys.stderr)
        return 1
    text = "\n".join(lines) + "\n"
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
