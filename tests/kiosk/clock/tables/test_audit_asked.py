"""A record that contains the requests: each must be followed by exactly what the engine decides on it."""

from functools import cache, reduce
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.actions import BOARD, Action, Fold, HandOver, PutIn, Redo, SeeCard, Undo
from engine.cards import parse_cards
from engine.events import Amended, Asked, AwardLast, Blinds, Event, Folded, PotAwarded, Shares
from engine.game import game as replay
from engine.game.game import Game, apply, step
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.people import LeaveSeat, SeatTaken, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, TableOpened
from kiosk.clock.tables.audit import AssignedSeat, AuditedTable, Seating, audit_record, chips
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.storage.chain import START, Record, chain
from tests.engine.test_no_prose import BOOK, TYPED, parts
from tests.kiosk.clock.tables.test_audit import honest
from tests.kit.corpus import no_limit, records
from tests.kit.truth import TDA, NotTold, Truth, of_record


def assigned_by(events: list[Event]) -> AuditedTable:
    """The table as the clock assigned it, according to the record itself."""
    opened = next(event for event in events if isinstance(event, TableOpened))
    seats = (event for event in events if isinstance(event, SeatTaken) and not event.came_from)
    given = tuple(AssignedSeat(seat.seat, seat.player, seat.name, seat.chips) for seat in seats)
    return AuditedTable(Seating(opened.table, opened.event, opened.book.id, opened.seat_count, 1, given), opened.book)


def audit(events: list[Event], record: list[Record] | None = None) -> AuditedTable:
    """The table once the clock has followed all of it."""
    kept = record or list(chain(START, 1, 0, [encode_event(event) for event in events]))
    return reduce(audit_record, kept, assigned_by(events))


def recorded(truth: Truth) -> list[Event]:
    """The records of a table that plays this hand."""
    deal, game, events = truth.deal, Game(), list[Event]()
    sat = sorted(zip(deal.seats, deal.stacks, strict=True))
    asked: list[Action] = [OpenTable(1, "Event", TDA, max(10, *deal.seats))]
    asked += [TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat, chips in sat]
    for action in [*asked, PlaceButton(deal.button), SetLevel(deal.level), StartHand(), *truth.acts]:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]
    return events


