"""Collects ghosts: places in drawn scenes that the detector wrongly takes for an index. Court art produces the most of
them.

    python -m tests.lab.training.mine WORK [--shards 8]

Writes WORK/ghosts/NNNN.npy, crops that `learn_tell` then teaches the net to read as nothing. Existing files are kept.
Export the detector first.
"""

import argparse
from pathlib import Path

import numpy as np

from hardware.recognition.classifier import crops
from hardware.recognition.detector import IndexCandidate, find_spots
from hardware.recognition.weights import detector
from tests.lab.training.learn import Floats, Pixels, load
from tests.lab.training.scenes import SIDE

HOT = 0.12
"""The minimum heat of a ghost. It is below the threshold for reading, because the false detections of the next detector
are near those of this one.
"""


def ghosts(picture: Pixels, marks: Floats) -> list[Pixels]:
    """Crops at peaks where there is no index, not even a covered one, or where the index has a different direction or
    height."""
    spots = [spot for spot in find_spots(picture, detector(), (SIDE,), HOT) if not _near(spot, marks)]
    return crops(picture, spots) if spots else []


def _near(spot: IndexCandidate, marks: Floats) -> bool:
    """Whether there is an index here with the same direction and about the same height."""
    if not len(marks):
        return False
    apart = np.hypot(marks[:, 0] - spot.x, marks[:, 1] - spot.y)
    upright = marks[:, 2] * spot.up_x + marks[:, 3] * spot.up_y
    ratio = np.abs(np.log(marks[:, 4] / spot.height))
    right = (apart < 0.5 * marks[:, 4]) & ((upright > 0.5) & (ratio < 0.6) | (marks[:, 8] < 0.85))
    return bool((right & (marks[:, 8] > 0.1)).any())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--shards", type=int, default=8)
    asked = parser.parse_args()
    folder = asked.work / "ghosts"
    folder.mkdir(exist_ok=True)
    for file in sorted((asked.work / "scenes").glob("*.pictures.npy"))[1 : 1 + asked.shards]:
        if (folder / f"{file.name[:4]}.npy").exists():
            continue
        found = [crop for picture, marks in load(file, np.arange(256)) for crop in ghosts(picture, marks)]
        if found:
            np.save(folder / f"{file.name[:4]}.npy", np.stack(found))
        print(file.name, len(found), flush=True)


if __name__ == "__main__":
    main()
