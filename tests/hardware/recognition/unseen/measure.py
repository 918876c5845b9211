"""Measures how well cards of unseen decks are read, by kind of deck and by the height of an index.

`python -m tests.hardware.recognition.unseen.measure` prints the table, and `--write` also writes it into
docs/lab/card-reading.md. `--scenes 40` sets the number of scenes of each kind and height, `--first` the first one,
`--kinds` and `--heights` select some, and `--slips` prints every card that was read wrong.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np

from engine.cards import Card
from hardware.camera.pipeline import face_sightings, uncertain_sightings
from hardware.camera.voting import StableTracker
from hardware.recognition.pipeline import read_frame, read_picture
from tests.hardware.recognition.unseen.decks import KINDS
from tests.hardware.recognition.unseen.scenes import LyingCard, Scene, compose

HEIGHTS = (20, 30, 45)
FRAMES = 5
PAGE = Path(__file__).parents[4] / "docs" / "lab" / "card-reading.md"
BEGIN, END = "<!-- unseen decks -->", "<!-- end of unseen decks -->"


@dataclass
class UnseenScore:
    """How many cards could be read, how many of them one picture and a table's vote read, and how many cards were read
    as others. `asked` counts the cards that a vote was taken on."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    voted: int = 0
    wrong_votes: int = 0
    slips: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.cards)

    @property
    def voted_recall(self) -> float:
        return self.voted / max(1, self.asked)

    def __add__(self, other: "UnseenScore") -> "UnseenScore":
        return UnseenScore(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})


def judge(scene: Scene, votes: bool = True) -> UnseenScore:
    """Read the first frame by itself. With `votes`, also read five frames of a table at rest and count the cards that
    three of them vote for."""
    score = UnseenScore(cards=sum(card.readable for card in scene.cards))
    frames = list(scene.frames(FRAMES if votes else 1))
    read = [(each.card, each.marks[0].x, each.marks[0].y) for each in read_picture(frames[0])]
    score.right, wrong = _compared(scene.cards, read)
    score.wrong = len(wrong)
    if votes:
        score.asked = score.cards
        score.voted, wrong_votes = _compared(scene.cards, _voted(frames))
        score.wrong_votes = len(wrong_votes)
        wrong += [f"{each} voted" for each in wrong_votes]
    score.slips = [f"{scene.seed[-2]} px, scene {scene.seed[-1]}: {each}" for each in wrong]
    return score


def _voted(frames: Sequence[np.typing.NDArray[np.uint8]]) -> Iterator[tuple[Card, float, float]]:
    tracker: StableTracker[Card | str] = StableTracker()
    for still, pixels in enumerate(frames, 1):
        reads, seen = read_frame(pixels, still_frames=still)
        for each in tracker.update(face_sightings(seen), uncertain_sightings(reads)):
            if isinstance(each.card, Card):
                yield each.card, each.marks[0].x, each.marks[0].y


def _compared(cards: Sequence[LyingCard], read: Iterable[tuple[Card, float, float]]) -> tuple[int, list[str]]:
    """How many cards were read, and which readings are not of the topmost card at their place."""
    right: Counter[Card] = Counter()
    wrong = []
    for card, x, y in read:
        there = next((each for each in reversed(cards) if each.has(x, y)), None)
        if there is None or there.card is not card:
            wrong.append(f"{there.card if there else 'nothing'} read as {card}")
        elif there.readable:
            right[card] += 1
    return len(right), wrong


def measure(kind: str, height: int, scenes: Iterable[int], votes: bool = True) -> UnseenScore:
    return sum((judge(compose(kind, height, number), votes) for number in scenes), UnseenScore())


def table(scores: dict[tuple[str, int], UnseenScore]) -> str:
    """The scores by kind and height, in Markdown."""
    lines = ["| deck | index height | cards | recall of one picture | wrong | recall of a vote | wrong votes |",
             "|---|---|---|---|---|---|---|"]  # fmt: skip
    lines += [_row(kind, f"{height} px", score) for (kind, height), score in scores.items()]
    return "\n".join([*lines, _row("**all**", "", sum(scores.values(), UnseenScore()))])


def _row(kind: str, height: str, score: UnseenScore) -> str:
    votes = f"{score.voted_recall:.3f} | {score.wrong_votes}" if score.asked else "– | –"
    return f"| {kind} | {height} | {score.cards} | {score.recall:.3f} | {score.wrong} | {votes} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--heights", nargs="*", type=int, default=HEIGHTS)
    parser.add_argument("--no-votes", action="store_true")
    parser.add_argument("--slips", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.scenes)
    scores = {
        (kind, height): measure(kind, height, numbers, not asked.no_votes)
        for kind in asked.kinds for height in asked.heights
    }  # fmt: skip
    print(table(scores))
    if asked.slips:
        print("\n".join(f"{kind}, {slip}" for (kind, _), score in scores.items() for slip in score.slips))
    if asked.write:
        page = PAGE.read_text("utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{table(scores)}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
