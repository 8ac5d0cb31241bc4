#!/usr/bin/env python3
"""Writes one CTest test for each case of a worker, and one for each file of cases that draw with an implementation.

The latter keep a host warm from case to case, which a process for each would throw away: `rpcts run` does a file at a time,
and names each failure.
Usage: case_tests.py WORKER RPCTS OUTPUT.cmake
"""

import json
import pathlib
import subprocess
import sys

# Seconds that CTest gives one case; `rpcts run` has its own, shorter limit.
TIMEOUT = 120
# Seconds that it gives a file of cases.
FILE_TIMEOUT = 1200
# The worker's exit status for "not supported".
NOT_SUPPORTED = 77


def quoted(text: str) -> str:
    """A CMake bracket argument: nothing in it has a meaning."""
    return f"[==[{text}]==]"


def file_test(file: str, rpcts: str, output: pathlib.Path) -> list[str]:
    """`file`: "render_pack_v1.values"."""
    name = quoted(f"cases.{file}")
    results = quoted((output.parent / "case_runs" / file).as_posix())
    return [
        f"add_test({name} {quoted(rpcts)} run --jobs 1 --filter {quoted(file + '.*')} --output {results})",
        f"set_tests_properties({name} PROPERTIES LABELS {quoted(';'.join(['case', file.split('.')[0], 'device']))} "
        f"TIMEOUT {FILE_TIMEOUT} "
        # Without a device all of its cases are not supported.
        f"SKIP_REGULAR_EXPRESSION {quoted('cases in [0-9.]+ s: [0-9]+ not supported')} "
        f"ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)",
    ]


def main() -> int:
    worker, rpcts, output = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    listing = subprocess.run([worker, "--list"], stdout=subprocess.PIPE, check=False)
    if listing.returncode != 0:
        print(f"case_tests: '{worker} --list' ended with status {listing.returncode}", file=sys.stderr)
        return 1
    lines = []
    files = set()
    for case in json.loads(listing.stdout)["cases"]:
        if case["nightly"]:
            continue
        if "host" in case["profiles"]:
            files.add(".".join(case["id"].split(":")[0].split(".")[:2]))
            continue
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
    for file in sorted(files):
        lines += file_test(file, rpcts, output)
    if not lines:
        print(f"case_tests: '{worker}' has no cases", file=sys.stderr)
        return 1
    text = "\n".join(lines) + "\n"
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