@cache
def wording(kind: type[msgspec.Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a struct that hold text, except text that somebody typed or that a book contains."""
    fields = msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return tuple(
        (
            field.name,
            any(isinstance(part, msgspec.inspect.StrType) for part in parts(field.type))
            and field.name not in TYPED
            and (kind.__name__, field.name) not in BOOK,
        )
        for field in fields
    )


def reworded(value: Any) -> Any:
    """The same record with every text changed that a program made."""
    if isinstance(value, tuple):
        return tuple(reworded(each) for each in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {}
    for name, free in wording(type(value)):
        said = getattr(value, name)
        changed[name] = f"in other words: {said}" if free else reworded(said)
    return replace(value, **changed)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("hands_real", marks=pytest.mark.nightly),
        pytest.param("hands_synthetic", marks=pytest.mark.nightly),
        pytest.param("hands_odd_chips_differ", marks=pytest.mark.slow),
        pytest.param("hands_pokerkit_cannot_replay", marks=pytest.mark.slow),
    ],
)
def test_every_real_hand_is_followed_without_a_flag_whatever_the_wording(shared, name):
    """Even if every sentence of the catalogs changes, a table writes the same record."""
    followed = 0
    for hand in no_limit(records(shared, name)):
        try:
            events = recorded(of_record(hand, in_chips=False))
        except (NotTold, Refused):
            continue
        followed += 1

        assert audit([reworded(event) for event in events]).flags == ()

    assert followed


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (Folded, lambda event: {"inferred": not event.inferred}),
        (PotAwarded, lambda event: {"follows": not event.follows}),
        (Asked, lambda event: {"events": event.events + 1}),
    ],
    ids=["a fold", "a pot", "how many facts follow"],
)
@pytest.mark.parametrize("seed", range(3))
def test_an_altered_record_brings_one_flag_and_the_hands_are_still_followed(seed, kind, change):
    """The next requests are judged again, to the same counts."""
    game, events = honest(seed)
    begun = next(number for number, event in enumerate(events) if isinstance(event, Folded))
    number = next(number for number, event in enumerate(events) if number >= begun and isinstance(event, kind))
    events[number] = replace(events[number], **change(events[number]))

    audited = audit(events)

    assert len(audited.flags) == 1
    assert (audited.halted, audited.diverged) == (False, False)
    assert [seat and seat.chips for seat in audited.game.table.seats] == [
        seat and seat.chips for seat in game.table.seats
    ]


def test_a_request_and_its_consequences_are_one_step():
    """Each request gives the number of facts that follow it, and an undo takes it back with them. A repair plays
    requests again, each with its own facts."""
    _, events = honest(2)
    number = 0
    while number < len(events):
        asked = events[number]
        assert isinstance(asked, Asked)
        facts = events[number + 1 : number + 1 + asked.events]
        assert isinstance(facts[0], Amended) or not any(isinstance(fact, Asked) for fact in facts)
        number += 1 + asked.events


def test_a_redo_of_a_hand_from_the_previous_level_is_followed_without_a_flag():
    """The record gives the level at which the hand is dealt again; a level that no redo can mean is flagged."""
    level = Blinds(1, 50, 100, chip=25)
    asked: list[Action] = [OpenTable(1, "Event", TDA, 10)]
    asked += [TakeSeat(seat, f"p{seat}", f"Player {seat}", 5_000) for seat in (1, 2, 3)]
    asked += [PlaceButton(1), SetLevel(level), StartHand(), PutIn(1, 300), HandOver(), SetLevel(Blinds(2, 100, 200))]
    game, events = Game(), list[Event]()
    for action in [*asked, Undo(), Redo()]:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]

    assert game.table.hand
    assert game.table.hand.deal.terms == level
    assert audit(events).flags == ()
    assert audit([replace(one, level=None) if isinstance(one, Asked) else one for one in events]).flags


def test_pots_that_the_floor_awards_again_after_a_player_left_are_followed_without_a_flag():
    asked: list[Action] = [OpenTable(1, "Event", TDA, 10)]
    asked += [TakeSeat(seat, f"p{seat}", f"Player {seat}", 5_000) for seat in (1, 2, 3)]
    asked += [PlaceButton(1), SetLevel(Blinds(1, 50, 100, chip=25)), StartHand(), Fold(1), Fold(2), HandOver()]
    asked += [Undo(), HandOver(start=False), LeaveSeat(1, to=2)]
    asked += [Overrule("Kim", "misread", AwardLast((Shares(0, (2,), (100,)),))), Undo(), Redo(), StartHand()]
    game, events = Game(), list[Event]()
    for action in asked:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]

    audited = audit(events)

    assert audited.flags == ()
    assert audited.game == game


def test_a_redo_of_a_hand_with_the_players_of_that_time_is_followed_without_a_flag():
    """The record says that it is the hand that was taken back; a record that claims this without a redo is flagged."""
    asked: list[Action] = [OpenTable(1, "Event", TDA, 10)]
    asked += [TakeSeat(seat, f"p{seat}", f"Player {seat}", 5_000) for seat in (1, 2, 3)]
    asked += [PlaceButton(1), SetLevel(Blinds(1, 50, 100, chip=25)), StartHand(), PutIn(1, 300), HandOver()]
    game, events = Game(), list[Event]()
    for action in [*asked, TakeSeat(4, "p4", "Player 4", 5_000), Undo(), Redo()]:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]

    assert game.table.hand
    assert 4 not in game.table.hand.deal.seats
    assert audit(events).flags == ()
    assert audit([replace(one, dealt=False) if isinstance(one, Asked) else one for one in events]).flags


def test_pots_awarded_again_by_the_floor_are_followed_and_the_player_who_was_out_is_back():
    """The clock decides the same; nobody is out any more, and no chip is missing."""
    level = Blinds(1, 50, 100, chip=25)
    sat = [TakeSeat(seat, f"{seat}", f"Player {seat}", chips) for seat, chips in ((1, 5_000), (2, 5_000), (3, 1_000))]
    asked: list[Action] = [OpenTable(1, "Event", TDA, 10), *sat, PlaceButton(3), SetLevel(level), StartHand()]
    shown = [(1, "AhAd"), (3, "KhKd"), (BOARD, "2c3d4h5s9c")]
    cards = [SeeCard(card, seat) for seat, two in shown for card in parse_cards(two)]
    award = Overrule("Kim", "misread", AwardLast((Shares(0, (3,), (2_100,)),)))
    asked += [PutIn(3, 1_000), PutIn(1), Fold(2), *cards, HandOver()]
    game, events = Game(), list[Event]()
    for action in asked:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]
    assert [bust.entry for bust in audit(events).record.busts] == [3]

    facts = step(game, award)
    audited = audit([*events, *facts])

    assert audited.flags == ()
    assert audited.record.busts == ()
    assert chips(audited).found == chips(audited).expected == 11_000
    assert audited.game == reduce(apply, facts, game)
    assert replay.replay([decode_event(encode_event(event)) for event in [*events, *facts]]) == audited.game
