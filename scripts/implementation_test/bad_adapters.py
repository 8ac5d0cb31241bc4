#!/usr/bin/env python3
"""Adapters that break the header or misbehave: each gives a clear result for its cases, and the run goes on.

Usage: bad_adapters.py RPCTS ADAPTERS_FOLDER DATA_FOLDER
"""

import json
import pathlib
import subprocess
import sys
import tempfile

# Refused before any case runs: what stands in the message.
REFUSED = {
    "entry": "has no rpcts_adapter_entry()",
    "table": "does not work with version 1",
    "size": "its size is 40",
    "version": "has version 77",
    "name": "name is NULL",
    "function": "judge_pack is NULL",
}
# Judged: outcome of each of its three cases, what stands in the message.
JUDGED = {
    "throws": ("fail", "the engine is out of cheese"),
    "null_text": ("fail", "NULL and not empty"),
    "accepted": ("fail", "accepted 7"),
    "status": ("fail", "unknown status 99"),
    "aborts": ("crash", "signal 6"),
    "exits": ("crash", "exit status 0"),
    "hangs": ("timeout", "limit of one case"),
    "floods": ("pass", ""),
}
# Uses Vulkan wrongly: the validation layer fails its cases, and without it they pass.
LAYER_MANIFESTS = [pathlib.Path(folder) / "vulkan/explicit_layer.d/VkLayer_khronos_validation.json"
                   for folder in ("/usr/share", "/usr/local/share", "/etc")]
FILTER = "render_pack_v1.authoring.base-f*"
# Wrong verdicts: what stands in the messages of a pack that must be rejected by RP-DESC-006.
REJECTION = "render_pack_v1.authoring.api-version-0"
WRONG = {
    "accepts_all": ["it is accepted"],
    "rejects_all": ["must be accepted: rejected by no named rule"],
    "wrong_rule": ["it is rejected by RP-DESC-001", "must be accepted: rejected by RP-DESC-001"],
}


def main() -> int:
    rpcts, adapters, data = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    faults = []

    def run(name: str, output: str, *more: str) -> subprocess.CompletedProcess:
        command = [rpcts, "run", "--implementation", str(adapters / f"bad_adapter_{name}.so"), "--data", data]
        command += [] if "--filter" in more else ["--filter", FILTER]
        command += ["--jobs", "1", "--timeout", "2", "--output", output, *more]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)

    with tempfile.TemporaryDirectory() as folder:
        for name, words in REFUSED.items():
            done = run(name, folder)
            if done.returncode != 2 or words not in done.stderr or done.stdout:
                faults.append(f"{name}: status {done.returncode}, '{done.stdout}{done.stderr}' lacks '{words}'")
        judged = [(name, outcome, words, []) for name, (outcome, words) in JUDGED.items()]
        if any(manifest.exists() for manifest in LAYER_MANIFESTS):
            judged.append(("vulkan", "fail", "validation layer: VUID-VkBufferCreateInfo-size-00912", []))
            judged.append(("vulkan", "pass", "", ["--no-validation"]))
        for name, outcome, words, more in judged:
            done = run(name, folder, *more)
            cases = json.loads((pathlib.Path(folder) / "results.json").read_text(encoding="utf-8"))["cases"]
            if done.returncode != (0 if outcome == "pass" else 1) or len(cases) != 3:
                faults.append(f"{name}: status {done.returncode}, {len(cases)} cases")
            for case in cases:
                texts = " ".join(message["text"] for message in case["messages"])
                if case["outcome"] != outcome or words not in texts:
                    faults.append(f"{name}: {case['id']} is {case['outcome']}: '{texts}' lacks '{words}'")
        for name, texts in WRONG.items():
            run(name, folder, "--filter", REJECTION)
            case = json.loads((pathlib.Path(folder) / "results.json").read_text(encoding="utf-8"))["cases"][0]
            found = [message["text"] for message in case["messages"]]
            if case["outcome"] != "fail" or len(found) != len(texts) or any(a not in b for a, b in zip(texts, found)):
                faults.append(f"{name}: {case['outcome']}, {found}, expected {texts}")
        missing = subprocess.run([rpcts, "run", "--implementation", "/nowhere/x.so", "--data", data],
                                 capture_output=True, text=True, check=False)
        if missing.returncode != 2 or "there is no implementation '/nowhere/x.so'" not in missing.stderr:
            faults.append(f"missing: {missing.returncode} {missing.stderr}")
    for fault in faults:
        print(f"bad_adapters: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
