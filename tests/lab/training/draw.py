"""Draws the decks and the pictures that the nets learn from, into numbered files. The same seed draws the same
pictures.

    python -m tests.lab.training.draw WORK --cards PACKAGE [--decks 160] [--shards 40] [--first 0]

WORK gets decks/ and scenes/; PACKAGE is the unpacked npm package @heruka_urgyen/react-playing-cards. Existing files are
kept, so it can be stopped and started again. Several can run at once with different `--first`.
"""

import argparse
import pickle
from pathlib import Path

import cv2
import numpy as np

from tests.lab.training.faces import DeckFaces, draw_deck, kennard_courts, kennard_decks
from tests.lab.training.scenes import make
from tests.lab.training.varied.styles import varied_style

SEED = 20_26
PER_SHARD = 256


def draw_decks(folder: Path, package: Path, count: int) -> None:
    """Draw Kennard's four decks, then `count` decks of our own."""
    folder.mkdir(parents=True, exist_ok=True)
    images = package / "src" / "images"
    if not (folder / "0003.pkl").exists():
        for number, deck in enumerate(kennard_decks(images)):
            _save(folder / f"{number:04}.pkl", deck)
    courts = kennard_courts(images)
    for number in range(4, 4 + count):
        if not (folder / f"{number:04}.pkl").exists():
            dice = np.random.default_rng((SEED, 1, number))
            _save(folder / f"{number:04}.pkl", draw_deck(varied_style(dice), courts, dice))


def _save(file: Path, deck: DeckFaces) -> None:
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(pickle.dumps(deck, protocol=5))
    unfinished.rename(file)


def load_decks(folder: Path, at_most: int, dice: np.random.Generator) -> list[DeckFaces]:
    """A random selection of the decks."""
    files = sorted(folder.glob("*.pkl"))
    chosen = dice.permutation(len(files))[:at_most]
    return [pickle.loads(files[i].read_bytes()) for i in chosen]


def draw_shard(folder: Path, decks: Path, number: int) -> None:
    """Draw `PER_SHARD` pictures from a handful of decks, and list the indices in them: the picture number, then
    `FIELDS`."""
    dice = np.random.default_rng((SEED, 2, number))
    chosen = load_decks(decks, 24, dice)
    pictures, rows = [], []
    for place in range(PER_SHARD):
        picture, marks = make(dice, chosen)
        pictures.append(picture)
        rows.append(np.column_stack([np.full(len(marks), place, np.float32), marks]))
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{number:04}.marks.npy", np.vstack(rows).astype(np.float32))
    np.save(folder / f"{number:04}.part.npy", np.stack(pictures))
    (folder / f"{number:04}.part.npy").rename(folder / f"{number:04}.pictures.npy")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--decks", type=int, default=160)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    draw_decks(asked.work / "decks", asked.cards, asked.decks)
    for number in range(asked.first, asked.first + asked.shards):
        if not (asked.work / "scenes" / f"{number:04}.pictures.npy").exists():
            draw_shard(asked.work / "scenes", asked.work / "decks", number)
            print("drawn", number, flush=True)


if __name__ == "__main__":
    main()
