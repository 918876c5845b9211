"""A director who accepts what the rules propose, registers late players, and checks that the books balance."""

from contextlib import suppress
from random import Random

from engine.refused import Refused
from engine.tournament import actions
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import counted, left
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.field.entry_rules import is_ready
from engine.tournament.rules.prizes.deal_rules import offer
from engine.tournament.state import is_over
from engine.tournament.tables.facts import Tables, in_transit
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.simulate.formats import Applicant, EventPart

LAST_FEW = 4
"""When at most this many players are left, they may make a deal."""


class SimulatedDirector:
    def __init__(self, desk: Desk, part: EventPart, dice: Random, checks: bool = True) -> None:
        """With `checks`, count the chips after every change, and check that no entry is in two places."""
        self._desk = desk
        self._part = part
        self._late = list(part.applicants[len(part.applicants) - part.late :])
        self._dice = dice
        self.violations: list[str] = []
        self.checked = 0
        """How many times the chips were counted."""
        self._checks = checks
        if checks:
            desk.audited.listen(lambda _: self._count_chips())

    async def begin(self, tables: tuple[int, ...], flights: tuple[str, ...] = ()) -> None:
        """Register the players, or carry them over, open tables, draw seats and start the clock. Raises `Refused`."""
        part = self._part
        if flights:
            await self._do(actions.CarryOver(flights))
        for applicant in part.applicants[: len(part.applicants) - part.late]:
            await self._do(_entry(applicant))
        players = len(left(self._desk.state.entries))
        for table in tables[: -(-players // part.seats)]:
            await self._do(actions.UseTable(table, part.seats))
        there = left(self._desk.state.entries)
        for entry in there[: len(there) - part.absent]:
            await self._check_in(entry.number)
        await self._do(actions.DrawSeats())
        await self._desk.order(actions.Start())

    async def look(self) -> None:
        """Register a late player or a re-entry, accept the proposals one by one, and check the room."""
        if is_over(self._desk.state):
            return
        await self._let_in()
        while action := self._asked():
            try:
                await self._do(action)
            except Refused as refused:  # a proposal should be legal when it is made
                self.violations.append(f"proposal refused: {refused}")
                break
            for entry in left(self._desk.state.entries):
                if entry.waited:
                    await self._check_in(entry.number)
        await self._decide_ties()
        await self._deal()
        if self._checks:
            self.check()

    def _asked(self) -> actions.RoomOrder | None:
        """The action of the first proposal. Proposals to accept a difference are skipped, because late chips do arrive
        in a simulation."""
        context = self._desk.context()
        asked = proposals(self._desk.state, context) if context else []
        return next((one.action for one in asked if not isinstance(one.action, actions.AcceptDifference)), None)

    def check(self) -> None:
        """Check the room's guarantees, as far as the director can check them."""
        self._count_chips()
        for entry in twice(self._desk.accounts.facts()):
            self._say(f"entry {entry} is in two places")
        for key in self._desk.audited.keys:
            for flag in self._desk.audited.tables[key].flags:
                self._say(f"table {self._desk.table_of(key)}: {flag}")

    def _count_chips(self) -> None:
        """Check that no chips are missing. Runs after each record of a table and each of the director's orders."""
        self.checked += 1
        over = self._desk.state.flight is not None
        if missing := ledger(self._desk.state.entries, self._desk.accounts.facts(), flight_over=over).missing:
            self._say(f"{missing} chips are missing")

    def _say(self, what: str) -> None:
        if what not in self.violations:
            self.violations.append(what)

    async def _check_in(self, number: int) -> None:
        context, entry = self._desk.context(), self._desk.state.entries[number]
        if context and not is_ready(self._desk.state, entry, context):
            await self._do(actions.CheckIn(number))

    async def _decide_ties(self) -> None:
        """Try to end the flight. If entries at a table tie for the most chips, chance decides who advances."""
        chosen: list[int] = []
        for table in self._desk.accounts.facts().values():
            most = max((held.chips for held in table.held.values()), default=0)
            chosen.append(self._dice.choice([entry for entry, held in table.held.items() if held.chips == most] or [0]))
        await self._try(actions.EndFlight(tuple(chosen)))

    async def _deal(self) -> None:
        """Occasionally have the last few players make a deal to divide the remaining prizes, half of the time with an
        amount left for the winner."""
        context, players = self._desk.context(), len(left(self._desk.state.entries))
        if context is None or not 2 <= players <= LAST_FEW or self._desk.state.deal or self._dice.random() > 0.05:
            return
        with suppress(Refused):
            offered = offer(self._desk.state, context, self._dice.choice(("icm", "chips")))
            if self._dice.random() < 0.5:
                kept = (offered.prizes[0] - offered.prizes[-1]) // 2
                offered = offer(self._desk.state, context, offered.by, kept)
            await self._do(actions.MakeDeal(offered.shares, offered.for_winner))

    async def _let_in(self) -> None:
        tournament = self._desk.state
        if self._late and self._dice.random() < 0.2:
            await self._try(_entry(self._late.pop(0)))
        if not self._part.terms.re_entries:
            return
        out = {entry.player for entry in counted(tournament.entries) if entry.bust}
        back = sorted(out - {entry.player for entry in tournament.entries.values() if entry.is_in})
        if back and self._dice.random() < 0.2:
            await self._try(actions.AddEntry(back[0], back[0]))

    async def _try(self, action: actions.RoomOrder) -> None:
        try:
            await self._do(action)
        except Refused:
            return  # late registration is over, no re-entry is left, or the flight is not over yet

    async def _do(self, action: actions.RoomOrder) -> None:
        await self._desk.order(action, "policy")


def _entry(applicant: Applicant) -> actions.AddEntry:
    return actions.AddEntry(applicant.player, applicant.name, roster=applicant.roster)


def twice(tables: Tables) -> list[int]:
    """The entries that are at two tables, or at one table and in transit."""
    seen: set[int] = set(in_transit(tables))
    found = []
    for table in tables.values():
        for entry in table.held:
            if entry in seen:
                found.append(entry)
            seen.add(entry)
    return found
