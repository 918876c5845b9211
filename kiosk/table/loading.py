"""What makes a table's program load sooner. Loads nothing itself."""

import builtins
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage() -> Iterator[None]:
    """What is loaded inside stays for good: it is not searched for garbage, neither now nor at any tap after."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def import_plainly() -> None:
    """Take back the import that Qt has put in Python's place: it reads the source of every module, to see whether that
    one asks for Qt in snake case, some 45 ms for a table. Nothing here does (`from __feature__ import`)."""
    if hasattr(builtins, "__orig_import__"):
        builtins.__import__ = builtins.__orig_import__
