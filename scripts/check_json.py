#!/usr/bin/env python3
"""Holds JSON files against a JSON Schema (draft 2020-12); fails with the place of each difference.

Usage: check_json.py SCHEMA FILE...
"""

import json
import pathlib
import sys

import jsonschema


def main() -> int:
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = 0
    for name in sys.argv[2:]:
        document = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
        for error in validator.iter_errors(document):
            faults += 1
            print(f"check_json: {name}: {error.json_path}: {error.message}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
