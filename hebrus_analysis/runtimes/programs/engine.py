"""JavaScript engines inside Python packages, a process for each: python engine.py NAME FOLDER, the package in FOLDER.

They are not loaded where the question is asked: an engine may bring the whole process down, two of them have one
module name, and two carry the same library.
"""

import importlib
import json
import os
import shutil
import sys
import types
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path

#: Answers a line; and what it is.
Engine = tuple[Callable[[str], object], str]
SOURCE = Path(__file__).with_name("answer.js").read_text(encoding="utf-8")


def mini_racer() -> Engine:
    """V8 by way of mini-racer."""
    module = importlib.import_module("py_mini_racer")
    engine = module.MiniRacer()
    engine.eval(SOURCE)
    return lambda line: engine.call("answerLine", line), f"V8 {engine.v8_version}"


def quickjs() -> Engine:
    """QuickJS or QuickJS-ng, which share a module name."""
    module = importlib.import_module("quickjs")
    context = module.Context()
    context.eval(SOURCE)
    return context.get("answerLine"), "QuickJS-ng" if sys.argv[1] == "quickjs-ng" else "QuickJS"


def dukpy() -> Engine:
    """Duktape."""
    module = importlib.import_module("dukpy")
    engine = module.JSInterpreter()
    engine.evaljs(SOURCE)
    version = engine.evaljs("String(Duktape.version)")
    name = f"Duktape {int(version) // 10000}.{int(version) // 100 % 100}.{int(version) % 100}"
    return lambda line: engine.evaljs("answerLine(dukpy.line)", line=line), name


def pythonmonkey() -> Engine:
    """SpiderMonkey. The package wants JavaScript of its own that is not needed here; only its binary is loaded."""
    package = types.ModuleType("pythonmonkey")
    package.__path__ = [str(Path(sys.argv[2], "pythonmonkey"))]
    sys.modules["pythonmonkey"] = package
    engine = importlib.import_module("pythonmonkey.pythonmonkey")
    (library,) = Path(sys.argv[2], "pythonmonkey").glob("libmozjs-*")
    version = library.name.removeprefix("libmozjs-").partition(".")[0]
    return engine.eval(f"{SOURCE}\nanswerLine"), f"SpiderMonkey {version}"


def stpyv8() -> Engine:
    """V8 by way of STPyV8, which would copy its ICU data into the user's home and /usr/share when it is imported."""
    home = Path(sys.argv[2], "home")
    share = home / ".local" / "share" / "stpyv8"
    share.mkdir(parents=True, exist_ok=True)
    binary = importlib.import_module("_STPyV8")
    if not (share / "stpyv8-version.txt").exists():
        shutil.copy(Path(sys.argv[2], "stpyv8-icu", "icudtl.dat"), share)
        (share / "stpyv8-version.txt").write_text(binary.JSEngine.version)
    os.environ["HOME"] = str(home)
    module = importlib.import_module("STPyV8")
    context = module.JSContext()
    context.enter()
    context.eval(SOURCE)
    # Its ICU cannot read the data that it ships: NFC and NFD are compiled in, NFKC and NFKD end the process.
    context.eval("languageOffers.made = languageOffers();")
    context.eval("delete languageOffers.made.normalizers.NFKC; delete languageOffers.made.normalizers.NFKD;")
    return context.locals.answerLine, f"V8 {module.JSEngine.version}"


ENGINES = {
    "mini-racer": mini_racer,
    "quickjs": quickjs,
    "quickjs-ng": quickjs,
    "dukpy": dukpy,
    "pythonmonkey": pythonmonkey,
    "stpyv8": stpyv8,
}


def main() -> None:
    """Answer every line of standard input."""
    name, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    answer_line, engine = ENGINES[name]()
    packaged = [found.version for found in distributions(path=[folder]) if found.metadata["Name"].lower() == name]
    for line in sys.stdin:
        answer = str(answer_line(line))
        if '"version":""' in answer:
            answer = json.dumps(json.loads(answer) | {"version": f"{engine}, {name} {packaged[0]}"})
        print(answer, flush=True)


if __name__ == "__main__":
    main()
