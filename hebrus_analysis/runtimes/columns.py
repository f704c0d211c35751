"""Packages and databases that work on a column of texts at a time."""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

from hebrus_analysis.runtimes.runtime import FORMS, NotInstalled, Runtime, failed


def numpy() -> Runtime:
    """NumPy's string functions, on arrays of fixed width and on its variable-width dtype."""
    np = _package("numpy")
    dtypes = {"str_": "U", "StringDType": np.dtypes.StringDType()}
    return Runtime(
        "numpy",
        version("numpy"),
        "",
        {f"isspace {name}": _column(partial(_numpy, np, np.strings.isspace, dtype)) for name, dtype in dtypes.items()},
        {
            f"{function} {name}": _column(partial(_numpy, np, getattr(np.strings, function), dtype))
            for name, dtype in dtypes.items()
            for function in ("strip", "lstrip", "rstrip")
        },
    )


def pandas() -> Runtime:
    """The string methods of pandas, on each of its string dtypes."""
    pd = _package("pandas")
    dtypes: dict[str, Any] = {name: name for name in ("object", "str", "string[python]")}
    try:
        pa = import_module("pyarrow")
        dtypes |= {"string[pyarrow]": "string[pyarrow]", "ArrowDtype": pd.ArrowDtype(pa.string())}
    except ImportError:
        pass

    def method(name: str, dtype: Any) -> Any:
        return _column(lambda texts: getattr(pd.Series(list(texts), dtype=dtype).str, name)().tolist())

    return Runtime(
        "pandas",
        version("pandas"),
        "",
        {f"str.isspace {name}": method("isspace", dtype) for name, dtype in dtypes.items()},
        {
            f"str.{function} {name}": method(function, dtype)
            for name, dtype in dtypes.items()
            for function in ("strip", "lstrip", "rstrip")
        },
    )


def pyarrow() -> Runtime:
    """Arrow's compute functions, in which utf8proc normalizes."""
    pa, compute = _package("pyarrow"), _package("pyarrow.compute")

    def call(name: str, *arguments: str) -> Any:
        function = getattr(compute, name)
        return _column(lambda texts: function(pa.array(list(texts), pa.string()), *arguments).to_pylist())

    return Runtime(
        "pyarrow",
        version("pyarrow"),
        "",
        {name: call(name) for name in ("utf8_is_space", "ascii_is_space")},
        {
            name: call(name)
            for name in (
                "utf8_trim_whitespace",
                "utf8_ltrim_whitespace",
                "utf8_rtrim_whitespace",
                "ascii_trim_whitespace",
            )
        },
        {form: call("utf8_normalize", form) for form in FORMS},
    )


def polars() -> Runtime:
    """The string functions of polars, which are Rust's."""
    pl = _package("polars")

    def call(method: str, *arguments: str) -> Any:
        return _column(
            lambda texts: getattr(pl.Series("", list(texts), dtype=pl.String).str, method)(*arguments).to_list()
        )

    classes = (r"\s", r"\p{White_Space}", "[[:space:]]")
    return Runtime(
        "polars",
        version("polars"),
        "",
        {f"contains {name}": call("contains", name) for name in classes},
        {name: call(name) for name in ("strip_chars", "strip_chars_start", "strip_chars_end")},
        {form: call("normalize", form) for form in FORMS},
    )


def duckdb() -> Runtime:
    """DuckDB, whose NFC is utf8proc's and whose regular expressions are RE2's."""
    package = _package("duckdb")
    connection = package.connect()

    def query(expression: str) -> Any:
        statement = f"select list_transform($1::varchar[], lambda x: {expression})"
        return _column(lambda texts: connection.execute(statement, [list(texts)]).fetchone()[0])

    return Runtime(
        "duckdb",
        version("duckdb"),
        "",
        {
            r"regexp_matches \s": query(r"regexp_matches(x, '\s')"),
            "regexp_matches [[:space:]]": query("regexp_matches(x, '[[:space:]]')"),
        },
        {name: query(f"{name}(x)") for name in ("trim", "ltrim", "rtrim")},
        {"NFC": query("nfc_normalize(x)")},
    )


def sqlite() -> Runtime:
    """The SQLite of this interpreter."""
    connection = sqlite3.connect(":memory:")

    def query(expression: str) -> Any:
        statement = f"select {expression}"
        return _column(lambda texts: [connection.execute(statement, [text]).fetchone()[0] for text in texts])

    trims = {name: query(f"{name}(?)") for name in ("trim", "ltrim", "rtrim")}
    return Runtime("sqlite", sqlite3.sqlite_version, "", trims=trims, close=connection.close)


def _numpy(np: Any, function: Any, dtype: Any, texts: Sequence[str]) -> list[Any]:
    return list(function(np.array(texts, dtype=dtype)).tolist())


def _column(function: Callable[[Sequence[str]], list[Any]]) -> Any:
    """Return a bulk call in which a text that makes the whole column fail is found and fails alone."""

    def in_bulk(texts: Sequence[str]) -> list[Any]:
        try:
            return function(texts)
        except BaseException as error:  # a panic of Rust is no Exception
            failure = failed(error)
            if len(texts) == 1:
                return [failure]
            middle = len(texts) // 2
            return in_bulk(texts[:middle]) + in_bulk(texts[middle:])

    return in_bulk


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise NotInstalled(f"run `pip install {name.partition('.')[0]}`") from None
