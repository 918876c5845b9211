"""The demo's tournament: a club of twenty with one late player, and a director who accepts what the rules propose."""

from engine.decoders import json_decoded
from engine.tournament.actions import AddEntry, DrawSeats, RoomOrder, Start, UseTable
from kiosk.commands.room.client import RoomClient
from kiosk.protocol.tournaments import PublicTournament, TournamentList

EVENT = "Demo night"
NAMES = (
    "Ana", "Björn", "Chloé", "Dmitri", "Esperanza", "Farouk", "Grace", "Hiro", "Ingrid", "Jürgen", "Kwame", "Lucía",
    "Maximilian", "Nadia", "Óscar", "Priya", "Quentin", "Rosa", "Şebnem", "Tomasz",
)  # fmt: skip
LATE = NAMES[-1]
"""This player registers after `LATE_AFTER_HANDS` hands."""
LATE_AFTER_HANDS = 3
TABLES = (1, 2)
SEATS = 10
SEED = "demo night, drawn for all to check"


class Evening:
    """The demo's tournament, over the clock's HTTP API. Raises `RequestFailed`, or `Fault` if no clock answers."""

    def __init__(self, client: RoomClient) -> None:
        self._client = client
        self.tournament = self._on()

    def begin(self) -> None:
        """Set up a new tournament, unless one is already running, and start its level clock."""
        if not self.tournament:
            new = {"name": EVENT, "structure": "club", "late_levels": 2, "re_entries": 1, "buy_in": 2_000, "seed": SEED}
            made = json_decoded(self._client.post("/api/tournaments", new), dict[str, object])
            self.tournament = str(made["id"])
        now = self.now()
        taken = {one.table for one in now.tournament.sittings}
        for table in TABLES:
            if table not in taken:
                self._do(UseTable(table, SEATS))
        there = {entry.name for entry in now.tournament.entries}
        for name in NAMES[:-1]:
            if name not in there:
                self._do(AddEntry(name, name))
        if not now.tournament.seed:
            self._do(DrawSeats())
        if not now.state.running:
            self._do(Start())

    def now(self) -> PublicTournament:
        return json_decoded(self._client.get(f"/api/tournaments/{self.tournament}"), PublicTournament)

    def look(self, hands: int) -> PublicTournament:
        """Register the late player once `hands` hands have been dealt, or accept the most urgent proposal."""
        now = self.now()
        if hands >= LATE_AFTER_HANDS and all(entry.name != LATE for entry in now.tournament.entries):
            self._do(AddEntry(LATE, LATE))
        elif now.tournament.proposals:
            self._do(now.tournament.proposals[0].action)
        return now

    def _do(self, action: RoomOrder | Start) -> None:
        self._client.post(f"/api/tournaments/{self.tournament}/act", {"action": action, "seen": None})

    def _on(self) -> str:
        """The id of the demo tournament that is running. Empty if there is none."""
        listed = json_decoded(self._client.get("/api/tournaments"), TournamentList).tournaments
        return next((one.id for one in reversed(listed) if not one.ended and one.name == EVENT), "")
