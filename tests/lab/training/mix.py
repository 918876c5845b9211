"""Mixes the trained classifier with the shipped one: `python -m tests.lab.training.mix WORK --part 0.45`.

Training on varied suits makes unseen decks readable, but it also makes blurred clubs look more like spades. The
weighted mean of both nets keeps most of either. Run it after `start` and `learn_tell`, and before `export`.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from tests.lab.training.start import classifier, ready


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--part", type=float, default=0.45, help="how much the trained net counts, from 0 to 1")
    asked = parser.parse_args()
    crops = np.load(sorted((asked.work / "singles").glob("*.npz"))[0])["crops"][:2000]  # the same as in start
    shipped = classifier(ready(crops)).state_dict()
    file = asked.work / "tell.pt"
    state = torch.load(file, weights_only=True)
    state["smooth"] = {
        name: torch.lerp(shipped[name], trained, asked.part) if trained.dtype.is_floating_point else trained
        for name, trained in state["smooth"].items()
    }
    torch.save(state, file.with_suffix(".part"))
    file.with_suffix(".part").rename(file)


if __name__ == "__main__":
    main()
