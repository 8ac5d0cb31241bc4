#!/usr/bin/env python3
"""Fails when a file includes a header of a room that it may not know.

The table below is the architecture: a room may include itself and the rooms listed for it, nothing else.
Usage: check_layers.py REPOSITORY
"""

import pathlib
import re
import sys

# room -> rooms it may include. A room is the longest listed prefix of a file's path.
MAY_INCLUDE = {
    "harness/base": [],
    "harness/spirv": ["harness/base"],
    "harness/contracts/render_pack_v1": ["harness/base", "harness/spirv"],
    "harness/gpu": ["harness/base"],
    "harness/implementation": ["harness/base"],
    # A Vulkan layer over any implementation, and what it tells.
    "harness/observer": ["harness/base"],
    # Its mistakes by name: the command lists them.
    "harness/reference/mistakes": [],
    # The suite's own implementation: an adapter like a vendor's, which no other room includes.
    "harness/reference": [
        "harness/base", "harness/spirv", "harness/contracts/render_pack_v1", "harness/gpu", "harness/implementation",
        "harness/reference/mistakes",
    ],
    "harness/runner": ["harness/base"],
    "harness/report": ["harness/base", "harness/runner"],
    # What was measured: samples, statistics and verdicts, history, the page.
    "harness/perf": ["harness/base", "harness/runner"],
    "harness/cli": [
        "harness/base", "harness/spirv", "harness/contracts/render_pack_v1", "harness/gpu",
        "harness/runner", "harness/report", "harness/perf", "harness/reference/mistakes",
    ],
    # Expected values never come from the reference: it is not in this list and must not be added.
    "conformance": [
        "harness/base", "harness/spirv", "harness/contracts/render_pack_v1", "harness/gpu",
        "harness/implementation", "harness/observer", "harness/runner", "fixtures",
    ],
    "fixtures": ["harness/base", "harness/spirv", "harness/contracts/render_pack_v1"],
    # Benchmarks measure the reference, so they may know it.
    "bench": [
        "harness/base", "harness/spirv", "harness/contracts/render_pack_v1", "harness/gpu", "harness/implementation",
        "harness/observer", "harness/reference", "harness/reference/mistakes", "harness/runner", "harness/perf", "fixtures",
    ],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def room_of(path: str) -> str | None:
    matches = [room for room in MAY_INCLUDE if path == room or path.startswith(room + "/")]
    return max(matches, key=len) if matches else None


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    faults = []
    for top in ("harness", "conformance", "fixtures", "bench"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".cpp", ".hpp", ".h", ".c"):
                continue
            path = file.relative_to(root).as_posix()
            room = room_of(path)
            if room is None:
                faults.append(f"{path}: is in no room; add its folder to MAY_INCLUDE in scripts/check_layers.py")
                continue
            for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
                target = room_of(included)
                if target is None:
                    faults.append(f'{path}: includes "{included}"; write the path from the repository root')
                elif target != room and target not in MAY_INCLUDE[room]:
                    faults.append(f"{path}: {room} may not include {target} ({included})")
    for fault in faults:
        print(f"check_layers: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
