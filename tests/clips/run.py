"""Many films, by hand: python -m tests.clips.run BOARDS [--codes|--many|--stills|--empty|--photographs] [--fonts]

Prints how many cards were reported, how many of them were wrong, missed or repeated, and how long after it lay still a
card was reported, in the film's time. An interrupted count resumes: --log FILE keeps one line per film.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from functools import partial
from math import exp
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from hardware.reading.reading import Reading
from tests.clips.films import (
    EMPTY,
    PICTURES_A_BOARD,
    PlayedFilm,
    Reads,
    show_board,
    show_empty,
    show_many,
    show_photograph,
    show_stills,
)
from tests.clips.judged import PICTURE_MS, HeadsUpTable
from tests.hardware.recognition.photographs import PHOTOS, photographs


@dataclass
class FilmScore:
    """The score of some films.
    `told` are the cards that the reader newly reported, and `wrong` those that are not there. `came` are those that
    the table accepted, and `missed` those that a dealer must enter. `odd` has the messages to the dealer and the
    reports of bad health.
    """

    films: int = 0
    cards: int = 0
    told: int = 0
    wrong: int = 0
    came: int = 0
    missed: int = 0
    whole: int = 0
    """Boards of which every card came, once, and nothing else."""
    pictures: int = 0
    waits_ms: list[int] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def __add__(self, other: "FilmScore") -> "FilmScore":
        mine, theirs = asdict(self), asdict(other)
        return FilmScore(**{name: mine[name] + theirs[name] for name in mine})


def score(number: int, film: PlayedFilm) -> FilmScore:
    """One film, judged."""
    judged = HeadsUpTable().judge(film.told, film.cards, film.script.street_from)
    reported = {each.card for each in film.told if isinstance(each, Reading)}
    wrong = sorted(str(card) for card in reported - set(film.cards))
    came = dict(judged.came)
    still = dict(zip(film.cards, film.still_from, strict=True))
    odd = [f"film {number}: {text}" for text in (*[f"wrong {card}" for card in wrong], *judged.said, *judged.unwell)]
    if Counter(judged.board) != Counter(film.cards):
        odd.append(f"film {number}: {judged.board} lie there")
    missed = [card for card in film.cards if card not in came]
    odd += [f"film {number}: missed {card}" for card in missed]
    waits = [round(at_ms - (still[card] - 1) * PICTURE_MS) for card, at_ms in came.items() if card in still]
    return FilmScore(films=1, cards=len(film.cards), told=len(reported), wrong=len(wrong), came=len(came),
                     missed=len(missed), whole=not odd, pictures=len(film.script.takes), waits_ms=waits,
                     odd=odd)  # fmt: skip


def one_board(number: int, reads: Reads, fonts: bool) -> FilmScore:
    with TemporaryDirectory() as folder:
        return score(number, show_board(number, reads, Path(folder), fonts))


def one_empty(number: int, kind: str) -> FilmScore:
    """A film in which every reported card is wrong."""
    with TemporaryDirectory() as folder:
        reports = show_empty(number, kind, Path(folder))
    wrong = sorted({str(each.card) for each in reports if isinstance(each, Reading)})
    odd = [f"{kind} {number}: wrong {card}" for card in wrong]
    return FilmScore(films=1, told=len(wrong), wrong=len(wrong), whole=not odd, odd=odd)


def one_photograph(number: int) -> FilmScore:
    """A film of a photograph: its cards, in any order. If only ranks are labeled, only they are compared."""
    file, group, cards = list(photographs())[number]
    pixels = cv2.imread(str(PHOTOS / file), cv2.IMREAD_COLOR)
    assert pixels is not None, file
    with TemporaryDirectory() as folder:
        reports = show_photograph(number, np.asarray(pixels, np.uint8), Path(folder))
    reported = {str(each.card) for each in reports if isinstance(each, Reading)}
    if any("?" in card for card in cards):
        reported = {card[0] + "?" for card in reported}
    odd = [f"{group} {file}: wrong {card}" for card in sorted(reported - cards)]
    missed = len(cards - reported)
    return FilmScore(films=1, cards=len(cards), told=len(reported), wrong=len(odd), missed=missed,
                 whole=reported == cards, odd=odd)  # fmt: skip


def many_boards(number: int, fonts: bool) -> FilmScore:
    """Boards in quick succession: the reports for each, without a table in play."""
    with TemporaryDirectory() as folder:
        boards = show_many(number, Path(folder), fonts)
    odd = [f"many {number}, board {place}: wrong {card}" for place, (laid, reported) in enumerate(boards)
           for card in sorted(map(str, reported - laid))]  # fmt: skip
    return FilmScore(films=1, cards=sum(len(laid) for laid, _ in boards), told=sum(len(new) for _, new in boards),
                 wrong=len(odd), missed=sum(len(laid - reported) for laid, reported in boards), whole=not odd, odd=odd,
                 pictures=len(boards) * PICTURES_A_BOARD)  # fmt: skip


def still_boards(number: int, fonts: bool) -> FilmScore:
    """Boards in one picture each: a card with a vote is reported, whichever pass found it."""
    one = FilmScore(films=1)
    for place, (laid, reported) in enumerate(show_stills(number, fonts)):
        wrong, missed = sorted(map(str, reported - laid)), sorted(map(str, laid - reported))
        odd = [f"still {number}, board {place}: {text} {card}" for text, cards in (("wrong", wrong), ("missed", missed))
               for card in cards]  # fmt: skip
        one += FilmScore(cards=len(laid), told=len(reported), wrong=len(wrong), missed=len(missed), pictures=1, odd=odd)
    return one


def at_most(wrong: int) -> float:
    """The upper limit of the expected number of wrong cards, with 95 percent confidence, after this many were seen."""
    low, high = 0.0, 3.0 * (wrong + 3)
    for _ in range(60):
        middle = (low + high) / 2
        term, chance = exp(-middle), 0.0
        for count in range(wrong + 1):
            chance += term
            term *= middle / (count + 1)
        low, high = (middle, high) if chance > 0.05 else (low, middle)
    return high


def summary(whole: FilmScore) -> dict[str, object]:
    return {
        "films": whole.films,
        "whole": whole.whole,
        "cards": whole.cards,
        "told": whole.told,
        "wrong": whole.wrong,
        "wrong_at_most_1_in": round(whole.told / at_most(whole.wrong)),
        "missed": whole.missed,
        "pictures": whole.pictures,
        **{f"still_to_event_ms_p{part}": float(np.percentile(whole.waits_ms, part)) for part in (50, 95)
           if whole.waits_ms},
    }  # fmt: skip


def _quiet() -> None:
    """One thread per worker: several films at once are faster than one film with several threads."""
    from hardware.recognition import weights  # noqa: PLC0415

    weights.THREADS = 1
    cv2.setNumThreads(1)


def _done(log: Path | None) -> Iterator[tuple[int, FilmScore]]:
    for line in log.read_text("utf-8").splitlines() if log and log.exists() else ():
        number, kept = json.loads(line)
        yield number, FilmScore(**kept)


def run(asked: argparse.Namespace) -> FilmScore:
    """All films that are not in the log yet."""
    kept = dict(_done(asked.log))
    end = min(asked.first + asked.boards, len(list(photographs()))) if asked.photographs else asked.first + asked.boards
    numbers = [number for number in range(asked.first, end) if number not in kept]
    if asked.photographs:
        work = [partial(one_photograph, number) for number in numbers]
    elif asked.many:
        work = [partial(many_boards, number, asked.fonts) for number in numbers]
    elif asked.stills:
        work = [partial(still_boards, number, asked.fonts) for number in numbers]
    elif asked.empty:
        work = [partial(one_empty, number, EMPTY[number % len(EMPTY)]) for number in numbers]
    else:
        work = [partial(one_board, number, "codes" if asked.codes else "faces", asked.fonts) for number in numbers]
    whole = sum(kept.values(), FilmScore())
    with ProcessPoolExecutor(asked.workers, get_context("spawn"), _quiet) as pool:
        running = {pool.submit(each): number for number, each in zip(numbers, work, strict=True)}
        for count, done in enumerate(as_completed(running), 1):
            one = done.result()
            whole += one
            _tell(count, one, whole)
            if asked.log:
                with asked.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps([running[done], asdict(one)]) + "\n")
    return whole


def _tell(count: int, one: FilmScore, whole: FilmScore) -> None:
    for text in one.odd:
        print(text, file=sys.stderr, flush=True)
    if count % 20 == 0:
        print(f"{whole.films} films, {whole.told} told, {whole.wrong} wrong, {whole.missed} missed", file=sys.stderr)


def main(words: Iterable[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", type=int)
    parser.add_argument("--codes", action="store_true", help="stickers, not faces")
    parser.add_argument("--many", action="store_true", help="BOARDS films of twenty boards each, as short as can be")
    parser.add_argument("--stills", action="store_true", help="twenty boards BOARDS times, a picture each, every vote")
    parser.add_argument("--empty", action="store_true", help="tables without a card that counts")
    parser.add_argument("--photographs", action="store_true", help="of ../shared/photos, each as a table")
    parser.add_argument("--fonts", action="store_true", help="ranks also from free fonts, which must be installed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--log", type=Path)
    print(json.dumps(summary(run(parser.parse_args(list(words)))), indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
