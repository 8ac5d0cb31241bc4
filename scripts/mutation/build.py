#!/usr/bin/env python3
"""Builds the reference with all its mutants in one library, each switched on by the environment.

Every operator and constant of the reference's contract code (FOLDERS and FILES below) becomes a call of scripts/mutation/mutation.hpp, which does another thing for one mutant: RPCTS_REFERENCE_MUTANT=<number>. So
thousands of mutants cost one build. What libclang sees decides what is mutated; a place that no longer compiles (it
must be a constant) is left as it was.

Left out: arguments of fmt::format and error() (texts for people), static_assert, template arguments, array sizes, case
labels, enumerators, comparisons of floats for equality at the edge (their mutants do the same), and what runs only for a
mistake that the reference is told to make.

Usage: build.py BUILD_FOLDER OUTPUT_FOLDER        BUILD_FOLDER has compile_commands.json and the reference's libraries
Writes OUTPUT_FOLDER/librpcts_reference_mutants.so and OUTPUT_FOLDER/mutants.json
"""

import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's python3-clang-19, for any Python 3
try:
    import clang.cindex as cx
except ImportError:
    sys.exit("mutation: libclang's Python module is missing; install python3-clang-19")

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = ("harness/reference/values", "harness/reference/host")
# What the reference calls for the contract's own formulas.
FILES = tuple(f"harness/contracts/render_pack_v1/{name}.cpp" for name in ("curves", "settings", "slots"))
ARITHMETIC = {"+": ("plus", "-"), "-": ("minus", "+"), "*": ("times", "/"), "/": ("divided", "*"), "%": ("modulo", "/")}
RELATIONS = {"<": ("less", ">=", "<="), "<=": ("less_equal", ">", "<"),
             ">": ("greater", "<=", ">="), ">=": ("greater_equal", "<", ">")}
LOGICAL = {"&&": ("both", "||"), "||": ("either", "&&")}
CALLS = {"min": ("smaller", "max", 2), "max": ("larger", "min", 2), "clamp": ("clamped", "its first argument", 3)}
K = cx.CursorKind
# Texts for people, and what a compiler must know.
SKIPPED_CALLS = {"format", "error", "quoted", "join", "reserve"}
SKIPPED_KINDS = {K.STATIC_ASSERT, K.CASE_STMT, K.ENUM_CONSTANT_DECL, K.TYPE_REF}
FUNCTIONS = {K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE}
LEFT_OUT = {"scene_copy"}  # copies what an adapter was given
# Files of cases that look at what a source does: of the cases that could see a mutant theirs are tried first.
LOOK_FIRST = {
    "atmospheric_frame": "values policies", "cascade_fit": "cascades values", "celestial": "gates values",
    "frame_facts": "values gates", "frame_values": "gates values draws slots", "host_settings": "values settings executor",
    "matrix": "cascades values", "pack_pass": "values", "policies": "policies values", "shadow_block": "values cascades",
    "shadow_policy": "gates values policies", "shadow_quality": "values cascades", "volumetric": "gates values",
    "curves": "policies values", "settings": "settings", "slots": "slots",
    "activation": "activation atomic retirement events", "asset_set": "activation atomic", "auto_quality": "automatic",
    "availability": "availability limits executor restrictions", "candidate": "atomic activation retirement limits",
    "catalogue": "discovery activation", "device_profile": "availability limits restrictions",
    "executor_limits": "executor limits cascades", "extents": "values limits draws", "host": "events retirement draws activation automatic",
    "plan": "slots draws hints pictures", "quality_range": "automatic executor availability",
    "resident_plan": "limits availability restrictions", "selection": "activation",
}
FLOATS = {cx.TypeKind.FLOAT, cx.TypeKind.DOUBLE, cx.TypeKind.LONGDOUBLE}


@dataclasses.dataclass
class Site:
    """One place: the mutants that it has, and the edits that make it a call."""
    line: int
    function: str  # that it stands in; empty outside of functions
    what: list  # one text a mutant: "a + b: + becomes -"
    edits: list  # (offset, rank, text, length of what is replaced)


def text_of(source: bytes, extent) -> str:
    return source[extent.start.offset:extent.end.offset].decode()


def is_scalar(kind_of_type) -> bool:
    kind = kind_of_type.get_canonical().kind
    return kind in FLOATS or cx.TypeKind.BOOL.value <= kind.value <= cx.TypeKind.INT128.value


