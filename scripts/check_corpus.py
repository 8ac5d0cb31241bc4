#!/usr/bin/env python3
"""Runs `rpcts validate` over every pack of the written corpus and over every base, and compares.

    check_corpus.py RPCTS WRITER DATA [--schema]

RPCTS is the executable, WRITER is rpcts_write_corpus, DATA the folder that holds bases/ and corpus/. Exit status, verdict,
deciding rule and place must be as written. With --schema, RPCTS and WRITER are left out: the JSON Schema of pack.json must
agree with what is written about each pack.json. Prints totals. Exit status: 0 all as written, 1 not, 2 the command or a
file is wrong.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import check_schema

BATCH = 50  # packs that one process validates
# What the schema expresses: members, their types, names of enumerations, the form of a version.
DECIDED_BY_SCHEMA = {"RP-FILE-007", "RP-FILE-008", "RP-FILE-009", "RP-FILE-011", "RP-FILE-012"}
# It says nothing where there is no JSON text, cannot see a repeated member, and leaves some ranges to the reader.
UNKNOWN_TO_SCHEMA = {f"RP-FILE-{n:03}" for n in (1, 2, 3, 4, 5, 6, 10)}


def options_of(case: dict) -> tuple:
    """The options of `rpcts validate` for a case; cases with the same ones share a process."""
    options = ["--strict"] if case.get("strict") else []
    if "host" in case:
        options += ["--host", "conformance"]
        options += ["--lack", ",".join(case["host"]["lacks"])] if case["host"]["lacks"] else []
    return tuple(options)


def complete(writer: str, corpus: pathlib.Path, case: dict, scratch: str) -> pathlib.Path | None:
    """The folder of the case's pack; null when this user cannot make one that may not be read."""
    if any("unreadable" in special for special in case.get("special", [])) and os.geteuid() == 0:
        return None
    if "special" not in case:
        return corpus / case["name"]
    made = subprocess.run(
        [writer, "complete", "--corpus", corpus, "--case", case["name"], "--output", scratch],
        stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(made.stdout.strip())


def validate(rpcts: str, options: tuple, folders: list[pathlib.Path]) -> tuple[int, dict[str, dict]]:
    """Exit status and the subjects by path."""
    command = [rpcts, "validate", "--format", "json", *options, "--", *folders]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{rpcts} validate ended with status {run.returncode}")
    return run.returncode, {subject["path"]: subject for subject in json.loads(run.stdout)["subjects"]}


def differences(case: dict, subject: dict) -> list[str]:
    expected = {"accept": "accepted", "reject": "rejected"}[case["verdict"]]
    if subject["verdict"] != expected or subject["decidingRule"] != case.get("rule"):
        return [f"{subject['verdict']} by {subject['decidingRule']}, written: {expected} by {case.get('rule')}"]
    found = []
    if "at" in case:
        place = next(finding["place"] for finding in subject["findings"] if finding["deciding"])
        at = place.get("pointer" if case["at"].startswith("/") else "file")
        if at != case["at"]:
            found.append(f"at {at}, written: {case['at']}")
    errors = {finding["rule"] for finding in subject["findings"] if finding["severity"] == "error"}
    warnings = {finding["rule"] for finding in subject["findings"] if finding["severity"] == "warning"}
    found += [f"{rule} is not reported" for rule in case.get("also", []) if rule not in errors]
    if case["verdict"] == "accept" and warnings != set(case.get("warnings", [])):
        found.append(f"warnings {sorted(warnings)}, written: {case.get('warnings', [])}")
    return found


def check_executable(rpcts: str, writer: str, data: pathlib.Path, cases: list[dict]) -> int:
    bases = [{"name": folder.name, "verdict": "accept", "folder": folder}
             for folder in sorted((data / "bases").iterdir())]
    counts = collections.Counter()
    faults = []
    scratch = tempfile.mkdtemp(prefix="rpcts-corpus-")
    try:
        groups = collections.defaultdict(list)
        for case in cases:
            folder = complete(writer, data / "corpus", case, scratch)
            if folder is None:
                counts["not supported for this user"] += 1
            else:
                groups[(case["verdict"], options_of(case))].append((case, folder))
        groups[("accept", ())] += [(base, base["folder"]) for base in bases]
        for (verdict, options), members in groups.items():
            for start in range(0, len(members), BATCH):
                batch = members[start:start + BATCH]
                status, subjects = validate(rpcts, options, [folder for _, folder in batch])
                if status != (1 if verdict == "reject" else 0):
                    faults.append(f"exit status {status} for packs to {verdict}: {[case['name'] for case, _ in batch]}")
                for case, folder in batch:
                    found = differences(case, subjects[str(folder)])
                    faults += [f"{case['name']}: {difference}" for difference in found]
                    counts[f"{verdict}ed as written" if not found else "not as written"] += 1
    finally:
        shutil.rmtree(scratch)
    for fault in faults:
        print(f"check_corpus: {fault}", file=sys.stderr)
    print(f"{len(cases)} written cases and {len(bases)} bases: "
          + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if faults or not cases or not bases else 0


def check_with_schema(corpus: pathlib.Path, cases: list[dict]) -> int:
    validator = check_schema.load_validator(check_schema.SCHEMA)
    counts = collections.Counter()
    faults = []
    for case in cases:
        rule = case.get("rule")
        path = corpus / case["name"] / "pack.json"
        if rule in UNKNOWN_TO_SCHEMA or any(special["key"] == "pack.json" for special in case.get("special", [])):
            counts["left to the reader"] += 1
            continue
        lines = check_schema.violations(validator, check_schema.parse(path.read_bytes()))
        if bool(lines) != (rule in DECIDED_BY_SCHEMA):
            faults.append(f"{case['name']} ({rule}): the schema {'rejects' if lines else 'accepts'} it: {lines[:1]}")
        counts["rejected" if lines else "accepted"] += 1
    for fault in faults:
        print(f"check_corpus: {fault}", file=sys.stderr)
    print(f"{len(cases)} pack.json files: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if faults or not counts["accepted"] or not counts["rejected"] else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--schema", action="store_true")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    arguments = parser.parse_args()
    if len(arguments.paths) != (1 if arguments.schema else 3):
        parser.error("see above for what is needed")
    data = pathlib.Path(arguments.paths[-1])
    try:
        cases = json.loads((data / "corpus/index.json").read_text(encoding="utf-8"))["cases"]
    except OSError as failure:
        print(f"check_corpus: {failure}; build the corpus first", file=sys.stderr)
        return 2
    if arguments.schema:
        return check_with_schema(data / "corpus", cases)
    return check_executable(*arguments.paths[:2], data, cases)


if __name__ == "__main__":
    sys.exit(main())
