"""Confirm busts, make deals between the remaining players, and end the tournament."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.money import Money
from engine.refused import Refused
from engine.tournament.changes import everybody
from engine.tournament.custody.ledger import carried, ledger
from engine.tournament.field.entries import BustAt, Entry, SeatAt, left
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.prizes.finishes import DealShare, PrizeDeal, TournamentResult
from engine.tournament.rules.barrier import HAND_FOR_HAND, still_waited_for, to_confirm, unconfirmed, waited_for
from engine.tournament.rules.field.entry_rules import entry_in, takes_entries
from engine.tournament.rules.field.rebuy_rules import waiting_for
from engine.tournament.rules.prizes.deal_rules import prizes_left
from engine.tournament.rules.prizes.prize_list import payouts, takers
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import facts_of, lost_all, stacks_held


class WentOut(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that is out, and how it went out. The purchases `refunded` were never handed out."""

    entry: int
    bust: BustAt
    refunded: tuple[int, ...] = ()


class ConfirmBust(TournamentActionBase, frozen=True, tag="confirm-bust"):
    """The entry is out, together with those that went out at the same moment. Earlier busts must be confirmed first.
    Its last chips went to the entries in `by`, whatever its table says; if `by` is empty, they went to those that its
    table names. For an entry that is already out, this corrects who took its chips."""

    right = "floor"
    entry: int
    by: tuple[int, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that has chips, while an earlier bust is unconfirmed, and, during hand for
        hand, while a table may still add a bust to the same hand. An entry that never arrived goes out once its chips
        are accepted as lost."""
        by = takers(tournament, self.entry, self.by)
        if by and (gone := tournament.entries.get(self.entry)) and gone.bust:
            return [HeadCredited(self.entry, by)]
        entry = entry_in(tournament, self.entry)
        if lost_all(context.tables, entry.number) and (bought := waiting_for(entry, context.tables)):
            raise Refused("bust-has-bought", name=entry.name, chips=sum(one.chips for one in bought))
        first, *later = unconfirmed(tournament, context.tables) or [()]
        if entry.number not in [bust.entry for _, bust in first]:
            never_came = carried(tournament.entries, context.tables).get(entry.number) == 0
            if never_came and not first:
                return [EntriesOut((_lost_on_the_way(entry, by, context),), _joins(tournament, context))]
            if not never_came and not any(entry.number == bust.entry for group in later for _, bust in group):
                raise Refused("entry-not-bust", name=entry.name)
            earlier = tournament.entries[first[0][1].entry]
            raise Refused("earlier-bust-first", name=earlier.name)
        if first not in to_confirm(tournament, context.tables):
            raise still_waited_for(waited_for(tournament, context.tables), HAND_FOR_HAND)
        out: list[WentOut] = []
        for number, bust in sorted(first, key=lambda one: one[1].entry):
            seat = tournament.entries[bust.entry].seat
            here = seat.seat if seat and seat.sitting == number else 0  # it may have been assigned a seat elsewhere
            credited = by if by and bust.entry == entry.number else bust.by
            out.append(WentOut(bust.entry, BustAt(number, bust.hand, bust.mark, credited, here)))
        return [EntriesOut(tuple(out), _joins(tournament, context))]


class End(TournamentActionBase, frozen=True, tag="end"):
    """One entry is left, so pay the prizes and close the books."""

    right = "run"

    def decide(self, tournament: Tournament, context: Context) -> "list[TournamentEnded]":
        """Raises `Refused` unless one entry is left or a deal divides all prizes, entries are closed, and no chips are
        missing."""
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
        return [TournamentEnded(order[0], tuple(payouts(tournament, context.terms, order)))]


class EntriesOut(Event, frozen=True, tag="entries-out", omit_defaults=True):
    """These entries are out. If there is more than one, they tie. If they `join` earlier ones, all of them tie."""

    out: tuple[WentOut, ...]
    join: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        entries: dict[int, Entry | None] = {}
        occupied: dict[SeatAt, int | None] = {}
        for one in self.out:
            entry = tournament.entries[one.entry]
            if entry.seat:
                occupied[entry.seat] = None
            bought = tuple(each for each in entry.bought if each.number not in one.refunded)
            entries[one.entry] = replace(entry, seat=None, moved_from=None, bust=one.bust, bought=bought)
        group = tuple(one.entry for one in self.out)
        uses = frozenset(StatePart("typed", one.bust.sitting) for one in self.out)
        finishes = tournament.finishes
        if self.join:
            finishes, group = finishes[:-1], (*finishes[-1], *group)
        return StateChange(entries, occupied, fields={"finishes": (*finishes, group)}, uses=uses)


class HeadCredited(Event, frozen=True, tag="head-credited"):
    """The director ruled that the last chips of an entry that is out went to the entries in `by`."""

    entry: int
    by: tuple[int, ...]

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        credited = replace(entry, bust=replace(entry.bust, by=self.by)) if entry.bust else entry
        return StateChange({self.entry: credited})


class TournamentEnded(TournamentResult, Event, frozen=True, tag="tournament-ended"):
    """One entry was left, and the pool was paid out."""

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"ended": self}, uses=everybody(tournament))


class MakeDeal(TournamentActionBase, frozen=True, tag="make-deal"):
    """The remaining players divide the prizes still to be won. `for_winner` is the money left to play for."""

    right = "run"
    shares: tuple[DealShare, ...]
    for_winner: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if a deal has already been made, or if this one leaves out a player or does not add up."""
        if tournament.deal:
            raise Refused("deal-made")
        prizes = prizes_left(tournament, context)
        if sorted(share.entry for share in self.shares) != sorted(entry.number for entry in left(tournament.entries)):
            raise Refused("deal-leaves-out")
        if any(share.amount < 0 for share in self.shares) or self.for_winner < 0:
            raise Refused("deal-below-nothing")
        divided = sum(share.amount for share in self.shares) + self.for_winner
        if divided != sum(prizes):
            currency = context.terms.currency
            raise Refused("deal-differs", divided=Money(divided, currency), prizes=Money(sum(prizes), currency))
        return [DealMade(self.shares, self.for_winner)]


class DealMade(PrizeDeal, Event, frozen=True, tag="deal-made"):
    """The remaining players get these amounts no matter who wins. The winner also gets `for_winner`."""

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"deal": self}, uses=everybody(tournament))


def _lost_on_the_way(entry: Entry, by: tuple[int, ...], context: Context) -> WentOut:
    """The bust of an entry that never arrived. The chips that it took from its last table were accepted as lost."""
    left_from = entry.moved_from or entry.seat or SeatAt(0, 0)
    table = facts_of(context.tables, left_from.sitting)
    refunded = tuple(one.number for one in waiting_for(entry, context.tables))
    return WentOut(entry.number, BustAt(table.sitting, table.hands, table.mark, by), refunded)


def _joins(tournament: Tournament, context: Context) -> bool:
    """Whether an entry that goes out ties with the last one that went out, because both go out in the same round of a
    multi-round shootout. A deal has divided the remaining places, so the players in it do not tie with those who went
    out earlier."""
    rounds, last = context.terms.shoot_out, tournament.finishes[-1:]
    if rounds is None or rounds.places != "by-round" or not last or tournament.deal:
        return False
    first = tournament.redraws[-1].first if tournament.redraws else 1
    bust = tournament.entries[last[0][0]].bust
    return bust is not None and bust.sitting >= first
