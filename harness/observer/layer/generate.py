#!/usr/bin/env python3
"""Writes what the observing layer has for every command of the Vulkan registry.

Usage: generate.py VK_XML HOOKS_HEADER OUTPUT_FOLDER

The wrapper of a command asks whether the call is to fail, tells the ledger what it creates and destroys, and calls
the next layer. What needs more is written by hand: the declarations in HOOKS_HEADER are read, so that a hook exists
by being declared there.
    before_<command>   ahead of the next layer; a VkResult other than VK_SUCCESS is returned in its place
    instead_<command>  in place of the next layer
    describe_<command> completes the Record of what was created
    after_<command>    once it has returned
    record_<command>   ahead of the next layer, only where command buffers are recorded; is given the index of the
                       command too
Output: command_table.cpp, next.hpp, wrappers_<n>.cpp, wrapper_table.cpp.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

PARTS = 4
# Written by hand in layer.cpp.
BY_HAND = {
    "vkCreateInstance", "vkDestroyInstance", "vkCreateDevice", "vkDestroyDevice", "vkGetInstanceProcAddr",
    "vkGetDeviceProcAddr", "vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceVersion", "vkEnumerateDeviceLayerProperties",
}
# Implicit layers in front of this one ask it on their own account, and Mesa's device selection does not survive an
# error: the call is not one of the implementation.
NEVER_FAILS = {"vkEnumerateDeviceExtensionProperties"}
# Never given the layer's VkAllocationCallbacks, like instances and devices (layer.cpp): for commands, lavapipe of Mesa
# 25.0 takes memory from those of the pool, else the device, else the instance, and gives it to free().
OWN_ALLOCATOR = {"VkCommandPool"}
# What the hand-written parts call without a wrapper of it being there.
ALSO_NEXT = {
    "vkDestroyInstance", "vkDestroyDevice", "vkCreateDevice", "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceFeatures", "vkGetPhysicalDeviceProperties", "vkGetFenceStatus", "vkMapMemory",
    "vkUnmapMemory", "vkInvalidateMappedMemoryRanges",
}


class Parameter:
    def __init__(self, element):
        for comment in element.findall("comment"):
            element.remove(comment)
        self.declaration = " ".join("".join(element.itertext()).split())
        self.name = element.findtext("name")
        self.type = element.findtext("type")
        self.is_const = self.declaration.startswith("const ")
        self.pointer = self.declaration.count("*")
        self.length = element.get("len")


class Command:
    def __init__(self, element):
        self.name = element.findtext("proto/name")
        self.returns = element.findtext("proto/type")
        self.parameters = [Parameter(p) for p in element.findall("param") if p.get("api") in (None, "vulkan")]
        self.errors = [e for e in (element.get("errorcodes") or "").split(",") if e and self.name not in NEVER_FAILS]
        self.first = self.parameters[0].type

    @property
    def arguments(self):
        return ", ".join(p.name for p in self.parameters)

    @property
    def declaration(self):
        return ", ".join(p.declaration for p in self.parameters)


class Registry:
    def __init__(self, root):
        self.handles = {}  # name -> VK_OBJECT_TYPE_…
        self.dispatchable = set()
        for kind in root.iter("type"):
            if kind.get("category") == "handle" and kind.find("name") is not None:
                self.handles[kind.findtext("name")] = kind.get("objtypeenum")
                if kind.findtext("type") == "VK_DEFINE_HANDLE":
                    self.dispatchable.add(kind.findtext("name"))
        elements = list(root.find("commands"))
        everything = {c.name: c for c in (Command(e) for e in elements if e.find("proto") is not None)}
        wanted = set()
        for block in list(root.iter("feature")) + list(root.iter("extension")):
            supported = (block.get("api") or block.get("supported") or "").split(",")
            if "vulkan" not in supported or block.get("platform"):
                continue
            for require in block.findall("require"):
                wanted.update(c.get("name") for c in require.findall("command"))
        self.aliases = {e.get("name"): e.get("alias") for e in elements if e.get("alias")}
        self.aliases = {k: v for k, v in self.aliases.items() if k in wanted}
        wanted.update(self.aliases.values())
        self.commands = [everything[n] for n in sorted(wanted) if n in everything]
        # A type that a command which has no wrapper can create is not followed.
        self.elsewhere = set()
        for command in everything.values():
            if command.name not in wanted or command.name in BY_HAND:
                self.elsewhere.update(c.type for c in [self.creates(command, True)] if c)

    def creates(self, command, any_type=False):
        """The parameter through which a command hands out what it creates."""
        if not command.name.startswith(("vkCreate", "vkAllocate", "vkRegister")):
            return None
        for p in command.parameters:
            if p.type in self.handles and p.pointer == 1 and not p.is_const:
                return p if any_type or p.type not in self.elsewhere else None
        return None

    def destroys(self, command):
        if not command.name.startswith(("vkDestroy", "vkFree")) or command.name in BY_HAND:
            return None
        found = [p for p in command.parameters[1:] if p.type in self.handles and p.type not in self.elsewhere]
        return found[-1] if found else None


def level_of(command):
    """Scope and level of a wrapper: of an instance or a device."""
    return "Instance" if command.first in ("VkInstance", "VkPhysicalDevice") else "Device"


def wrapper(registry, hooks, command):
    name = command.name
    created, destroyed = registry.creates(command), registry.destroys(command)
    scope = level_of(command)
    finder = {"Instance": "instance_of", "Device": "device_of"}[scope]
    lines = [f"VKAPI_ATTR {command.returns} VKAPI_CALL wrap_{name}({command.declaration}) {{",
             f"  {scope}& scope = {finder}({command.parameters[0].name});"]
    if f"record_{name}" in hooks and not needs_ledger(registry, hooks, command):
        lines += [f"  record_{name}(scope, {registry.index[name]}, {command.arguments});",
                  f"  return scope.next.{name}({command.arguments});", "}"]
        return lines
    lines += [f"  Call call(scope, {registry.index[name]});"]
    clear = [f"clear({created.name}, {count_of(created)});"] if created else []
    steps = ["call.refused()"] if command.errors else []
    if f"before_{name}" in hooks:
        if command.returns == "void":
            lines += [f"  before_{name}(call, scope, {command.arguments});"]
        else:
            steps += [f"before_{name}(call, scope, {command.arguments})"]
    for step in steps:
        lines += [f"  if (const VkResult refused = {step}; refused != VK_SUCCESS) {{",
                  *[f"    {c}" for c in clear],
                  "    return refused;", "  }"]
    if f"record_{name}" in hooks:
        lines += ["  if (scope.attention >= Attention::record) {",
                  f"    record_{name}(scope, {registry.index[name]}, {command.arguments});", "  }"]
    if destroyed:
        kind = registry.handles[destroyed.type]
        if destroyed.pointer:
            lines += [f"  for (std::uint32_t i = 0; i < {count_of(destroyed)}; ++i) {{",
                      f"    call.destroyed({kind}, handle_value({destroyed.name}[i]));", "  }"]
        else:
            lines += [f"  call.destroyed({kind}, handle_value({destroyed.name}));"]
    if any(p.name == "pAllocator" for p in command.parameters) and (created or destroyed) and (
            (created or destroyed).type not in OWN_ALLOCATOR):
        lines += ["  pAllocator = call.allocator(pAllocator);"]
    call = f"scope.next.{name}({command.arguments})"
    if f"instead_{name}" in hooks:
        call = f"instead_{name}(call, scope, {command.arguments})"
    result = "" if command.returns == "void" else "const auto result = "
    lines += [f"  {result}{call};"]
    if created:
        kind = registry.handles[created.type]
        if created.length:
            lines += ["  if (result >= VK_SUCCESS) {" if not created.type == "VkPipeline" else "  {",
                      f"    for (std::uint32_t i = 0; i < {count_of(created)}; ++i) {{",
                      f"      if (handle_value({created.name}[i]) != 0) {{"]
            indent = "        "
            item = f"{created.name}[i]"
        else:
            lines += ["  if (result >= VK_SUCCESS) {"]
            indent = "    "
            item = f"*{created.name}"
        lines += [f"{indent}Record record = call.creation({kind}, handle_value({item}));"]
        if f"describe_{name}" in hooks:
            index = "i, " if created.length else ""
            lines += [f"{indent}describe_{name}(record, scope, {index}{command.arguments});"]
        lines += [f"{indent}call.tell(record);"]
        if created.length:
            lines += ["      }", "    }"]
        lines += ["  }"]
    if f"after_{name}" in hooks:
        result_argument = "" if command.returns == "void" else "result, "
        lines += [f"  after_{name}(call, scope, {result_argument}{command.arguments});"]
    lines += ["}" if command.returns == "void" else "  return result;\n}"]
    return lines


def count_of(parameter):
    return parameter.length.split(",")[0] if parameter.length else "1"


def needs_ledger(registry, hooks, command):
    return bool(command.errors or registry.creates(command) or registry.destroys(command) or any(
        f"{step}_{command.name}" in hooks for step in ("before", "instead", "after")))


def wrapped(registry, hooks):
    for command in registry.commands:
        if command.name in BY_HAND:
            continue
        if needs_ledger(registry, hooks, command) or f"record_{command.name}" in hooks:
            yield command


def command_table(registry):
    names = "\n".join(f'    "{c.name}",' for c in registry.commands)
    errors, rows = [], []
    for c in registry.commands:
        rows.append(f"    {{{len(errors)}, {len(c.errors)}}},")
        errors += c.errors
    indices = registry.index
    aliases = "\n".join(f'    {{"{a}", {indices[c]}}},' for a, c in sorted(registry.aliases.items()) if c in indices)
    kinds = "\n".join(f'    {{{kind}, "{name}"}},' for name, kind in sorted(registry.handles.items())
                      if kind in registry.known_kinds)
    error_lines = "\n".join("    " + e + "," for e in errors)
    return f"""// Generated by generate.py from the Vulkan registry.
