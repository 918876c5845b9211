"""Twins: people of one name who may be one person, so that whoever enters somebody is asked. Pure.

A name is compared more loosely than where it identifies somebody: in either order, `ü` written as `ue`, `Anne-Marie` as
`Annemarie`, and with letters of other scripts that look the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from engine.names import name_key
from engine.tournament.state import Tournament
from kiosk.clock.store.names import is_erased

_LIKE = str.maketrans("аеорсухіјѕԁɡαοντρκυχеϲ", "aeopcyxijsdgaovtpkuxec")
"""Letters of other scripts, and the Latin ones that they look like."""
_TWO = (("ae", "a"), ("oe", "o"), ("ue", "u"))
"""How a, o and u with two dots are written without them."""


class Twin(msgspec.Struct, frozen=True):
    """Somebody whose name is alike: of the room by the newest entry, in the event `last`, or on an earlier `line` of a
    list. `number` is their member number, empty for who is known by the name alone; `plays` is whether they are in;
    `was` is what they were called before, where it is that which is alike."""

    name: str
    player: str
    number: str = ""
    last: str = ""
    plays: bool = False
    line: int = 0
    was: str = ""


FormerNames = Mapping[str, tuple[str, ...]]
"""By player, the names and ids from before they were corrected."""


def alike_keys(name: str) -> set[str]:
    """Names that look alike have one of these in common."""
    words = [word.translate(_LIKE) for word in name_key(name).replace("'", "").replace(".", " ").split()]
    for two, one in _TWO:
        words = [word.replace(two, one) for word in words]
    apart = " ".join(words).replace("-", " ").split()
    joined = [word.replace("-", "") for word in words]
    return {"".join(joined), "".join(sorted(joined)), "".join(sorted(apart))} - {""}


def member_number(player: str, name: str) -> str:
    """The id of a player where it is a member number; empty for one that the clock made of the name."""
    key, its_id = name_key(name), name_key(player)
    made = its_id == key or is_erased(player) or (its_id.startswith(f"{key} (") and its_id.endswith(")"))
    return "" if made else player


def another_id(name: str, taken: Iterable[str]) -> str:
    """The id of somebody else of a name that the room knows: the name, or with a number in brackets."""
    key, used = name_key(name), set(taken)
    number = 1
    said = key
    while said in used:
        number += 1
        said = f"{key} ({number})"
    return said


class Twins:
    """Everybody of the room by how the name looks; who `plays` does so in the tournament with the id `here`."""

    def __init__(self, room: Iterable[Tournament], here: str, former: FormerNames) -> None:
        self.players: dict[str, Twin] = {}
        for one in room:
            for entry in one.entries.values():
                if entry.voided or is_erased(entry.name) or (entry.roster and not entry.team):
                    continue
                before = self.players.get(entry.player)
                plays = (one.id == here and (entry.is_in or entry.waits)) or (before is not None and before.plays)
                number = member_number(entry.player, entry.name)
                self.players[entry.player] = Twin(entry.name, entry.player, number, one.name, plays)
        self._alike: dict[str, dict[str, Twin]] = defaultdict(dict)
        self._former: dict[str, Twin] = {}
        for its_id, texts in former.items():
            for was in texts if its_id in self.players else ():
                self._former[was] = twin = replace(self.players[its_id], was=was)
                self._keep(twin, was)
        for twin in self.players.values():
            self._keep(twin, twin.name)

    def of(self, player: str, name: str) -> tuple[Twin, ...]:
        """Who may be the same as somebody who would enter by this id, or by the name where there is none. Of one whom
        the room knows by just that there is nothing to ask, but where they play already."""
        found = {twin.player: twin for key in alike_keys(name) for twin in self._alike[key].values()}
        if twin := self._former.get(player):
            found.setdefault(twin.player, twin)
        known = found.get(player or name_key(name)) or self.players.get(player)
        if known and (player or (len(found) == 1 and not known.plays)):
            return ()
        return tuple(found.values())

    def another(self, name: str) -> str:
        """The id of somebody whom the room does not know yet, of a name that it does."""
        return another_id(name, self.players)

    def add(self, twin: Twin) -> None:
        """Somebody of the list before; whom the room knows stays as they are there."""
        if twin.player not in self.players:
            self.players[twin.player] = twin
            self._keep(twin, twin.name)

    def _keep(self, twin: Twin, name: str) -> None:
        for key in alike_keys(name):
            self._alike[key][twin.player] = twin
