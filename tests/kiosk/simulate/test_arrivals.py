"""Evenings with late entries, re-entries, purchases and moves, at tables that deal without a pause: no player waits
longer than the hand in play.
"""

from collections import Counter
from collections.abc import Hashable
from typing import ClassVar

import pytest

from engine.actions import Undo
from engine.books.rulebook import load_book
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.state import Table, is_playing
from engine.tournament.actions import AddOn, MoveEntry, Rebuy
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.field.entries import SeatAt, left
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import TableTarget
from kiosk.protocol.messages import Welcome
from kiosk.simulate import tournament as simulation
from kiosk.simulate.dealer import SimulatedDealer, SimulatedScreen
from kiosk.simulate.director import SimulatedDirector
from kiosk.simulate.formats import Applicant, EventPart
from kiosk.simulate.tournament import Plan, simulate
from kiosk.table.link.events import LinkEvent, StateReceived
from tests.kit.sizes import by_hand

SEATS, WAIVED, UNDONE = 5, 0.3, 0.04
TERMS = EventTerms(load_payouts("curve"), 2_000, late_levels=3, re_entries=2, rebuys=3, rebuy_cost=2_000,
                   prizes=Prizes(add_on_chips=5_000, add_on_cost=1_000, add_on_after=1))  # fmt: skip


class Desires:
    """The last messages to one table's program, and their effects."""

    def __init__(self) -> None:
        self.target: TableTarget | None = None
        self.coming: tuple[IncomingPlayer, ...] = ()
        self.begun: set[str] = set()
        """The players who have had chips at the target's sitting."""
        self.waited: list[str] = []
        """The players who were passed over, with the reasons."""
        self.seen: Counter[str] = Counter()
        """The messages that came while a hand was in play."""

    def take(self, event: LinkEvent, table: Table) -> None:
        """A message from the clock, as the program handles it."""
        if not isinstance(event, StateReceived | Welcome):
            return
        before, was_coming = self.target, self.coming
        if event.target and (before is None or event.target.sitting != before.sitting):
            self.begun = set()
        self.target, self.coming = event.target or self.target, event.coming
        if is_playing(table) and before and self.target and before.sitting == self.target.sitting:
            known = {one.entry for one in before.roster}
            self.seen["late"] += sum(bool(one.chips) and one.entry not in known for one in self.target.roster)
            self.seen["bought"] += len(set(self.target.bought) - set(before.bought))
            self.seen["leaving"] += len(set(self.target.leaving) - set(before.leaving))
            self.seen["moved"] += len({one.player for one in self.coming} - {one.player for one in was_coming})

    def check_deal(self, table: Table, deal: StartHand) -> None:
        """A hand was dealt: every player who should sit there does, with the chips that they bought."""
        target, here = self.target, {seat.player for seat in table.seats if seat}
        if target is None:
            return
        back = {
            one.entry
            for one in target.roster
            if not one.chips and not one.came_from and table.seats[one.seat - 1] is None
        }  # players who have lost all and bought chips
        late = [one.name for one in self.coming if one.player not in here and one.player not in deal.without]
        late += [
            one.name
            for one in target.roster
            if one.chips and str(one.entry) not in self.begun | here and table.seats[one.seat - 1] is None
        ]
        late += [f"{one.chips} of {one.entry}" for one in target.bought
                 if one.number not in table.purchases and (str(one.entry) in here or one.entry in back)]  # fmt: skip
        late += [f"{one.entry} who leaves" for one in target.leaving if str(one.entry) in here]
        self.waited += [f"hand {table.hands}: {one}" for one in late]


class QuietScreen(SimulatedScreen):
    """Handing out chips counts as no refusal, nor does an UNDO too many."""

    def refuse(self, why, clause):
        if why.code not in ("chips-to-hand-out", "chips-came-since", "nothing-to-take-back", "substantial-action"):
            super().refuse(why, clause)


