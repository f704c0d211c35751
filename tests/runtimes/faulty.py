"""A runtime that is faulty in the way its first argument says; otherwise it speaks the protocol of runtimes/wire.py."""

import json
import os
import subprocess
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
KILLER = 0x1F4A9  # the text that some of the faults react to


#: Answers that are JSON and no answer.
SHAPES = {
    "infinite": {"changed": [[float("inf"), 97]]},
    "no failures": {"changed": [], "failed": None},
    "below": {"changed": [[-1, 97]]},
    "beyond": {"changed": [[2, 97]]},
    "truth": {"changed": [[True, 97]]},
    "astral": {"changed": [[0, 10**20]]},
    "surplus": {"changed": {"0": [97]}},
}


def answer(request: dict) -> dict:
    if request["ask"] == "about":
        child = subprocess.Popen(["sleep", "60"]) if FAULT == "has a child" else None
        return {
            "version": str(child.pid) if child else "1",
            "unicode": "",
            "predicates": "abc" if FAULT == "no names" else ["is space"],
            "trims": ["trim"],
            "normalizers": ["NFX"] if FAULT == "no form" else ["NFC"],
        }
    texts = ["".join(map(chr, codepoints)) for codepoints in request["texts"]]
    if any(KILLER in codepoints for codepoints in request["texts"]):
        if FAULT == "dies":
            os._exit(3)
        if FAULT == "aborts":
            os.abort()
        if FAULT == "hangs":
            time.sleep(60)
    if FAULT in SHAPES:
        return SHAPES[FAULT]
    if FAULT == "prints garbage":
        return {"changed": [["x"]]}
    if FAULT == "leaves out":
        return {}
    if request["ask"] == "predicate":
        return {"true": [place for place, text in enumerate(texts) if text.isspace()]}
    made = [text.strip() if request["ask"] == "trim" else text for text in texts]
    changed = [[place, *map(ord, new)] for place, (old, new) in enumerate(zip(texts, made, strict=True)) if old != new]
    return {"changed": changed, "failed": {"0": "no"} if FAULT == "fails" else {}}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        number = asked["id"] + 1 if FAULT == "out of order" and asked["ask"] != "about" else asked["id"]
        if FAULT == "no json":
            print("hello")
        elif FAULT == "floods" and asked["ask"] != "about":
            while True:
                sys.stdout.write("x" * 65536)
        elif FAULT == "babbles" and asked["ask"] != "about":
            while True:
                print("x")
        elif FAULT in ("deep about", "deep") and (FAULT != "deep" or asked["ask"] != "about"):
            print("[" * 100_000)
        else:
            print(json.dumps({"id": number, **answer(asked)}))
        sys.stdout.flush()
        if FAULT == "reads nothing":
            time.sleep(60)
        if FAULT == "tires" and asked["ask"] != "about":
            sys.exit()


if __name__ == "__main__":
    main()
