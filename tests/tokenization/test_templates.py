"""Chat templates by the engines that are here, beside what was recorded and what `str.strip` says."""

import pytest

from hebrus_analysis.runtimes.renderers import RENDERERS
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.tokenization import templates


@pytest.mark.parametrize("engine", RENDERERS)
def test_an_engine_renders_what_was_recorded(engine: str) -> None:
    known = templates.recorded()
    known = known[known.engine == engine].reset_index(drop=True)
    try:
        said = RENDERERS[engine]("", [])[0]
        found = templates.compared(engine)
    except NotInstalled as error:
        pytest.skip(f"{engine} is not here: {error}")
    if said != known.version.iloc[0]:
        pytest.skip(f"{engine} is {said} here; what is recorded is of {known.version.iloc[0]}")
    assert found.astype(str).equals(known[found.columns].astype(str))


def test_jinja_trims_what_str_strip_trims() -> None:
    cases, contexts = templates.contexts()
    _, made = RENDERERS["jinja2"](templates.TEMPLATES["turns, content by the filter"], contexts)
    for (field, edge, codepoint), text in zip(cases, made, strict=True):
        trimmed = chr(codepoint).isspace()
        assert isinstance(text, str)
        assert (f"{field}\na {field} says<end>" in text) == trimmed, (field, edge, hex(codepoint))


def test_both_ports_differ_by_their_trim_and_by_nothing_else() -> None:
    known = templates.recorded()
    wrong = known[known.differ > 0]
    assert set(wrong[wrong.engine == "minijinja"].characters) == {"U+001C..U+001F"}
    assert set(wrong[wrong.engine == "hf-jinja"].characters) == {"U+001C..U+001F U+0085 U+FEFF"}
    assert set(wrong.engine) == {"minijinja", "hf-jinja"}
    assert (known[known.template.str.contains("as it is")].differ == 0).all()
    assert (known.errors == 0).all()


def test_every_template_field_and_edge_is_recorded_for_every_engine() -> None:
    known = templates.recorded()
    wanted = len(RENDERERS) * len(templates.TEMPLATES) * len(templates.FIELDS) * len(templates.EDGES)
    assert len(known) == wanted == len(known[["engine", "template", "field", "edge"]].drop_duplicates())
    assert set(known.template) == set(templates.TEMPLATES)
    assert (known.cases == len(templates.characters())).all()
