"""Trains the net that reads the suit of a pip: `python -m tests.lab.training.learn_pips`.

Each pip is a suit of its own shape, in any size from 10 to 60 pixels, as a camera sees its ink: slightly turned,
sheared, blurred and with grain. It takes five minutes on one core and writes hardware/recognition/pips.onnx.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from hardware.recognition.pips import CLASSES, INKED, cut, ready
from tests.lab.training.export import HERE, export
from tests.lab.training.learn import Floats
from tests.lab.training.shapes import Dice, Mask
from tests.lab.training.varied.suits import suit

PIPS, TIMES = 96_000, 24
"""How many pips are drawn, and how often each is seen."""
HIDDEN, BATCH, RATE = 48, 128, 2e-3
SMALLEST, LARGEST = 10, 60
"""The height of a pip, in pixels."""
LEAST_WIDE, LEAST_HIGH = 5, 6
UPSIDE_DOWN = {"c": 1, "d": 0, "h": 1, "s": 1}
"""By how much the class of a suit that is upside down is behind its class upright."""


def as_seen(mask: Mask, height: float, dice: Dice) -> Floats:
    """The share of ink in each pixel of a picture of a suit, which is about this high."""
    wide = max(5, round(mask.shape[1] * height / mask.shape[0] * dice.uniform(0.85, 1.15)))
    across, down = wide / mask.shape[1], round(height) / mask.shape[0]
    framed = np.asarray(cv2.copyMakeBorder(mask, 30, 30, 30, 30, cv2.BORDER_CONSTANT), np.uint8)
    if min(across, down) < 1:
        framed = np.asarray(cv2.GaussianBlur(framed, (0, 0), 0.45 / min(across, down)), np.uint8)
    side = round(max(wide, height) * 1.5 + 8)
    turned = cv2.getRotationMatrix2D((0, 0), dice.normal(0, 6), 1)[:, :2]
    shape = turned @ np.array([[1, dice.normal(0, 0.08)], [0, 1]]) @ np.diag([across, down])
    middle = np.array([framed.shape[1], framed.shape[0]]) / 2
    offset = np.full(2, side / 2) + dice.uniform(-0.5, 0.5, 2) - shape @ middle
    shown = cv2.warpAffine(framed, np.column_stack([shape, offset]), (side, side)).astype(np.float32) / 255
    inked = np.asarray(cv2.GaussianBlur(shown, (0, 0), dice.uniform(0.3, 1.3)), np.float32)
    if dice.random() < 0.25:
        way = np.zeros((5, 5), np.float32)
        cv2.line(way, (0, int(dice.integers(5))), (4, int(dice.integers(5))), 1.0)
        inked = np.asarray(cv2.filter2D(inked, -1, way / way.sum()), np.float32)
    grain = dice.normal(0, 0.05, inked.shape)
    return np.clip(inked * dice.uniform(0.8, 1.1) + grain + dice.uniform(-0.05, 0.1), 0, 1).astype(np.float32)


def largest_piece(inked: Floats) -> Floats | None:
    """The largest piece of ink, as a card's pips are cut out. None if it is too small to be read."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((inked > INKED).astype(np.uint8))
    if count < 2:
        return None
    place = 1 + int(np.argmax(boxes[1:, cv2.CC_STAT_AREA]))
    x, y, wide, high, area = boxes[place].tolist()
    if wide < LEAST_WIDE or high < LEAST_HIGH:
        return None
    inside = x > 0 and y > 0 and x + wide < inked.shape[1] and y + high < inked.shape[0]
    return cut(inked, np.asarray(labels), place, [x, y, wide, high, area]) if inside else None


def pips(count: int, dice: Dice) -> tuple[Floats, list[int]]:
    """The net's input for this many pips, and their classes."""
    made: list[Floats] = []
    classes: list[int] = []
    while len(made) < count:
        for kind in "cdhs":
            upside_down = bool(dice.integers(2))
            mask = suit(kind, dice)
            height = float(np.exp(dice.uniform(np.log(SMALLEST), np.log(LARGEST))))
            piece = largest_piece(as_seen(np.ascontiguousarray(mask[::-1]) if upside_down else mask, height, dice))
            if piece is not None:
                made.append(piece)
                classes.append(CLASSES.index(kind) + upside_down * UPSIDE_DOWN[kind])
    return ready(made), classes


def learn(seen: Floats, classes: list[int]) -> nn.Sequential:
    """A net of one hidden layer. The mean of all pips is subtracted while it learns, and is then part of its bias."""
    mean = torch.from_numpy(seen.mean(0))
    pictures, truth = torch.from_numpy(seen) - mean, torch.tensor(classes)
    first, last = nn.Linear(seen.shape[1], HIDDEN), nn.Linear(HIDDEN, len(CLASSES))
    net = nn.Sequential(first, nn.ReLU(), last)
    way = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    for time in range(TIMES):
        for group in way.param_groups:
            group["lr"] = RATE * (1.01 - time / TIMES)
        for batch in torch.randperm(len(truth)).split(BATCH):
            loss = cross_entropy(net(pictures[batch]), truth[batch], label_smoothing=0.01)
            way.zero_grad()
            loss.backward()
            way.step()
    with torch.no_grad():
        first.bias -= first.weight @ mean
    return net.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=HERE)
    parser.add_argument("--seed", type=int, default=2041)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    net = learn(*pips(PIPS, np.random.default_rng(asked.seed)))
    export(net, torch.zeros(2, net[0].in_features), asked.to / "pips.onnx", ["suits"], {0: "count"})


if __name__ == "__main__":
    main()
