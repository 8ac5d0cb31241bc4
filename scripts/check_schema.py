#!/usr/bin/env python3
"""Checks pack.json files against the published JSON Schema.

    check_schema.py [--schema SCHEMA] PACK.json...

Prints "accepted PACK.json", or "rejected PACK.json" with each violation below it: its JSON pointer and what is wrong.
Exit status: 0 all accepted, 1 some rejected, 2 the command or a file is wrong.
"""

import argparse
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(f"check_schema: {sys.executable} has no module jsonschema; install Debian's python3-jsonschema")

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "docs/render_pack_v1/pack.schema.json"


def load_validator(path: pathlib.Path) -> jsonschema.Draft7Validator:
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def refuse_constant(word: str):
    raise ValueError(f"{word} is not JSON")


def parse(text: bytes):
    """Python's parser also takes NaN and Infinity; JSON has neither."""
    return json.loads(text.decode("utf-8"), parse_constant=refuse_constant)


def violations(validator: jsonschema.Draft7Validator, pack) -> list[str]:
    lines = []
    for error in validator.iter_errors(pack):
        best = jsonschema.exceptions.best_match([error])  # of an anyOf, the branch that got furthest
        steps = [str(step).replace("~", "~0").replace("/", "~1") for step in best.absolute_path]
        lines.append(f"{''.join('/' + step for step in steps) or '(the whole text)'}: {best.message}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks pack.json files against the published JSON Schema.")
    parser.add_argument("--schema", type=pathlib.Path, default=SCHEMA)
    parser.add_argument("packs", type=pathlib.Path, nargs="+", metavar="PACK.json")
    arguments = parser.parse_args()
    try:
        validator = load_validator(arguments.schema)
    except (OSError, ValueError, jsonschema.SchemaError) as failure:
        print(f"check_schema: {arguments.schema} is no usable schema: {failure}", file=sys.stderr)
        return 2
    all_accepted = True
    for path in arguments.packs:
        try:
            text = path.read_bytes()
        except OSError as failure:
            print(f"check_schema: {path} cannot be read: {failure.strerror}", file=sys.stderr)
            return 2
        try:
            lines = violations(validator, parse(text))
        except (ValueError, RecursionError) as failure:
            lines = [f"not JSON: {failure}"]
        print(f"{'rejected' if lines else 'accepted'} {path}")
        for line in lines:
            print(f"  {line}")
        all_accepted = all_accepted and not lines
    return 0 if all_accepted else 1


if __name__ == "__main__":
    sys.exit(main())
