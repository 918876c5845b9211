"""Prizes during a tournament: together they are the pool, and the certain ones are the ones that are paid."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import ConfirmBust, HandForHand, MakeDeal
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.field.entries import left
from engine.tournament.formats import HEADS_UP, ShootOut
from engine.tournament.prizes.finishes import DealShare
from engine.tournament.prizes.payouts import PayoutRow, PayoutTable, load_payouts
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.prizes.deal_rules import DealBy, offer
from engine.tournament.rules.prizes.prize_list import Prize, PrizeList, prize_list
from tests.kit.sizes import size
from tests.kit.small_room import CREATE, SmallRoom

ROOMS = size("KIOSK_PRIZE_ROOMS", 24)
OWN = PayoutTable("own", (PayoutRow(1, (4_000, 2_000, 1_500, 1_000, 800, 700)),))
FORMS = (None, None, HEADS_UP, ShootOut(4, 2, places="by-round"), ShootOut(5))
WAYS: tuple[DealBy, ...] = ("icm", "chips", "even")


def evening(dice: Random) -> SmallRoom:
    """An evening with any terms, at a few tables."""
    form = dice.choice(FORMS)
    money = Prizes(dice.choice((0, 500)), dice.choice((0, 50_001)), dice.choice((1, 100, 700)))
    table = dice.choice((load_payouts("club"), load_payouts("curve"), OWN))
    terms = EventTerms(table, dice.choice((0, 1, 2_000, 3_333)), prizes=money)
    if form:
        terms = replace(terms, shoot_out=form)
    else:
        terms = replace(terms, late_levels=2, re_entries=1, rebuys=1, rebuy_cost=777)
    seats = form.seats if form else 6
    room = SmallRoom(dice.randrange(10**6))
    room.open(players := dice.randint(2, 14), -(-players // seats), seats, create=replace(CREATE, terms=terms))
    return room


def deal(room: SmallRoom, dice: Random) -> None:
    """Sometimes make a deal, if one is possible."""
    if len(left(room.tournament.entries)) > 5 or dice.random() < 0.8:
        return
    try:
        offered = offer(
            room.tournament, room.context, dice.choice(WAYS), dice.choice((0, 0, 50)), dice.choice((1, 100))
        )
    except Refused:
        return
    room.ask(MakeDeal(offered.shares, offered.for_winner))


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(ROOMS))
def test_prizes_add_up_to_the_pool_at_any_time_and_certain_prizes_are_paid(seed):
    dice = Random(seed)
    room, certain = evening(dice), dict[int, int]()
    for _ in room.play(mischief=0):
        deal(room, dice)
        now = prize_list(room.tournament, room.context)
        assert sum(one.amount for one in now.prizes) == sum(now.amounts) == now.pool
        assert all(now.won.get(entry, 0) >= amount for entry, amount in certain.items())
        certain = now.won

    paid = {one.entry: one.payout for one in room.paid if one.payout}
    assert prize_list(room.tournament, room.context).won == paid
    kept = room.tournament.deal.for_winner if room.tournament.deal else 0
    assert all(paid[entry] in {amount, amount + kept} for entry, amount in certain.items())
    assert sum(paid.values()) == prize_list(room.tournament, room.context).pool


def test_players_of_a_deal_do_not_tie_with_earlier_busts_of_the_same_round():
    """The shares are all that was left. A tie would pay some of it twice, or not at all."""
    terms = EventTerms(OWN, 10_000, shoot_out=ShootOut(6, 1, places="by-round"))
    room = SmallRoom(1)
    room.open(6, 1, 6, create=replace(CREATE, terms=terms))
    room.tables_follow()
    for entry in (6, 5, 4):
        room.lose(1, entry)
        assert room.ask(ConfirmBust(entry))
    shares = (DealShare(1, 30_000), DealShare(2, 10_000), DealShare(3, 4_000))
    assert room.ask(MakeDeal(shares, 1_000))

    for entry in (3, 2):
        room.lose(1, entry)
        assert room.ask(ConfirmBust(entry))
    assert room.end()

    paid = [(one.entry, one.finish, one.payout) for one in room.paid]
    assert paid == [(1, 1, 31_000), (2, 2, 10_000), (3, 3, 4_000), (4, 4, 5_000), (5, 4, 5_000), (6, 4, 5_000)]


@pytest.mark.parametrize(
    ("prizes", "amounts"),
    [
        ((Prize(500), Prize(100, 3, 7)), (500, 100)),
        ((Prize(300, 0, 1), Prize(200, 2, 2), Prize(50), Prize(100, 3, 7)), (350, 200, 100)),
        ((), ()),
    ],
)
def test_the_amount_left_to_play_for_is_in_the_first_prize(prizes, amounts):
    assert PrizeList(0, prizes, deal=True).amounts == amounts


def test_hand_for_hand_is_not_proposed_for_money_that_is_divided_or_not_there():
    for terms in (EventTerms(OWN, 0), EventTerms(load_payouts("club"), 2_000)):
        room = SmallRoom(3)
        room.open(3, 2, 3, create=replace(CREATE, terms=terms))
        room.tables_follow()
        if terms.buy_in:
            shares = offer(room.tournament, room.context, "even").shares
            assert room.ask(MakeDeal(shares))
        asked = [one.action for one in proposals(room.tournament, room.context)]
        assert HandForHand(on=True) not in asked
