#!/usr/bin/env python3
"""Changes packs one value at a time; the schema and the reader of pack.json must agree on each.

    check_schema_agreement.py READER PACK.json...

READER takes one pack.json text a line and answers with "accepted" or the id of the deciding rule, a line each.
The schema cannot see repeated members, and leaves the range of 64-bit numbers to the reader.
"""

import collections
import copy
import json
import pathlib
import subprocess
import sys

import check_schema

# What stands in place of each value: every JSON type, numbers at the edges of the types, names of several sets.
REPLACEMENTS = [
    None, True, 0, 1, -1, 2, 4, 1.0, 1.5, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296,
    "", "None", "Custom", "Sampled", "Tier1", "1.0", "1.0.0.0", "1", "1.2.3.4.5", "1.0\n", "True", [], {}, [None],
    ["None"], ["None", "None"], ["None", "Sampled"], ["Sampled", "Sampled"], ["Terrain"], ["Opaque"], [1], [[]],
]
DECIDED_BY_SCHEMA = {"RP-FILE-007", "RP-FILE-008", "RP-FILE-009", "RP-FILE-011", "RP-FILE-012"}


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places(below, path + (key,))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from places(below, path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def changed(pack):
    """Yields (what was done, the changed pack)."""
    yield "unchanged", pack
    for path in places(pack):
        if path:
            for replacement in REPLACEMENTS:
                copied = copy.deepcopy(pack)
                at(copied, path[:-1])[path[-1]] = replacement
                yield f"{path} = {replacement!r}", copied
            copied = copy.deepcopy(pack)
            del at(copied, path[:-1])[path[-1]]
            yield f"without {path}", copied
        if isinstance(at(pack, path), dict):
            for key in ("unknown", "Id", "$schema", ""):
                copied = copy.deepcopy(pack)
                at(copied, path)[key] = 1
                yield f"{path} with {key!r}", copied


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    reader, *packs = sys.argv[1:]
    validator = check_schema.load_validator(check_schema.SCHEMA)
    cases = {}  # text -> what was done; a change may give the same text twice
    for pack in packs:
        original = json.loads(pathlib.Path(pack).read_text(encoding="utf-8"))
        for what, text in ((what, json.dumps(new)) for what, new in changed(original)):
            cases.setdefault(text, f"{pack}: {what}")
    answers = subprocess.run([reader], input="\n".join(cases) + "\n", capture_output=True, text=True, check=True)
    verdicts = answers.stdout.splitlines()
    assert len(verdicts) == len(cases), f"{len(cases)} texts, {len(verdicts)} answers"

    counts = collections.Counter()
    faults = []
    for (text, what), verdict in zip(cases.items(), verdicts):
        accepted = validator.is_valid(json.loads(text))
        counts[verdict] += 1
        if accepted and verdict in DECIDED_BY_SCHEMA or not accepted and verdict == "accepted":
            faults.append(f"{what}: reader: {verdict}; schema: {'accepted' if accepted else 'rejected'}")
    for fault in faults:
        print(fault)
    print(f"{len(cases)} packs: " + ", ".join(f"{rule} {count}" for rule, count in sorted(counts.items())))
    unproved = (DECIDED_BY_SCHEMA | {"accepted"}) - set(counts)
    if unproved:
        print(f"no pack was decided by {', '.join(sorted(unproved))}")
    return 1 if faults or unproved else 0


if __name__ == "__main__":
    sys.exit(main())
