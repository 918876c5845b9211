"""Twins: people with the same name who may be one person, so that the program can ask when a player is entered. Pure.

This comparison is looser than the one that identifies a player. The words may be in either order, `ü` may be written as
`ue`, and `Anne-Marie` as `Annemarie`. Letters from other scripts that look the same are treated as equal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from engine.names import name_key
from engine.tournament.state import Tournament
from kiosk.clock.store.names import is_erased
from kiosk.protocol.players import Twin

_LIKE = str.maketrans("аеорсухіјѕԁɡαοντρκυχеϲ", "aeopcyxijsdgaovtpkuxec")
"""Letters from other scripts, mapped to the Latin letters that they look like."""
_TWO = (("ae", "a"), ("oe", "o"), ("ue", "u"))
"""The two-letter spellings of a, o and u with an umlaut, each with the plain letter that it is compared as."""


FormerNames = Mapping[str, tuple[str, ...]]
"""The names and ids that each player had before corrections, by player."""


def alike_keys(name: str) -> set[str]:
    """Keys for comparing names. Two names that look alike share at least one key."""
    words = [word.translate(_LIKE) for word in name_key(name).replace("'", "").replace(".", " ").split()]
    for two, one in _TWO:
        words = [word.replace(two, one) for word in words]
    apart = " ".join(words).replace("-", " ").split()
    joined = [word.replace("-", "") for word in words]
    return {"".join(joined), "".join(sorted(joined)), "".join(sorted(apart))} - {""}


def member_number(player: str, name: str) -> str:
    """The player's id if it is a member number, or an empty string if the clock made the id from the name."""
    key, its_id = name_key(name), name_key(player)
    made = its_id == key or is_erased(player) or (its_id.startswith(f"{key} (") and its_id.endswith(")"))
    return "" if made else player


def another_id(name: str, taken: Iterable[str]) -> str:
    """An id for another person with a name on file: the name, with a number in parentheses if needed."""
    key, used = name_key(name), set(taken)
    number = 1
    said = key
    while said in used:
        number += 1
        said = f"{key} ({number})"
    return said


class Twins:
    """Everyone on file, indexed by keys that similar names share. `plays` refers to the tournament with the id
    `here`."""

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
        """People who may be the same as a new entry with this id, or with this name if it has no id. Empty if the id is
        on file, or if the only match has exactly this name and is not already playing here."""
        found = {twin.player: twin for key in alike_keys(name) for twin in self._alike[key].values()}
        if twin := self._former.get(player):
            found.setdefault(twin.player, twin)
        known = found.get(player or name_key(name)) or self.players.get(player)
        if known and (player or (len(found) == 1 and not known.plays)):
            return ()
        return tuple(found.values())

    def another(self, name: str) -> str:
        return another_id(name, self.players)

    def add(self, twin: Twin) -> None:
        """Add a person from an earlier line in the list. A person who is already on file is not replaced."""
        if twin.player not in self.players:
            self.players[twin.player] = twin
            self._keep(twin, twin.name)

    def _keep(self, twin: Twin, name: str) -> None:
        for key in alike_keys(name):
            self._alike[key][twin.player] = twin