class PressingDealer(SimulatedDealer):
    """Never pauses between hands, and sometimes does not wait for a player on the way."""

    every: ClassVar[list["PressingDealer"]] = []

    def __init__(self, settings, times, dice, make_line) -> None:
        self.desires, self.waived = Desires(), 0
        self._news: list[LinkEvent] = []
        PressingDealer.every.append(self)
        super().__init__(settings, times, dice, lambda *at: make_line(*at[:-1], self._overheard(at[-1])))

    def _overheard(self, post):
        def hear(event: LinkEvent, latest: Hashable = None) -> None:
            self._news.append(event)
            post(event, latest)

        return hear

    def _make_screen(self):
        return QuietScreen()

    def _take(self) -> None:
        self._hear()
        super()._take()

    def _tick(self) -> None:
        self._hear()
        super()._tick()

    def _hear(self) -> None:
        news, self._news = self._news, []
        for event in news:
            self.desires.take(event, self.game.table)

    def _act(self) -> None:
        if self.is_gone:
            return
        if action := self._next():
            before = self.game.table
            self.host.orders.ask(action)
            now = self.game.table
            if now.hands > before.hands:
                self.desires.check_deal(now, action if isinstance(action, StartHand) else StartHand())
        self.desires.begun |= {seat.player for seat in self.game.table.seats if seat}
        self._loop.call_later(self._dice.uniform(*self._act_s), self._act)

    def _next(self):
        action = super()._next()
        if action and self._dice.random() < UNDONE:
            return Undo(confirmed=True)
        shown = self.screen.shown
        if isinstance(action, TakeSeat) and shown and shown[0].can_start and self._dice.random() < WAIVED:
            self.waived += 1
            return StartHand(without=tuple(one.player for one in self.screen.surroundings.coming))
        return action


class BusyDirector(SimulatedDirector):
    """Sells chips and moves people, as often as the rules let it."""

    async def look(self) -> None:
        state, dice = self._desk.state, self._dice
        there = [one for one in left(state.entries) if one.seat]
        if there and state.started:
            entry = dice.choice(there)
            for action in (Rebuy(entry.number), AddOn(entry.number)):
                if dice.random() < 0.3:
                    await self._try(action)
            sitting = dice.choice([number for number, one in state.sittings.items() if not one.closed])
            if dice.random() < 0.2:
                await self._try(MoveEntry(entry.number, SeatAt(sitting, dice.randint(1, SEATS))))
        await super().look()


def evening(seed: int, folder, monkeypatch) -> Counter[str]:
    """The messages that came while hands were in play, at all its tables."""
    players = 6 + seed % 7
    people = tuple(Applicant(f"Player {number}", f"Player {number}") for number in range(1, players + 1))
    part = EventPart("Evening", TERMS, people, SEATS, late=min(3, players - 4))
    monkeypatch.setattr(simulation, "parts_in_form", lambda *_: (part,))
    monkeypatch.setattr(simulation, "SimulatedDirector", BusyDirector)
    monkeypatch.setattr(simulation, "SimulatedDealer", PressingDealer)
    monkeypatch.setattr(PressingDealer, "every", [])
    outcome = simulate(Plan(load_book("tda"), load_structure("demo"), players, seed), folder)
    assert outcome.violations == (), outcome.violations
    assert outcome.ok
    waited = [one for dealer in PressingDealer.every for one in dealer.desires.waited]
    assert waited == [], waited
    seen = sum((one.desires.seen for one in PressingDealer.every), Counter())
    seen["waived"] = sum(one.waived for one in PressingDealer.every)
    seen["again"] = outcome.parts[0].re_entries
    return seen


@pytest.mark.slow
def test_no_player_waits_longer_than_the_hand_in_play(tmp_path, monkeypatch):
    seen = evening(4, tmp_path, monkeypatch)
    assert all(seen[what] for what in ("late", "bought", "leaving", "moved", "waived")), seen


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(5, 5 + by_hand("KIOSK_ARRIVALS", 12)))
def test_no_player_waits_longer_in_any_evening(seed, tmp_path, monkeypatch):
    evening(seed, tmp_path, monkeypatch)
