"""How much a picture that was made again differs from the kept one."""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops

from tests.screens.pictures.catalog import COMMAND

VISIBLE = 48
"""A dot differs if a color differs by more than this, of 255: letters may be smoothed differently, and a film loses
details."""
TOLERANCE = 0.001
"""The share of the dots that may differ. A button's label that reads differently is more than this."""


def stale(kept: Path, made: Path) -> str:
    """Why the kept picture is not true any more: its name, how much differs, and the command that makes it again.
    Nothing if it is still true."""
    again = f"make it again: {COMMAND} {kept.name}"
    if not kept.exists():
        return f"{kept.name} is missing; {again}"
    with Image.open(kept) as old, Image.open(made) as new:
        if old.size != new.size:
            return f"{kept.name} has {_dots(old.size)} dots, and the program's has {_dots(new.size)}; {again}"
        if len(_frames(old)) != len(_frames(new)):
            return f"{kept.name} has {len(_frames(old))} frames, and the program's has {len(_frames(new))}; {again}"
        shares = [share(one, other) for one, other in zip(_pictures(old), _pictures(new), strict=True)]
    worst = max(shares)
    if worst <= TOLERANCE:
        return ""
    where = f" in frame {shares.index(worst) + 1} of {len(shares)}" if len(shares) > 1 else ""
    return f"{kept.name} is stale: {worst:.1%} of its dots differ{where}, at most {TOLERANCE:.1%} may; {again}"


def share(old: Image.Image, new: Image.Image) -> float:
    """The share of the dots that differ visibly."""
    bands = ImageChops.difference(old, new).split()
    most = bands[0]
    for band in bands[1:]:
        most = ImageChops.lighter(most, band)
    return sum(most.histogram()[VISIBLE + 1 :]) / (old.width * old.height)


def _frames(picture: Image.Image) -> range:
    return range(getattr(picture, "n_frames", 1))


def _pictures(picture: Image.Image) -> Iterator[Image.Image]:
    for number in _frames(picture):
        picture.seek(number)
        yield picture.convert("RGB")


def _dots(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"
