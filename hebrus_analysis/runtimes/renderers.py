"""Engines that render a chat template, behind one face: a template and many contexts in one call."""

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

from hebrus_analysis.runtimes import python
from hebrus_analysis.runtimes.places import PROGRAMS, installed, on_path
from hebrus_analysis.runtimes.program import Died, Program
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled, each

Context = Mapping[str, Any]
Render = Callable[[str, Sequence[Context]], "tuple[str, list[str | Failure]]"]


def _jinja2(template: str, contexts: Sequence[Context]) -> tuple[str, list[str | Failure]]:
    """As transformers sets it up: blocks trimmed, loops with break."""
    package = python.imported("jinja2")
    environment = package.Environment(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    compiled = environment.from_string(template)
    return f"Jinja2 {version('jinja2')}", each(compiled.render)(contexts)


def _minijinja(template: str, contexts: Sequence[Context]) -> tuple[str, list[str | Failure]]:
    package = python.imported("minijinja")
    environment = package.Environment(templates={"chat": template})
    environment.trim_blocks = environment.lstrip_blocks = True

    def render(context: Context) -> str:
        return str(environment.render_template("chat", **context))

    return f"MiniJinja {version('minijinja')}, for Python", each(render)(contexts)


def _hf_jinja(template: str, contexts: Sequence[Context]) -> tuple[str, list[str | Failure]]:
    module = installed("npm/node_modules/@huggingface/jinja/dist/index.cjs")
    program = Program([on_path("node"), str(PROGRAMS / "render.js"), module])
    try:
        said = program.request(ask="render", template=template, contexts=[dict(context) for context in contexts])
    except Died as error:
        raise NotInstalled(f"@huggingface/jinja does not answer: {error}") from None
    finally:
        program.close()
    made = [one["text"] if "text" in one else Failure(one["error"]) for one in said["made"]]
    return f"@huggingface/jinja {said['version']}", made


#: Each returns its version and what it made of every context; the first is the one that defines chat templates.
RENDERERS: Final[dict[str, Render]] = {"jinja2": _jinja2, "minijinja": _minijinja, "hf-jinja": _hf_jinja}
