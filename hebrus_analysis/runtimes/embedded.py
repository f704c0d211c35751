"""Engines inside packages for Python: JavaScript in a process of its own, ICU in this one."""

import sys
from functools import partial
from importlib import import_module
from typing import Any, Final, cast

from hebrus_analysis.runtimes.places import PROGRAMS, home, installed
from hebrus_analysis.runtimes.program import Program
from hebrus_analysis.runtimes.runtime import FORMS, NotInstalled, Runtime, each, each_is
from hebrus_analysis.runtimes.wire import connect

#: ICU's names of what could be a space.
_ICU_PREDICATES: Final = ("isspace", "isWhitespace", "isUWhiteSpace", "isJavaSpaceChar", "isblank")


def javascript(name: str, module: str) -> Runtime:
    """A JavaScript engine that a package for Python carries; see programs/engine.py."""
    installed(f"pypi/{name}/{module}*")
    return connect(name, Program([sys.executable, str(PROGRAMS / "engine.py"), name, str(home() / "pypi" / name)]))


mini_racer = partial(javascript, "mini-racer", "py_mini_racer")
stpyv8 = partial(javascript, "stpyv8", "STPyV8")
pythonmonkey = partial(javascript, "pythonmonkey", "pythonmonkey")
quickjs = partial(javascript, "quickjs", "quickjs")
quickjs_ng = partial(javascript, "quickjs-ng", "quickjs")
dukpy = partial(javascript, "dukpy", "dukpy")


def pyicu() -> Runtime:
    """ICU by way of PyICU, in this process."""
    try:
        icu = cast(Any, import_module("icu"))
    except ImportError as error:
        raise NotInstalled(f"PyICU: {error}") from None
    normalizers = {form: getattr(icu.Normalizer2, f"get{form}Instance")() for form in FORMS}
    sets = {name: icu.UnicodeSet(f"[:{name}:]") for name in ("White_Space", "Pattern_White_Space")}
    return Runtime(
        "pyicu",
        f"ICU {icu.ICU_VERSION}, PyICU {icu.VERSION}",
        icu.UNICODE_VERSION,
        {
            **{name: each_is(getattr(icu.Char, name)) for name in _ICU_PREDICATES},
            **{f"[:{name}:]": each_is(found.contains) for name, found in sets.items()},
        },
        {"UnicodeString.trim": each(lambda text: str(icu.UnicodeString(text).trim()))},
        {form: each(normalizer.normalize) for form, normalizer in normalizers.items()},
    )
