"""Simulated players for the demo: their next action, and the next card. Knows nothing about the screen."""

from collections.abc import Sequence
from random import Random

from engine import actions
from engine.cards import DECK, Card
from engine.game.game import Game
from engine.hand.rules import LegalActions
from engine.public import PublicTable, public
from engine.table.actions.chips import CloseRace, OpenRace
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.chip_race import next_seat
from ui.dealer.model.surroundings import LevelTime, Surroundings


def next_move(table: PublicTable, dice: Random) -> actions.Action | None:
    """The next action that a dealer would record. None if only one player is left or there is no level yet."""
    if not table.playing:
        return StartHand() if table.can_start else None
    if table.legal.push:
        return actions.HandOver()
    if table.legal.due:
        return actions.SeeCard(dice.choice(unseen_cards(table)), table.legal.due[0])
    return _act(table, dice) if table.legal.seat else None


def next_of_all(
    game: Game, surroundings: Surroundings, dice: Random, seen: PublicTable | None = None
) -> actions.Action | None:
    """Like `next_move`, but with the level clock and arriving players: during a break, chips are colored up and nothing
    is dealt. `seen` is the screen's view of the game, if the caller has it already."""
    table = seen or public(game)
    level = surroundings.level
    rests = level is None or not level.running or level.is_break or surroundings.leaves
    if table.playing:
        move = next_move(table, dice)
        return actions.HandOver(start=False) if isinstance(move, actions.HandOver) and rests else move
    if race := _race_step(game, table, level, dice):
        return race
    if newcomer := _seated(game, surroundings):
        return newcomer
    move = None if rests else next_move(table, dice)
    late = tuple(one.player for one in surroundings.coming)  # their seats are taken
    return StartHand(without=late) if isinstance(move, StartHand) and late else move


def _seated(game: Game, surroundings: Surroundings) -> TakeSeat | None:
    free = {number for number, seat in enumerate(game.table.seats, 1) if seat is None}
    for one in surroundings.coming:
        seat = one.seat or min(free, default=0)
        if seat in free:
            redrawn = 0 < one.came_from == game.table.number
            return TakeSeat(seat, one.player, one.name, one.chips, one.came_from, redrawn)
    return None


def _race_step(game: Game, seen: PublicTable, level: LevelTime | None, dice: Random) -> actions.Action | None:
    """The next step of a color-up that the break calls for. None if no step is due."""
    table = game.table
    if table.race:
        if not (seat := next_seat(table.race)):
            return CloseRace()
        dealt = {card for _, card in table.race.dealt}
        return actions.SeeCard(dice.choice([card for card in DECK if card not in dealt]), seat)
    if not any(table.seats):
        return None
    if seen.race_due:
        return OpenRace(*seen.race_due)
    if level is None or not level.is_break or table.book is None or seen.chip not in level.color_up:
        return None
    staying = [chip for chip in level.chips if chip > seen.chip and chip not in level.color_up]
    between = [chip for chip in level.chips if chip > seen.chip and chip % seen.chip == 0]
    return OpenRace(seen.chip, min(between)) if staying and between else None


def unseen_cards(table: PublicTable) -> Sequence[Card]:
    """The cards that are not face up yet."""
    seen = {*table.board, *(card for seat in table.seats for card in seat.cards)}
    return [card for card in DECK if card not in seen]


def _act(table: PublicTable, dice: Random) -> actions.Action:
    """A player's action: mostly folds and calls, as at a real table, sometimes a raise, and rarely an all-in."""
    legal = table.legal
    mood = dice.random()
    if legal.most and mood < 0.16:
        to = legal.most if dice.random() < 0.12 else _round_amount(table, dice)
        return actions.Bet(legal.seat, to) if legal.opens else actions.RaiseTo(legal.seat, to)
    if legal.check:
        return actions.Check(legal.seat)
    price_is_right = mood < 0.16 + 0.45 * _patience(table, legal)
    return actions.Call(legal.seat) if price_is_right else actions.Fold(legal.seat)


def _patience(table: PublicTable, legal: LegalActions) -> float:
    """How willing a player is to call: a number from 0 to 1, based on the pot odds."""
    return table.pot / (table.pot + 2 * legal.call)


def _round_amount(table: PublicTable, dice: Random) -> int:
    legal = table.legal
    chip = table.blinds.chip if table.blinds else 1
    wanted = legal.least + dice.randrange(0, max(1, table.pot))
    return min(legal.most, max(legal.least, wanted - wanted % (4 * chip)))
