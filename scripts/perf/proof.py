#!/usr/bin/env python3
"""Tests what tells a loss from noise: plants slowdowns in the reference and counts what `rpcts perf compare` finds.

  proof.py counts BUILD FOLDER [--runs N]     measures (what FOLDER has already is kept), then judges all pairs
  proof.py times BUILD FOLDER [--trials N]    trials of base against head by turns, planted and not

Slowdowns are planted by RPCTS_REFERENCE_SLOWDOWN: of a hundred draws (uploads of a pass) so many are made twice.
Writes a table to standard output.
"""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys

VARIABLE = "RPCTS_REFERENCE_SLOWDOWN"
PLANTED = (1, 3, 5, 10)
# What the planted slowdown reaches; the bare loops and the other ways are none of the reference's work.
REACHED = ("cascades/pass_each/", "cascades/multiview/", "upload/host_writes/")


def run(words, planted=None, wanted=(0,)):
    environment = dict(os.environ)
    if planted:
        environment[VARIABLE] = str(planted)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in wanted:
        sys.exit(f"proof: {' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def measure_counts(program, folder, planted):
    if not (folder / "bench.jsonl").exists():
        run([program, "bench", "--gate", "--counts", "--no-times", "--output", folder,
             "--commit", f"planted {planted}" if planted else "base"], planted)
    return folder / "bench.jsonl"


def compare(program, base, head, extra, folder):
    out = folder / "comparison.json"
    run([program, "perf", "compare", "--base", base, "--head", head, "--json", out, *extra], wanted=(0, 1))
    return json.loads(out.read_text(encoding="utf-8"))["judgements"]


def counts(options):
    program = options.build / "bin" / "rpcts"
    base = [measure_counts(program, options.folder / f"base_{k}", None) for k in range(1, options.runs + 1)]
    planted = {level: [measure_counts(program, options.folder / f"planted_{level}_{k}", level)
                       for k in range(1, (options.runs // 4 if level == 1 else options.runs // 12) + 1)]
               for level in PLANTED}
    # The first runs are the history from which the spread of each series is known; they judge nothing.
    known = max(3, options.runs // 5)
    history = options.folder / "history.sqlite"
    history.unlink(missing_ok=True)
    for file in base[:known]:
        run([program, "perf", "record", "--from", file, "--history", history])
    extra = ["--history", history]
    gate = {line.split()[0] for line in run([program, "bench", "--gate", "--list"]).stdout.splitlines()}
    tried = {"exact": 0, "instructions": 0}
    alarms = []
    pairs = list(itertools.combinations(base[known:], 2))
    for one, other in pairs:
        for judged in compare(program, one, other, extra, options.folder):
            if judged["benchmark"] not in gate:
                continue
            tried[judged["kind"]] += 1
            if judged["verdict"] != "unchanged":
                alarms.append(judged)
    print(f"A/A: {len(base)} runs, {len(pairs)} pairs, {tried['exact']} comparisons of exact counts, "
          f"{tried['instructions']} of instructions: {len(alarms)} false alarms")
    for judged in alarms[:20]:
        print(f"  {judged['verdict']} {judged['benchmark']} {judged['metric']} {judged['base']} -> {judged['head']}")
    print("planted  series of instructions that it reaches  found  smallest change  false alarms in others")
    for level, files in planted.items():
        reached = found = others = 0
        smallest = None
        for index, file in enumerate(files):
            for judged in compare(program, base[known + index % (len(base) - known)], file, extra, options.folder):
                if judged["kind"] != "instructions" or judged["benchmark"] not in gate:
                    continue
                if judged["benchmark"].startswith(REACHED):
                    reached += 1
                    found += judged["verdict"] == "loss"
                    change = judged.get("change", 0)
                    smallest = change if smallest is None else min(smallest, change)
                elif judged["verdict"] != "unchanged":
                    others += 1
        print(f"{level:>5} %  {reached:>38}  {found:>5}  {100 * (smallest or 0):>13.2f} %  {others:>21}")


def times(options):
    program = options.build / "bin" / "rpcts"
    bench = options.build / "bin" / "rpcts-bench"
    cases = ["cascades/pass_each/casters:1000/cascades:2", "cascades/bare/casters:1000/cascades:2",
             "upload/host_writes/passes:64/flights:2"]
    filters = [word for case in cases for word in ("--filter", case)]
    print("planted  trials  series reached  found  withheld  no verdict (seen at, median)  others tried  false alarms")
    for level in options.levels:
        reached = found = withheld = none = other = alarms = 0
        visible = []
        for _ in range(options.trials):
            out = options.folder / "times.json"
            head = ["--head-environment", f"{VARIABLE}={level}"] if level else []
            run([program, "perf", "compare", "--base-program", bench, *filters, "--seconds", str(options.seconds),
                 "--json", out, *head], wanted=(0, 1))
            for judged in json.loads(out.read_text(encoding="utf-8"))["judgements"]:
                if judged["metric"] != "cpu_time":
                    continue
                if level and judged["benchmark"].startswith(REACHED):
                    reached += 1
                    found += judged["verdict"] == "loss"
                    withheld += judged["verdict"] == "withheld"
                    if judged["verdict"] == "no verdict":
                        none += 1
                        visible.append(judged.get("smallestVisibleLoss", float("inf")))
                else:
                    other += 1
                    alarms += judged["verdict"] in ("loss", "gain")
        seen = f"{100 * sorted(visible)[len(visible) // 2]:.1f} %" if visible else "-"
        print(f"{level:>5} %  {options.trials:>6}  {reached:>14}  {found:>5}  {withheld:>8}  {none:>10} ({seen})"
              f"  {other:>26}  {alarms:>12}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(required=True)
    for name, work in (("counts", counts), ("times", times)):
        mode = modes.add_parser(name)
        mode.add_argument("build", type=pathlib.Path)
        mode.add_argument("folder", type=pathlib.Path)
        mode.set_defaults(work=work)
        if name == "counts":
            mode.add_argument("--runs", type=int, default=48)
        else:
            mode.add_argument("--trials", type=int, default=10)
            mode.add_argument("--seconds", type=float, default=0.02)
            mode.add_argument("--levels", type=int, nargs="*", default=[0, 1, 3, 5, 10])
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    options.work(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
