"""Milliseconds to read a table camera's frame of 1280 by 720, compared with the bare calls of onnxruntime in one run.

The frame shows ten cards drawn here, with some motion. The bare calls get the same arrays that reading gives them. The
processor time of all cores together (`cpu`) and the minimum of all repetitions separate the work from other load on the
machine.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

from hardware.recognition.classifier import crops
from hardware.recognition.detector import find_spots, quick_sizes, sized
from hardware.recognition.pipeline import MIN_HEAT, read_frame
from hardware.recognition.weights import THREADS, classifier, detector, prepared
from tests.kit.drawn import table

REPETITIONS = 40
CARDS = ("Ah", "Kd", "7c", "2s", "Qh", "9d", "4c", "Ts", "Jh", "3d")


def measure() -> dict[str, Any]:
    """Medians of interleaved repetitions."""
    frame = table([(name, 140 + 240 * (i % 5), 190 + 340 * (i // 5), 9 * i) for i, name in enumerate(CARDS)])
    bare = bare_calls(frame)
    whole, least = [], []
    _, seen = read_frame(frame)
    for _ in range(REPETITIONS):
        whole.append(milliseconds(lambda: read_frame(frame)))
        least.append(milliseconds(bare))
    (whole_ms, whole_cpu), (bare_ms, bare_cpu) = zip(*whole, strict=True), zip(*least, strict=True)
    return {
        "threads": THREADS,
        "cards_read": len(seen),
        "frame_ms": round(median(whole_ms), 1),
        "bare_onnxruntime_ms": round(median(bare_ms), 1),
        "least_frame_ms": round(min(whole_ms), 1),
        "least_bare_onnxruntime_ms": round(min(bare_ms), 1),
        "frame_cpu_ms": round(median(whole_cpu), 1),
        "bare_onnxruntime_cpu_ms": round(median(bare_cpu), 1),
        "ratio": round(min(whole_ms) / min(bare_ms), 2),
    }


def bare_calls(frame: Any) -> Callable[[], object]:
    """Only the same nets on the same inputs."""
    finding, telling = detector(), classifier()
    sizes = quick_sizes(frame.shape[1], frame.shape[0])
    looked = [prepared([sized(frame, size)]) for size in sizes]
    cut = prepared(crops(frame, find_spots(frame, finding, sizes, MIN_HEAT)))
    return lambda: [*(finding.run(each) for each in looked), telling.run(cut)]


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Wall-clock time, and processor time of all cores together."""
    began, worked = perf_counter(), process_time()
    work()
    return (perf_counter() - began) * 1000, (process_time() - worked) * 1000
