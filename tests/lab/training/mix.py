"""Mixes the trained classifier with the shipped one: `python -m tests.lab.training.mix WORK --part 0.45 --club 0.2`.

Training on varied suits makes unseen decks readable, but it also makes blurred clubs look more like spades. The
weighted mean of both nets keeps most of either. Its normalization is measured again on drawn crops, and `--club` moves
the boundary between clubs and spades. Run it after `start` and `learn_tell`. It writes WORK/mixed.pt, which
`export --name mixed` exports.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from tests.lab.training.nets import ClassifierNet
from tests.lab.training.shapes import SUITS
from tests.lab.training.start import ready

_CROPS, _BATCH = 700, 350


def normalize(net: ClassifierNet, crops: Tensor) -> None:
    """Measure the statistics of each normalization again. Those of two nets cannot be averaged."""
    for each in net.modules():
        if isinstance(each, nn.BatchNorm2d):
            each.reset_running_stats()
            each.momentum = None  # a plain mean of all batches
    order = torch.randperm(len(crops), generator=torch.Generator().manual_seed(0))
    net.train()
    with torch.no_grad():
        for batch in crops[order].split(_BATCH):
            net(batch)
    net.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--part", type=float, default=0.45, help="how much the trained net counts, from 0 to 1")
    parser.add_argument("--club", type=float, default=0.0, help="what is added for a club and subtracted for a spade")
    asked = parser.parse_args()
    shipped = torch.load(asked.work / "shipped.pt", weights_only=True)["smooth"]
    state = torch.load(asked.work / "tell.pt", weights_only=True)
    net = ClassifierNet()
    net.load_state_dict({
        name: torch.lerp(shipped[name], trained, asked.part) if trained.dtype.is_floating_point else trained
        for name, trained in state["smooth"].items()
    })  # fmt: skip
    drawn = [np.load(asked.work / file)["crops"][-_CROPS:] for file in ("singles/0001.npz", "plain/0000.npz")]
    normalize(net, ready(np.concatenate(drawn)))
    with torch.no_grad():
        net.suit.bias[SUITS.index("c")] += asked.club
        net.suit.bias[SUITS.index("s")] -= asked.club
    unfinished = asked.work / "mixed.part"
    torch.save(state | {"smooth": net.state_dict()}, unfinished)
    unfinished.rename(asked.work / "mixed.pt")


if __name__ == "__main__":
    main()
