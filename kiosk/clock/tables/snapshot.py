"""The audit of a table as bytes, from which the same program continues after a restart.

It is a pickle, because that keeps the parts that the states of a hand share: 40 kB, compared with 4 MB in other
encodings. Reading one builds only values of this project's structs and enums, whatever the bytes say.
"""

import io
import logging
import pickle
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kiosk.clock.tables.audit import AuditedTable

_DECIDING = ("engine", "kiosk/clock/tables", "kiosk/protocol")
"""The folders whose code determines what a table's records lead to."""

_VALUES = (msgspec.Struct, Enum)
"""The types that an audit consists of."""

log = logging.getLogger(__name__)


def pack(audited: AuditedTable) -> bytes:
    """The audit as bytes."""
    return pickle.dumps(audited, protocol=5)


def unpack(body: bytes) -> AuditedTable | None:
    """The audit from its bytes, or None if the bytes do not contain one."""
    try:
        found = _Values(io.BytesIO(body)).load()
    except Exception as error:  # unpickling can fail in any way, and the records are still there
        log.info("a snapshot cannot be read: %s", error)
        return None
    return found if isinstance(found, AuditedTable) else None


@cache
def program() -> bytes:
    """A digest of all code that a snapshot depends on. A program with a different digest reads the records again."""
    digest = sha256(msgspec.__version__.encode())
    for folder in _DECIDING:
        package, *inner = folder.split("/")
        for module in _modules(files(package).joinpath(*inner)):
            digest.update(module.read_bytes())
    return digest.digest()


def _modules(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            found += _modules(one)
        elif one.name.endswith(".py"):
            found.append(one)
    return found


class _Values(pickle.Unpickler):
    def find_class(self, module_name: str, name: str) -> Any:
        if (module_name, name) == ("msgspec._core", "UNSET"):
            return msgspec.UNSET
        if module_name.startswith(tuple(folder.replace("/", ".") + "." for folder in _DECIDING)):
            found = super().find_class(module_name, name)
            if isinstance(found, type) and issubclass(found, _VALUES) and found.__module__ == module_name:
                return found
        raise pickle.UnpicklingError(f"{module_name}.{name} is no part of an audit")
