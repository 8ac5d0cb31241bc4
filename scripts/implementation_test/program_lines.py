#!/usr/bin/env python3
"""Questions and answers of rpcts-adapter-program are what docs/formats/program.schema.json says.

Usage: program_lines.py RPCTS_ADAPTER_PROGRAM SCHEMA LIBRARY FOLDER
LIBRARY claims every profile; FOLDER is a pack that it accepts.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

IDENTITY = [1.0 if i % 5 == 0 else 0.0 for i in range(16)]
FRAME = {
    "flags": 1, "view": IDENTITY, "projection": IDENTITY, "deltaSeconds": 0.016, "sunHeadingDegrees": 90,
    "sunPitchDegrees": 45, "sunBrightness": 1, "sunColor": [1, 1, 1],
    "sources": [{"available": 0, "direction": [0, 0, 1], "energy": 0}] * 3, "weather": 0, "weatherIntensity": 0,
    "dayGroup": 0, "place": 0, "residentReachMeters": 192, "gpuMilliseconds": "NaN", "cpuMilliseconds": "NaN",
}
SCENE = {
    "format": "rpcts.scene", "version": 1, "terrainVertices": [], "terrainIndices": [], "worldVertices": [],
    "worldIndices": [], "batches": [], "instances": [], "terrainTexture": 0,
    "textures": [{"width": 1, "height": 1, "layers": 1, "file": "t.rgba"}], "ambient": [1, 1, 1],
    "background": [0.5, 0.25, 0],
}


def main() -> int:
    program, schema, library, pack = sys.argv[1:5]
    validator = jsonschema.Draft7Validator(json.loads(pathlib.Path(schema).read_text(encoding="utf-8")))
    child = subprocess.Popen([program, library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    faults = []
    number = 0

    def ask(status: str, **question) -> dict:
        nonlocal number
        number += 1
        question = {"id": number, **question}
        child.stdin.write(json.dumps(question) + "\n")
        child.stdin.flush()
        answer = json.loads(child.stdout.readline())
        for line in (question, answer):
            for error in validator.iter_errors(line):
                faults.append(f"{question['call']}: {json.dumps(line)[:300]}: {error.message[:300]}")
        if answer["id"] != number or answer["status"] != status:
            faults.append(f"{question['call']}: {answer}")
        return answer

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "t.rgba").write_bytes(b"\xff" * 4)
        (folder / "scene.json").write_text(json.dumps(SCENE), encoding="utf-8")
        hello = ask("ok", call="hello", version=1)
        if len(hello["profiles"]) != 4:
            faults.append(f"hello: {hello}")
        if not ask("ok", call="judge_pack", folder=pack)["accepted"]:
            faults.append("the pack is rejected")
        setup = {
            "width": 16, "height": 8, "outputWidth": 0, "outputHeight": 0, "flights": 0, "deviceUuid": "0" * 32,
            "withheldCapabilities": 0, "maxImageDimension": 0, "maxImageLayers": 0, "deviceLocalBytes": 0,
        }
        host = ask("ok", call="create_host", setup=setup).get("host")
        ask("ok", call="set_scene", host=host, scene=str(folder / "scene.json"))
        ask("ok", call="register_pack", host=host, folder=pack)
        ask("ok", call="select_pack", host=host, pack="", version="", preset="", overrides=[], explicitChoice=True)
        picture = folder / "picture.rgba"
        ask("ok", call="render_frame", host=host, frame=FRAME, picture=str(picture))
        if not picture.exists() or picture.stat().st_size != 16 * 8 * 4:
            faults.append("the picture is not there")
        ask("ok", call="render_frame", host=host, frame=FRAME)
        ask("ok", call="query_state", host=host)
        ask("ok", call="handle_event", host=host,
            event={"kind": 0, "width": 8, "height": 8, "outputWidth": 0, "outputHeight": 0})
        ask("ok", call="read_ledger", host=host)
        ask("ok", call="destroy_host", host=host)
        ask("broken", call="query_state", host=host)
    child.stdin.close()
    if child.wait(timeout=60) != 0:
        faults.append(f"the program ended with status {child.returncode}")
    for fault in faults:
        print(f"program_lines: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