class Finder:
    def __init__(self, source: bytes, path: str):
        self.source = source
        self.path = path
        self.sites = []
        self.function = ""
        self.roots = {""}  # functions that other files may call; "" is what stands outside of functions
        self.uses = collections.defaultdict(set)  # by function
        self.subscripts = set()  # offsets of literals

    def visit(self, cursor, frozen: bool, depth: int) -> None:
        if cursor.location.file is not None and cursor.location.file.name != self.path:
            return
        if cursor.kind in SKIPPED_KINDS:
            return
        if cursor.kind == K.CALL_EXPR and cursor.spelling in SKIPPED_CALLS:
            return
        if self.is_constant(cursor):
            return  # set as the library is loaded, where every case sees it: its uses are the places
        if cursor.kind in FUNCTIONS:
            self.function = cursor.spelling
            if cursor.linkage == cx.LinkageKind.EXTERNAL:
                self.roots.add(cursor.spelling)
        if cursor.kind == K.DECL_REF_EXPR or cursor.kind == K.CALL_EXPR:
            self.uses[self.function].add(cursor.spelling)
        children = list(cursor.get_children())
        if cursor.kind in (K.IF_STMT, K.CONDITIONAL_OPERATOR) and children and self.asks(children[0]):
            # A mistake that it is told to make: only what it does otherwise counts.
            children = children[1:2] if self.asks_for_none(cursor) else children[2:]
        elif cursor.kind == K.COMPOUND_STMT:
            # After `if (!makes_one_of(…)) { return …; }` comes what mistakes do.
            end = next((i for i, child in enumerate(children) if self.asks_for_none(child)), len(children))
            children = children[:end + 1]
        elif not frozen and not (cursor.kind in (K.BINARY_OPERATOR, K.UNARY_OPERATOR) and self.asks(cursor)):
            self.look_at(cursor, depth)
        # Beyond the end of an array stands nothing that a case could see: a subscript becomes the one before.
        subscripts = cursor.kind == K.ARRAY_SUBSCRIPT_EXPR or (
            cursor.kind == K.CALL_EXPR and cursor.spelling == "operator[]")
        for child in children:
            if subscripts and child == children[-1]:
                for inner_most in child.walk_preorder():
                    if inner_most.kind == K.INTEGER_LITERAL and inner_most.extent == child.extent:
                        self.subscripts.add(inner_most.extent.start.offset)
            inner = frozen
            # Template arguments and array sizes are no places for a call.
            if cursor.kind in (K.TEMPLATE_REF, K.TYPE_REF) or (
                    cursor.kind in (K.VAR_DECL, K.FIELD_DECL) and child.kind == K.INTEGER_LITERAL
                    and "[" in text_of(self.source, cursor.extent).split("=")[0]):
                inner = True
            self.visit(child, inner, depth + 1)
        if cursor.kind in FUNCTIONS:
            self.function = ""

    def is_constant(self, variable) -> bool:
        return (variable is not None and variable.kind == K.VAR_DECL and variable.type.is_const_qualified()
                and is_scalar(variable.type)
                and variable.semantic_parent.kind in (K.NAMESPACE, K.TRANSLATION_UNIT))

    def asks(self, cursor) -> bool:
        return re.search(r"\bmakes(_one_of)?\(", text_of(self.source, cursor.extent)) is not None

    def asks_for_none(self, cursor) -> bool:
        condition = next(cursor.get_children(), None)
        return cursor.kind == K.IF_STMT and condition is not None and "!makes_one_of(" in text_of(
            self.source, condition.extent)

    def live_sites(self) -> list:
        """The sites of functions that are called when no mistake is made."""
        live = set()
        found = set(self.roots)
        while found:
            live |= found
            found = set().union(*(self.uses[name] for name in found)) - live
        return [site for site in self.sites if site.function in live]

    def look_at(self, cursor, depth: int) -> None:
        children = list(cursor.get_children())
        if cursor.kind == K.BINARY_OPERATOR and len(children) == 2:
            self.binary(cursor, *children, depth)
        elif cursor.kind == K.UNARY_OPERATOR and len(children) == 1:
            self.unary(cursor, children[0], depth)
        elif cursor.kind in (K.INTEGER_LITERAL, K.FLOATING_LITERAL):
            self.literal(cursor, depth)
        elif cursor.kind == K.DECL_REF_EXPR and self.is_constant(cursor.referenced):
            self.literal(cursor, depth)
        elif cursor.kind == K.CALL_EXPR and cursor.spelling in CALLS:
            self.call(cursor, children, depth)

    def site(self, cursor, what: list, edits: list) -> None:
        self.sites.append(Site(cursor.extent.start.line, self.function, what, edits))

    def spelled(self, cursor) -> str:
        return " ".join(text_of(self.source, cursor.extent).split())

    def binary(self, cursor, left, right, depth: int) -> None:
        between = self.source[left.extent.end.offset:right.extent.start.offset].decode()
        operator = between.strip()
        at = left.extent.end.offset + between.find(operator)
        spelled = self.spelled(cursor)
        if operator in ARITHMETIC:
            function, other = ARITHMETIC[operator]
            if not (is_scalar(left.type) and is_scalar(right.type)):
                return
            what = [f"{spelled}: {operator} becomes {other}"]
        elif operator in RELATIONS:
            function, opposite, edge = RELATIONS[operator]
            what = [f"{spelled}: {operator} becomes {opposite}"]
            floats = left.type.get_canonical().kind in FLOATS or right.type.get_canonical().kind in FLOATS
            if not floats:
                function += "_edge"
                what.append(f"{spelled}: {operator} becomes {edge}")
        elif operator in ("==", "!="):
            function = "equal" if operator == "==" else "unequal"
            what = [f"{spelled}: {operator} becomes {'!=' if operator == '==' else '=='}"]
        elif operator in LOGICAL:
            function, other = LOGICAL[operator]
            self.site(cursor, [f"{spelled}: {operator} becomes {other}"], [
                (cursor.extent.start.offset, depth, f"rpcts_mutation::{function}(@0, static_cast<bool>(", 0),
                (at, depth, "), [&] { return static_cast<bool>(", len(operator)),
                (cursor.extent.end.offset, -depth, "); })", 0)])
            return
        else:
            return
        self.site(cursor, what, [
            (cursor.extent.start.offset, depth, f"rpcts_mutation::{function}(@0, ", 0),
            (at, depth, ", ", len(operator)),
            (cursor.extent.end.offset, -depth, ")", 0)])

    def unary(self, cursor, operand, depth: int) -> None:
        start = cursor.extent.start.offset
        operator = self.source[start:start + 1].decode()
        if operand.extent.start.offset == start or operator not in "!-":
            return
        if self.source[start:start + 2] == b"--":
            return
        if operator == "-" and not is_scalar(operand.type):
            return
        function = "negation" if operator == "!" else "opposite"
        opening = "static_cast<bool>(" if operator == "!" else "("
        self.site(cursor, [f"{self.spelled(cursor)}: {operator} is left out"], [
            (start, depth, f"rpcts_mutation::{function}(@0, {opening}", 1),
            (cursor.extent.end.offset, -depth, "))", 0)])

    def literal(self, cursor, depth: int) -> None:
        spelled = self.spelled(cursor)
        named = cursor.kind == K.DECL_REF_EXPR
        if not named and not re.match(r"[0-9.]", spelled):  # from a macro
            return
        subscript = not named and cursor.extent.start.offset in self.subscripts
        is_float = cursor.type.get_canonical().kind in FLOATS
        becomes = ("half as much again" if is_float else
                   "the number before" if subscript and int(spelled.rstrip("uUlL")) > 0 else "the next number")
        self.site(cursor, [f"{spelled} becomes {becomes}"], [
            (cursor.extent.start.offset, depth, f"rpcts_mutation::{'subscript' if subscript else 'constant'}(@0, ", 0),
            (cursor.extent.end.offset, -depth, ")", 0)])

    def call(self, cursor, children, depth: int) -> None:
        function, other, count = CALLS[cursor.spelling]
        spelled = self.spelled(cursor)
        name = re.match(r"(std::)?" + cursor.spelling + r"(<[^()]*>)?\(", spelled)
        if name is None or len(list(cursor.get_arguments())) != count:
            return
        opening = self.source.index(b"(", cursor.extent.start.offset)
        if "<" in text_of(self.source, cursor.extent)[:opening - cursor.extent.start.offset]:
            return
        start = cursor.extent.start.offset
        self.site(cursor, [f"{spelled}: {cursor.spelling} becomes {other}"], [
            (start, depth, f"rpcts_mutation::{function}(@0, ", opening + 1 - start)])


