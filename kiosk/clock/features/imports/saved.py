"""The players in a desktop clock's `.tdt` file, as lines in a player list."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.names import one_line
from kiosk.structures.draft import listed
from kiosk.structures.literal import ConstructorCall, fields_of, find_literals

_READ = ("UUID", "Name", "Info", "OptID", "Firstname", "Lastname", "Nickname", "LastModified")
"""Fields that are read, or that only hold numbers and times for the file's own use."""


class SavedPlayer(NamedTuple):
    """A player in the file: the player's identity there, the name, and the room's own number if there is one."""

    number: int
    name: str
    player: str


class SavedPlayers(NamedTuple):
    """The players in a file, and which of their fields were not read."""

    players: list[SavedPlayer]
    notes: tuple[Message, ...]


def saved_players(text: str) -> SavedPlayers:
    """All players in a file. Raises `BadInput`."""
    content = find_literals(text, ("GamePlayers",), "Tournament")
    made = next((fields_of(one).get("Players") for one in content.made), None)
    found: list[SavedPlayer] = []
    unread: dict[str, None] = {}
    for number, one in enumerate(_values(made), 1):
        if not (isinstance(one, ConstructorCall) and one.name == "GamePlayer"):
            continue
        fields = fields_of(one)
        named, info = fields_of(fields.get("Name")), fields_of(fields.get("Info"))
        if isinstance(fields.get("Name"), str):
            named = {"Nickname": fields["Name"]}
        for field, value in (*fields.items(), *named.items(), *info.items()):
            if field not in _READ and value not in (None, "", 0, False, [], ()):
                unread[field] = None
        name = " ".join(filter(None, (_text(named, "Firstname"), _text(named, "Lastname")))) or _text(named, "Nickname")
        found.append(SavedPlayer(number, name, _text(info, "OptID") or _text(fields, "OptID")))
    if not found:
        raise BadInput("tdt-no-players")
    return SavedPlayers(found, (message("tdt-players-unread", what=listed(unread)),) if unread else ())


def _values(made: object) -> Iterator[object]:
    """The values of a map, in any of these notations: `new Map({id: value})`, `Map.from([[id, value]])`, or a list of
    them."""
    match made:
        case ConstructorCall(given=(first, *_)):
            yield from _values(first)
        case dict():
            yield from made.values()
        case list():
            for one in made:
                yield one[1] if isinstance(one, list) and len(one) == 2 else one


def _text(fields: dict[str, object], name: str) -> str:
    said = fields.get(name)
    return one_line(said) if isinstance(said, str) else str(said) if isinstance(said, int) and said else ""
