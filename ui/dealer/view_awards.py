"""Who wins which pot and why, in the engine's words, before anything is pushed. Pure."""

from engine.public import PublicTable
from engine.showdown import Award
from ui.dealer.around import Surroundings
from ui.dealer.shown import AwardView, SheetView
from ui.dealer.view_strip import refusal
from ui.dealer.view_table import pot_name
from ui.words import Words


def sheet(table: PublicTable, around: Surroundings, words: Words) -> SheetView | None:
    """Every pot in the order of its award; None until the hand is decided."""
    if not table.legal.push:
        return None
    alone = len(table.awards) == 1
    return SheetView(tuple(_award(table, award, alone, words) for award in table.awards), refusal(around))


def _award(table: PublicTable, award: Award, alone: bool, words: Words) -> AwardView:
    shared = len(award.seats) > 1
    line = words.split if shared else words.wins
    winners = tuple(
        line.format(who=words.who(seat, "" if shared else table.seats[seat - 1].name), chips=words.chips(share))
        for seat, share in zip(award.seats, award.shares, strict=True)
    )
    contested = words.seats_in.format(seats=" ".join(str(seat) for seat in sorted(award.eligible)))
    return AwardView(
        pot=words.pot if alone else pot_name(award.pot, words),
        chips=words.chips(award.chips),
        winners=winners,
        why=award.why,
        odd=award.odd,
        five=award.ranking.five if award.ranking else (),
        contested=contested if len(award.eligible) > 1 else "",
    )