def find_sites(path: pathlib.Path, flags: list) -> list:
    index = cx.Index.create()
    unit = index.parse(str(path), args=flags)
    errors = [d for d in unit.diagnostics if d.severity >= cx.Diagnostic.Error]
    if errors:
        sys.exit(f"mutation: libclang cannot read {path}: {errors[0]}")
    finder = Finder(path.read_bytes(), str(path))
    finder.visit(unit.cursor, False, 0)
    return finder.live_sites()


def rewrite(source: bytes, sites: list, numbers: dict) -> bytes:
    """The source with the sites' edits; constants of the file become run-time constants where a site is in them."""
    edits = []
    lines = set()
    for key, site in enumerate(sites):
        if key in numbers:
            lines.add(site.line)
            for offset, rank, text, length in site.edits:
                edits.append((offset, rank, text.replace("@0", str(numbers[key])), length))
    # Of edits at one place: what ends a deeper expression comes first, then what begins an outer one.
    edits.sort(key=lambda one: (one[0], 0 if one[1] < 0 else 1, one[1]))
    out = b""
    at = 0
    for offset, _, text, length in edits:
        out += source[at:offset] + text.encode()
        at = max(at, offset + length)
    out += source[at:]
    rows = out.split(b"\n")
    for line in lines:
        # `constexpr` is what a call cannot be; a function stays one.
        row = rows[line - 1]
        if re.match(rb"\s*(static |inline )*constexpr [^()]*( = |\{)", row):
            rows[line - 1] = row.replace(b"constexpr ", b"const ", 1)
    return b"\n".join(rows)


