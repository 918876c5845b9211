"""The tables' own journals contradict places, heads and payouts that are wrong."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.tournament.actions import BarrierSet, EntriesOut, TournamentEnded, TournamentEvent
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.field.entries import BustAt, Entry
from engine.tournament.levels.structure import load_structure
from engine.tournament.orders.play.stops import PlaysTo
from engine.tournament.orders.results.busts import WentOut
from engine.tournament.prizes.finishes import EntryWinnings
from engine.tournament.prizes.payouts import PayoutRow, PayoutTable
from engine.tournament.state import Act, Tournament
from kiosk.simulate import formats, journals, reckoning
from kiosk.simulate import tournament as simulation
from kiosk.simulate.journals import JournalOutcome, Out
from kiosk.simulate.reckoning import contradictions
from kiosk.simulate.tournament import Plan, simulate

HALF = PayoutTable("Half", (PayoutRow(1, (5_000, 3_000, 2_000)),))
TERMS = EventTerms(HALF, buy_in=100, prizes=Prizes(bounty=10))
CALL = BarrierSet((PlaysTo(1, 3), PlaysTo(2, 5)), ties=False)
TOGETHER = BarrierSet((PlaysTo(1, 4), PlaysTo(2, 6), PlaysTo(3, 2)))
OUTS = (
    Out(1_000, 1, 3, 900, 7, (1,)),  # in the hand in play when hand for hand was called
    Out(2_000, 2, 5, 900, 6, (5,)),
    Out(3_000, 1, 4, 300, 4, (1, 2)),  # hand for hand: the smaller stack at table 1
    Out(3_000, 1, 4, 800, 3, (1,)),  # ties with the one at table 2
    Out(9_000, 2, 6, 200, 5, (2,)),
    Out(9_900, 3, 2, 5_000, 2, (1,)),  # table 3 could not play it then, and did when it was over
)
PAID = (
    EntryWinnings(1, 1, 350, 35 + 10),
    EntryWinnings(2, 2, 210, 5 + 10),
    EntryWinnings(3, 3, 70, 0),
    EntryWinnings(5, 3, 70, 10),
    EntryWinnings(4, 5, 0, 0),
    EntryWinnings(6, 6, 0, 0),
    EntryWinnings(7, 7, 0, 0),
)


def gone(*entries: int) -> EntriesOut:
    """The director confirms them out."""
    busts = {out.entry: BustAt(out.sitting, out.hand, 1) for out in OUTS}
    return EntriesOut(tuple(WentOut(entry, busts[entry]) for entry in entries))


@dataclass
class TwoTables:
    """Seven entries at two tables, and what their journals say."""

    right: Tournament

    def said(self, *paid: EntryWinnings) -> list[str]:
        """The contradictions to these results, used in place of the right ones."""
        other = {one.entry: one for one in paid}
        results = tuple(other.get(one.entry, one) for one in PAID)
        return list(contradictions([replace(self.right, ended=TournamentEnded(1, results))], Path()))


@pytest.fixture
def room(monkeypatch):
    entries = {number: Entry(number, str(number), f"Entry {number}", 1_000) for number in range(1, 8)}
    story = JournalOutcome(frozenset(entries), OUTS, {1: (1, 7_000)})
    monkeypatch.setattr(reckoning, "seen", lambda tournament, folder: story)
    events: tuple[TournamentEvent, ...] = (
        CALL,
        gone(7),
        gone(6),
        TOGETHER,
        gone(4),
        gone(3, 5),
        BarrierSet(()),
        gone(2),
    )
    acts = tuple(Act(number, "Dana", (event,)) for number, event in enumerate(events, 1))
    return TwoTables(Tournament(entries=entries, terms=TERMS, acts=acts))


def test_right_results_are_not_contradicted(room):
    assert room.said() == []


def test_places_swapped_between_tables_are_detected_in_a_room_with_hand_for_hand(room):
    said = room.said(replace(PAID[5], finish=7), replace(PAID[6], finish=6))

    assert said == ["entry 6 has place 7, by the journals 6", "entry 7 has place 6, by the journals 7"]


def test_places_swapped_at_one_table_in_one_hand_for_hand_hand_are_detected(room):
    assert room.said(replace(PAID[2], finish=5), replace(PAID[4], finish=3))


def test_a_missing_tie_is_detected(room):
    assert room.said(replace(PAID[3], finish=4)) == ["entry 5 has place 4, by the journals 3"]


def test_a_tie_without_a_reason_is_detected(room):
    assert room.said(replace(PAID[6], finish=6)) == ["entry 7 has place 6, by the journals 7"]


def test_a_bounty_given_to_the_wrong_entry_is_detected(room):
    said = room.said(replace(PAID[3], bounties=0), replace(PAID[2], bounties=10))

    assert said == ["entry 3 has bounties 10, by the journals 0", "entry 5 has bounties 0, by the journals 10"]


def test_a_payout_given_to_the_wrong_entry_is_detected(room):
    said = room.said(replace(PAID[2], payout=71), replace(PAID[3], payout=69))

    assert said == ["entry 3 has payout 71, by the journals 70", "entry 5 has payout 69, by the journals 70"]


@pytest.mark.nightly
def test_a_real_evening_is_distinguished_from_ones_with_changed_results(tmp_path, monkeypatch):
    seen = []

    def look(event, folder):
        (room,) = event
        results = {paid.finish: paid for paid in room.ended.paid}
        story = journals.seen(room, folder)
        monkeypatch.setattr(reckoning, "seen", lambda *_: story)
        seen.append(list(contradictions(event, folder)))
        for one, other in ((1, 2), (2, 3), (max(results) - 1, max(results))):
            for what in ("finish", "payout", "bounties"):
                changed = exchanged(results[one], results[other], what)
                if changed != (results[one], results[other]):
                    rest = [paid for paid in room.ended.paid if paid.finish not in (one, other)]
                    wrong = replace(room, ended=replace(room.ended, paid=(*rest, *changed)))
                    seen.append(list(contradictions([wrong], folder)))
        return []

    monkeypatch.setattr(simulation, "contradictions", look)
    monkeypatch.setattr(formats, "SEATS", 3)  # so that two tables are left at the bubble
    simulate(Plan(load_book("tda"), load_structure("demo"), 14, 1), tmp_path)

    right, *wrong = seen
    assert right == []
    assert len(wrong) > 3
    assert all(wrong)


def exchanged(one: EntryWinnings, other: EntryWinnings, what: str) -> tuple[EntryWinnings, EntryWinnings]:
    mine, its = getattr(one, what), getattr(other, what)
    return replace(one, **{what: its}), replace(other, **{what: mine})
