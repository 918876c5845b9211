"""Requests to a table between hands, and the actions that the dealer can undo."""

import pytest

from engine.actions import Action, Call, Check, Fold, Push, Undo
from engine.books.rulebook import load_book, shipped_ids
from engine.events import Blinds, TakenBack
from engine.game.game import BadRecord, Game, apply, decide, undo_asks
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import BuyChips, LeaveSeat, MarkAway, SeatLeft, SeatTaken, TakeSeat, TakeSeats
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.state import chips_at
from tests.kit.randomplay import ask
from tests.kit.story import TDA, read
from tests.rules.seated import table
from tests.said import refused as refused_as

OPEN = OpenTable(1, "Open", TDA, 9)
LEVEL = SetLevel(Blinds(1, 50, 100))
A, B = TakeSeat(1, "a", "Ann", 1_000), TakeSeat(4, "b", "Ben", 300)
BUY = BuyChips(1, "a", 500, 1)
READY = (OPEN, A, B, LEVEL, PlaceButton(1))
# Both all-in, and Ann wins.
ALL_IN = [
    action
    for line in ("1 raises 1000", "4 calls", "4 shows 2c7d", "1 shows AhAs", "board KsQs9h", "board 8h", "board 3d")
    for action in read(line)
]


def after(*actions: Action) -> Game:
    """The game after these requests."""
    game = Game()
    for action in actions:
        game = ask(game, action).after
    return game


