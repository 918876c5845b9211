"""How long a dealer waits for a frame, and how much memory it takes, compared with an empty window: whole processes, in
turn.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from PySide6.QtWidgets import QApplication

from tests.benchmarks.screen import LATE, LONG_NAMES, STACKS, TABLE, seated

STARTS = 15
FRAMES = ("opening", "table")


class FirstFrame(NamedTuple):
    """When a frame was painted, after the start of its program, and the memory of the program then."""

    wall_ms: float
    cpu_ms: float
    memory_mb: float


def measure() -> dict[str, Any]:
    """
    The table has ten seats and a hand in play. Times are minima. Ratios are of neighboring runs, and then the median.
    """
    with TemporaryDirectory(prefix="kiosk-bench-") as folder:
        settings = Path(folder) / "table.toml"
        journal = Path(folder) / "table.journal"
        settings.write_text(f'table = {TABLE}\njournal = "{journal}"\n', "utf-8")
        application = QApplication.instance() or QApplication(sys.argv[:1])
        seated(journal, LONG_NAMES, STACKS, LATE).stop()
        del application
        runs = [_start() | _start(str(settings)) for _ in range(STARTS)]
    return {
        kind: {name: round(min(getattr(run[name], kind) for run in runs)) for name in ("empty", *FRAMES)}
        | {f"{name}_ratio": round(median(_ratio(run, name, kind) for run in runs), 2) for name in FRAMES}
        for kind in FirstFrame._fields
    }


def _ratio(run: dict[str, FirstFrame], name: str, kind: str) -> float:
    return float(getattr(run[name], kind) / getattr(run["empty"], kind))


def _start(*arguments: str) -> dict[str, FirstFrame]:
    """The frames of one program, by name."""
    began = perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks.first_frame", *arguments]
    # An installed program has its bytecode; some environments do not keep it, and would measure the compiler.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    frames: dict[str, FirstFrame] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as program:
        for line in program.stdout or ():
            name, cpu_s, memory_kb = line.split()
            frames[name] = FirstFrame((perf_counter() - began) * 1000, float(cpu_s) * 1000, int(memory_kb) / 1024)
    if program.returncode:
        raise RuntimeError(f"{' '.join(command)} failed")
    return frames
