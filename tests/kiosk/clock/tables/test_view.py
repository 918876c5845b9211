"""The view of a table that the clock sends to the director's page."""

import pytest
from msgspec.structs import astuple

from engine.actions import BOARD, Bet, Call, Check, Fold, Push, RaiseTo, SeeCard
from engine.books.rulebook import load_book
from engine.cards import DECK
from engine.events import Blinds, Event
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from kiosk.clock.tables.audit import AssignedSeat, AuditedTable, Seating, audit_record
from kiosk.clock.tables.view import LinkState, ViewWords, table_view
from kiosk.clock.tournaments.publishing.director_messages import decode_from_director
from kiosk.protocol.codec import Unreadable, encode_event
from kiosk.storage.chain import START, chain
from tests.kit.randomfloor import play
from tests.kit.randomplay import Habits, ask
from tests.kit.sizes import size
from tests.said import refused

BOOK = load_book("tda")
BEGUN = (
    OpenTable(1, "Test Open", BOOK, 2), TakeSeat(1, "a", "Ana", 5000), TakeSeat(2, "b", "Bo", 5000),
    SetLevel(Blinds(1, 25, 50, 0, "none", 25)), PlaceButton(1),
)  # fmt: skip
SEEN = tuple(SeeCard(card, BOARD) for card in DECK[:5])
CHECKED = (Check(2), Check(1))
FLOP = (StartHand(), Call(1), Check(2), *SEEN[:3])
RIVER = (*FLOP, *CHECKED, SEEN[3], *CHECKED, SEEN[4])


def stage(*actions):
    game = Game()
    for action in (*BEGUN, *actions):
        game = ask(game, action).after
    return table_view(AuditedTable(Seating(1, "Test Open", "tda", 2, 1, ()), BOOK, game=game), LinkState()).stage


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((), ""),
        (FLOP[:1], "preflop"),
        (FLOP[:3], "preflop"),
        (FLOP[:4], "flop"),
        (FLOP, "flop"),
        ((*FLOP, *CHECKED), "flop"),
        ((*FLOP, *CHECKED, SEEN[3]), "turn"),
        ((*FLOP, Bet(2, 100), Fold(1)), "push"),
        ((StartHand(), Fold(1)), "push"),
        ((StartHand(), RaiseTo(1, 5000), Call(2)), "preflop"),
        (RIVER, "river"),
        ((*RIVER, *CHECKED), "showdown"),
        ((StartHand(), Fold(1), Push()), ""),
    ],
)
def test_the_stage_of_a_hand_follows_the_cards_on_the_board(actions, said):
    assert stage(*actions) == said


@pytest.mark.parametrize("seed", range(size("KIOSK_VIEWS", 3)))
def test_the_view_matches_the_tables_own_screen_whatever_floor_and_dealer_do(seed):
    for step in play(seed, habits=Habits(kill=0.1, undo=0.1, move=0.5)):
        game = step.after
        now, audited = public(game), AuditedTable(Seating(1, "Test Open", "tda", 9, 0, ()), BOOK, game=game)
        view = table_view(audited, LinkState())
        seats = [(s.seat, s.name, s.chips, s.bet, s.live, s.all_in, s.turn) for s in now.seats if s.player]
        assert [astuple(seat) for seat in view.seats] == seats
        assert (view.hand, view.playing, view.button, view.pot) == (now.hand, now.playing, now.button, now.pot)
        assert view.board == (now.board if now.playing else ())
        assert view.level == (now.blinds.level if now.blinds else 0)
        assert (view.stage == "push") == now.legal.push
        assert (view.stage == "showdown") == (now.playing and now.street == "showdown" and not now.legal.push)


@pytest.mark.parametrize(
    "text", ["", "{}", '{"say":"sing"}', '{"say":"ping","t0":1,"x":' + "[" * 5_000 + "]" * 5_000 + "}"]
)
def test_a_message_that_no_page_would_send_is_unreadable(text):
    """Also lists within lists, five thousand deep."""
    with refused(Unreadable, "this page and the clock are not compatible"):
        decode_from_director(text)


# Names


NUMBERED = Seating(1, "Test Open", "tda", 9, 0, (AssignedSeat(1, "17", "", 5000), AssignedSeat(2, "4", "", 5000)), BOOK)


def audited_with(*seats, due=()):
    """The clock's audit of a table of its tournament that recorded these players."""
    game, audited = Game(), AuditedTable(NUMBERED, BOOK, due=due)
    events: list[Event] = []
    for action in (OpenTable(1, "Test Open", BOOK, 9), *seats):
        step = ask(game, action)
        game, events = step.after, [*events, *step.record]
    for record in chain(START, 1, 0, [encode_event(event) for event in events]):
        audited = audit_record(audited, record)
    return audited


def seen(audited, **names):
    """The names at its seats, and the findings as message codes."""
    by_player = {number.removeprefix("n"): name for number, name in names.items()}
    view = table_view(audited, LinkState(), words=ViewWords(by_player))
    return [seat.name for seat in view.seats], view.flags


@pytest.mark.parametrize("recorded", ["", "Ann Bell", "a name of yesterday"])
def test_an_entry_has_its_current_name_in_the_tournament_whatever_is_in_the_record(recorded):
    audited = audited_with(TakeSeat(1, "17", recorded, 5000), TakeSeat(2, "4", "", 5000))

    assert seen(audited, n17="Ann Bell", n4="Ben") == (["Ann Bell", "Ben"], ())
    assert seen(audited, n17="#3", n4="Ben") == (["#3", "Ben"], ())


def test_a_number_replaces_a_missing_name_and_a_player_seated_by_name_keeps_the_name():
    audited = audited_with(TakeSeat(1, "17", "", 5000), TakeSeat(3, "Walk In", "Walk In", 5000))

    assert seen(audited)[0] == ["17", "Walk In"]


def test_a_player_who_has_not_sat_down_yet_is_named_too():
    audited = audited_with(due=(AssignedSeat(2, "4", "", 5000),))

    assert seen(audited, n4="Ben")[0] == ["Ben"]


def test_chips_that_were_not_issued_are_flagged_with_the_current_name():
    audited = audited_with(TakeSeat(1, "17", "Ann Bell", 6000))

    (flag,) = seen(audited, n17="#3")[1]
    assert "name=#3" in flag
    assert "Ann" not in flag
