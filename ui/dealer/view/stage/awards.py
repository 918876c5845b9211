"""The winners of each pot and the reason, one pot at a time, before anything is pushed. All functions are pure."""

from msgspec.structs import replace

from engine.cards import Card
from engine.hand.showdown import Award, odd_chips
from engine.public import PublicTable
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.values import AwardView, PotView, SheetView, WinnerView
from ui.dealer.view.pots import award_at, pot_name, shown, went_back, winning_five
from ui.dealer.view.strip import refusal
from ui.words import Words


def sheet(table: PublicTable, surroundings: Surroundings, words: Words) -> SheetView | None:
    """All pots in the order in which they are awarded; None until the hand is decided, and for a walk that wins
    nothing."""
    if not table.legal.push or not table.awards:
        return None
    alone = len(table.awards) == 1
    shown = tuple(_award(table, award, alone, words) for award in table.awards)
    if table.question:  # what the dealer's answer would push
        shown = tuple(replace(each, why=words.asking.named_winners) for each in shown)
    return SheetView(shown, award_at(table.awards, surroundings.pot), refusal(surroundings, words))


def still_to_push(table: PublicTable, surroundings: Surroundings, words: Words) -> PotView | None:
    """The chips in the pots from the one that is shown onward, if there are several."""
    if not table.legal.push or len(table.awards) < 2:
        return None
    rest = table.awards[award_at(table.awards, surroundings.pot) :]
    return PotView(words.still_to_push, shown(sum(award.chips for award in rest), table, surroundings, words))


def _award(table: PublicTable, award: Award, alone: bool, words: Words) -> AwardView:
    seats = " ".join(str(seat) for seat in sorted(award.eligible))
    contested = (words.seats_in if len(award.eligible) > 1 else words.only_in).format(seats=seats)
    odd = odd_chips(award)
    back = went_back(table)
    notes = (
        words.returned.format(chips=words.amount(back[1]), who=words.seat.format(seat=back[0])) if back else "",
        f"{words.say(odd)} ({words.cited(award.odd_clause)})" if odd else "",
    )
    return AwardView(
        name=words.pot if alone else pot_name(award.pot, table, words),
        chips=words.amount(award.chips),
        who="" if alone and len(award.eligible) == 1 else contested,
        split=words.split if len(award.seats) > 1 else "",
        winners=tuple(_winner(table, award, index, words) for index in range(len(award.seats))),
        why=words.say(award.why),
        notes=tuple(note for note in notes if note),
    )


def award_line(award: AwardView) -> str:
    """`SIDE POT 1: Seat 3 wins 950, Seat 4 wins 925, odd chip to seat 3`."""
    winners = ", ".join(winner.text for winner in award.winners)
    return ", ".join((f"{award.name}: {winners}", *award.notes))


def _winner(table: PublicTable, award: Award, index: int, words: Words) -> WinnerView:
    seat = award.seats[index]
    who = words.who(seat, table.seats[seat - 1].name)
    five: tuple[Card, ...] = winning_five(table, seat) if award.ranking else ()
    chips = words.amount(award.shares[index])
    return WinnerView(words.wins.format(who=who, chips=chips), words.who_wins.format(who=who), chips, five, seat,
                      award.shares[index])  # fmt: skip
