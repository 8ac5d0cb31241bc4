#!/usr/bin/env python3
"""A library behind standard input and output gives the same results as the library itself.

Usage: same_as_program.py RPCTS RPCTS_ADAPTER_PROGRAM LIBRARY DATA_FOLDER
A twelfth of the cases that judge an implementation runs twice.
"""

import json
import pathlib
import subprocess
import sys
import tempfile


def main() -> int:
    rpcts, program, library, data = sys.argv[1:5]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        script = folder / "adapter.sh"
        script.write_text(f'#!/bin/sh\nexec "{program}" "{library}"\n', encoding="utf-8")
        script.chmod(0o755)
        runs = []
        for kind, implementation in (("library", library), ("program", str(script))):
            command = [rpcts, "run", "--implementation", implementation, "--data", data, "--shard", "1/12"]
            done = subprocess.run([*command, "--output", str(folder / kind)], stdout=subprocess.DEVNULL, check=False)
            if done.returncode == 2:
                return 1
            results = json.loads((folder / kind / "results.json").read_text(encoding="utf-8"))
            if results["run"]["implementation"]["kind"] != kind:
                print(f"same_as_program: {implementation} is no {kind}", file=sys.stderr)
                return 1
            runs.append({case["id"]: case["outcome"] for case in results["cases"]})
    differing = [f"{case}: {runs[0][case]}, {runs[1].get(case)}" for case in runs[0] if runs[0][case] != runs[1].get(case)]
    for line in differing:
        print(f"same_as_program: {line}", file=sys.stderr)
    if not differing and "pass" in runs[0].values():
        print(f"{len(runs[0])} cases alike")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
