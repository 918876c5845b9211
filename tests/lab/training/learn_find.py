"""Trains the detector on drawn scenes: `python -m tests.lab.training.learn_find WORK --steps 12000`.

Continues from WORK/find.pt if it exists.
"""

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from tests.lab.training.learn import Floats, Pixels, Shards, follow, half_precision, rate, resume, save
from tests.lab.training.nets import DetectorNet
from tests.lab.training.scenes import SIDE

CELLS = SIDE // 4
CLEAR, COVERED = 0.8, 0.3  # it is an index above the first and none below the second; between them, the loss ignores it


def turned(picture: Pixels, marks: Floats, dice: np.random.Generator) -> tuple[Pixels, Floats]:
    """The picture unchanged, rotated in quarter turns, or mirrored. Finding an index is the same task in each case."""
    marks = marks.copy()
    for _ in range(int(dice.integers(4))):
        picture = np.rot90(picture)  # counterclockwise: (x, y) becomes (y, SIDE-1-x)
        x, y, up_x, up_y = marks[:, 0].copy(), marks[:, 1].copy(), marks[:, 2].copy(), marks[:, 3].copy()
        marks[:, 0], marks[:, 1], marks[:, 2], marks[:, 3] = y, SIDE - 1 - x, up_y, -up_x
    if dice.random() < 0.5:
        picture = picture[:, ::-1]
        marks[:, 0] = SIDE - 1 - marks[:, 0]
        marks[:, 2] *= -1
    return np.ascontiguousarray(picture), marks


def target(marks: Floats) -> tuple[Floats, Floats, Floats]:
    """The heat, its weight, and the five other channels with a mask of where they count."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.ones((CELLS, CELLS), np.float32)
    rest = np.zeros((6, CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    for x, y, up_x, up_y, height, _, _, _, seen, _ in marks:
        cell_x, cell_y = (x + 0.5) / 4 - 0.5, (y + 0.5) / 4 - 0.5
        if seen <= COVERED or height < 6:
            continue
        reach = max(0.7, height * 0.07 / 1.0 / 4 * 1.6)
        near_x, near_y = round(float(cell_x)), round(float(cell_y))
        inside = 0 <= near_x < CELLS and 0 <= near_y < CELLS
        bump = np.exp(-((columns - near_x) ** 2 + (rows - near_y) ** 2) / (2 * reach**2))
        if seen < CLEAR or height < 10 or not inside:
            weight[bump > 0.05] = 0
            cv2.circle(weight, (near_x, near_y), max(1, round(height / 12)), 0, -1)
            continue
        heat = np.maximum(heat, bump)
        y0, y1, x0, x1 = max(0, near_y - 1), near_y + 2, max(0, near_x - 1), near_x + 2
        rest[0, y0:y1, x0:x1], rest[1, y0:y1, x0:x1] = up_x, up_y
        rest[2, y0:y1, x0:x1] = np.log(height / 24)
        rest[3, y0:y1, x0:x1] = cell_x - columns[y0:y1, x0:x1]
        rest[4, y0:y1, x0:x1] = cell_y - rows[y0:y1, x0:x1]
        rest[5, y0:y1, x0:x1] = 1
        weight[near_y, near_x] = 1
    return heat, weight, rest


def loss(found: Tensor, heat: Tensor, weight: Tensor, rest: Tensor) -> tuple[Tensor, Tensor]:
    """The loss: the heat with focal weights, and the other channels unweighted wherever there is an index."""
    logit = found[:, 0]
    chance = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    peak = (heat > 0.999).float()
    miss = -torch.log(chance) * (1 - chance) ** 2 * peak
    ghost = -torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * (1 - peak)
    count = peak.sum().clamp(min=1)
    asked = rest[:, 5:6]
    apart = (found[:, 1:] - rest[:, :5]).abs() * asked
    return ((miss + ghost) * weight).sum() / count, apart.sum() / asked.sum().clamp(min=1)


def batch(shards: Shards, size: int, dice: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    pictures, heats, weights, rests = [], [], [], []
    for _ in range(4):
        for picture, marks in shards.draw(size // 4):
            seen, moved = turned(picture, marks, dice)
            heat, weight, rest = target(moved)
            pictures.append(seen)
            heats.append(heat)
            weights.append(weight)
            rests.append(rest)
    stacked = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2)
    return (stacked.contiguous(memory_format=torch.channels_last), torch.from_numpy(np.stack(heats)),
            torch.from_numpy(np.stack(weights)), torch.from_numpy(np.stack(rests)))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--size", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--name", default="find")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(1)
    net = DetectorNet().to(memory_format=torch.channels_last)
    smooth = copy.deepcopy(net)
    way = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-3)
    file = asked.work / f"{asked.name}.pt"
    step = resume(file, net, smooth, way)
    shards, dice = Shards(asked.work / "scenes", step + 7), np.random.default_rng(step + 9)
    began, losses = time.time(), np.zeros(2)
    while step < asked.steps:
        for group in way.param_groups:
            group["lr"] = rate(step, asked.steps, asked.rate)
        pictures, heat, weight, rest = batch(shards, asked.size, dice)
        with half_precision():
            found = net(pictures.float().mul_(1 / 255).sub_(0.5))
        heats, rests = loss(found.float(), heat, weight, rest)
        way.zero_grad(set_to_none=True)
        (heats + 0.7 * rests).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        way.step()
        step += 1
        follow(smooth, net, min(0.995, 1 - 1 / (step + 1)))
        losses += [float(heats.detach()), float(rests.detach())]
        if step % 50 == 0:
            print(
                f"{step} heat {losses[0] / 50:.3f} rest {losses[1] / 50:.3f} {(time.time() - began):.0f} s", flush=True
            )
            losses[:] = 0
        if step % 250 == 0 or step == asked.steps:
            save(file, step, net, smooth, way)


if __name__ == "__main__":
    main()
