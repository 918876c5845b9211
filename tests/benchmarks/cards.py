"""Milliseconds to look at a table camera's frame of 1280 by 720, compared with the bare net calls of the same look.

The frame shows ten cards in bold letters drawn here, some of which need a second opinion. A look while something moves
and the two looks that alternate while nothing does are measured. `bare` is the time that the look spends inside
onnxruntime. The minimum of all repetitions separates the work from other load on the machine, and so
does the median ratio, which is taken within each look.
"""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from hardware.pictures import Floats, Pixels
from hardware.recognition.pipeline import read_frame
from hardware.recognition.weights import THREADS, Net
from tests.kit.drawn import table

REPETITIONS = 40
CARDS = ("Ah", "Kd", "7c", "2s", "Qh", "9d", "4c", "Ts", "Jh", "3d")
LOOKS = {"moving": 0, "still": 1, "still_smaller": 2}


def measure() -> dict[str, Any]:
    frame = table([(name, 140 + 240 * (i % 5), 190 + 340 * (i // 5), 9 * i) for i, name in enumerate(CARDS)])
    return {"threads": THREADS, **{name: look(frame, still_frames) for name, still_frames in LOOKS.items()}}


def look(frame: Pixels, still_frames: int = 0) -> dict[str, Any]:
    """Medians and minimums of one kind of look at a frame."""
    _, seen = read_frame(frame, still_frames=still_frames)
    timed = [timed_look(lambda: read_frame(frame, still_frames=still_frames))[1] for _ in range(REPETITIONS)]
    return {
        "cards_read": len(seen),
        **times(timed),
    }


class LookTime(NamedTuple):
    """A look's time, and the part of it inside the nets, in milliseconds."""

    whole_ms: float
    bare_ms: float


def times(timed: Sequence[LookTime]) -> dict[str, float]:
    whole_ms, bare_ms = zip(*timed, strict=True)
    return {
        "look_ms": round(median(whole_ms), 1),
        "bare_ms": round(median(bare_ms), 1),
        "least_look_ms": round(min(whole_ms), 1),
        "least_bare_ms": round(min(bare_ms), 1),
        "ratio": round(min(whole_ms) / min(bare_ms), 2),
        "median_ratio": round(median(each.whole_ms / each.bare_ms for each in timed), 2),
    }


T = TypeVar("T")


def timed_look(look: Callable[[], T]) -> tuple[T, LookTime]:
    """The result of a look, its time, and that of the net calls in it."""
    inside_ms = [0.0]
    run = Net.run

    def timed(net: Net, ready: Floats) -> list[Floats]:
        began = perf_counter()
        try:
            return run(net, ready)
        finally:
            inside_ms[0] += (perf_counter() - began) * 1000

    with patch.object(Net, "run", timed):
        began = perf_counter()
        result = look()
        return result, LookTime((perf_counter() - began) * 1000, inside_ms[0])
