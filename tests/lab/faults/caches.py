"""Decides what survives of a disk's cache after a power loss, if the disk had claimed that all of it was written.
Pure."""

from collections.abc import Callable
from random import Random

SECTOR = 512
LOG = "-wal"
"""The suffix of a database's log. A log is useless without its database."""

Image = dict[str, tuple[int, bytes]]
"""The files of a folder: the inode and the bytes behind each name."""
Cached = Callable[[Image, Image, Random], Image]
"""Given what a disk really held and what it claimed to hold, returns what is left on it."""


def any_sectors(held: Image, said: Image, dice: Random) -> Image:
    """Either nothing in the cache survives or, file by file, all of it, none of it, or any of its sectors."""
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
    """Either nothing in the cache survives or, file by file, all or nothing, with a database and its log together."""
    if dice.random() < 0.3:
        return held
    luck = {name.removesuffix(LOG): dice.random() for name in sorted({*held, *said})}
    which = {name: held if luck[name.removesuffix(LOG)] < 0.5 else said for name in sorted({*held, *said})}
    return {name: image[name] for name, image in which.items() if name in image}


def mixed(old: bytes, new: bytes, dice: Random) -> bytes:
    """The new bytes, with some sectors replaced by the old ones at random."""
    whole = bytearray(old.ljust(len(new), b"\0"))
    for at in range(0, len(new), SECTOR):
        if dice.random() < 0.5:
            whole[at : at + SECTOR] = new[at : at + SECTOR]
    return bytes(whole)
