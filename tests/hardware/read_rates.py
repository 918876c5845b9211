"""How often stickers are read: all fifty-two, by size, blur, wear and turn.
Run: python -m tests.hardware.read_rates [ROUNDS] [ENLARGE]
Prints one line per case, for docs/lab/card-reading.md. Every code that is read is compared, and a wrong one is counted
separately.
"""

import sys
from dataclasses import replace

import numpy as np

from engine.cards import DECK
from hardware.camera.codes import read_codes
from hardware.reading.deck import STICKER_DECK
from tests.kit.printed import CameraView, five, table

SIZES_MM = (8.0, 10.0, 12.0)
CASES = {
    "sharp": CameraView(),
    "blur 1.0": CameraView(blur=1.0),
    "blur 1.4": CameraView(blur=1.4),
    "worn 3 %": CameraView(wear=0.03),
    "worn 8 %": CameraView(wear=0.08),
    "noise 12, half light": CameraView(noise=12.0, light=0.6),
}


def rate(seen: CameraView, rounds: int, enlarge: float = 1.0) -> tuple[int, int, int]:
    """The numbers of stickers read, stickers shown, and wrong codes. Each card is shown once per round."""
    dice = np.random.default_rng(20260101)
    read = shown = wrong = 0
    codes = [STICKER_DECK.codes[card] for card in DECK]
    for _ in range(rounds):
        order = list(dice.permutation(codes))
        for begin in range(0, len(order), 5):
            laid = order[begin : begin + 5]
            found = {each.code for each in read_codes(table(five(laid, dice), seen, dice), enlarge)}
            read, shown, wrong = read + len(found & set(laid)), shown + len(laid), wrong + len(found - set(laid))
    return read, shown, wrong


def main(rounds: int, enlarge: float) -> None:
    print("| " + " | ".join(["", *[f"{size:g} mm" for size in SIZES_MM]]) + " |")
    for name, seen in CASES.items():
        cells = []
        for size in SIZES_MM:
            read, shown, wrong = rate(replace(seen, size_mm=size), rounds, enlarge)
            cells.append(f"{read / shown:.3f}" + (f" ({wrong} wrong)" if wrong else ""))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int((sys.argv[1:2] or ["4"])[0]), float((sys.argv[2:3] or ["1"])[0]))
