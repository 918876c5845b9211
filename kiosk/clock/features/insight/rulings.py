"""The book's ruling on what a player said or put in, as a console shows it, with the answers that carry it out.
Decides nothing: the table asks its own engine when the answer comes."""

import msgspec

from engine.actions import ApplyRuling, TableAction
from engine.books.rulebook import RuleBook
from engine.refused import Refused
from engine.rulings.apply_ruling import come_to
from engine.rulings.motion import BindingAct, Ruling, act_told, aloud
from engine.rulings.rule import rule, usual
from engine.table.state import book_of, is_playing
from engine.terms import Motion
from engine.tournament.levels.structure import chips_in_play
from kiosk.clock.tournaments.room import Place
from kiosk.clock.tournaments.shown.rules_said import rules_said
from kiosk.protocol.tournaments import RuleSaid
from ui.words import Words


class RulingAnswer(msgspec.Struct, frozen=True):
    """An answer that the floor may give, in words and as the action to send."""

    says: str
    action: TableAction


class RulingView(msgspec.Struct, frozen=True):
    """A ruling: what is binding, the seat's total for the street, the chips that go back, the sentence to read out, and
    its clause. It is `held` until it is the seat's turn. The `floor` decides if the book leaves it open. `kind` is what
    happened, or empty if the `motion` was typed in."""

    kind: str
    motion: Motion
    act: BindingAct
    to: int
    returned: int
    says: str
    clause: str
    held: bool
    floor: bool
    answers: tuple[RulingAnswer, ...]
    rules: tuple[RuleSaid, ...] = ()
    """The book's choices for that clause."""


def ruling_on(place: Place, motion: Motion, mark: int, words: Words) -> RulingView:
    """The ruling on a motion at the table, as of record `mark`. Raises `Refused` if the hand has moved on since, no
    hand is in play, or the motion is impossible."""
    game = place.desk.audited.tables[place.key].game
    if game.mark != mark:
        raise Refused("answer-stale")
    if game.table.hand is None or not is_playing(game.table):
        raise Refused("no-hand-in-play")
    book = book_of(game.table)
    _, hand = come_to(game.table.hand, motion)
    return _view("", motion, rule(hand, motion, book), book, words)


def usual_rulings(place: Place, seat: int, words: Words) -> list[RulingView]:
    """The rulings on the most common motions at a seat, or no rulings if no hand is in play or the seat cannot act."""
    table, state = place.desk.audited.tables[place.key].game.table, place.desk.state
    if table.hand is None or not is_playing(table):
        return []
    chips = [chip for chip in chips_in_play(place.desk.structure, state.clock.index) if chip >= table.chip]
    book = book_of(table)
    found = usual(table.hand, seat, chips, book)
    return [_view(one.kind, one.motion, one.ruling, book, words) for one in found]


def _view(kind: str, motion: Motion, ruling: Ruling, book: RuleBook, words: Words) -> RulingView:
    said = words.sentence(aloud(ruling))
    return RulingView(
        kind=kind,
        motion=motion,
        act=ruling.act,
        to=ruling.to,
        returned=ruling.returned,
        says=said,
        clause=ruling.clause,
        held=ruling.held is not None,
        floor=ruling.floor,
        answers=tuple(_answers(motion, ruling, words)),
        rules=rules_said(book, (ruling.clause,), words),
    )


def _answers(motion: Motion, ruling: Ruling, words: Words) -> list[RulingAnswer]:
    if ruling.held or (ruling.actions and not ruling.choices):
        return [RulingAnswer(words.say(act_told(ruling.act, ruling.to)), ApplyRuling(motion))]
    choices = enumerate(ruling.choices)
    return [RulingAnswer(words.say(one.says), ApplyRuling(motion, at)) for at, one in choices if one.actions]
