"""What is recorded is whole, and no difference of a normalizer is left unexplained."""

from hebrus_analysis import oracle
from hebrus_analysis.runtimes import asking, recorded


def test_no_difference_of_a_normalizer_is_unexplained() -> None:
    rows = oracle.table("runtimes/explanations.tsv")
    explained = {
        (name, form): [*explained_spans(rows, name, form)]
        for name in recorded.names()
        for form in recorded.record(name).normalizers
    }
    unexplained = {}
    for (name, form), spans in explained.items():
        if "*" in spans:
            continue
        lane = recorded.record(name).normalizers[form]
        differing = {cp for found in lane["differences"].values() for cp in asking.members(found)}
        if left := differing - set(asking.members(spans)):
            unexplained[name, form] = sorted(left)[:5]
    assert unexplained == {}


def explained_spans(rows: list[list[str]], name: str, form: str) -> list[str]:
    return [
        span for runtime, forms, spans, _ in rows if runtime == name and form in forms.split() for span in spans.split()
    ]


def test_each_explanation_is_about_a_difference_that_is_recorded() -> None:
    for name, forms, spans, why in oracle.table("runtimes/explanations.tsv"):
        assert why.strip()
        for form in forms.split():
            lane = recorded.record(name).normalizers[form]
            differing = {cp for found in lane["differences"].values() for cp in asking.members(found)}
            assert differing, (name, form)
            assert spans == "*" or set(asking.members(spans.split())) <= differing, (name, form)


def test_an_explanation_is_found_by_code_point() -> None:
    name, forms, spans, why = oracle.table("runtimes/explanations.tsv")[0]
    form, first = forms.split()[0], spans.split()[0]
    codepoint = 0x41 if first == "*" else asking.members([first])[0]
    assert recorded.explanation(name, form, codepoint) == why
    assert recorded.explanation("cpython", "NFKC", 0x41) == ""


def test_what_a_lane_says_of_itself_lies_in_the_interval_that_it_agrees_with() -> None:
    """All but one: Deno reports the 17.0 of its ICU, and normalizes no character that 17.0 brought."""
    from hebrus_analysis.errors import UnknownName
    from hebrus_analysis.unicode import properties

    wrong = []
    for name in recorded.names():
        found = recorded.record(name)
        lane = found.normalizers.get("NFKC")
        if not lane or not found.unicode or lane["differences"]:
            continue
        try:
            own = properties.key(properties.version(".".join(found.unicode.split(".")[:3])))
        except UnknownName:
            continue
        if not properties.key(lane["oldest"]) <= own <= properties.key(lane["newest"]):
            wrong.append((name, found.unicode, lane["oldest"], lane["newest"]))
    assert wrong == [("deno", "17.0", "16.0", "16.0")]