def compile_flags(build: pathlib.Path) -> dict:
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    flags = {}
    for entry in entries:
        words = shlex.split(entry["command"])
        kept = [w for w in words[1:] if w.startswith(("-I", "-D", "-std", "-O", "-f"))]
        for i, word in enumerate(words):
            if word == "-isystem":
                kept += ["-isystem", words[i + 1]]
        flags[str(pathlib.Path(entry["file"]).resolve())] = kept
    return flags


def settle(path: pathlib.Path, flags: list, work: pathlib.Path, first: int) -> tuple:
    """The sites that compile, as (site, number of its first mutant), and the mutated source."""
    sites = find_sites(path, flags + ["-I" + str(ROOT)])
    source = path.read_bytes()
    numbers = {}
    number = first
    for key, site in enumerate(sites):
        numbers[key] = number
        number += len(site.what)
    target = work / path.name
    for _ in range(60):
        target.write_bytes(b'#include "mutation.hpp"\n#line 1\n' + rewrite(source, sites, numbers))
        done = subprocess.run(["g++", *flags, "-w", "-I" + str(HERE), "-I" + str(ROOT), "-fsyntax-only",
                               "-fmax-errors=200", str(target)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            break
        wrong = {int(n) for n in re.findall(re.escape(target.name) + r":(\d+):", done.stderr)}
        gone = [key for key in numbers if sites[key].line in wrong]
        if not gone:
            sys.exit(f"mutation: {path.name} does not compile, and no mutant is at fault:\n{done.stderr[:3000]}")
        for key in gone:
            del numbers[key]
    else:
        sys.exit(f"mutation: {path.name} does not settle")
    return [(sites[key], start) for key, start in numbers.items()], target, number


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    work = output / "sources"
    work.mkdir(parents=True, exist_ok=True)
    cx.Config.set_library_file("/usr/lib/llvm-19/lib/libclang-19.so.1")
    flags = compile_flags(build)
    files = [f for folder in FOLDERS for f in sorted((ROOT / folder).glob("*.cpp")) if f.stem not in LEFT_OUT and not f.stem.endswith("_test") and not f.stem.startswith("mistaken_")]
    files += [ROOT / f for f in FILES]
    mutants = []
    jobs = []
    number = 1
    for file in files:
        kept, target, number = settle(file, flags[str(file)], work, number)
        for site, start in kept:
            for i, what in enumerate(site.what):
                mutants.append({"number": start + i, "file": file.relative_to(ROOT).as_posix(), "line": site.line,
                                "function": site.function, "what": what[:160],
                                "lookFirst": LOOK_FIRST.get(file.stem, "").split()})
        jobs.append((target, flags[str(file)]))
        print(f"{file.relative_to(ROOT)}: {sum(len(s.what) for s, _ in kept)} mutants", flush=True)

    def compile_one(job):
        target, own = job
        made = target.with_suffix(".o")
        subprocess.run(["g++", *own, "-w", "-fPIC", "-fvisibility=hidden", "-D_GLIBCXX_ASSERTIONS", "-I" + str(HERE), "-I" + str(ROOT), "-c", str(target), "-o", str(made)],
                       check=True)
        return str(made)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, jobs))
    # The mutated objects stand before the libraries, which then have nothing to add for them.
    link = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "-s", "lib/librpcts_reference.so"],
                          capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    words = shlex.split(next(part for part in link.split(" && ") if " -o " in part))
    library = output / "librpcts_reference_mutants.so"
    place = words.index("-o")
    words[place + 1] = str(library)
    first = next(i for i, w in enumerate(words) if w.endswith(".o"))
    words[first:first] = objects
    subprocess.run(words, cwd=build, check=True)
    (output / "mutants.json").write_text(json.dumps({"version": 3, "library": library.name, "mutants": mutants}, indent=1)
                                         + "\n", encoding="utf-8")
    by_folder = collections.Counter(m["file"].rsplit("/", 1)[0] for m in mutants)
    print(f"{len(mutants)} mutants: " + ", ".join(f"{count} in {folder}" for folder, count in by_folder.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
