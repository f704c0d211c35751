"""The part of SentencePiece's model format that says how text is normalized.

The message types are declared here by field number, from ``sentencepiece_model.proto``, in a pool of their own, so that
reading a model needs protobuf alone and never clashes with an installed sentencepiece. Fields left out are kept unread.
Strings are declared as bytes, since the versions of protobuf do not agree on what becomes of one that is not UTF-8.
"""

from functools import lru_cache
from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.message import DecodeError

from hebrus_analysis.errors import MalformedContainer

_PACKAGE: Final = "hebrus_analysis.sentencepiece"

#: Message: field name, number, type, default; a type that is no scalar is the name of a message.
_MESSAGES: Final[dict[str, list[tuple[str, int, Any, str]]]] = {
    "SentencePiece": [
        ("piece", 1, Field.TYPE_BYTES, ""),
        ("score", 2, Field.TYPE_FLOAT, ""),
        ("type", 3, Field.TYPE_INT32, "1"),
    ],
    "TrainerSpec": [
        ("model_type", 3, Field.TYPE_INT32, "1"),
        ("vocab_size", 4, Field.TYPE_INT32, "8000"),
        ("treat_whitespace_as_suffix", 24, Field.TYPE_BOOL, "false"),
        ("byte_fallback", 35, Field.TYPE_BOOL, "false"),
        ("unk_surface", 44, Field.TYPE_BYTES, " \\342\\201\\207 "),
    ],
    "NormalizerSpec": [
        ("name", 1, Field.TYPE_BYTES, ""),
        ("precompiled_charsmap", 2, Field.TYPE_BYTES, ""),
        ("add_dummy_prefix", 3, Field.TYPE_BOOL, "true"),
        ("remove_extra_whitespaces", 4, Field.TYPE_BOOL, "true"),
        ("escape_whitespaces", 5, Field.TYPE_BOOL, "true"),
        ("normalization_rule_tsv", 6, Field.TYPE_BYTES, ""),
    ],
    "ModelProto": [
        ("pieces", 1, "SentencePiece", ""),
        ("trainer_spec", 2, "TrainerSpec", ""),
        ("normalizer_spec", 3, "NormalizerSpec", ""),
        ("denormalizer_spec", 5, "NormalizerSpec", ""),
    ],
}


@lru_cache(maxsize=1)
def _model_class() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name=f"{_PACKAGE}.proto", package=_PACKAGE, syntax="proto2")
    for message, fields in _MESSAGES.items():
        declared = file.message_type.add(name=message)
        for name, number, kind, default in fields:
            field = declared.field.add(name=name, number=number, label=Field.LABEL_OPTIONAL)
            if isinstance(kind, str):
                field.type, field.type_name = Field.TYPE_MESSAGE, f".{_PACKAGE}.{kind}"
            else:
                field.type = kind
            if name == "pieces":
                field.label = Field.LABEL_REPEATED
            if default:
                field.default_value = default
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ModelProto"))


def parse(data: bytes) -> Any:
    """Parse a SentencePiece model.

    Raises:
        MalformedContainer: the bytes are no protobuf, or lack the pieces, trainer or normalizer that every model has.
    """
    try:
        model = _model_class().FromString(data)
    except DecodeError:
        raise MalformedContainer(
            f"the {len(data):,} bytes are no whole SentencePiece model: protobuf cannot parse them; "
            "the file is cut short or is something else"
        ) from None
    for field in ("pieces", "trainer_spec", "normalizer_spec"):
        if not (model.pieces if field == "pieces" else model.HasField(field)):
            raise MalformedContainer(
                f"the {len(data):,} bytes have no {field}, which every SentencePiece model has; "
                "the file is cut short or is something else"
            )
    return model
