"""Code that both trainings share: drawn pictures by the shard, a checkpoint to continue from, and a learning rate
that rises and falls."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

Pixels = npt.NDArray[Any]
Floats = npt.NDArray[Any]


class Shards:
    """The drawn scenes. Scenes that are still being drawn are found once they are done."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._dice = np.random.default_rng(seed)

    def draw(self, pictures: int) -> list[tuple[Pixels, Floats]]:
        """This many pictures of one shard, each with its marks."""
        files = sorted(self._folder.glob("*.pictures.npy"))[1:]  # the first one is for checking
        file = files[self._dice.integers(len(files))]
        return load(file, self._dice.permutation(256)[:pictures])

    def held_out(self) -> list[tuple[Pixels, Floats]]:
        """The first shard, which is never trained on."""
        return load(sorted(self._folder.glob("*.pictures.npy"))[0], np.arange(256))


def load(file: Path, places: npt.NDArray[Any]) -> list[tuple[Pixels, Floats]]:
    pictures = np.load(file, mmap_mode="r")
    marks = np.load(str(file).replace("pictures", "marks"))
    return [(np.array(pictures[i]), marks[marks[:, 0] == i, 1:]) for i in places]


def rate(step: int, steps: int, top: float) -> float:
    """The learning rate. It rises over the first hundredth of the steps, then falls along a cosine."""
    warm = max(50, steps // 100)
    if step < warm:
        return top * (step + 1) / warm
    return top * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, (step - warm) / max(1, steps - warm)))))


def save(file: Path, step: int, net: nn.Module, smooth: nn.Module, way: torch.optim.Optimizer) -> None:
    state = {"step": step, "net": net.state_dict(), "smooth": smooth.state_dict(), "way": way.state_dict()}
    torch.save(state, file.with_suffix(".part"))
    file.with_suffix(".part").rename(file)


def resume(file: Path, net: nn.Module, smooth: nn.Module, way: torch.optim.Optimizer) -> int:
    if not file.exists():
        return 0
    state: dict[str, Any] = torch.load(file, weights_only=True)
    net.load_state_dict(state["net"])
    smooth.load_state_dict(state["smooth"])
    way.load_state_dict(state["way"])
    return int(state["step"])


def half_precision() -> torch.autocast:
    """bfloat16 where the processor has it. Elsewhere it would be eight times slower than full precision."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported())


@torch.no_grad()
def follow(smooth: nn.Module, net: nn.Module, keep: float) -> None:
    """Update `smooth`, a running mean of the net, which is steadier than the net at any single step."""
    mine, theirs = smooth.state_dict(), net.state_dict()
    for name, value in mine.items():
        if value.dtype.is_floating_point:
            value.mul_(keep).add_(theirs[name], alpha=1 - keep)
        else:
            value.copy_(theirs[name])
