"""What makes a table's program load sooner. Loads nothing itself."""

import builtins
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

SIGNATURES = "shibokensupport.signature"
"""Qt's bindings in words: what a wrong call should have been, help texts, stubs for editors."""
MAPPING = f"{SIGNATURES}.mapping"
"""Before C says what was wrong with a call, it calls this one's `update_mapping`, past what would load the module."""


@contextmanager
def no_garbage() -> Iterator[None]:
    """What is loaded inside stays for good: it is not searched for garbage, neither now nor at any tap after."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def plain_qt() -> Iterator[None]:
    """Qt is imported inside, without two things that take longer than Qt itself.

    Its `SIGNATURES`, compiled anew at each start, are loaded when something first asks for them: after a wrong call.
    And Qt puts another import in Python's place, which reads the source of every module to see whether that one asks
    for Qt in snake case (`from __feature__ import`). Nothing here does; it is taken back.
    """
    plainly = getattr(builtins, "__orig_import__", builtins.__import__)

    def importing(name: str, *rest: Any, **named: Any) -> ModuleType:
        if rest and name.startswith(SIGNATURES) and rest[0].get("__name__") == f"{SIGNATURES}.loader":
            for part in rest[2] or ():  # from name import part, part
                _put_off(f"{name}.{part}")
        module: ModuleType = plainly(name, *rest, **named)
        return module

    builtins.__import__ = importing
    try:
        yield
    finally:
        builtins.__import__ = plainly


class _Later(ModuleType):
    """A module that is loaded when something in it is first asked for."""

    whole: ModuleSpec

    def __getattr__(self, name: str) -> Any:
        self.__class__ = ModuleType  # type: ignore[assignment]  # from now on like any other
        self.__spec__ = self.whole
        assert self.whole.loader
        self.whole.loader.exec_module(self)
        return getattr(self, name)


def _put_off(name: str) -> None:
    if name not in sys.modules and (spec := find_spec(name)):
        module = sys.modules[name] = _Later(name)
        module.whole = spec
        module.__spec__ = ModuleSpec(name, spec.loader)  # Qt renames this one
        if name == MAPPING:
            vars(module)["update_mapping"] = _update_mapping


def _update_mapping() -> None:
    """In place of the mapping's own: loads it. C keeps this one, and goes on calling it."""
    mapping = sys.modules[MAPPING]
    assert mapping.namespace is not None  # loaded now, with a function of its own
    mapping.update_mapping()