#include "harness/observer/command_table.hpp"

namespace rpcts::observer::table {{

const std::array<std::string_view, {len(registry.commands)}> name_array{{{{
{names}
}}}};
const std::array<VkResult, {len(errors)}> error_array{{{{
{error_lines}
}}}};
const std::array<ErrorRange, {len(rows)}> range_array{{{{
{chr(10).join(rows)}
}}}};
const auto alias_array = std::to_array<Alias>({{
{aliases}
}});
const auto kind_array = std::to_array<ObjectTypeName>({{
{kinds}
}});

std::span<const std::string_view> names() {{ return name_array; }}
std::span<const VkResult> errors() {{ return error_array; }}
std::span<const ErrorRange> error_ranges() {{ return range_array; }}
std::span<const Alias> aliases() {{ return alias_array; }}
std::span<const ObjectTypeName> object_types() {{ return kind_array; }}

}}  // namespace rpcts::observer::table
"""


def next_header(registry, hooks):
    text = ["// Generated by generate.py from the Vulkan registry.", "#pragma once", "", "#include <cstdint>",
            "#include <vulkan/vulkan_core.h>", "", "namespace rpcts::observer {", ""]
    needed = {c.name for c in wrapped(registry, hooks)} | ALSO_NEXT
    for scope in ("Instance", "Device"):
        text += [f"/// The next layer's commands; null where it lacks one.", f"struct {scope}Next {{"]
        members = [c for c in registry.commands if c.name in needed and level_of(c) == scope]
        text += [f"  PFN_{c.name} {c.name} = nullptr;" for c in members]
        text += ["", "  template <class Get>", "  explicit " + f"{scope}Next(Get get) {{"]
        for c in members:
            names = [c.name] + [a for a, target in sorted(registry.aliases.items()) if target == c.name]
            for n in names:
                guard = "" if n == c.name else f"if ({c.name} == nullptr) "
                text += [f"    {guard}{{ {c.name} = reinterpret_cast<PFN_{c.name}>(get(\"{n}\")); }}"
                         if guard else f"    {c.name} = reinterpret_cast<PFN_{c.name}>(get(\"{n}\"));"]
        text += ["  }", "};", ""]
    text += ["}  // namespace rpcts::observer", ""]
    return "\n".join(text)


def wrapper_file(registry, hooks, commands):
    text = ["// Generated by generate.py from the Vulkan registry.", '#include "harness/observer/layer/wrapping.hpp"', "",
            "namespace rpcts::observer {", ""]
    for command in commands:
        text += wrapper(registry, hooks, command) + [""]
    text += ["}  // namespace rpcts::observer", ""]
    return "\n".join(text)


def wrapper_table(registry, hooks):
    rows, declarations = [], []
    by_name = {c.name: c for c in wrapped(registry, hooks)}
    for command in by_name.values():
        declarations.append(f"VKAPI_ATTR {command.returns} VKAPI_CALL wrap_{command.name}({command.declaration});")
    names = {n: n for n in by_name} | {a: t for a, t in registry.aliases.items() if t in by_name}
    for name, target in sorted(names.items()):
        command = by_name[target]
        attention = "ledger" if needs_ledger(registry, hooks, command) else "record"
        rows.append(f'    {{"{name}", reinterpret_cast<PFN_vkVoidFunction>(wrap_{target}), Attention::{attention}}},')
    return "\n".join(
        ["// Generated by generate.py from the Vulkan registry.", '#include "harness/observer/layer/wrapping.hpp"', "",
         "#include <algorithm>", "", "namespace rpcts::observer {", ""] + declarations +
        ["", "namespace {", "const auto table = std::to_array<Wrapper>({"] + rows + ["});", "}  // namespace", "",
         "const Wrapper* find_wrapper(std::string_view name) {",
         "  const auto* const at = std::ranges::lower_bound(table, name, {}, &Wrapper::name);",
         "  return at != table.end() && at->name == name ? &*at : nullptr;", "}", "",
         "}  // namespace rpcts::observer", ""])


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    hooks = set(re.findall(r"\b((?:before|instead|describe|after|record)_vk\w+)\s*\(",
                           pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")))
    folder = pathlib.Path(sys.argv[3])
    registry = Registry(root)
    registry.index = {c.name: i for i, c in enumerate(registry.commands)}
    known = {h for h, k in registry.handles.items() if k}
    registry.known_kinds = {registry.handles[c] for c in known} & object_types(root)
    unknown = {h.split("_", 1)[1] for h in hooks} - set(registry.index)
    if unknown:
        sys.exit(f"generate.py: {sys.argv[2]} has hooks for commands that the registry lacks: {sorted(unknown)}")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "command_table.cpp", command_table(registry))
    write(folder / "next.hpp", next_header(registry, hooks))
    commands = list(wrapped(registry, hooks))
    for part in range(PARTS):
        write(folder / f"wrappers_{part}.cpp", wrapper_file(registry, hooks, commands[part::PARTS]))
    write(folder / "wrapper_table.cpp", wrapper_table(registry, hooks))


def object_types(root):
    """VkObjectType values of extensions that are in the platform-independent header."""
    found = set()
    for group in root.iter("enums"):
        if group.get("name") == "VkObjectType":
            found.update(e.get("name") for e in group.findall("enum"))
    for block in list(root.iter("feature")) + list(root.iter("extension")):
        supported = (block.get("api") or block.get("supported") or "").split(",")
        if "vulkan" in supported and not block.get("platform"):
            for e in block.iter("enum"):
                if e.get("extends") == "VkObjectType" and not e.get("alias"):
                    found.add(e.get("name"))
    return found


if __name__ == "__main__":
    main()
