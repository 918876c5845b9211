"""Decoders for our data types. Each one is built once, and by one thread at a time.

So that structs may contain each other, msgspec (0.22) stores its type information on a struct's class before that
information is complete. A second thread that decodes the same struct meanwhile reads a null pointer, and the whole
process dies. So only this module may build a decoder, or decode or convert by type (`tests/test_decoders.py`).
"""

from collections.abc import Hashable
from functools import cache
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

NOT_JSON = (msgspec.MsgspecError, ValueError, RecursionError)
"""The errors that decoding raises, including those for bytes that are not UTF-8 and for lists nested too deeply."""

_building = RLock()


@overload
def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder for a type. It is the same object each time, and any thread may use it."""
    with _building:
        return _built(kind)


@overload
def json_decoded(body: bytes | str, kind: type[T]) -> T: ...
@overload
def json_decoded(body: bytes | str, kind: Any) -> Any: ...
def json_decoded(body: bytes | str, kind: Any) -> Any:
    """Decode JSON into a value of the type. Raises `msgspec.DecodeError`, or `ValidationError` for the wrong type."""
    return json_decoder(kind).decode(body)


@overload
def converted(raw: object, kind: type[T]) -> T: ...
@overload
def converted(raw: object, kind: Any) -> Any: ...
def converted(raw: object, kind: Any) -> Any:
    """Convert lists, strings and numbers into a value of the type. Raises `msgspec.ValidationError`."""
    with _building:
        return msgspec.convert(raw, kind)


@cache
def _built(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
