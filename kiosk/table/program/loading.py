"""Makes a table's program load faster. Loads nothing itself."""

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
"""The part of Qt's bindings that holds text: error messages for wrong calls, help texts, and stubs for editors."""
MAPPING = f"{SIGNATURES}.mapping"
"""Before C code reports a wrong call, it calls this module's `update_mapping`, bypassing the lazy load."""


@contextmanager
def no_garbage() -> Iterator[None]:
    """Objects loaded inside this context stay in memory for good: the garbage collector never scans them, neither now
    nor during a later tap."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def plain_qt() -> Iterator[None]:
    """Import Qt inside this context, without two things that take longer than Qt itself. Its `SIGNATURES`, which are
    compiled again at each start, are loaded only when something asks for them, which happens after a wrong call. Qt
    also replaces Python's import, and reads the source of every module to see whether it asks for Qt in snake case
    (`from __feature__ import`). Nothing here does, so the replacement is undone."""
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
        module.__spec__ = ModuleSpec(name, spec.loader)  # Qt renames this module
        if name == MAPPING:
            vars(module)["update_mapping"] = _update_mapping


def _update_mapping() -> None:
    """A substitute for the mapping's own function, which C code keeps and continues to call. Loads the mapping, then
    calls the real function."""
    mapping = sys.modules[MAPPING]
    assert mapping.namespace is not None  # loaded by now, with a function of its own
    mapping.update_mapping()
