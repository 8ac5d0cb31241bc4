#!/usr/bin/env python3
"""What the reports of the package test's adapters must say.

Usage: check_reports.py NOTHING AUTHORING AS_PROGRAM, the output folders of three runs.
"""

import collections
import json
import pathlib
import sys


def load(folder: str) -> dict:
    return json.loads((pathlib.Path(folder) / "results.json").read_text(encoding="utf-8"))


def outcomes(results: dict) -> dict:
    return {case["id"]: case["outcome"] for case in results["cases"]}


def main() -> int:
    nothing, authoring, program = (load(folder) for folder in sys.argv[1:4])
    faults = []

    def expect(what: bool, text: str):
        if not what:
            faults.append(text)

    expect(nothing["run"]["implementation"]["profiles"] == [], "the template claims something")
    expect(set(outcomes(nothing).values()) == {"not supported"}, "what is not claimed must not be supported")
    reasons = {message["text"] for case in nothing["cases"] for message in case["messages"]}
    expect(reasons == {"My Engine claims no profile"}, f"one reason is expected: {reasons}")

    expect(authoring["run"]["implementation"]["profiles"] == ["authoring"], "the example claims authoring")
    expect(authoring["run"]["implementation"]["kind"] == "library", "the example is a library")
    counts = collections.Counter(outcomes(authoring).values())
    expect(counts["pass"] > 1200 and counts["pass"] + counts["not supported"] == len(authoring["cases"]),
           f"the example must pass: {counts}")
    # A verdict that names its rule is judged by it.
    expect(not any("rule" in case["notes"] for case in authoring["cases"]), "the example names its rules")

    expect(program["run"]["implementation"]["kind"] == "program", "the program is a program")
    expect(outcomes(program) == outcomes(authoring), "library and program must be judged alike")
    for fault in faults:
        print(f"check_reports: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
