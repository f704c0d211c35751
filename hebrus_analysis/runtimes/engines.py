"""Small languages and expression engines inside packages for Python, asked in this process."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final, cast

from hebrus_analysis.runtimes.runtime import NotInstalled, Runtime, Test, each, each_is

_SEPARATOR: Final = "<|next|>"
_LUA_TRIM: Final = 'function(text) return (text:gsub("^%s*(.-)%s*$", "%1")) end'


def lua() -> Runtime:
    """Lua, whose classes are those of C, byte by byte; a character is one if all of its bytes are."""
    lupa = _package("lupa.lua54", "lupa")
    runtime = lupa.LuaRuntime()
    match = runtime.eval('function(text) return text:match("^%s+$") ~= nil end')
    trim = runtime.eval(_LUA_TRIM)
    return Runtime(
        "lua",
        f"{runtime.lua_implementation}, lupa {version('lupa')}",
        predicates={"%s": each_is(match)},
        trims={'gsub("^%s*(.-)%s*$")': each(trim)},
    )


def jq() -> Runtime:
    """Jq, with the regular expressions of Oniguruma."""
    package = _package("jq", "jq")

    def asked(expression: str) -> Callable[..., Any]:
        program = package.compile(expression)

        def call(texts: str | Sequence[str]) -> Any:
            "".join(texts).encode()  # half of a surrogate pair would be another character for it, without a word
            return program.input_value(texts if isinstance(texts, str) else list(texts)).first()

        return call

    def test(pattern: str) -> Test:
        written = pattern.replace("\\", "\\\\")
        alone = asked(f'[.[] | test("^{written}\\\\z")]')
        # One match over all the characters in a row is a hundred times as fast as one for each.
        places = asked(f'[match("{written}"; "g").offset]')

        def members(texts: Sequence[str]) -> list[bool]:
            if any(len(text) != 1 for text in texts):
                return list(alone(texts))
            found = set(places("".join(texts)))
            return [place in found for place in range(len(texts))]

        return cast(Test, _bulk(members))

    return Runtime(
        "jq",
        f"jq, for Python, {version('jq')}",
        predicates={pattern: test(pattern) for pattern in (r"\s", "[[:space:]]", r"\p{White_Space}", r"\p{Z}")},
        trims={name: _bulk(asked(f"[.[] | {name}]")) for name in ("trim", "ltrim", "rtrim")},
    )


def rure() -> Runtime:
    """Rust's regex, by way of its C interface."""
    package = _package("rure", "rure")
    patterns = (r"\s", "[[:space:]]", r"\p{White_Space}", r"(?-u:\s)")
    return Runtime(
        "rure",
        f"regex of Rust, rure {version('rure')}",
        predicates={pattern: each_is(package.compile(f"^{pattern}$").is_match) for pattern in patterns},
    )


def re2() -> Runtime:
    """RE2."""
    package = _package("re2", "google-re2")
    return Runtime(
        "re2",
        f"RE2, google-re2 {version('google-re2')}",
        predicates={
            pattern: each_is(package.compile(pattern).fullmatch)
            for pattern in (r"\s", "[[:space:]]", r"\p{Z}", r"\p{Zs}")
        },
    )


def minijinja() -> Runtime:
    """MiniJinja, which trims the chat templates of runtimes in Rust."""
    package = _package("minijinja", "minijinja")
    environment = package.Environment()

    def asked(expression: str) -> Any:
        one = lambda text: environment.eval_expr(expression, x=text)  # noqa: E731
        loop = f"{{% for x in xs %}}{{{{ {expression} }}}}{_SEPARATOR}{{% endfor %}}"
        return _bulk(lambda texts: environment.render_str(loop, xs=list(texts)).split(_SEPARATOR)[:-1], one)

    return Runtime(
        "minijinja",
        f"MiniJinja {version('minijinja')}, for Python",
        predicates={"split()": each_is(lambda char: environment.eval_expr("x.split() | length", x=f"x{char}x") > 1)},
        trims={
            "| trim": asked("x | trim"),
            "strip()": asked("x.strip()"),
            "lstrip()": asked("x.lstrip()"),
            "rstrip()": asked("x.rstrip()"),
            "{%- -%}": _bulk(
                lambda texts: environment.render_str(_SEPARATOR.join(map(_written, texts))).split(_SEPARATOR),
                lambda text: environment.render_str(_written(text)),
            ),
        },
    )


def _written(text: str) -> str:
    """Put a text into a template itself, with whitespace control at both of its ends."""
    if text.endswith("{"):
        raise ValueError("a brace would open an expression")
    return f"{{% if true -%}}{text}{{%- endif %}}"


def _bulk(function: Callable[[Sequence[str]], Any], one: Callable[[str], Any] | None = None) -> Any:
    """Return a call that asks for many texts at a time, and for each alone where that raises or loses one."""
    single = each(one or (lambda text: function([text])[0]))

    def call(texts: Sequence[str]) -> list[Any]:
        made: list[Any] = []
        for start in range(0, len(texts), 4096):
            some = texts[start : start + 4096]
            try:
                answers = list(function(some))
            except Exception:
                answers = []
            made += answers if len(answers) == len(some) else single(some)
        return made

    return call


def _package(module: str, name: str) -> Any:
    try:
        return cast(Any, import_module(module))
    except ImportError as error:
        raise NotInstalled(f"the package {name} is not installed: {error}") from None
