"""Milliseconds to read a camera's frame of 1280 by 720, beside the bare calls of onnxruntime, in one run.

The frame shows ten cards drawn here; the bare calls get the same arrays that reading gives them.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from hardware.recognise.find import find, sized, sizes_for
from hardware.recognise.picture import LEAST_HEAT, read_picture
from hardware.recognise.tell import crops
from hardware.recognise.weights import THREADS, finder, prepared, teller
from tests.hardware.recognise.drawn import table

REPETITIONS = 40
CARDS = ("Ah", "Kd", "7c", "2s", "Qh", "9d", "4c", "Ts", "Jh", "3d")


def measure() -> dict[str, Any]:
    """Medians of interleaved repetitions."""
    frame = table([(name, 140 + 240 * (i % 5), 190 + 340 * (i // 5), 9 * i) for i, name in enumerate(CARDS)])
    bare = bare_calls(frame)
    whole_ms, bare_ms = [], []
    read_picture(frame)
    for _ in range(REPETITIONS):
        whole_ms.append(milliseconds(lambda: read_picture(frame)))
        bare_ms.append(milliseconds(bare))
    return {
        "threads": THREADS,
        "cards_read": len(read_picture(frame)),
        "frame_ms": round(median(whole_ms), 1),
        "bare_onnxruntime_ms": round(median(bare_ms), 1),
        "ratio": round(median(whole / least for whole, least in zip(whole_ms, bare_ms, strict=True)), 2),
    }


def bare_calls(frame: Any) -> Callable[[], object]:
    """The same nets on the same inputs, and nothing else."""
    finding, telling = finder(), teller()
    sizes = sizes_for(frame.shape[1], frame.shape[0], patient=False)
    looked = [prepared([sized(frame, size)]) for size in sizes]
    cut = prepared(crops(frame, find(frame, finding, sizes, LEAST_HEAT)))
    return lambda: [*(finding.run(each) for each in looked), telling.run(cut)]


def milliseconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000
