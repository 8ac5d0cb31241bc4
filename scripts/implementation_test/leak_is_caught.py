#!/usr/bin/env python3
"""An adapter that leaks a descriptor set in each activation that fails is caught, and the leak is named.

It stands around another adapter and leaks from a device of its own. The other one alone passes the same cases.

Usage: leak_is_caught.py RPCTS LEAKING_ADAPTER INNER_ADAPTER DATA_FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Cases in which an activation fails, and what the message of the leaking adapter's failure names.
CASES = {
    # A call of Vulkan fails: each object is named with the call that made it.
    "render_pack_v1.failures.sample:base=custom;event=activation;*": ["VkDescriptorSet", "vkAllocateDescriptorSets"],
    "render_pack_v1.failures.sample:base=fused;event=activation;*": ["VkDescriptorSet", "vkAllocateDescriptorSets"],
    # An asset of the pack is spoilt.
    "render_pack_v1.atomic.each-asset:base=custom;*": ["descriptor sets"],
    "render_pack_v1.atomic.previous-pack": ["descriptor sets"],
}


def main() -> int:
    rpcts, leaking, inner, data = sys.argv[1:5]
    environment = os.environ | {"RPCTS_LEAKING_INNER": inner}
    faults = []

    def cases_of(adapter: str, pattern: str, output: str) -> list:
        command = [rpcts, "run", "--implementation", adapter, "--data", data, "--filter", pattern, "--jobs", "1",
                   "--no-validation", "--output", output]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=environment)
        results = pathlib.Path(output) / "results.json"
        if done.returncode not in (0, 1) or not results.exists():
            faults.append(f"{pattern}: status {done.returncode}: {done.stderr}")
            return []
        found = json.loads(results.read_text(encoding="utf-8"))["cases"]
        if not found:
            faults.append(f"{pattern}: no case")
        return found

    for pattern, words in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            for case in cases_of(inner, pattern, folder + "/inner"):
                if case["outcome"] != "pass":
                    faults.append(f"without the leak {case['id']} is {case['outcome']}: {case['messages']}")
            for case in cases_of(leaking, pattern, folder + "/leaking"):
                texts = [message["text"] for message in case["messages"]]
                if case["outcome"] != "fail" or not any(all(word in text for word in words) for text in texts):
                    faults.append(f"with the leak {case['id']} is {case['outcome']}: {texts} lack {words}")
    for fault in faults:
        print(f"leak_is_caught: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
