#!/usr/bin/env python3
"""Holds the files of written cases, and the index that the build makes of them, against their schemas.

    check_cases.py CASES CMAKE_LIST [INDEX]

CASES is the folder of the case files, CMAKE_LIST the file whose `case_groups` lists them. Also checked: no member stands
twice in an object, each file is called as its group and is in the list, no file has 600 lines or more, every GLSL source
is used. Exit status: 0 all is well, 1 something is not, 2 the command or a file is wrong.
"""

import json
import pathlib
import re
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(f"check_cases: {sys.executable} has no module jsonschema; install Debian's python3-jsonschema")

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs/render_pack_v1"
CASES_SCHEMA = "corpus_cases.schema.json"
INDEX_SCHEMA = "corpus_index.schema.json"
MAXIMUM_LINES = 600


def members_once(pairs: list) -> dict:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a member stands twice among {[key for key, _ in pairs]}")
    return members


def load(path: pathlib.Path):
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=members_once)


def validators() -> tuple[jsonschema.Draft7Validator, jsonschema.Draft7Validator]:
    """Of the case files and of the index, whose schema refers to definitions of the other."""
    cases = load(DOCS / CASES_SCHEMA)
    index = json.loads((DOCS / INDEX_SCHEMA).read_text(encoding="utf-8").replace(CASES_SCHEMA, ""))
    index["definitions"] |= cases["definitions"]
    for schema in (cases, index):
        jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(cases), jsonschema.Draft7Validator(index)


def violations(validator: jsonschema.Draft7Validator, document) -> list[str]:
    lines = []
    for error in validator.iter_errors(document):
        best = jsonschema.exceptions.best_match([error])
        place = "".join(f"/{step}" for step in best.absolute_path)
        if list(best.absolute_path)[:1] == ["cases"] and len(best.absolute_path) > 1:
            place += f" ({document['cases'][best.absolute_path[1]].get('name', '?')})"
        lines.append(f"{place}: {best.message}")
    return lines


def main() -> int:
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    folder, cmake_list = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    cases_validator, index_validator = validators()
    listed = re.search(r"set\(case_groups\s+([^)]*)\)", cmake_list.read_text(encoding="utf-8"))
    groups = listed.group(1).split() if listed else []
    faults = []
    texts = ""
    count = 0
    paths = sorted(folder.glob("*.json"))
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
            document = load(path)
        except (OSError, ValueError) as failure:
            faults.append(f"{path.name}: {failure}")
            continue
        texts += text
        count += len(document.get("cases", []))
        faults += [f"{path.name}{line}" for line in violations(cases_validator, document)]
        if document.get("group") != path.stem:
            faults.append(f"{path.name}: the group is called {document.get('group')!r}")
        if path.stem not in groups:
            faults.append(f"{path.name}: is not in case_groups of {cmake_list}")
        if text.count("\n") >= MAXIMUM_LINES:
            faults.append(f"{path.name}: has {MAXIMUM_LINES} lines or more; make two files of it")
    for source in sorted((folder / "shaders").iterdir()):
        if f'"{source.name}"' not in texts:
            faults.append(f"shaders/{source.name}: no case uses it")
    if len(sys.argv) == 4:
        index = load(pathlib.Path(sys.argv[3]))
        faults += [f"{sys.argv[3]}{line}" for line in violations(index_validator, index)]
        if len(index["cases"]) != count:
            faults.append(f"{sys.argv[3]}: has {len(index['cases'])} cases, the files have {count}")
    for fault in faults:
        print(f"check_cases: {fault}", file=sys.stderr)
    print(f"{count} cases in {len(paths)} files")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
