"""Who wins which pot and why, before anything is pushed. Pure."""

from engine.cards import Card
from engine.hand.showdown import Award, odd_chips
from engine.public import PublicTable
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.values import AwardView, SheetView, WinnerView
from ui.dealer.view.strip import refusal
from ui.dealer.view.table import pot_name, winning_five
from ui.words import Words


def sheet(table: PublicTable, surroundings: Surroundings, words: Words) -> SheetView | None:
    """Every pot in the order of its award; None until the hand is decided, and for a walk that wins nothing: no small
    blind, no ante."""
    if not table.legal.push or not table.awards:
        return None
    alone = len(table.awards) == 1
    return SheetView(tuple(_award(table, award, alone, words) for award in table.awards), refusal(surroundings, words))


def _award(table: PublicTable, award: Award, alone: bool, words: Words) -> AwardView:
    seats = " ".join(str(seat) for seat in sorted(award.eligible))
    contested = (words.seats_in if len(award.eligible) > 1 else words.only_in).format(seats=seats)
    odd = odd_chips(award)
    name = words.pot if alone else pot_name(award.pot, words)
    title = (
        name,
        words.amount(award.chips),
        words.split if len(award.seats) > 1 else "",
        "" if alone and len(award.eligible) == 1 else contested,
    )
    return AwardView(
        name=name,
        title="   ".join(part for part in title if part),
        winners=tuple(_winner(table, award, index, words) for index in range(len(award.seats))),
        why=words.say(award.why),
        odd=f"{words.say(odd)} ({award.odd_clause})" if odd else "",
    )


def _winner(table: PublicTable, award: Award, index: int, words: Words) -> WinnerView:
    seat = award.seats[index]
    who = words.who(seat, table.seats[seat - 1].name)
    five: tuple[Card, ...] = winning_five(table, seat) if award.ranking else ()
    return WinnerView(words.wins.format(who=who, chips=words.amount(award.shares[index])), five)
