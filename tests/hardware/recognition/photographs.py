"""Measures how well labeled photographs are read.

`python -m tests.hardware.recognition.photographs` prints the tables. `--write` also writes them into
docs/lab/card-reading.md, `--slips` prints the cards that were missed or read wrong, and `--json` prints output for
programs. The photographs are in ../shared/photos and are used only for measuring; nothing was trained on them.
"""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from hardware.pictures import Pixels
from hardware.recognition.pipeline import read_picture
from tests.conftest import SHARED

PHOTOS = SHARED / "photos"
Reader = Callable[[Pixels], Iterable[str]]

# The kinds of labels.csv, as the table of facts groups them.
GROUPS = {
    "desk": "separate cards: on a desk, one or a few",
    "phone": "separate cards: a gray and unusual deck, some cards cut off by the edge",
    "geaxgx": "separate cards: a single scene",
    "pokercards": "four-corner deck, dark and overlapping",
    "rank": "home photographs, only ranks labeled",
    "fan": "fan of 52",
    "webcam": "heaps at 640x480",
}

# Recall, precision and exact of an index detector and a classifier, as facts/card_reading.md has them, where a kind is
# the same; theirs are over all 619 photographs, of which these are 194.
BASELINES = {
    "desk": (0.938, 1.0, 0.942),
    "pokercards": (0.958, 0.928, 0.631),
    "rank": (0.991, 0.973, 0.955),
    "fan": (0.788, 1.0, 0.0),
    "webcam": (0.707, 0.857, 0.163),
    "apart": (0.961, 1.0, 0.951),
    "all": (0.872, 0.942, 0.775),
}
# Cards in sight that the labels leave out, looked at by eye: they count neither as right nor as wrong.
UNLABELED = {
    "phone_IMG_20220921_194705.jpg": {"6c"},
    "phone_IMG_20220921_194723.jpg": {"9h"},
    "desk_q12.jpg": {"Ad"},
}
PAGE = Path(__file__).parents[3] / "docs" / "lab" / "card-reading.md"
BEGIN, END = "<!-- photographs -->", "<!-- end -->"


@dataclass
class PhotographScore:
    """A score over the distinct cards of each photograph. `exact` counts photographs whose cards are all read
    correctly."""

    photos: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    exact: int = 0
    slips: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.cards)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    def add(self, name: str, truth: set[str], read: set[str]) -> None:
        self.photos += 1
        self.cards += len(truth)
        self.right += len(truth & read)
        self.wrong += len(read - truth)
        self.exact += truth == read
        if truth != read:
            missing, wrong = sorted(truth - read), sorted(read - truth)
            self.slips.append(f"{name}: missed {' '.join(missing) or 'none'}; wrong {' '.join(wrong) or 'none'}")

    def __add__(self, other: "PhotographScore") -> "PhotographScore":
        return PhotographScore(self.photos + other.photos, self.cards + other.cards, self.right + other.right,
                     self.wrong + other.wrong, self.exact + other.exact, self.slips + other.slips)  # fmt: skip


def photographs() -> Iterator[tuple[str, str, set[str]]]:
    """The file, group and cards of each photograph. A card whose suit is unknown is written `Q?`."""
    with open(PHOTOS / "labels.csv", newline="", encoding="utf-8") as labels:
        for row in csv.DictReader(labels):
            yield row["file"], row["file"].split("_")[0].split("-")[0], set(row["cards"].split())


def measure(read: Reader, only: Iterable[str] = tuple(GROUPS), step: int = 1) -> dict[str, PhotographScore]:
    """The score of each group, over every `step`-th photograph of it."""
    wanted = frozenset(only)
    scores: dict[str, PhotographScore] = {group: PhotographScore() for group in GROUPS if group in wanted}
    chosen = [photograph for photograph in photographs() if photograph[1] in wanted]
    for file, group, truth in chosen[::step]:
        pixels = cv2.imread(str(PHOTOS / file), cv2.IMREAD_COLOR)
        assert pixels is not None, file
        seen = set(read(np.asarray(pixels, np.uint8))) - UNLABELED.get(file, set())
        if any("?" in card for card in truth):
            seen = {card[0] + "?" for card in seen}
        scores[group].add(file, truth, seen)
    return scores


def strict(pixels: Pixels) -> list[str]:
    """The readings of `kiosk read`."""
    return [str(seen.card) for seen in read_picture(pixels, patient=True)]


def quick(pixels: Pixels) -> list[str]:
    """The readings of a table's camera from one frame."""
    return [str(seen.card) for seen in read_picture(pixels)]


def table(scores: dict[str, PhotographScore]) -> str:
    """The scores with the baselines beside them, in Markdown."""
    lines = [
        "| photographs | photos / cards | recall | precision | exact | baseline: recall / precision / exact |",
        "|---|---|---|---|---|---|",
    ]
    apart = sum((scores[group] for group in ("desk", "phone", "geaxgx") if group in scores), PhotographScore())
    most = sum((score for group, score in scores.items() if group != "webcam"), PhotographScore())
    whole = sum(scores.values(), PhotographScore())
    rows = [*((group, GROUPS[group], score) for group, score in scores.items()), ("apart", "**all separate**", apart),
            ("", "**all but the heaps**", most), ("all", "**all**", whole)]  # fmt: skip
    for group, name, score in rows:
        baseline = " / ".join(f"{figure:.3f}" for figure in BASELINES.get(group, ())) or "–"
        lines.append(f"| {name} | {score.photos} / {score.cards} | {score.recall:.3f} | {score.precision:.3f} "
                     f"| {score.exact / max(1, score.photos):.3f} | {baseline} |")  # fmt: skip
    return "\n".join(lines)


def tables(patiently: dict[str, PhotographScore], quickly: dict[str, PhotographScore]) -> str:
    """The generated part of the page."""
    full = "Results of `kiosk read`:"
    quick = (
        "Results of a single pass (`--quick`), one of the passes that a table's camera alternates between when nothing "
        "moves:"
    )
    return f"{full}\n\n{table(patiently)}\n\n{quick}\n\n{table(quickly)}\n"


def main(words: list[str]) -> None:
    if not PHOTOS.is_dir():
        raise SystemExit("needs ../shared/photos, which does not lie beside this checkout")
    patiently, quickly = measure(strict), measure(quick)
    if "--json" in words:
        both = {"patient": patiently, "quick": quickly}
        print(
            json.dumps({how: {group: vars(s) for group, s in found.items()} for how, found in both.items()}, indent=1)
        )
        return
    words_of_it = tables(patiently, quickly)
    print(words_of_it)
    if "--slips" in words:
        print("\n".join(slip for score in patiently.values() for slip in score.slips))
    if "--write" in words:
        page = PAGE.read_text("utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{words_of_it}{END}{after}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
