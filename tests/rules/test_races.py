"""The color-up (TDA 2024 rule 24): the chips that leave play, the winners of the odd chips, and no chip
lost silently.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.actions import Action, SeeCard, Undo
from engine.books.rulebook import RuleBook
from engine.cards import DECK, Card, parse_cards
from engine.events import Blinds, ChangeSeat, SetStacks, VoidHand
from engine.game.game import Game, apply, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.chips import ChipsRaced, CloseRace, CountStacks, NameRaceWinners, OpenRace, RaceOpened
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify, Warn
from engine.table.actions.people import BuyChips, LeaveSeat, PlanLeave, TakeSeat, TakeSeats
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.chip_race import Race, next_seat, winners
from tests.kit.randomplay import ask
from tests.kit.tables import HOUSE, TDA, after

LOW, HIGH = Blinds(4, 75, 150, chip=25), Blinds(5, 100, 200, chip=100)
ROUNDED = replace(TDA, chip_race=replace(TDA.chip_race, value="round-up"))


def seated(*stacks: int, by: RuleBook = TDA, blinds: Blinds = LOW) -> Game:
    """A table with these stacks from seat 1."""
    sits = (TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat, chips in enumerate(stacks, 1) if chips)
    return after(OpenTable(1, "Open", by, 9), *sits, SetLevel(blinds), PlaceButton(1))


def cards(text: str) -> list[Action]:
    return [SeeCard(card) for card in parse_cards(text.replace(" ", ""))]


def race_at(game: Game) -> Race:
    """The open race at the table."""
    assert game.table.race is not None
    return game.table.race


def stacks(game: Game) -> tuple[int, ...]:
    return tuple(seat.chips for seat in public(game).seats if seat.player)


def test_the_highest_cards_win_one_chip_each_and_the_others_win_none():
    """
    Seats 1, 2 and 3 have three, one and two chips of 25 left over, 150 in all: two chips of 100, by half and more.
    """
    game = after(OpenRace(25, 100), game=seated(4_075, 3_025, 2_050, 5_000))

    game = after(*cards("2c3cAh Kd 4s5s"), CloseRace(), game=game)

    assert stacks(game) == (4_100, 3_100, 2_000, 5_000)
    assert (public(game).issued, public(game).adjusted, public(game).raced) == (14_200, 50, 50)


def test_cards_go_to_seat_1_first_and_all_cards_of_a_seat_together():
    game = after(OpenRace(25, 100), game=seated(4_075, 3_000, 2_050, 5_025))
    to = []
    for card in DECK[:6]:
        to.append(next_seat(race_at(game)))
        game = after(SeeCard(card), game=game)

    assert to == [1, 1, 1, 3, 3, 4]
    assert next_seat(race_at(game)) == 0


def test_of_equal_ranks_spades_win():
    game = after(OpenRace(25, 100), *cards("KhKs"), game=seated(4_025, 3_025))

    assert winners(race_at(game)) == (2,)


def test_nobody_wins_more_than_one_chip():
    game = after(OpenRace(25, 100), *cards("AsAhAd 2c 3c4c"), game=seated(4_075, 3_025, 2_050))

    assert winners(race_at(game)) == (1, 3)


def test_a_player_is_never_raced_out_but_keeps_one_of_the_smallest_chips():
    game = after(OpenRace(25, 100), *cards("2c AsAhAd"), CloseRace(), game=seated(25, 3_075, 5_000))

    assert stacks(game) == (100, 3_100, 5_000)
    assert public(game).adjusted == 100


def test_odd_chips_worth_less_than_half_a_chip_leave_play_without_a_race():
    game = after(OpenRace(25, 100), game=seated(4_025, 3_000))
    assert next_seat(race_at(game)) == 0

    game = after(CloseRace(), game=game)

    assert stacks(game) == (4_000, 3_000)
    assert public(game).adjusted == -25


def test_if_the_house_rounds_up_every_odd_stack_gets_a_chip_and_no_card_is_dealt():
    game = after(OpenRace(25, 100), CloseRace(), game=seated(4_025, 3_075, 2_000, by=ROUNDED))

    assert stacks(game) == (4_100, 3_100, 2_000)


def test_without_odd_chips_the_chips_are_only_exchanged():
    game = seated(4_000, 3_000)

    done = after(OpenRace(25, 100), CloseRace(), game=game)

    assert (stacks(done), public(done).adjusted, public(done).chip) == ((4_000, 3_000), 0, 100)


def test_a_level_without_the_smallest_chip_asks_for_the_color_up_until_it_is_done():
    game = seated(4_025, 3_025)
    assert public(game).race_due is None

    game = after(SetLevel(HIGH), game=voided(game))
    assert public(game).race_due == (25, 100)

    game = after(OpenRace(25, 100), *cards("KhKs"), CloseRace(), game=game)
    assert public(game).race_due is None


def voided(game: Game) -> Game:
    """The game after a hand that was voided, so that stacks are as they were."""
    return after(StartHand(), Overrule("floor", "test of the level", VoidHand()), game=game)


def test_a_stack_that_the_chips_in_play_cannot_make_calls_for_a_race():
    game = after(OpenRace(25, 100), CloseRace(), game=seated(4_000, 3_000))

    game = after(TakeSeat(5, "late", "Lee", 1_050), game=game)

    assert public(game).race_due == (50, 100)


def test_no_hand_is_dealt_while_a_race_is_open_and_undo_takes_it_back():
    game = after(OpenRace(25, 100), game=seated(4_025, 3_025))
    with pytest.raises(Refused, match="race-open"):
        decide(game, StartHand())

    game = after(*cards("Kh"), Undo(), Undo(), game=game)

    assert game.table.race is None
    assert public(game).can_start


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (OpenRace(100, 25), "race-to-smaller"),
        (OpenRace(5, 20), "race-below-chip"),
        (OpenRace(25, 100, 12, ((25, 12),)), "race-brings-odd"),
        (OpenRace(25, 100, 12, ((100, 0),)), "race-brings-odd"),
        (OpenRace(25, 100, -1), "race-brings-odd"),
        (CloseRace(), "no-race"),
        (NameRaceWinners((1,)), "no-race"),
    ],
)
def test_an_invalid_color_up_is_refused(action, why):
    with pytest.raises(Refused, match=why):
        decide(seated(4_025, 3_025), action)


@pytest.mark.parametrize(
    "action",
    [
        TakeSeat(5, "late", "Lee", 1_075),
        TakeSeats((TakeSeat(5, "late", "Lee", 1_075),)),
        BuyChips(1, "p1", 1_000, purchase=1),
        LeaveSeat(1),
        Disqualify(1, "Flo", "cheating"),
        Overrule("Flo", "miscounted", SetStacks((1,), (4_000,), -25)),
        Overrule("Flo", "too near", ChangeSeat(1, 5)),
        CountStacks((1, 2), (4_050, 3_000)),
    ],
    ids=lambda action: type(getattr(action, "order", action)).__name__,
)
def test_no_stack_and_no_seat_changes_while_a_race_is_open(action):
    """A player who came from another table lost chips: he was dealt no cards, and his odd chips were taken."""
    game = after(OpenRace(25, 100), game=seated(4_025, 3_025))

    with pytest.raises(Refused, match="race-open"):
        decide(game, action)


def test_a_player_may_plan_to_leave_and_be_warned_while_a_race_is_open():
    game = after(
        OpenRace(25, 100), PlanLeave(1, 2), Warn(2, "slow"), *cards("KhKs"), CloseRace(), game=seated(4_025, 3_025)
    )

    assert sum(seat.chips for seat in game.table.seats if seat) == 7_100


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (CloseRace(), "race-card-to-come"),
        (SeeCard(Card("As"), 1), "race-next-seat"),
        (SeeCard(Card("Kh")), "card-twice"),
        (OpenRace(25, 100), "race-open-already"),
        (NameRaceWinners((1, 2)), "race-winners"),
        (NameRaceWinners(()), "race-winners"),
        (NameRaceWinners((3,)), "race-winners"),
    ],
)
def test_an_action_that_a_race_does_not_allow_is_refused(action, why):
    game = after(OpenRace(25, 100), *cards("Kh"), game=seated(4_025, 3_025))

    with pytest.raises(Refused, match=why):
        decide(game, action)


def test_winners_named_by_the_dealer_get_the_same_chips_as_by_their_cards_and_undo_takes_the_names_back():
    opened = after(OpenRace(25, 100), *cards("2c"), game=seated(4_075, 3_025, 2_050, 5_000))

    named = after(NameRaceWinners((2, 1)), game=opened)
    closed = after(CloseRace(), game=named)

    assert stacks(closed) == (4_100, 3_100, 2_000, 5_000)
    with pytest.raises(Refused, match="race-dealt"):
        decide(named, NameRaceWinners((1, 3)))
    assert race_at(after(Undo(), game=named)) == race_at(opened)


def test_a_race_is_refused_during_a_hand_and_when_none_is_due():
    with pytest.raises(Refused, match="hand-in-play"):
        decide(after(StartHand(), game=seated(4_025, 3_025)), OpenRace(25, 100))
    done = after(OpenRace(25, 100), CloseRace(), game=seated(4_000, 3_000))
    with pytest.raises(Refused, match="race-nothing-odd"):
        decide(done, OpenRace(25, 100))


def test_the_house_book_takes_the_color_up_from_the_standards_clause():
    assert (HOUSE.chip_race.value, HOUSE.chip_race.clause) == ("cards", "TDA 2024 rule 24")


def test_a_race_that_needs_more_cards_than_a_deck_has_is_refused():
    game = seated(*[4_300] * 9)

    with pytest.raises(Refused, match="race-too-many-cards"):
        decide(game, OpenRace(25, 500))


@given(st.lists(st.integers(1, 400), min_size=2, max_size=9), st.sampled_from([TDA, ROUNDED]), st.permutations(DECK))
def test_a_race_conserves_chips_except_the_named_difference_and_leaves_no_small_chip(quarters, book, deck):
    game, step = seated(*(quarter * 25 for quarter in quarters), by=book), None
    opened = ask(game, OpenRace(25, 100)).events[0]
    game = apply(game, opened)
    for card in deck:
        if next_seat(race_at(game)):
            game = after(SeeCard(card), game=game)
    step = ask(game, CloseRace())
    raced, now = step.events[0], public(step.after)

    assert isinstance(opened, RaceOpened)
    assert isinstance(raced, ChipsRaced)
    assert sum(stacks(step.after)) == now.issued == sum(quarters) * 25 + raced.difference
    assert now.adjusted == now.raced == raced.difference
    assert all(chips % 100 == 0 and chips > 0 for chips in stacks(step.after))
    assert all(abs(one - other) < 100 for one, other in zip(raced.before, raced.after, strict=True))
    assert len(raced.winners) == opened.prizes
    if book is TDA:
        assert -50 < raced.difference <= 50 + sum(100 for quarter in quarters if quarter < 4)
