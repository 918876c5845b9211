"""Recomputes an event's places, bounties and payouts from the tables' journals only. The clock's results must match."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.tournament.actions import BarrierSet, EntriesOut
from engine.tournament.event_terms import EventTerms
from engine.tournament.prizes.finishes import EntryWinnings, places
from engine.tournament.prizes.payouts import shares
from engine.tournament.state import Tournament
from kiosk.simulate.journals import JournalOutcome, Out, seen

Groups = list[list[int]]
"""Entries in the order in which they busted. Entries that tie are in the same group."""


def contradictions(event: Sequence[Tournament], folder: Path) -> Iterator[str]:
    """The contradictions between the journals in a folder and the results of an event. The final is last in `event`."""
    story = [seen(one, folder) for one in event]
    for tournament, what in zip(event, story, strict=True):
        yield from _differ("place", _places(tournament), reckoned_places(tournament, what))
        if tournament.flight:
            yield from _went_on(tournament, what)
    final = event[-1]
    if final.ended:
        yield from _differ("bounties", _amounts(final, "bounties"), reckoned_heads(final, story[-1]))
        yield from _differ("payout", _amounts(final, "payout"), reckoned_payouts(event, story))


def _differ(what: str, has: Mapping[int, int], reckoned: Mapping[int, int]) -> Iterator[str]:
    for entry in sorted({*has, *reckoned}):
        if has.get(entry, 0) != reckoned.get(entry, 0):
            yield f"entry {entry} has {what} {has.get(entry, 0)}, by the journals {reckoned.get(entry, 0)}"


# Places


def reckoned_places(tournament: Tournament, what: JournalOutcome) -> dict[int, int]:
    """The place of each entry: by chips for those that remain, and by when and where they busted for the others."""
    gone = [*went_out(tournament, what.outs), *_cut(tournament, what)]
    still, found = len(what.sat), dict[int, int]()
    for group in gone:
        still -= len(group)
        found |= dict.fromkeys(group, still + 1)
    if tournament.ended:
        by_chips = sorted(what.sat - set(found), key=lambda entry: (-_chips(what, entry), entry))
        found |= {entry: place for place, entry in enumerate(by_chips, 1)}
    return found


def went_out(tournament: Tournament, outs: Sequence[Out]) -> Groups:
    """The busted entries in groups. In a hand at one table, the smaller stack busts first, and equal stacks tie. In
    hand-for-hand play, the largest busted stacks of all tables tie, then the next largest. In a shootout with places by
    round, all entries that bust in the same round tie."""
    rounds = _terms(tournament).shoot_out
    if rounds and rounds.places == "by-round":
        begins = [one.first for one in tournament.redraws]
        round_of = {out.entry: sum(out.sitting >= first for first in begins) for out in outs}
        return [[entry for entry in round_of if round_of[entry] == one] for one in sorted(set(round_of.values()))]
    together = _together(tournament, outs)
    by_hand: dict[tuple[int, int] | int, list[Out]] = {}
    for out in sorted(outs):
        by_hand.setdefault(together.get(out.entry, (out.sitting, out.hand)), []).append(out)
    return [group for one in by_hand.values() for group in _of_one_hand(one)]


def _of_one_hand(outs: list[Out]) -> Groups:
    """The entries that busted in one hand, grouped by the rank of their stack at their own table, lowest rank first."""
    ranked: dict[int, list[int]] = {}
    for out in outs:
        larger = {other.had for other in outs if other.sitting == out.sitting and other.had > out.had}
        ranked.setdefault(len(larger), []).append(out.entry)
    return [ranked[rank] for rank in sorted(ranked, reverse=True)]


def _together(tournament: Tournament, outs: Sequence[Out]) -> dict[int, int]:
    """For each entry that busted in hand-for-hand play, the number of the hand. Excludes hands that were already in
    progress when hand-for-hand was called, and hands with the same number at tables that did not play them in time."""
    hand_of = {out.entry: (out.sitting, out.hand) for out in outs}
    number, held, found = 0, set[tuple[int, int]](), dict[int, int]()
    for event in (event for act in tournament.acts if not act.undone_by for event in act.events):
        if isinstance(event, BarrierSet):
            number, held = number + 1, {(one.sitting, one.hands) for one in event.tables if event.ties}
        elif isinstance(event, EntriesOut):
            found |= {one.entry: number for one in event.out if hand_of.get(one.entry) in held}
    return found


def _cut(tournament: Tournament, what: JournalOutcome) -> Groups:
    """Entries that still have chips but do not advance from a flight, smallest stacks first."""
    if tournament.flight is None:
        return []
    on = {one.entry for one in tournament.flight.going_on}
    chips = {entry: held for entry, (_, held) in what.left.items() if entry not in on}
    return [[entry for entry in chips if chips[entry] == held] for held in sorted(set(chips.values()))]


def _went_on(tournament: Tournament, what: JournalOutcome) -> Iterator[str]:
    """Problems with the entries that advance: each must carry its own chips, and no entry left behind at its table may
    have more."""
    on = {one.entry: one.chips for one in tournament.flight.going_on} if tournament.flight else {}
    for entry, chips in on.items():
        sitting, held = what.left.get(entry, (0, 0))
        if held != chips:
            yield f"entry {entry} goes on with {chips}, by the journals {held}"
        for other, (there, more) in what.left.items():
            if there == sitting and other not in on and more > held:
                yield f"entry {entry} goes on before {other}, who has more"


def _chips(what: JournalOutcome, entry: int) -> int:
    return what.left.get(entry, (0, 0))[1]


# Money


def reckoned_heads(tournament: Tournament, what: JournalOutcome) -> dict[int, int]:
    """The bounties won by each entry. A bounty is split among the entries that took the busted entry's last chips, with
    odd units to the lowest entry numbers. If none did, it goes to the winner, as do the bounties left over from
    flights. Entries that are still in keep their own bounty."""
    bounty = _terms(tournament).prizes.bounty
    place, out = reckoned_places(tournament, what), {one.entry: one.by for one in what.outs}
    winner = min(place, key=lambda entry: place[entry])
    won = Counter({winner: sum(flight.heads for flight in tournament.carried)})
    for entry in what.sat:
        by = sorted(out.get(entry, (entry,))) or [winner]
        for unit in range(bounty):
            won[by[unit % len(by)]] += 1
    return dict(won)


def reckoned_payouts(event: Sequence[Tournament], story: Sequence[JournalOutcome]) -> dict[int, int]:
    """The payout of each entry. Ties share the prizes of their places, with odd units to the lowest numbers."""
    final, what = event[-1], story[-1]
    place = reckoned_places(final, what)
    each = _by_place(event, story)
    pots: dict[int, list[int]] = {}
    for entry in sorted(place):
        pots.setdefault(place[entry], []).append(entry)
    won: dict[int, int] = {}
    for first, group in pots.items():
        together = sum(each[first - 1 : first - 1 + len(group)])
        won |= {entry: (together + len(group) - 1 - n) // len(group) for n, entry in enumerate(group)}
    if final.deal:
        won |= {share.entry: share.amount for share in final.deal.shares}
        won[min(place, key=lambda entry: place[entry])] += final.deal.for_winner
    return won


def _by_place(event: Sequence[Tournament], story: Sequence[JournalOutcome]) -> list[int]:
    """The prize for each place that can be taken. Each entry that sat down in any part paid into the pool once. Prizes
    are multiples of the rounding step, and first place gets the rest."""
    entries = paid_in = 0
    for tournament, what in zip(event, story, strict=True):
        paid = sum(not tournament.entries[entry].carried for entry in what.sat)
        entries, paid_in = entries + paid, paid_in + paid * _terms(tournament).buy_in
    terms = _terms(event[-1])
    parts = shares(terms.payouts, entries)[: len(story[-1].sat)]
    whole = sum(parts)
    pool, step = max(paid_in, terms.prizes.guarantee), whole * terms.prizes.round_to
    each = [(share * pool - share * pool % step) // whole for share in parts]
    return [pool - sum(each[1:]), *each[1:]]


# What the clock says


def _terms(tournament: Tournament) -> EventTerms:
    assert tournament.terms
    return tournament.terms


def _places(tournament: Tournament) -> dict[int, int]:
    if tournament.ended:
        return {paid.entry: paid.finish for paid in tournament.ended.paid}
    return places(tournament.entries, tournament.finishes)


def _amounts(tournament: Tournament, what: str) -> dict[int, int]:
    paid: tuple[EntryWinnings, ...] = tournament.ended.paid if tournament.ended else ()
    return {one.entry: getattr(one, what) for one in paid}
