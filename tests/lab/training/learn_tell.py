"""Trains the classifier on crops of scenes: `python -m tests.lab.training.learn_tell WORK --steps 8000`.

It trains on WORK/corners/ and WORK/singles/, and on WORK/scenes/ with equal numbers of indices and other crops. The
others are pips, courts, print, covered indices, and indices framed upside down or beside the mark. WORK/ghosts/ has
crops that the detector wrongly took for an index. Continues from WORK/tell.pt if it exists.

WORK/plain/ has corners of common decks. With `--keep 0.8`, the net is held to the answers of the net in WORK/shipped.pt
there, so that it stays as doubtful of a blurred club as that net is.
"""

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, interpolate, one_hot

from hardware.recognition.crops import cut
from tests.lab.training.corners import MIRRORED, NO_RANK, NO_SUIT, SYMMETRICAL, Crop, shaken
from tests.lab.training.learn import Floats, Pixels, Shards, follow, half_precision, rate, resume, save
from tests.lab.training.nets import ClassifierNet

SURE = 0.9
"""The probability above which a wrong answer of the shipped net is not kept."""
FAR_AWAY = 0.25
"""The fraction of a batch's crops that look as if the camera were far away."""


def crops(picture: Pixels, marks: Floats, dice: np.random.Generator, most: int = 6) -> list[Crop]:
    """Crops of one picture, with their ranks and suits."""
    clear = marks[(marks[:, 8] >= 0.85) & (marks[:, 4] >= 10)]
    hidden = marks[(marks[:, 8] < 0.2) & (marks[:, 4] >= 10)]
    # Many of the smallest cannot be read by anyone. There are fewer of them, but there are some, because the net must
    # say when it is uncertain.
    large = clear[(clear[:, 4] >= 17) | (dice.random(len(clear)) < 0.35)]
    made = [_index(picture, mark, dice) for mark in dice.permutation(large)[:most]]
    made += [_misframed(picture, mark, marks, dice) for mark in dice.permutation(clear)[: most // 3]]
    made += [_none(picture, mark, dice, 0.1) for mark in dice.permutation(hidden)[:2]]
    for _ in range(2):
        mark = np.zeros(10, np.float32)
        mark[:2] = dice.uniform(10, picture.shape[1] - 10, 2)
        mark[4] = np.exp(dice.uniform(np.log(11), np.log(80)))
        turn = dice.uniform(0, 2 * np.pi)
        mark[2:4] = np.cos(turn), np.sin(turn)
        if _free(mark, marks):
            made.append(_none(picture, mark, dice, 0.0))
    return [crop for crop in made if crop is not None]


def _index(picture: Pixels, mark: Floats, dice: np.random.Generator) -> Crop | None:
    crop = cut(picture, *shaken(mark, dice))
    rank, suit, mirrored = int(mark[6]), int(mark[7]), bool(mark[9])
    if dice.random() < 0.06:
        crop, mirrored = np.ascontiguousarray(crop[:, ::-1]), not mirrored
    if not mirrored:
        return crop, rank, suit
    return None if rank in SYMMETRICAL else (crop, MIRRORED, NO_SUIT)


def _none(picture: Pixels, mark: Floats, dice: np.random.Generator, shake: float) -> Crop:
    moved = mark.copy()
    moved[:2] += dice.normal(0, shake, 2) * mark[4]
    return cut(picture, *shaken(moved, dice)), NO_RANK, NO_SUIT


def _misframed(picture: Pixels, mark: Floats, marks: Floats, dice: np.random.Generator) -> Crop | None:
    """An index in the wrong frame: upside down, crosswise, or half outside the frame."""
    wrong = mark.copy()
    kind = dice.random()
    if kind < 0.3:
        wrong[2:4] *= -1
    elif kind < 0.5:
        wrong[2:4] = np.array([wrong[3], -wrong[2]]) * dice.choice([-1, 1])
    else:
        way = dice.uniform(0, 2 * np.pi)
        wrong[:2] += np.array([np.cos(way), np.sin(way)]) * dice.uniform(0.55, 1.3) * mark[4]
        if not _free(wrong, marks):
            return None
        wrong[4] *= dice.uniform(0.6, 1.6)
        if dice.random() < 0.4:
            turn = dice.uniform(0, 2 * np.pi)
            wrong[2:4] = np.cos(turn), np.sin(turn)
    return cut(picture, *shaken(wrong, dice)), NO_RANK, NO_SUIT


def _free(mark: Floats, marks: Floats) -> bool:
    """Whether there is no index near the middle of this frame."""
    if not len(marks):
        return True
    apart = np.hypot(marks[:, 0] - mark[0], marks[:, 1] - mark[1])
    return bool((apart > 0.5 * np.maximum(marks[:, 4], mark[4] * 0.4)).all())


@dataclass(frozen=True, slots=True)
class CropPool:
    """Crops to draw batches from, their ranks and suits, and whether each is a corner of a common deck."""

    pictures: Tensor
    ranks: Tensor
    suits: Tensor
    plain: Tensor


def pool(shards: Shards, dice: np.random.Generator, work: Path) -> CropPool:
    """A few thousand crops: from whole scenes, from drawn corners, and from ghosts."""
    made: list[Crop] = []
    for _ in range(8):
        for picture, marks in shards.draw(40):
            made += crops(picture, marks, dice)
    files = sorted((work / "ghosts").glob("*.npy"))
    if files:
        chosen = np.load(files[dice.integers(len(files))], mmap_mode="r")
        made += [(np.array(chosen[i]), NO_RANK, NO_SUIT) for i in dice.permutation(len(chosen))[:800]]
    folders = [sorted((work / name).glob("*.npz")) for name in ("corners", "singles")]
    folders = [files[1:] for files in folders if files]  # the first ones are for checking
    drawn = [np.load(files[place]) for files in folders for place in dice.integers(len(files), size=2)]
    common = sorted((work / "plain").glob("*.npz"))
    if common:
        drawn.append(np.load(common[dice.integers(len(common))]))
    pictures = np.concatenate([np.stack([crop for crop, _, _ in made]), *(each["crops"] for each in drawn)])
    ranks = np.concatenate([[rank for _, rank, _ in made], *(each["ranks"] for each in drawn)])
    suits = np.concatenate([[suit for _, _, suit in made], *(each["suits"] for each in drawn)])
    plain = torch.zeros(len(pictures), dtype=torch.bool)
    if common:
        plain[-len(drawn[-1]["ranks"]) :] = True
    return CropPool(
        torch.from_numpy(pictures).permute(0, 3, 1, 2), torch.from_numpy(ranks), torch.from_numpy(suits), plain
    )


def varied(pictures: Tensor, dice: np.random.Generator) -> Tensor:
    """The same crops in different light. Some look as if the camera were too far away and sharpened its picture. A club
    and a spade of a few pixels then look alike, and the net must say so."""
    count = len(pictures)
    seen = pictures.float() / 255
    far = int(count * FAR_AWAY)
    seen[:far] = _from_afar(seen[:far], dice.uniform(0.3, 0.8), dice.uniform(-0.2, 1.0))
    gain = torch.empty(count, 3, 1, 1).uniform_(0.75, 1.2) * torch.empty(count, 1, 1, 1).uniform_(0.8, 1.2)
    seen = seen * gain + torch.empty(count, 1, 1, 1).uniform_(-0.12, 0.12)
    return seen.clamp_(0, 1) - 0.5


def _from_afar(seen: Tensor, scale: float, sharp: float) -> Tensor:
    small = interpolate(seen, scale_factor=scale, mode="bilinear", antialias=True)
    soft = interpolate(small, size=seen.shape[2:], mode="bicubic")
    softer = interpolate(interpolate(soft, scale_factor=0.5, mode="area"), size=seen.shape[2:], mode="bilinear")
    return (soft + (soft - softer) * sharp).clamp_(0, 1)


def loss(ranks: Tensor, suits: Tensor, rank: Tensor, suit: Tensor) -> Tensor:
    """The loss of each crop. Suits count more, because they have caused most of the wrong cards. `rank` and `suit` are
    classes, or the probability of each class."""
    off = cross_entropy(ranks, rank, label_smoothing=0.01, reduction="none")
    return off + 1.5 * cross_entropy(suits, suit, label_smoothing=0.01, reduction="none")


def shipped_net(work: Path) -> ClassifierNet:
    net: ClassifierNet = ClassifierNet().eval()
    net.load_state_dict(torch.load(work / "shipped.pt", weights_only=True)["smooth"])
    return net


@torch.no_grad()
def answers(shipped: ClassifierNet, seen: Tensor, rank: Tensor, suit: Tensor) -> tuple[Tensor, Tensor]:
    """The shipped net's probabilities of ranks and suits. If it is certain and wrong, these are the truth."""
    ranks, suits = (part.softmax(1) for part in shipped(seen)[:2])
    for said, truth in ((ranks, rank), (suits, suit)):
        sure, best = said.max(1)
        wrong = (sure > SURE) & (best != truth)
        said[wrong] = one_hot(truth[wrong], said.shape[1]).float()
    return ranks, suits


@torch.no_grad()
def check(net: ClassifierNet, held: list[Crop]) -> str:
    """Results on held-out crops: correct ones, wrong but certain ones, and crops without a card that were taken for
    one."""
    pictures = torch.from_numpy(np.stack([crop for crop, _, _ in held])).permute(0, 3, 1, 2).float() / 255 - 0.5
    ranks, suits = (part.softmax(1) for part in net(pictures)[:2])
    rank, suit = torch.tensor([each[1] for each in held]), torch.tensor([each[2] for each in held])
    sure = ranks[:, :13].amax(1) * suits[:, :4].amax(1)
    right = (ranks.argmax(1) == rank) & (suits.argmax(1) == suit)
    card = rank < NO_RANK
    wrong = (ranks[:, :13].argmax(1) != rank) | (suits[:, :4].argmax(1) != suit)
    return (f"cards {card.sum()} right {right[card].float().mean():.4f} sure {(sure[card] > 0.85).float().mean():.4f} "
            f"sure and wrong {((sure > 0.85) & wrong & card).sum()} "
            f"ghosts {((sure > 0.85) & ~card).sum()} of {(~card).sum()}")  # fmt: skip


def held_out(shards: Shards, work: Path) -> dict[str, list[Crop]]:
    """Crops that are never trained on: of the first scenes, and of the first single indices."""
    dice = np.random.default_rng(3)
    held = {"scenes": [crop for picture, marks in shards.held_out() for crop in crops(picture, marks, dice, 8)]}
    if files := sorted((work / "singles").glob("*.npz")):
        first = np.load(files[0])
        held["singles"] = list(zip(first["crops"], first["ranks"], first["suits"], strict=True))
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--steps", type=int, default=8_000)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=float, default=0.0, help="how much the shipped net's answers count, 0 to 1")
    parser.add_argument("--name", default="tell")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(2)
    net = ClassifierNet().to(memory_format=torch.channels_last)
    smooth = copy.deepcopy(net)
    way = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=2e-3)
    file = asked.work / f"{asked.name}.pt"
    step = resume(file, net, smooth, way)
    shards, dice = Shards(asked.work / "scenes", step + 17), np.random.default_rng(step + 19)
    held = held_out(shards, asked.work)
    shipped = shipped_net(asked.work) if asked.keep else None
    began, total = time.time(), 0.0
    while step < asked.steps:
        if step % 100 == 0 or not total:
            crops_now = pool(shards, dice, asked.work)
        for group in way.param_groups:
            group["lr"] = rate(step, asked.steps, asked.rate)
        some = torch.from_numpy(dice.integers(0, len(crops_now.pictures), asked.size))
        seen = varied(crops_now.pictures[some], dice).contiguous(memory_format=torch.channels_last)
        rank, suit, plain = crops_now.ranks[some], crops_now.suits[some], crops_now.plain[some]
        with half_precision():
            ranks, suits, _ = net(seen)
        each = loss(ranks.float(), suits.float(), rank, suit)
        if shipped and plain.any():
            kept = answers(shipped, seen[plain], rank[plain], suit[plain])
            like = loss(ranks[plain].float(), suits[plain].float(), *kept)
            each = torch.cat([each[~plain], torch.lerp(each[plain], like, asked.keep)])
        off = each.mean()
        way.zero_grad(set_to_none=True)
        off.backward()
        way.step()
        step += 1
        follow(smooth, net, min(0.995, 1 - 1 / (step + 1)))
        total += float(off.detach())
        if step % 120 == 0:
            print(f"{step} loss {total / 120:.4f} {time.time() - began:.0f} s", flush=True)
            total = 1e-9
        if step % 300 == 0 or step == asked.steps:
            smooth.eval()
            for name, made in held.items():
                print(name, check(smooth, made), flush=True)
            smooth.train()
            save(file, step, net, smooth, way)


if __name__ == "__main__":
    main()
