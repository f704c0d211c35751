"""Where a charsmap comes from: spiece.model, tokenizer.json or a raw blob, read through one class.

What a file is, and what map it carries, is decided by content; a declared name is only reported. A normalizer that
cannot be applied whole is refused: half-normalized text is the same silent failure as none.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.errors import MalformedCharsmap, MalformedContainer, NoCharsmap

#: The largest tokenizer.json in public use has about 35 MB.
MAX_FILE_BYTES: Final = 64 << 20
IDENTITY: Final = "identity"


@dataclass(frozen=True)
class NormalizerSpec:
    """How a container says that text is to be normalized.

    Attributes:
        container: "spiece.model", "tokenizer.json" or "blob".
        name: the declared name; "" where there is none. It decides nothing.
        precompiled_charsmap: the blob; empty where there is none.
        add_dummy_prefix: flag of a normalizer_spec; None outside a spiece.model, as the next two.
        remove_extra_whitespaces: flag.
        escape_whitespaces: flag.
        treat_whitespace_as_suffix: flag, of the trainer_spec beside it.
        normalization_rule_tsv: path of the rules it was trained with, as recorded.
        steps: the types of the normalizers of a tokenizer.json, in order, sequences flattened.
        denormalizer: the denormalizer_spec of a spiece.model, if it has one.
    """

    container: str
    name: str
    precompiled_charsmap: bytes = field(repr=False)
    add_dummy_prefix: bool | None = None
    remove_extra_whitespaces: bool | None = None
    escape_whitespaces: bool | None = None
    treat_whitespace_as_suffix: bool | None = None
    normalization_rule_tsv: str = ""
    steps: tuple[str, ...] = ()
    denormalizer: "NormalizerSpec | None" = None

    @cached_property
    def charsmap(self) -> Charsmap | None:
        """The map, decoded; None where the container asks for no map.

        Raises:
            NoCharsmap: a normalizer is named, but there is no map that could be applied.
            MalformedCharsmap: there is one, but it cannot be applied whole.
        """
        if self.precompiled_charsmap:
            return decode(self.precompiled_charsmap)
        if self.container == "tokenizer.json" and self.steps:
            raise NoCharsmap(
                f"the normalizer of tokenizer.json is {' + '.join(self.steps)} and carries no precompiled_charsmap; "
                "what it does is frozen in the library that runs it, so ask the spiece.model for the map"
            )
        if self.name and self.name != IDENTITY:
            raise NoCharsmap(
                f"normalizer_spec names {self.name!r} but carries no precompiled_charsmap to apply, and the name alone "
                "does not say which map is meant; take the file again from its source"
            )
        return None


def read(path: Path | str) -> NormalizerSpec:
    """Read the normalizer of a spiece.model, a tokenizer.json or a raw blob, told apart by content.

    Raises:
        MalformedContainer: the file cannot be read, is too large, is cut short, or is none of the three.
        NoCharsmap, MalformedCharsmap: its normalizer cannot be applied whole.
    """
    data = content(path)
    try:
        spec = parse(data)
        _ = spec.charsmap
    except (MalformedContainer, MalformedCharsmap, NoCharsmap) as error:
        raise type(error)(f"{path}: {error}") from None
    return spec


def content(path: Path | str) -> bytes:
    """Return the bytes of a file that is not too large to be a model.

    Raises:
        MalformedContainer: the file cannot be read, or is too large; the message has its size.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            # A pipe or a device states no size, so the bound is on what is read.
            data = file.read(MAX_FILE_BYTES + 1)
            size = max(path.stat().st_size, len(data))
    except OSError as error:
        raise MalformedContainer(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise MalformedContainer(
            f"{path} has {size:,} bytes: files over {MAX_FILE_BYTES:,} bytes are refused unread, since no model file "
            "is that large"
        )
    return data


def parse(data: bytes) -> NormalizerSpec:
    """Read the normalizer out of a file's content.

    A blob's first byte is 0, since tries come in blocks of 1,024 bytes; no protobuf and no JSON begins so.

    Raises:
        MalformedContainer: cut short, or none of the three.
    """
    if not data:
        raise MalformedContainer("the file is empty; it is no model file")
    if data[0] == 0:
        return NormalizerSpec("blob", "", data)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _from_tokenizer_json(data)
    return _from_spiece_model(data)


def disagreement(one: NormalizerSpec, other: NormalizerSpec) -> str | None:
    """Say in one sentence how the maps of two containers of one model differ; None where they are the same."""
    if _map_of(one) == _map_of(other):
        return None
    carried = [f"the {spec.container} carries {_map_of(spec)}" for spec in (one, other)]
    return f"{carried[0]}, but {carried[1]}: the two files do not normalize alike"


def _map_of(spec: NormalizerSpec) -> str:
    """Name what stands for the map, by content where there is one."""
    if spec.precompiled_charsmap:
        return repr(decode(spec.precompiled_charsmap))
    asked = " + ".join(spec.steps) or (spec.name if spec.name != IDENTITY else "")
    return f"no map for its {asked}" if asked else "no map"


def _from_spiece_model(data: bytes) -> NormalizerSpec:
    from hebrus_analysis.charsmap import model_proto  # loaded only where a model is read

    model = model_proto.parse(data)
    denormalizer = _spec(model.denormalizer_spec) if model.HasField("denormalizer_spec") else None
    return _spec(model.normalizer_spec, denormalizer, model.trainer_spec.treat_whitespace_as_suffix)


def _spec(message: Any, denormalizer: NormalizerSpec | None = None, suffix: bool | None = None) -> NormalizerSpec:
    return NormalizerSpec(
        container="spiece.model",
        name=message.name.decode(errors="backslashreplace"),
        precompiled_charsmap=message.precompiled_charsmap,
        add_dummy_prefix=message.add_dummy_prefix,
        remove_extra_whitespaces=message.remove_extra_whitespaces,
        escape_whitespaces=message.escape_whitespaces,
        treat_whitespace_as_suffix=suffix,
        normalization_rule_tsv=message.normalization_rule_tsv.decode(errors="backslashreplace"),
        denormalizer=denormalizer,
    )


def _from_tokenizer_json(data: bytes) -> NormalizerSpec:
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise MalformedContainer(
            f"tokenizer.json is no whole JSON: {error}; the file is cut short or damaged"
        ) from None
    for key in ("model", "normalizer"):
        if key not in document:
            raise MalformedContainer(f"the JSON has no {key!r}, which every tokenizer.json has; it is some other file")
    steps = list(_flatten(document["normalizer"], "normalizer"))
    maps = [(where, step.get("precompiled_charsmap")) for where, step in steps if step["type"] == "Precompiled"]
    blobs = {decode_base64(value, where) for where, value in maps}
    if len(blobs) > 1:
        raise MalformedContainer(
            f"the tokenizer.json has {len(maps)} Precompiled normalizers with different maps, so none is the map"
        )
    return NormalizerSpec(
        container="tokenizer.json",
        name="",
        precompiled_charsmap=next(iter(blobs), b""),
        steps=tuple(step["type"] for _, step in steps),
    )


def _flatten(value: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each normalizer and where it stands, sequences opened, in order."""
    waiting = [(where, value)]
    while waiting:
        where, value = waiting.pop()
        if value is None:
            continue
        # Every type is a name in code; anything else could carry what a terminal or an encoder trips over.
        if not isinstance(value, dict) or not isinstance(value.get("type"), str) or not value["type"].isidentifier():
            raise MalformedContainer(f"tokenizer.json: {where} is no normalizer: it has no type; the file is damaged")
        if value["type"] != "Sequence":
            yield where, value
            continue
        members = value.get("normalizers")
        if not isinstance(members, list):
            raise MalformedContainer(f"tokenizer.json: {where} is a Sequence without a list of normalizers")
        waiting += [(f"{where}.normalizers[{index}]", member) for index, member in enumerate(members)][::-1]


def decode_base64(value: Any, where: str) -> bytes:
    """Return the map of a Precompiled normalizer.

    Raises:
        MalformedContainer: it is no base64.
        NoCharsmap: there is none.
    """
    try:
        if isinstance(value, str) and value:
            return base64.b64decode(value, validate=True)
    except ValueError as error:
        raise MalformedContainer(
            f"tokenizer.json: {where}.precompiled_charsmap is not base64 ({error}); the file is damaged"
        ) from None
    raise NoCharsmap(f"tokenizer.json: {where} is Precompiled but carries no precompiled_charsmap to apply")
