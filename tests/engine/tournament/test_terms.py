"""Terms that are changed during a tournament, as far as play has not used them."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    AddOn,
    ChangeTerms,
    ConfirmBust,
    MakeDeal,
    Rebuy,
    TournamentAction,
    UndoAct,
)
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.prizes.finishes import DealShare
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.rules.prizes.prize_pool import places_paid
from engine.tournament.tournament import decide
from tests.kit.small_room import CREATE, SmallRoom

MONEY = Prizes(bounty=500, add_on_chips=5_000, add_on_cost=1_500)
EVENT = replace(
    CREATE, terms=EventTerms(load_payouts("club"), 2_000, 300, late_levels=3, rebuys=1, rebuy_cost=1_000, prizes=MONEY)
)


def refusal(room: SmallRoom, action: TournamentAction) -> str:
    with pytest.raises(Refused) as caught:
        decide(room.tournament, action, room.now_ms, room.facts)
    return caught.value.code


def terms(room: SmallRoom) -> EventTerms:
    assert room.tournament.terms
    return room.tournament.terms


@pytest.fixture
def room():
    """Five players, seated and playing."""
    room = SmallRoom(1)
    room.open(5, 1, 9, create=EVENT)
    room.tables_follow()
    return room


def lose(room: SmallRoom, entry: int) -> None:
    room.lose(1, entry)
    assert room.ask(ConfirmBust(entry))


def close_entries(room: SmallRoom) -> None:
    for _ in range(4):
        room.next_level()


def test_before_the_first_entry_every_term_may_be_changed_and_undone():
    room = SmallRoom(1)
    room.create = EVENT
    assert room.ask(EVENT)
    change = ChangeTerms(
        load_payouts("curve"), 1_000, 100, "EUR", 2, 1, 2, 4_000, 500, bounty=700, guarantee=90_000, round_to=50,
        add_on_chips=0, add_on_cost=10, add_on_after=1,
    )  # fmt: skip

    assert room.ask(change)

    now = terms(room)
    assert (now.payouts.name, now.buy_in, now.fee, now.currency) == ("Fifteen of a hundred", 1_000, 100, "EUR")
    assert (now.late_levels, now.re_entries) == (2, 1)
    assert (now.rebuys, now.rebuy_chips, now.rebuy_cost) == (2, 4_000, 500)
    assert now.prizes == Prizes(700, 90_000, 50, 0, 10, 1)
    assert refusal(room, change) == "terms-unchanged"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert terms(room) == EVENT.terms


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (ChangeTerms(currency="eur"), "currency-in-capitals"),
        (ChangeTerms(fee=-1), "out-of-range"),
        (ChangeTerms(round_to=0), "out-of-range"),
        (ChangeTerms(add_on_after=3, late_levels=2), "add-on-too-late"),
        (ChangeTerms(late_levels=3), "terms-unchanged"),
    ],
)
def test_impossible_terms_are_refused(change, code):
    room = SmallRoom(1)
    room.ask(EVENT)

    assert refusal(room, change) == code


def test_terms_of_money_that_was_paid_won_or_spent_cannot_change(room):
    for paid in (ChangeTerms(buy_in=1), ChangeTerms(fee=1), ChangeTerms(currency="EUR")):
        assert refusal(room, paid) == "terms-paid"
    assert room.ask(ChangeTerms(bounty=600))
    assert room.ask(ChangeTerms(rebuy_cost=900))
    assert room.ask(ChangeTerms(add_on_cost=1_400))

    room.tables[1].held[1] = replace(room.tables[1].held[1], chips=1_000)
    assert room.ask(Rebuy(1))
    assert refusal(room, ChangeTerms(rebuy_cost=800)) == "terms-rebought"
    assert room.ask(ChangeTerms(rebuys=2))
    assert room.ask(AddOn(2))
    assert refusal(room, ChangeTerms(add_on_chips=4_000)) == "terms-added-on"
    lose(room, 3)
    assert refusal(room, ChangeTerms(bounty=500)) == "terms-heads-won"


def test_a_change_that_play_has_used_cannot_be_undone(room):
    assert room.ask(ChangeTerms(bounty=600))
    changed = len(room.tournament.acts)
    lose(room, 3)

    assert refusal(room, UndoAct(changed)) == "terms-heads-won"


def test_late_registration_can_be_made_longer_or_shorter_until_it_is_over(room):
    assert room.ask(ChangeTerms(late_levels=0))
    assert refusal(room, AddEntry("late", "Late")) == "no-late-registration"
    assert refusal(room, ChangeTerms(late_levels=5)) == "terms-entries-closed"
    assert room.ask(UndoAct(len(room.tournament.acts)))
    assert room.ask(ChangeTerms(late_levels=5))
    close_entries(room)
    assert room.ask(AddEntry("late", "Late"))
    close_entries(room)

    assert refusal(room, ChangeTerms(re_entries=1)) == "terms-entries-closed"
    assert room.ask(ChangeTerms(guarantee=90_000))


def test_prizes_can_change_until_a_finish_would_be_paid_differently(room):
    close_entries(room)
    lose(room, 1)
    assert room.ask(ChangeTerms(guarantee=90_000, payouts=load_payouts("curve")))
    assert room.ask(ChangeTerms(payouts=load_payouts("club")))
    assert len(places_paid(room.tournament, terms(room))) == 2
    for entry in (2, 3, 4):
        lose(room, entry)

    assert refusal(room, ChangeTerms(guarantee=100_000)) == "terms-places-taken"
    assert refusal(room, UndoAct(len(room.tournament.acts) - 3)) == "terms-places-taken"


def test_after_a_deal_the_prizes_cannot_change(room):
    close_entries(room)
    for entry in (1, 2, 3):
        lose(room, entry)
    first, second = places_paid(room.tournament, terms(room))
    assert room.ask(MakeDeal((DealShare(4, first), DealShare(5, second))))

    assert refusal(room, ChangeTerms(guarantee=100_000)) == "terms-places-taken"
