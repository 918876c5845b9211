"""The pots are those of a second, independent settlement: in every line of small worlds, and in random hands by every
book.
"""

import ast
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine.actions import Action, CorrectBets, ForfeitChips, Push
from engine.books.rulebook import RuleBook
from engine.cards import DECK, parse_cards
from engine.events import Event, HandEnded, HandStarted, PotAwarded
from engine.game.game import Game
from engine.hand.ranking import strength
from engine.refused import Refused
from engine.table.state import is_playing
from tests.kit.randomplay import BOOKS, Habits, PlayStep, ask, next_action, opening
from tests.kit.sizes import size
from tests.proofs import settlement
from tests.proofs.settlement import PencilNotes, dealt_out, ledger_of, pots, settle, worth
from tests.proofs.smallworlds import Walk, rankings, worlds

pytestmark = pytest.mark.fuzz

WORLD = os.environ.get("KIOSK_WORLD", "3x4")
"""Players and the most chips that each may have."""
HANDS = size("KIOSK_FUZZ_HANDS", 2000, daily=1000)
"""Random hands, over all books together."""
SEED = int(os.environ.get("KIOSK_FUZZ_SEED", "1"))
TABLE = 25
"""Hands played at one random table."""

IN_SMALL_WORLDS = ("tda", "house", "tournament in limit", "tda in pot-limit")


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_SMALL_WORLDS)
def test_the_pots_equal_the_second_settlements_in_every_line_of_a_small_world(name):
    """Every fold, check, call and amount, with every ante and every way in which the hands compare.

    No chip is made or lost, no hand stops advancing, and odd chips go one each or all to the first as the book says.
    """
    players, most = (int(number) for number in WORLD.split("x"))
    walk = Walk(BOOKS[name], (BOOKS["tda"], BOOKS["tournament"]))
    for stacks, form in worlds(players, most):
        walk.world(stacks, form)

    print(f"\n{name}, {WORLD}: {walk.found}")
    assert walk.found.ends > 0
    assert walk.found.settled > 0


def test_rankings_has_every_way_in_which_hands_can_compare():
    """The ordered Bell numbers."""
    assert [len(list(rankings(count))) for count in (1, 2, 3, 4)] == [1, 3, 13, 75]


def rare(game: Game, dice: Random) -> Action:
    """Chips that the floor has forfeited, or added to a bet found too small."""
    hand = game.table.hand
    assert hand is not None
    seat, chips = dice.choice(hand.deal.seats), dice.randint(1, 200)
    return dice.choice((ForfeitChips(seat, chips, "splashed"), CorrectBets((seat,), (chips,), "too small")))


def steps(dice: Random, book: RuleBook) -> Iterator[PlayStep]:
    """An endless random table, with hands killed and chips corrected now and then."""
    game = Game()
    for action in opening(dice, dice.randint(2, 10), book):
        game = ask(game, action).after
    while True:
        with suppress(Refused):
            wants = is_playing(game.table) and dice.random() < 0.02
            step = ask(game, rare(game, dice) if wants else next_action(game, dice, Habits(kill=0.01, move=0.2)))
            yield step
            game = step.after


def finished(dice: Random, book: RuleBook) -> Iterator[list[Event]]:
    """The events of one random hand after another."""
    events: list[Event] = []
    for step in steps(dice, book):
        events = step.events if isinstance(step.events[0], HandStarted) else [*events, *step.events]
        if isinstance(step.action, Push):
            yield events


def pushed(events: list[Event]) -> list[dict[int, int]]:
    """Each winner's share of each pot, the main pot first."""
    awards = {e.pot: dict(zip(e.seats, e.shares, strict=True)) for e in events if isinstance(e, PotAwarded)}
    return [awards[pot] for pot in sorted(awards)]


def stacks_by(ledger: PencilNotes, deal: HandStarted, shares: list[dict[int, int]]) -> dict[int, int]:
    """Everybody's chips at the end, from their start, bets and winnings; surrendered chips are separate."""
    return {
        seat: chips - ledger.antes[seat] - ledger.bets[seat] + sum(pot.get(seat, 0) for pot in shares)
        for seat, chips in zip(deal.seats, deal.stacks, strict=True)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_the_pots_equal_the_second_settlements_in_random_hands(name):
    """Each pot separately, with its winners and their shares, and everybody's final stacks."""
    book = BOOKS[name]
    dice = Random(f"{SEED} {name}")
    tables = -(-HANDS // len(BOOKS) // TABLE)
    for _ in range(tables):
        for events in islice(finished(dice, book), TABLE):
            deal, ended = events[0], next(event for event in events if isinstance(event, HandEnded))
            assert isinstance(deal, HandStarted)
            ledger = ledger_of(events)
            shares = settle(ledger, deal.antes_matched, deal.terms.chip, book.odd_chips.value == "one-each")
            assert pushed(events) == shares
            if not ledger.surrendered:
                assert dict(zip(ended.seats, ended.stacks, strict=True)) == stacks_by(ledger, deal, shares)
            assert sum(ended.stacks) == sum(deal.stacks)


def test_the_second_settlement_shares_no_code_with_the_first():
    """It imports the types of cards and events, and nothing that knows pots, turns or rankings."""
    source = ast.parse(Path(settlement.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(source) if isinstance(node, ast.Import | ast.ImportFrom)]
    ours = {node.module for node in imports if isinstance(node, ast.ImportFrom)}

    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    assert {module for module in ours if module and module.startswith(("engine", "tests"))} == {
        "engine.cards",
        "engine.events",
    }


def test_the_second_settlement_gives_the_results_worked_out_by_hand():
    """2000, 2000 and 1000; 101 by two; 200 by three in chips of 25, one each and all to the first."""
    ledger = PencilNotes((1, 2, 3), dict.fromkeys((1, 2, 3), 0), {1: 2000, 2: 2000, 3: 1000}, {})

    assert pots(ledger, antes_matched=False) == [([1, 2, 3], 3000), ([1, 2], 2000)]
    assert dealt_out(101, [1, 2], 1, one_each=True) == {1: 51, 2: 50}
    assert dealt_out(200, [1, 2, 3], 25, one_each=True) == {1: 75, 2: 75, 3: 50}
    assert dealt_out(200, [1, 2, 3], 25, one_each=False) == {1: 100, 2: 50, 3: 50}


def test_the_second_ranking_agrees_with_the_first_on_random_hands():
    """Two hands of seven cards compare alike. The first ranking is checked against eval7 elsewhere."""
    dice = Random(SEED)
    for _ in range(500):
        one, other = (tuple(dice.sample(DECK, 7)) for _ in range(2))
        ours, theirs = strength(one), strength(other)
        assert (worth(frozenset(one)) > worth(frozenset(other))) == (ours > theirs)
    wheel, six_high = parse_cards("As2d3h4c5s9hKd"), parse_cards("2d3h4c5s6cKd9h")
    assert worth(frozenset(wheel)) < worth(frozenset(six_high))