NO: dict[str, tuple[tuple[Action, ...], Action, str]] = {
    "a table that is not open": ((), A, "table-not-open"),
    "a hand at a table that is not open": ((), StartHand(), "table-not-open"),
    "a table that is open": ((OPEN,), OPEN, "table-open-already (table=1)"),
    "a table for one": ((), OpenTable(1, "Open", TDA, 1), "seat-count (most=10, seats=1)"),
    "a table for eleven": ((), OpenTable(1, "Open", TDA, 11), "seat-count (most=10, seats=11)"),
    "a seat that is taken": ((OPEN, A), TakeSeat(1, "c", "Cem", 5), "seat-taken (seat=1)"),
    "a player twice": ((OPEN, A), TakeSeat(2, "a", "Ann", 5), "sits-already (name=Ann)"),
    "a seat too far": ((OPEN,), TakeSeat(10, "a", "Ann", 5), "no-such-seat (seat=10)"),
    "seat 0": ((OPEN,), TakeSeat(0, "a", "Ann", 5), "no-such-seat (seat=0)"),
    "no chips": ((OPEN,), TakeSeat(1, "a", "Ann", 0), "sits-without-chips"),
    "several players, one of whom has no free seat": (
        (OPEN, A), TakeSeats((B, TakeSeat(1, "c", "Cem", 5))), "nobody-sat (name=Cem, why=seat-taken (seat=1))",
    ),
    "several players in one seat": (
        (OPEN, A), TakeSeats((B, TakeSeat(4, "c", "Cem", 5))), "nobody-sat (name=Cem, why=seat-taken (seat=4))",
    ),
    "a player twice in one action": (
        (OPEN, A), TakeSeats((B, TakeSeat(5, "b", "Ben", 5))), "nobody-sat (name=Ben, why=sits-already (name=Ben))",
    ),
    "nobody in one action": ((OPEN, A), TakeSeats(()), "seats-nobody"),
    "chips bought in a hand": ((*READY, StartHand()), BuyChips(1, "a", 500, 1), "hand-in-play"),
    "chips bought twice": ((*READY, BUY), BUY, "purchase-handed-out (purchase=1)"),
    "chips bought without a number": (READY, BuyChips(1, "a", 500, 0), "purchase-handed-out (purchase=0)"),
    "chips bought by who left": (READY, BuyChips(1, "b", 500, 1), "another-sits-there (seat=1, name=Ann)"),
    "chips bought by nobody": (READY, BuyChips(2, "b", 500, 1), "seat-empty (seat=2)"),
    "chips bought that none can pay": (
        (OPEN, A, SetLevel(Blinds(1, 50, 100, chip=25))), BuyChips(1, "a", 510, 1),
        "purchase-unpayable (chips=510, chip=25)",
    ),
    "a purchase that seats somebody where one sits": (
        READY, TakeSeat(1, "c", "Cem", 500, purchase=1), "seat-taken (seat=1)",
    ),
    "a purchase that seats somebody in a hand": (
        (*READY, StartHand()), TakeSeat(7, "d", "Di", 500, purchase=1), "hand-in-play",
    ),
    "a purchase that seats somebody twice": (
        (*READY, BUY), TakeSeat(7, "d", "Di", 500, purchase=1), "purchase-handed-out (purchase=1)",
    ),
    "no chips bought": (READY, BuyChips(1, "a", 0, 1), "purchase-unpayable (chips=0, chip=1)"),
    "an empty seat": ((OPEN,), LeaveSeat(3), "seat-empty (seat=3)"),
    "leaving in a hand": ((*READY, StartHand()), LeaveSeat(1), "hand-in-play"),
    "a second hand": ((*READY, StartHand()), StartHand(), "hand-in-play"),
    "alone": ((OPEN, A, LEVEL, PlaceButton(1)), StartHand(), "too-few-players"),
    "no level": ((OPEN, A, B, PlaceButton(1)), StartHand(), "no-level"),
    "no button": ((OPEN, A, B, LEVEL), StartHand(), "no-button"),
    "a button off the table": ((OPEN, A), PlaceButton(10), "no-such-seat (seat=10)"),
    "moving the button": (
        (*READY, StartHand()), PlaceButton(4), "button-moves-itself (TDA 2024 rule 32)"
    ),
    "an action without a hand": (READY, Fold(1), "no-hand-in-play"),
    "an action after the hand": (
        (*READY, StartHand(), Fold(1), Push()), Check(4), "hand-over"
    ),
    "nothing-to-take-back": (
        (OPEN,), Undo(), "nothing-to-take-back (TDA 2024 rule 22)"
    ),
    "a level before the first": ((OPEN,), SetLevel(Blinds(0, 50, 100)), "level-below-one (level=0)"),
    "a blind of nothing": (
        (OPEN,), SetLevel(Blinds(3, 0, 0)),
        "level-blinds-wrong (level=3)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("acts", "asked", "says"), NO.values(), ids=NO)
def test_an_impossible_request_to_a_table_is_refused_in_one_sentence(acts, asked, says):
    """
    The sentence says why; nothing has changed.
    """
    with pytest.raises(Refused) as refused:
        decide(after(*acts), asked)

    assert str(refused.value) == says


def test_a_busted_player_leaves_when_the_pots_are_pushed():
    """
    The seat is free for the next one; the hand that busted them stays readable.
    """
    game = after(*READY, StartHand())
    for sentence in (
        "1 raises 1000",
        "4 calls",
        "4 shows 2c7d",
        "1 shows AhAs",
        "board KsQs9h",
        "board 8h",
        "board 3d",
    ):
        for action in read(sentence):
            game = ask(game, action).after

    step = ask(game, Push())

    assert step.events[-1] == SeatLeft(4, "b", 0)
    assert step.after.table.seats[3] is None
    assert chips_at(step.after.table, 1) == 1_300


def test_the_end_of_a_hand_can_be_taken_back_until_the_next_hand_ends():
    """Rule 22: the reading of a hand may be disputed. Undoing a push also brings the busted player back."""
    game = after(*READY, StartHand(), Fold(1), Push(), StartHand())

    back = ask(ask(game, Undo()).after, Undo()).after

    assert decide(back, Push())
    assert back.table == after(*READY, StartHand(), Fold(1)).table


@pytest.mark.parametrize("name", shipped_ids())
def test_undoing_an_irreversible_fold_is_confirmed_and_stays_on_record(name):
    """
    R3.7A: only as a wrong tap. The other documents bind the player and say nothing of the dealer's finger.
    """
    dealt = ask(table(1, 4, 6, button=1, by=load_book(name)), StartHand()).after
    game = ask(dealt, Fold(public(dealt).legal.seat)).after

    asks = {"astate-2009": "R3.7A", "intramural": "Intramural 7a"}
    assert undo_asks(game) == public(game).undo_asks == (name in asks)
    if name in asks:
        with pytest.raises(Refused) as refused:
            decide(game, Undo())
        assert str(refused.value) == f"fold-stands ({asks[name]})"
    taken_back = decide(game, Undo(confirmed=name in asks))
    assert taken_back == [TakenBack(dealt.mark)]
    assert apply(game, taken_back[0]).table == dealt.table


def test_only_undoing_a_fold_must_be_confirmed():
    """By every book, a call, a push or a deal is undone at once, and so is an undo with nothing to take back."""
    game = table(1, 4, 6, button=1, by=load_book("astate-2009"))
    assert not undo_asks(Game())
    for action in (StartHand(), Check(6), Call(1), Fold(4), Undo(confirmed=True), Undo()):
        game = ask(game, action).after

        assert undo_asks(game) == isinstance(action, Fold)


def test_only_the_floor_can_correct_the_hand_before_the_last():
    """
    Undoing as far as it goes ends where the last hand began, at the start of the one before the hand in play.
    """
    hand = (StartHand(), Fold(1), Push(), StartHand(), Fold(4), Push())
    game = after(*READY, *hand, StartHand(), Fold(1))
    while game.undo_stack:
        game = ask(game, Undo()).after

    assert game.table == after(*READY, *hand[:3]).table
    with pytest.raises(Refused, match="nothing-to-take-back"):
        decide(game, Undo())


def test_the_end_of_a_hand_with_nothing_to_push_can_be_undone_by_itself():
    """
    Everybody folds to a big blind, the small blind is dead: there is no pot, and yet the push is one thing to undo.
    """
    start = after(OPEN, *(TakeSeat(seat, f"p{seat}", f"P{seat}", 500) for seat in (1, 2, 3, 4)), LEVEL, PlaceButton(1))
    acts = (StartHand(), Fold(4), Fold(1), Fold(2), Push(), LeaveSeat(3), StartHand(), Fold(1), Fold(2))
    game = start
    for action in acts:
        game = ask(game, action).after

    back = ask(ask(game, Push()).after, Undo()).after

    assert game.table.hand is not None
    assert game.table.hand.pot == 0
    assert back.table == game.table


def test_a_decision_of_the_room_is_not_undone_by_the_dealer():
    """
    A level and a newcomer survive the dealer's undo.
    """
    game = after(*READY, StartHand(), Fold(1))
    level, newcomer = SetLevel(Blinds(2, 100, 200)), TakeSeat(7, "c", "Cem", 500)
    for action in (level, newcomer, Undo()):
        game = ask(game, action).after

    assert game.table.blinds == level.blinds
    assert game.table.seats[6] is not None
    assert decide(game, Fold(1))


def test_an_undo_into_a_past_where_a_newcomers_seat_was_taken_is_refused():
    """An undo never puts two players in one seat."""
    game = after(*READY, StartHand())
    for sentence in (
        "1 raises 1000",
        "4 calls",
        "4 shows 2c7d",
        "1 shows AhAs",
        "board KsQs9h",
        "board 8h",
        "board 3d",
    ):
        for action in read(sentence):
            game = ask(game, action).after
    game = ask(ask(game, Push()).after, TakeSeat(4, "c", "Cem", 500)).after

    with pytest.raises(Refused, match="chips-came-since"):
        decide(game, Undo())


@pytest.mark.parametrize("to", [0, 3, 99])
def test_a_record_that_undoes_an_event_that_never_happened_is_rejected(to):
    """Somebody changed it, or a program has a bug."""
    with refused_as(BadRecord, f"there is nothing to undo back to event {to}"):
        apply(after(*READY, StartHand()), TakenBack(to))


def test_purchased_chips_survive_the_dealers_undo():
    """A hand that was dealt without the chips is not undone, since its stacks would not add up."""
    game = ask(after(*READY), BUY).after
    assert game.table.issued == 1_800
    assert game.table.purchases == (1,)
    game = ask(ask(game, MarkAway(1)).after, BuyChips(4, "b", 100, 2)).after
    game = ask(game, Undo()).after
    assert (chips_at(game.table, 1), chips_at(game.table, 4), game.table.purchases) == (1_500, 400, (1, 2))

    for action in (StartHand(), Fold(1)):
        game = ask(game, action).after
    assert ask(game, Undo()).after.table.hand
    game = ask(ask(game, Push()).after, BuyChips(4, "b", 100, 3)).after

    with pytest.raises(Refused, match="chips-came-since"):
        decide(game, Undo())


def test_chips_issued_are_those_brought_less_those_taken_away():
    """The table knows how many chips it must hold."""
    game = after(*READY)
    left = ask(game, LeaveSeat(4)).after

    assert SeatTaken(4, "b", "Ben", 300) in ask(after(OPEN, A), B).events
    assert (game.table.issued, left.table.issued) == (1_300, 1_000)


def test_several_players_sit_down_in_one_action_and_undo_reaches_none_of_them():
    step = ask(after(OPEN), TakeSeats((A, B)))

    assert step.events == [SeatTaken(1, "a", "Ann", 1_000), SeatTaken(4, "b", "Ben", 300)]
    assert step.after.table == after(OPEN, A, B).table
    assert (step.after.table.issued, step.after.undo_stack) == (1_300, ())


def test_several_players_who_sit_down_after_a_hand_leave_it_as_undoable_as_one_does():
    played = after(*READY, StartHand(), Fold(1), Push())
    newcomers = TakeSeat(2, "c", "Cem", 500, 3), TakeSeat(7, "d", "Di", 800, 3)
    together = ask(played, TakeSeats(newcomers)).after
    one_by_one = ask(ask(played, newcomers[0]).after, newcomers[1]).after

    assert together.table == one_by_one.table
    assert [past.state for past in together.undo_stack] == [past.state for past in one_by_one.undo_stack]
    undone = ask(together, Undo()).after
    assert [seat and seat.name for seat in undone.table.seats[:7:3]] == ["Ann", "Ben", "Di"]


def test_no_more_players_sit_at_a_table_than_the_book_allows():
    """
    Washburn 3: eight. Seats 9 and 10 stay empty; by the standard it is the room's choice.
    """
    eight = after(OpenTable(1, "Flight 1", load_book("washburn"), 10), TakeSeat(8, "p8", "Hana", 10_000))

    for seat in (9, 10):
        with pytest.raises(Refused) as refused:
            decide(eight, TakeSeat(seat, f"p{seat}", "Ivo", 10_000))
        assert (refused.value.message.code, refused.value.clause) == ("seat-beyond-book", "Washburn 3")
    standard = after(OpenTable(1, "Main", TDA, 10), TakeSeat(10, "p10", "Jo", 10_000))
    assert standard.table.seats[9]
