"""The camera reader itself plays a film through a real capture, and a table in play judges the result.
The time is the film's: the reader asks for it once per picture, so a thirtieth of a second passes with each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import cv2

from engine.actions import Action, Call, Check, SeeCard
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.events import Blinds
from engine.game.game import Game, apply, step
from engine.hand.betting import actor
from engine.hand.dealing import cards_due
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.camera.settings import CameraSettings
from hardware.pictures import Pixels
from hardware.readers import open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import Codes
from hardware.reading.reading import Health, ReaderMessage, Reading
from kiosk.table.readers.card_judge import CardJudge
from tests.clips.script import HEIGHT, RATE, WIDTH
from ui.dealer.model.cards import OddCard

DEADLINE_S = 600
PICTURE_MS = 1000 / RATE


def write(path: Path, pictures: Iterable[Pixels]) -> int:
    """Write a film to a file, MJPG or MPEG-4 by its name. Returns its number of pictures."""
    codec = "MJPG" if path.suffix == ".avi" else "mp4v"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), RATE, (WIDTH, HEIGHT))
    count = 0
    for picture in pictures:
        film.write(picture)
        count += 1
    film.release()
    return count


class PictureClock:
    """A clock that advances with each picture, and says when the last one was processed."""

    def __init__(self, pictures: int) -> None:
        self._left, self.asked, self.over = pictures, 0, Event()

    def __call__(self) -> int:
        self.asked += 1
        if self.asked > self._left:  # the file has started over
            self.over.set()
        return film_ms(self.asked - 1)


def film_ms(picture: int) -> int:
    return round(picture * PICTURE_MS)


def play(path: Path, pictures: int, deck: Codes, settings: CameraSettings, place: str) -> list[ReaderMessage]:
    """All reports of the reader in one showing."""
    reports: list[ReaderMessage] = []
    clock = PictureClock(pictures)
    reader = open_reader(ReaderConfig(f"camera:{path}", place, camera=settings), deck, reports.append, clock)
    reader.start()
    shown = clock.over.wait(DEADLINE_S)
    reader.stop()
    assert shown, f"{path} was played as far as picture {clock.asked}"
    return [report for report in reports if report.at_ms < film_ms(pictures)]


@dataclass
class Judged:
    """The result of a film at a table of two: its board in order, when each card came, and messages to the dealer."""

    came: list[tuple[Card, int]] = field(default_factory=list)
    """Each card that was seen, with the film's time."""
    entered: list[Card] = field(default_factory=list)
    """Cards that the reader missed: the dealer enters them before the next street, or before the hand ends."""
    board: tuple[Card, ...] = ()
    """The board on the table at the end."""
    said: list[str] = field(default_factory=list)
    unwell: list[str] = field(default_factory=list)


class HeadsUpTable:
    """A table of two in a hand, with all bets checked."""

    def __init__(self) -> None:
        self._game, self._desk = Game(), CardJudge()
        self._ask(OpenTable(1, "film", load_book("tda"), 9))
        self._ask(TakeSeat(1, "a", "Ana", 5000), TakeSeat(4, "b", "Bo", 5000))
        self._ask(PlaceButton(1), SetLevel(Blinds(1, 25, 50, chip=25)), StartHand(), Call(1), Check(4))

    def judge(self, reports: Sequence[ReaderMessage], cards: Sequence[Card], street_from: Sequence[int]) -> Judged:
        """Process the reports in order. `street_from` has the pictures with which the streets begin."""
        judged, starts = Judged(), [film_ms(picture) for picture in street_from[1:]]
        due = [cards[:3], cards[3:4], cards[4:]]
        for report in reports:
            while starts and report.at_ms >= starts[0]:
                starts.pop(0)
                self._enter(due.pop(0), judged)
            if isinstance(report, Health) and not report.connected:
                judged.unwell.append(report.says)
            if not isinstance(report, Reading):
                continue
            order = self._desk.judge(report, self._game)
            if isinstance(order, Refused | OddCard):
                judged.said.append(f"{report.at_ms}: {report.card} {order}")
            elif order is not None:
                self._ask(order.action)
                judged.came.append((report.card, report.at_ms))
                self._check()
        for street in due:
            self._enter(street, judged)
        hand = self._game.table.hand
        judged.board = hand.board if hand else ()
        return judged

    def _enter(self, street: Sequence[Card], judged: Judged) -> None:
        """Enter a card on the pad, as a dealer does."""
        hand = self._game.table.hand
        assert hand is not None
        for card in [each for each in street if each not in hand.board][: cards_due(hand)]:
            self._ask(SeeCard(card))
            judged.entered.append(card)
            self._check()

    def _check(self) -> None:
        while (hand := self._game.table.hand) is not None and not cards_due(hand) and (place := actor(hand)) >= 0:
            self._ask(Check(hand.deal.seats[place]))

    def _ask(self, *actions: Action) -> None:
        for action in actions:
            for event in step(self._game, action):
                self._game = apply(self._game, event)
