"""One text, step by step, through every way of reading a map, normalizing and trimming: who makes what of it, and why.

An explanation is executable: its stages, applied one after the other, give its result (`unicode.steps.apply`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from hebrus_analysis.charsmap import flags as whitespace_flags
from hebrus_analysis.charsmap import generations, readings, utf8
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.charsmap.flags import Flags
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.divergence.within import Divergence, divergences
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import canonical, forms, names, properties, trims
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.steps import Piece, Stage, stage


@dataclass(frozen=True)
class Explanation:
    """What one subject makes of a text.

    Attributes:
        subject: a reading, a normalization form or a trim rule.
        about: what it is, in a phrase.
        stages: what it did, in order; none where there was nothing to do.
        text: the text that went in.
        n_flags: how many of the stages, the last, are whitespace flags, which other subjects do not have.
    """

    subject: str
    about: str
    stages: tuple[Stage, ...]
    text: str
    n_flags: int = 0

    @property
    def result(self) -> str:
        """The text that comes out."""
        return self.stages[-1].result if self.stages else self.text

    @property
    def before_flags(self) -> str:
        """The text before the whitespace flags: what can be compared with the other subjects."""
        return self.stages[-1 - self.n_flags].result if self.stages else self.text


@dataclass(frozen=True)
class Explained:
    """A text and what all subjects make of it.

    Attributes:
        text: the text.
        charsmap: the map that the readings were given.
        unicode: the version of the normalization forms.
        explanations: one per subject.
        flags: the whitespace flags that follow the reading leftmost-longest; None for none.
    """

    text: str
    charsmap: Charsmap
    unicode: str
    explanations: tuple[Explanation, ...]
    flags: Flags | None = None

    @property
    def map(self) -> str:
        """The stock map that the readings were given, or its hash."""
        return generations.name_of(self.charsmap)

    @property
    def reference(self) -> str:
        """What the map is measured against: NFKC, for a map that folds case with its folding."""
        return reference_for(self.charsmap).name

    @cached_property
    def divergences(self) -> tuple[Divergence, ...]:
        """The code points and pairs of the text on which the map and its reference differ, with family or cause."""
        return divergences(self.text, self.charsmap, self.unicode)

    @property
    def verdict(self) -> str:
        """Who agrees with whom, in one line; whitespace flags, which only one of them has, left out."""
        made: dict[str, list[str]] = {}
        for each in self.explanations:
            made.setdefault(each.before_flags, []).append(each.subject)
        if len(made) == 1:
            return "all agree" if len(self.explanations) > 1 else f"{self.explanations[0].subject} alone was asked"
        groups = sorted(made.values(), key=len, reverse=True)
        return f"{len(made)} results: " + " | ".join(", ".join(group) for group in groups)


def subjects() -> tuple[str, ...]:
    """Return what can explain: readings, normalization forms, trim rules."""
    return (*readings.READINGS, *forms.FORMS, *trims.RULES)


def explain(
    text: str,
    charsmap: Charsmap | str = generations.STOCK,
    unicode: str = properties.DEFAULT_VERSION,
    asked: Iterable[str] = (),
    flags: Flags | None = None,
) -> Explained:
    """Explain what becomes of a text.

    Args:
        text: any text of scalar values.
        charsmap: a map, or the name of a stock map.
        unicode: the Unicode version of the normalization forms.
        asked: some of `subjects`, or implementations whose reading is known; every reading and NFKC if not given.
        flags: the whitespace flags of a normalizer_spec, which then follow the reading leftmost-longest.

    Raises:
        NotText: the text holds a lone surrogate.
        UnknownName: no such map, version or subject; the message lists all.

    >>> found = explain("e\\u0301\\u0323", asked=["leftmost-longest", "NFKC"])
    >>> found.verdict
    '2 results: leftmost-longest | NFKC'
    >>> [spell(each.result) for each in found.explanations]
    ['U+00E9 U+0323', 'U+1EB9 U+0301']
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    version = properties.version(unicode)
    utf8.encode(text)
    wanted = tuple(dict.fromkeys(map(_subject, asked))) or (*readings.READINGS, "NFKC")
    return Explained(
        text,
        charsmap,
        version,
        tuple(_explanation(subject, text, charsmap, version, flags) for subject in wanted),
        flags,
    )


def _subject(name: str) -> str:
    """Return the subject of that name, or the reading of the implementation of that name, in any case."""
    known = subjects()
    if name.casefold() in map(str.casefold, known):
        return next(each for each in known if each.casefold() == name.casefold())
    try:
        return readings.find(name).name
    except UnknownName:
        implementations = sorted(who for reading in readings.READINGS.values() for who in reading.used_by)
        raise UnknownName("reading, form, trim rule or implementation", name, (*known, *implementations)) from None


def _explanation(subject: str, text: str, charsmap: Charsmap, unicode: str, flags: Flags | None) -> Explanation:
    if subject in readings.READINGS:
        reading = readings.READINGS[subject]
        found = reading.explain(charsmap, text)
        flagged = whitespace_flags.stages(flags, found[0]) if flags and subject == "leftmost-longest" else ()
        return Explanation(subject, reading.about, (*found, *flagged), text, len(flagged))
    for form in forms.FORMS:
        if subject == form:
            return Explanation(subject, f"{form} of Unicode {unicode}", canonical.stages(form, text, unicode), text)
    return Explanation(subject, trims.RULES[subject].title, (_trimmed(subject, text),), text)


def _trimmed(rule: str, text: str) -> Stage:
    """Return a trim as pieces: what goes at the left, what stays, what goes at the right."""
    # At the left no rule cuts a character, for each begins with a byte that no other contains.
    left = trims.trim_bytes(text.encode(), rule, "left").decode()
    made = trims.trim_bytes(left.encode(), rule, "right").decode(errors="replace")
    same = next((place for place, pair in enumerate(zip(left, made, strict=False)) if pair[0] != pair[1]), len(made))
    kept = left[:same]
    gone = "trimmed" if kept == made else "a character is cut in two"
    pieces = (
        Piece(text[: len(text) - len(left)], "", "trimmed"),
        Piece(kept, kept),
        Piece(left[len(kept) :], made[len(kept) :], gone),
    )
    return stage(rule, [piece for piece in pieces if piece.source])


def as_record(found: Explained) -> dict[str, object]:
    """Return an explanation as plain values, code points as U+XXXX."""
    return {
        "text": spell(found.text),
        "map": found.map,
        "unicode": found.unicode,
        "reference": found.reference,
        "flags": asdict(found.flags) if found.flags else None,
        "verdict": found.verdict,
        "divergences": [
            {**asdict(each), "source": spell(each.source), "made": spell(each.made), "wanted": spell(each.wanted)}
            for each in found.divergences
        ],
        "explanations": [
            {
                "subject": each.subject,
                "about": each.about,
                "result": spell(each.result),
                "names": [f"{label(ord(char))} {names.name(ord(char))}" for char in each.result],
                "stages": [{"stage": step.name, "steps": _steps(step.pieces)} for step in each.stages],
            }
            for each in found.explanations
        ],
    }


def _steps(pieces: Sequence[Piece]) -> list[dict[str, object]]:
    """Return pieces as plain values; ``byte`` is where each begins in the UTF-8 of the stage's input."""
    out: list[dict[str, object]] = []
    at = 0
    for piece in pieces:
        row: dict[str, object] = {"byte": at, "source": spell(piece.source), "made": spell(piece.made)}
        row |= {"why": piece.why} if piece.why else {}
        row |= {"lost": spell(piece.lost)} if piece.lost else {}
        out.append(row)
        at += len(piece.source.encode())
    return out
