"""Decoders of our forms, each built once and by one thread at a time.

msgspec (0.22) notes what it knows of a struct on its class before all of it is known, so that structs may hold each
other. A second thread that decodes the same struct meanwhile reads a null pointer, and the whole process dies. So
nothing of ours builds a decoder, or decodes or converts by a type, but here (`tests/test_decoders.py`).
"""

from collections.abc import Hashable
from functools import cache
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

NOT_JSON = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding raises, also for bytes that are no UTF-8, half a surrogate pair, and lists a thousand deep."""

_building = RLock()


@overload
def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a type, the same one each time; it may be used by any thread."""
    with _building:
        return _built(kind)


@overload
def json_decoded(body: bytes | str, kind: type[T]) -> T: ...
@overload
def json_decoded(body: bytes | str, kind: Any) -> Any: ...
def json_decoded(body: bytes | str, kind: Any) -> Any:
    """JSON as a value of the type. Raises `msgspec.DecodeError`, of which `ValidationError` is JSON of another form."""
    return json_decoder(kind).decode(body)


@overload
def converted(raw: object, kind: type[T]) -> T: ...
@overload
def converted(raw: object, kind: Any) -> Any: ...
def converted(raw: object, kind: Any) -> Any:
    """Lists, texts and numbers as a value of the type. Raises `msgspec.ValidationError`."""
    with _building:
        return msgspec.convert(raw, kind)


@cache
def _built(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
