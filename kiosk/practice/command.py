"""`kiosk dealer --practice`: hands on the real screen, narrated one action at a time, with a review after each. The
table program is the real one; its journal is in a temporary folder."""

import argparse
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import TextIO

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.message import message
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.arguments import hand_count, words_for
from kiosk.practice.exercises import hand_of, kinds, parse_hand, read_hands
from kiosk.practice.trainer import PLAYERS, Course, HandSource, Practice, sit_down
from kiosk.table.program.command import look_of
from kiosk.table.program.need_screen import need_screen
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from ui.dealer.model.practice import COACH, Review, all_stars, lag_of
from ui.words import Words

LEVEL = Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100)
LEAST_STACK, MOST_STACK = 6_000, 40_000


class PracticeResult(msgspec.Struct, frozen=True):
    hands: int
    taps: int
    best_taps: int
    mistakes: int
    repairs: int
    stars: int
    lag_ms: int | None
    each: tuple[Review, ...]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["practice"]
    parser.add_argument("--practice", action="store_true", help=say["practice"])
    parser.add_argument("--hands", type=hand_count(words), default=10, help=say["hands"])
    parser.add_argument("--seed", type=int, default=1, help=say["seed"])
    parser.add_argument("--script", type=Path, help=say["script"])
    parser.add_argument("--pace", type=_pace(words), default=2_500, metavar="SECONDS", help=say["pace"])
    parser.add_argument("--step", action="store_true", help=say["step"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def _pace(words: Words) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            pace_ms = round(float(text) * 1000)
        except (ValueError, OverflowError):
            pace_ms = 0
        if not 100 <= pace_ms <= 60_000:
            raise argparse.ArgumentTypeError(words.commands.bad["pace"].format(text=text))
        return pace_ms

    return read


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run until all hands are played or the window is closed, then print the result."""
    words, dice = words_for(args), Random(args.seed)
    source, hands = hands_from(args.script, dice, args.hands)
    with ExitStack() as ending:
        folder = ending.enter_context(vanishing_folder("kiosk-practice-"))
        scanner = ending.enter_context(PtyScanner(folder / "reader"))
        need_screen()
        application = QApplication(sys.argv[:1])
        settings = practice_settings(folder, words.language)
        course = Course(source, hands, 0 if args.step else args.pace, COACH, application.quit)
        practice = Practice(settings, look_of(settings), scanner, course)
        window = practice.window
        ending.callback(window.stop)
        open_table(window, dice)
        for number in (signal.SIGTERM, signal.SIGINT):
            # Uses a timer: Qt ignores a quit() that is called before its loop runs.
            signal.signal(number, lambda *_: QTimer.singleShot(0, application.quit))
        window.screen.resize(1280, 800)
        window.screen.show()
        window.start()
        application.exec()
        result = result_of(practice.reviews)
    print(msgspec.json.encode(result).decode() if args.json else in_words(result, words), file=out, flush=True)
    return 0


def hands_from(script: Path | None, dice: Random, hands: int) -> tuple[HandSource, int]:
    """The source of the hands, and how many there are. Raises `Fault` for a script that cannot be read."""
    if script is None:
        kind = kinds(dice)
        return lambda game: hand_of(next(kind), game, dice), hands
    lines = read_hands(script)
    line = iter(lines)
    return lambda game: parse_hand(next(line), game), len(lines)


def practice_settings(folder: Path, language: str = "en") -> TableSettings:
    # Cards are scanned faster than a dealer would scan them, so none counts as a repeat. The scanner ends each line
    # itself, so a code does not end at a pause: a machine that stalls for a moment still reads whole codes.
    reader = ReaderSettings(str(folder / "reader"), line=SerialSettings(repeat_ms=0, idle_ms=0))
    return TableSettings(1, str(folder / "practice.journal"), readers=(reader,), language=language)


def open_table(window: TableWindow, dice: Random) -> None:
    """Open the table and seat eight players with random stacks, before the first hand."""
    ask = window.host.orders.ask
    ask(OpenTable(1, "Practice", load_book("tda"), len(PLAYERS)))
    for seat in range(1, len(PLAYERS) + 1):
        sit_down(window, seat, dice.randrange(LEAST_STACK, MOST_STACK + 1, LEVEL.chip), 0)
    ask(PlaceButton(dice.randrange(len(PLAYERS)) + 1))
    ask(SetLevel(LEVEL))


def result_of(reviews: tuple[Review, ...]) -> PracticeResult:
    return PracticeResult(
        hands=len(reviews),
        taps=sum(each.taps for each in reviews),
        best_taps=sum(each.best for each in reviews),
        mistakes=sum(bool(each.wrong) for each in reviews),
        repairs=sum(each.repairs for each in reviews),
        stars=all_stars(reviews),
        lag_ms=lag_of(reviews),
        each=reviews,
    )


def in_words(result: PracticeResult, words: Words) -> str:
    hands = message(
        "practice-result",
        count=result.hands,
        stars=result.stars,
        taps=result.taps,
        best=result.best_taps,
        wrong=result.mistakes,
    )
    if result.lag_ms is None:
        return words.say(hands)
    return words.say(message("practice-lag", result=hands, seconds=words.tenths(result.lag_ms)))


SWEEP = "import shutil, sys; sys.stdin.buffer.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
"""The code of a helper process that deletes a folder. It waits for the end of its standard input, which closes when the
program ends."""


@contextmanager
def vanishing_folder(prefix: str) -> Iterator[Path]:
    """A new folder. It is removed with its contents on exit, or when the program is killed."""
    folder = tempfile.mkdtemp(prefix=prefix)
    command = [sys.executable, "-I", "-S", "-c", SWEEP, folder]
    # In a new session: a signal to the program's process group must not reach the sidecar.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        yield Path(folder)
