"""A director who does what the rules propose, and lets people in late; and the checks of a room that adds up."""

from random import Random

from engine.refused import Refused
from engine.tournament.actions import AddEntry, DrawSeats, OpenTable, PrepareDraw, RoomAction, Start
from engine.tournament.entries import counted
from engine.tournament.ledger import ledger
from engine.tournament.proposals import proposals
from engine.tournament.table_facts import Tables, in_transit
from kiosk.clock.desk.desk import Desk


class Director:
    """Of one tournament. `names` are those who play, the last of them come late; `seats` are those of each table."""

    def __init__(self, desk: Desk, names: tuple[str, ...], late: int, seats: int, dice: Random) -> None:
        self._desk = desk
        self._seats = seats
        self._names = names
        self._late = list(names[len(names) - late :])
        self._dice = dice
        self.violations: list[str] = []

    async def begin(self, tables: tuple[int, ...]) -> None:
        """Register who is there, open the tables, draw, and start the clock. Raises `Refused`."""
        for table in tables:
            await self._do(OpenTable(table, self._seats))
        for name in self._names[: len(self._names) - len(self._late)]:
            await self._do(AddEntry(name, name))
        await self._do(PrepareDraw(f"{self._dice.getrandbits(128):032x}"))
        await self._do(DrawSeats())
        await self._desk.order(Start())

    async def look(self) -> None:
        """Let somebody in who is late or out, then do what the rules propose, one after the other; check the room."""
        if self._desk.state.ended:
            return
        await self._let_in()
        context = self._desk.context()
        while context and (asked := proposals(self._desk.state, context)):
            try:
                await self._do(asked[0].action)
            except Refused as refused:  # a proposal is legal when it is made
                self.violations.append(f"proposal refused: {refused}")
                break
            context = self._desk.context()
        self.check()

    def check(self) -> None:
        """The promises of the room that can be seen from here."""
        tournament, tables = self._desk.state, self._desk.accounts.facts()
        if missing := ledger(tournament.entries, tables).missing:
            self._say(f"{missing} chips are missing")
        for entry in twice(tables):
            self._say(f"entry {entry} is in two places")
        for key in self._desk.floor.keys:
            for flag in self._desk.floor.tables[key].flags:
                self._say(f"table {self._desk.table_of(key)}: {flag}")

    def _say(self, what: str) -> None:
        if what not in self.violations:
            self.violations.append(what)

    async def _let_in(self) -> None:
        tournament = self._desk.state
        if self._late and self._dice.random() < 0.2:
            await self._try(AddEntry(self._late[0], self._late[0]))
            self._late.pop(0)
        out = {entry.player for entry in counted(tournament.entries) if entry.bust}
        back = sorted(out - {entry.player for entry in tournament.entries.values() if entry.is_in})
        if back and self._dice.random() < 0.2:
            await self._try(AddEntry(back[0], back[0]))

    async def _try(self, action: RoomAction) -> None:
        try:
            await self._do(action)
        except Refused:
            return  # late registration is over, or all re-entries are used

    async def _do(self, action: RoomAction) -> None:
        await self._desk.order(action, "policy")


def twice(tables: Tables) -> list[int]:
    """The entries that are at two tables, or at one and in transit."""
    seen: set[int] = set(in_transit(tables))
    found = []
    for table in tables.values():
        for entry in table.held:
            if entry in seen:
                found.append(entry)
            seen.add(entry)
    return found
