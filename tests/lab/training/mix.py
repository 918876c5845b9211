"""Mixes the trained classifier with the shipped one: `python -m tests.lab.training.mix WORK --part 0.45`.

Training on varied suits makes unseen decks readable, but it also makes blurred clubs look more like spades. The
weighted mean of both nets keeps most of either. Run it after `start` and `learn_tell`. It writes WORK/mixed.pt, which
`export --name mixed` exports.
"""

import argparse
from pathlib import Path

import torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--part", type=float, default=0.45, help="how much the trained net counts, from 0 to 1")
    asked = parser.parse_args()
    shipped = torch.load(asked.work / "shipped.pt", weights_only=True)["smooth"]
    state = torch.load(asked.work / "tell.pt", weights_only=True)
    state["smooth"] = {
        name: torch.lerp(shipped[name], trained, asked.part) if trained.dtype.is_floating_point else trained
        for name, trained in state["smooth"].items()
    }
    unfinished = asked.work / "mixed.part"
    torch.save(state, unfinished)
    unfinished.rename(asked.work / "mixed.pt")


if __name__ == "__main__":
    main()
