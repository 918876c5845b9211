"""How entries go out, and how the tournament ends."""

from collections import Counter
from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.actions import ConfirmBust
from engine.tournament.context import Context
from engine.tournament.custody.ledger import carried, ledger
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import EntriesOut, HeadCredited, TournamentEnded, WentOut
from engine.tournament.field.entries import BustAt, Entry, SeatAt, left
from engine.tournament.prizes.bounties import bounties
from engine.tournament.prizes.money import EntryWinnings
from engine.tournament.rules.barrier import HAND_FOR_HAND, to_confirm, unconfirmed, waited_for
from engine.tournament.rules.entry_rules import entry_in, takes_entries
from engine.tournament.rules.prize_list import winnings
from engine.tournament.rules.prize_pool import carried_heads
from engine.tournament.rules.rebuy_rules import unpaid, waiting_for
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, lost_all, stacks_held


def confirm_bust(tournament: Tournament, action: ConfirmBust, context: Context) -> EntriesOut | HeadCredited:
    """Confirm that an entry is out, or correct who took its last chips. Raises `Refused` for an entry that has chips,
    and if nobody in the field can have taken its chips. It also raises it while an earlier bust is unconfirmed and,
    during hand for hand, while a table may still add a bust to the same hand. An entry that never arrived goes out once
    its chips are accepted as lost."""
    by = takers(tournament, action.entry, action.by)
    if by and (gone := tournament.entries.get(action.entry)) and gone.bust:
        return HeadCredited(action.entry, by)
    entry = entry_in(tournament, action.entry)
    if lost_all(context.tables, entry.number) and (bought := waiting_for(entry, context.tables)):
        raise Refused("bust-has-bought", name=entry.name, chips=sum(one.chips for one in bought))
    first, *later = unconfirmed(tournament, context.tables) or [()]
    if entry.number not in [bust.entry for _, bust in first]:
        never_came = carried(tournament.entries, context.tables).get(entry.number) == 0
        if never_came and not first:
            return EntriesOut((_lost_on_the_way(entry, by, context),), _joins(tournament, context))
        if not never_came and not any(entry.number == bust.entry for group in later for _, bust in group):
            raise Refused("entry-not-bust", name=entry.name)
        earlier = tournament.entries[first[0][1].entry]
        raise Refused("earlier-bust-first", name=earlier.name)
    if first not in to_confirm(tournament, context.tables):
        tables = waited_for(tournament, context.tables)
        raise Refused("tables-waited-for", HAND_FOR_HAND, tables=tuple(tables), count=len(tables))
    out = (
        WentOut(
            bust.entry,
            BustAt(
                number,
                bust.hand,
                bust.mark,
                by if by and bust.entry == entry.number else bust.by,
                _seat_at(tournament.entries[bust.entry], number),
            ),
        )
        for number, bust in first
    )
    return EntriesOut(tuple(sorted(out, key=lambda one: one.entry)), _joins(tournament, context))


def _lost_on_the_way(entry: Entry, by: tuple[int, ...], context: Context) -> WentOut:
    """Whether all the chips that the entry left a table with were accepted as lost, so that it never arrived."""
    left_from = entry.moved_from or entry.seat or SeatAt(0, 0)
    table = context.tables.get(left_from.sitting, TableFacts(left_from.sitting))
    return WentOut(entry.number, BustAt(table.sitting, table.hands, table.mark, by), unpaid(entry, context.tables))


def _seat_at(entry: Entry, sitting: int) -> int:
    """The entry's seat at a sitting; 0 if it was booked elsewhere."""
    return entry.seat.seat if entry.seat and entry.seat.sitting == sitting else 0


def takers(tournament: Tournament, entry: int, by: Sequence[int]) -> tuple[int, ...]:
    """The entries that took an entry's last chips, each once, in order. Raises `Refused` for an entry outside the
    field, and for the entry itself."""
    for one in by:
        taker = tournament.entries.get(one)
        if taker is None or not taker.counts:
            raise Refused("no-such-entry", entry=one)
        if one == entry:
            raise Refused("knocked-out-by-itself", name=taker.name)
    return tuple(sorted(set(by)))


def _joins(tournament: Tournament, context: Context) -> bool:
    """Whether an entry that goes out ties with the last one that went out. In a shootout by rounds, it does if both go
    out in the same round. A deal has divided the remaining places, so the players in it do not tie with those who went
    out earlier."""
    rounds, last = context.terms.shoot_out, tournament.finishes[-1:]
    if rounds is None or rounds.places != "by-round" or not last or tournament.deal:
        return False
    first = tournament.redraws[-1].first if tournament.redraws else 1
    bust = tournament.entries[last[0][0]].bust
    return bust is not None and bust.sitting >= first


def end(tournament: Tournament, context: Context) -> TournamentEnded:
    """End the tournament and pay the prizes. Raises `Refused` unless exactly one entry is left or a deal leaves nothing
    to play for. Entries must be closed, and every chip must be accounted for."""
    if tournament.ended:
        raise Refused("tournament-ended")
    if context.terms.flight:
        raise Refused("flight-goes-on", name=tournament.name)
    still_in = left(tournament.entries)
    divided = tournament.deal is not None and not tournament.deal.for_winner
    if len(still_in) != 1 and not divided:
        raise Refused("not-one-left", entries=len(still_in))
    if takes_entries(tournament, context):
        raise Refused("entries-still-open", levels=context.terms.late_levels)
    if unconfirmed(tournament, context.tables):
        raise Refused("bust-to-confirm")
    if missing := ledger(tournament.entries, context.tables).missing:
        raise Refused("ledger-differs", chips=missing)
    held = stacks_held(context.tables)
    order = sorted((entry.number for entry in still_in), key=lambda entry: (-held.get(entry, 0), entry))
    return TournamentEnded(order[0], tuple(payouts(tournament, context.terms, order)))


def payouts(tournament: Tournament, terms: EventTerms, order: Sequence[int]) -> list[EntryWinnings]:
    """The prize for each place, by place, with bounties. `order` lists the remaining entries, the winner first."""
    heads = Counter(bounties(tournament.entries, terms.prizes.bounty, order[0]))
    heads[order[0]] += carried_heads(tournament)
    return [
        EntryWinnings(one.entry, one.place, one.amount, heads[one.entry]) for one in winnings(tournament, terms, order)
    ]
