#!/usr/bin/env python3
"""Lists the functions that volk loads for core Vulkan, one RPCTS_VULKAN_CALL(name) a line.

Usage: generate_calls.py VOLK_HEADER OUTPUT
"""

import pathlib
import re
import sys

GUARD = re.compile(r"^#if defined\((VK_VERSION_1_[0-3])\)$")
DECLARED = re.compile(r"^extern PFN_(vk\w+) vk\w+;$")
# What is called before there is an instance, or by volk itself.
LEFT_OUT = {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkCreateInstance", "vkEnumerateInstanceVersion",
            "vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceLayerProperties"}


def main() -> int:
    names = []
    inside = False
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        if GUARD.match(line):
            inside = True
        elif line.startswith("#endif"):
            inside = False
        elif inside and (found := DECLARED.match(line)) and found[1] not in LEFT_OUT:
            names.append(found[1])
    if len(names) < 150:
        print(f"generate_calls: only {len(names)} functions in {sys.argv[1]}", file=sys.stderr)
        return 1
    pathlib.Path(sys.argv[2]).write_text(
        "".join(f"RPCTS_VULKAN_CALL({name})\n" for name in sorted(set(names) | {"vkCmdPushDescriptorSetKHR"})),
        encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
