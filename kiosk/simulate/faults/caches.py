"""What is left of a disk's cache once its power has gone, where it had said that all of it was written. Pure."""

from collections.abc import Callable
from random import Random

SECTOR = 512
LOG = "-wal"
"""The ending of a database's log: one is nothing without the other."""

Image = dict[str, tuple[int, bytes]]
"""The files of a folder: which file each name was, and its bytes."""
Cached = Callable[[Image, Image, Random], Image]
"""Of what a disk really held and what it said: what is there then."""


def any_sectors(held: Image, said: Image, dice: Random) -> Image:
    """Nothing of it, or of each file all, nothing or any sectors."""
    if dice.random() < 0.3:
        return held
    left: Image = {}
    for name in sorted({*held, *said}):
        old, new, luck = held.get(name), said.get(name), dice.random()
        kept = old if luck < 0.4 else new
        if new is not None and luck > 0.7:
            kept = new[0], mixed(old[1] if old and old[0] == new[0] else b"", new[1], dice)
        if kept is not None:
            left[name] = kept
    return left


def whole_databases(held: Image, said: Image, dice: Random) -> Image:
    """Nothing of it, or of each file, a database with its log, all or nothing."""
    if dice.random() < 0.3:
        return held
    luck = {name.removesuffix(LOG): dice.random() for name in sorted({*held, *said})}
    which = {name: held if luck[name.removesuffix(LOG)] < 0.5 else said for name in sorted({*held, *said})}
    return {name: image[name] for name, image in which.items() if name in image}


def mixed(old: bytes, new: bytes, dice: Random) -> bytes:
    """Each sector the old or the new one."""
    whole = bytearray(old.ljust(len(new), b"\0"))
    for at in range(0, len(new), SECTOR):
        if dice.random() < 0.5:
            whole[at : at + SECTOR] = new[at : at + SECTOR]
    return bytes(whole)
