"""The two large nets: one finds indices in a picture, one classifies the rank and suit of an upright crop.

Needs torch.
"""

import torch
from torch import Tensor, nn

FINDS = 6  # the channels: heat, up x, up y, log of height / 24, offset x, offset y
RANKS_OUT, SUITS_OUT = 16, 5  # thirteen ranks, none, mirrored, foreign letter; four suits, none


def _conv(ins: int, outs: int, step: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(ins, outs, size, step, size // 2, bias=False), nn.BatchNorm2d(outs), nn.ReLU(inplace=True)
    )


class _Again(nn.Module):
    """Two convolutions whose output is added to their input."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class DetectorNet(nn.Module):
    """Turns a picture whose sides are multiples of 16 into a map at a quarter of its size."""

    def __init__(self, channels: tuple[int, int, int, int] = (16, 32, 48, 96)) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = channels
        self.stem = nn.Sequential(_conv(3, half, 2), _conv(half, quarter, 2), _conv(quarter, quarter))
        self.eighth = nn.Sequential(_conv(quarter, eighth, 2), _Again(eighth))
        self.sixteenth = nn.Sequential(_conv(eighth, sixteenth, 2), _Again(sixteenth), _Again(sixteenth))
        self.down16 = _conv(sixteenth, eighth, size=1)
        self.mix8 = _conv(eighth, eighth)
        self.down8 = _conv(eighth, quarter, size=1)
        self.mix4 = _conv(quarter, quarter)
        self.head = nn.Sequential(_conv(quarter, 32), nn.Conv2d(32, FINDS, 1))
        last = self.head[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        nn.init.zeros_(last.bias)
        last.bias.data[0] = -4.0  # nearly all cells have no index

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.stem(x)
        eighth = self.eighth(quarter)
        coarse = self.sixteenth(eighth)
        eighth = self.mix8(eighth + _twice(self.down16(coarse)))
        quarter = self.mix4(quarter + _twice(self.down8(eighth)))
        found: Tensor = self.head(quarter)
        return found


def _twice(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class ClassifierNet(nn.Module):
    """Turns crops that are 48 wide and 64 high into the logits of ranks and suits, and the features behind both.

    With the features, a room's own deck can be learned from one look at each of its cards.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2), _conv(16, 32), _conv(32, 32, 2), _conv(32, 64), _conv(64, 64, 2), _conv(64, 96),
            _conv(96, 32, size=1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 8 * 6, 128), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.rank = nn.Linear(128, RANKS_OUT)
        self.suit = nn.Linear(128, SUITS_OUT)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.body(x)
        return self.rank(seen), self.suit(seen), seen
