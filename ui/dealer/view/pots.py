"""The chips in each pot, which pot is to be pushed next, and the cards that win it. All functions are pure."""

from engine.cards import Card
from engine.events import UncalledReturned
from engine.hand.ranking import best
from engine.hand.showdown import Award
from engine.public import PublicPot, PublicTable
from ui.dealer.model.surroundings import Surroundings, in_blinds
from ui.dealer.model.taps import SwitchUnits
from ui.dealer.model.values import ButtonView, PotView
from ui.words import Words


def shown(chips: int, table: PublicTable, surroundings: Surroundings, words: Words) -> str:
    """An amount as shown: `7,500`, or `37.5 BB` if the dealer prefers that and the table has blinds."""
    if in_blinds(surroundings) and table.blinds:
        return words.big_blinds(chips, table.blinds.big)
    return words.amount(chips)


def pot_touch(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The pot, if it is visible: a touch on it switches between chips and big blinds."""
    if table.legal.push or not table.playing or table.question:
        return None
    amount = shown(table.pot, table, surroundings, words)
    return ButtonView("pot", words.pot, SwitchUnits(), said=f"{words.pot} {amount}, {unit(surroundings, words)}")


def unit(surroundings: Surroundings, words: Words) -> str:
    """The unit that a touch on the switch changes to."""
    return words.profile.chips_instead if in_blinds(surroundings) else words.profile.blinds_instead


def pots(table: PublicTable, surroundings: Surroundings, words: Words) -> tuple[PotView, ...]:
    """All chips in the middle and in front of the players or, once there are side pots, each pot with the players who
    can win it. Empty between hands, and once the awards sheet shows the pots."""
    if table.legal.push or not table.playing:
        return ()
    if len(table.pots) > 1:
        seats = tuple(sorted({seat for pot in table.pots for seat in pot.eligible}))
        return tuple(_pot(pot, table, seats, shown(pot.chips, table, surroundings, words), words) for pot in table.pots)
    live = sum(seat.live for seat in table.seats)
    return (PotView(words.pot, shown(table.pot, table, surroundings, words), words.counted(words.players_in, live)),)


def total(table: PublicTable, surroundings: Surroundings, words: Words) -> PotView | None:
    if table.legal.push or not table.playing or len(table.pots) < 2:
        return None
    return PotView(words.total, shown(table.pot, table, surroundings, words))


def pot_name(number: int, table: PublicTable, words: Words) -> str:
    return words.pot_name(number, _last_pot(table))


def _last_pot(table: PublicTable) -> int:
    return max([pot.number for pot in table.pots] + [award.pot for award in table.awards], default=0)


def winning_five(table: PublicTable, seat: int) -> tuple[Card, ...]:
    """The five cards that a winner plays; an award lists only those of its first winner."""
    return best((*table.seats[seat - 1].cards, *table.board)).five


def award_at(awards: tuple[Award, ...], pot: int) -> int:
    return min(pot, max(0, len(awards) - 1))


def playing_cards(table: PublicTable, pot: int) -> frozenset[Card]:
    """The cards that are among the winning five for the pot that is shown, once they are known."""
    shown = table.awards[award_at(table.awards, pot) :][:1]
    winners = {seat for award in shown if award.ranking for seat in award.seats}
    return frozenset(card for seat in winners for card in winning_five(table, seat))


def went_back(table: PublicTable) -> tuple[int, int] | None:
    """The seat, and the uncalled part of its last bet, which was returned when the betting closed."""
    for line in table.lines[-2:]:  # the street closes after it
        if isinstance(line.event, UncalledReturned):
            return line.event.seat, line.event.chips
    return None


def _pot(pot: PublicPot, table: PublicTable, seats: tuple[int, ...], chips: str, words: Words) -> PotView:
    side = words.only_side_short if _last_pot(table) < 2 else words.side_short.format(pot=pot.number)
    name = side if pot.number else words.main_short
    who = " ".join(str(seat) for seat in sorted(pot.eligible))
    return PotView(name, chips, who, tuple((seat, seat in pot.eligible) for seat in seats))
