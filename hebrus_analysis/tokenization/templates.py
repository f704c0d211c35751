"""Chat templates: the same template and messages, and other bytes, because each engine trims in its own way.

The templates are written here in the style of published ones. Every character that any runtime is known to trim stands
at either edge of every field; what differs from Jinja2, which defines the templates, is named by field and character.
"""

from functools import lru_cache
from typing import Final

import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.runtimes.renderers import RENDERERS, Context
from hebrus_analysis.runtimes.runtime import Failure
from hebrus_analysis.unicode import whitespace
from hebrus_analysis.unicode.codepoints import spans

#: Style: template. Each trims fields with the filter, with a method, or by the markers of its blocks.
TEMPLATES: Final = {
    "turns, content by the filter": (
        "{% for message in messages %}{{ '<start>' + message['role'] + '\n' + message['content'] | trim + '<end>\n' }}"
        "{% endfor %}{% if add_generation_prompt %}{{ '<start>model\n' }}{% endif %}"
    ),
    "marked, content as it is": (
        "{%- for message in messages %}\n{{- '<|im_start|>' + message.role + '\n' + message.content }}"
        "{{- '<|im_end|>\n' }}\n"
        "{%- endfor %}\n{%- if add_generation_prompt %}\n{{- '<|im_start|>assistant\n' }}\n{%- endif %}"
    ),
    "headers, content by the method": (
        "{% for message in messages %}{{ '<|header|>' + message['role'] + '<|/header|>\n\n' }}"
        "{{ message['content'].strip() + '<|end|>' }}{% endfor %}"
    ),
    "instructions, system first": (
        "{% if messages[0]['role'] == 'system' %}{% set system = messages[0]['content'] | trim %}"
        "{% set rest = messages[1:] %}{% else %}{% set system = '' %}{% set rest = messages %}{% endif %}"
        "{% for message in rest %}{% if message['role'] == 'user' %}{{ '[INST] ' }}"
        "{% if loop.first and system %}{{ '<<SYS>>\n' + system + '\n<</SYS>>\n\n' }}{% endif %}"
        "{{ message['content'].strip() + ' [/INST]' }}{% else %}"
        "{{ ' ' + message['content'].rstrip() + ' ' }}{% endif %}"
        "{% endfor %}"
    ),
    "thinking, cut at its end": (
        "{% for message in messages %}{% set content = message['content'] %}{% if '</think>' in content %}"
        "{% set content = content.split('</think>')[-1].lstrip('\n') %}{% endif %}"
        "{{ message['role'] + ': ' + content.lstrip() }}{{ '\n' }}{% endfor %}"
    ),
}
FIELDS: Final = ("system", "user", "assistant")
EDGES: Final = ("left", "right", "both")
_INVISIBLE: Final = (0x7F, 0x180E, 0x200B, 0x2060, 0x2800, 0x3164, 0xFEFF)


@lru_cache(maxsize=1)
def characters() -> tuple[int, ...]:
    """Return every character that a whitespace predicate names, all controls and some invisible ones, ascending.

    >>> {0x1C, 0x85, 0xFEFF, 0x200B} <= set(characters())
    True
    """
    controls = range(0x21)  # what some trims take whatever it is
    return tuple(sorted(frozenset(controls).union(_INVISIBLE, *whitespace.predicates().values())))


def contexts() -> tuple[list[tuple[str, str, int]], list[Context]]:
    """Return field, edge and character of each case, and its messages."""
    cases: list[tuple[str, str, int]] = []
    made: list[Context] = []
    for field in FIELDS:
        for edge in EDGES:
            for codepoint in characters():
                char = chr(codepoint)
                left, right = char * (edge != "right"), char * (edge != "left")
                contents = {name: f"a {name} says" for name in FIELDS}
                contents[field] = f"{left}{contents[field]}{right}"
                messages = [{"role": name, "content": contents[name]} for name in FIELDS]
                cases.append((field, edge, codepoint))
                made.append({"messages": messages, "add_generation_prompt": True})
    return cases, made


def compared(engine: str) -> pd.DataFrame:
    """Return where an engine renders other bytes than Jinja2.

    Columns: template, field, edge (object, str), cases, differ (int), characters (object, str: those that differ, as
    ranges), errors (int: cases that it does not render at all).

    Args:
        engine: one of `renderers.RENDERERS`.

    Raises:
        NotInstalled: it, or Jinja2, is not here.
    """
    cases, asked = contexts()
    rows = []
    for style, template in TEMPLATES.items():
        wanted, found = (RENDERERS[name](template, asked)[1] for name in ("jinja2", engine))
        frame = pd.DataFrame(cases, columns=["field", "edge", "codepoint"])
        frame["differs"] = [a != b for a, b in zip(wanted, found, strict=True)]
        frame["failed"] = [isinstance(each, Failure) for each in found]
        for (field, edge), part in frame.groupby(["field", "edge"], sort=False):
            wrong = part[part.differs]
            rows.append(
                (style, field, edge, len(part), len(wrong), " ".join(spans(wrong.codepoint)), int(part.failed.sum()))
            )
    return pd.DataFrame(rows, columns=["template", "field", "edge", "cases", "differ", "characters", "errors"])


@lru_cache(maxsize=1)
def recorded() -> pd.DataFrame:
    """Return what was captured of each engine: engine, version, then the columns of `compared`."""
    head, *rows = oracle.table("tokenization/templates.tsv")
    frame = pd.DataFrame(rows, columns=head, dtype=object)
    return frame.astype(dict.fromkeys(("cases", "differ", "errors"), int))
