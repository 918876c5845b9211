"""Lists of players, and the people whom a room knows, as the clock reports them and `kiosk room` reads them."""

from typing import Literal

import msgspec


class Twin(msgspec.Struct, frozen=True):
    """A person with a similar name. This person is on file under their newest entry, in the event `last`, or is on an
    earlier `line` of the same list. `number` is their member number, or empty if they are known only by name. `plays`
    is whether they are still in play. `was` is their name before a correction, if that former name is the similar
    one."""

    name: str
    player: str
    number: str = ""
    last: str = ""
    plays: bool = False
    line: int = 0
    was: str = ""


What = Literal["enters", "entered", "known", "asks", "refused", "unreadable"]


class ImportedLine(msgspec.Struct, frozen=True):
    """The outcome for one line of the list: the player can enter (`enters`), was entered now (`entered`), had already
    entered (`known`) or is refused by the rules (`refused`), or the line is `unreadable`. With `asks`, the player may
    be one of the `twins`. `why` gives the reason in words. `at` is the number of the line in the list. `number` is the
    member number, if the player has one."""

    line: int
    name: str
    player: str
    what: What
    why: str = ""
    at: int = 0
    number: str = ""
    twins: tuple[Twin, ...] = ()


class ImportChoice(msgspec.Struct, frozen=True):
    """A way to read the list: the id to send back to choose it, its name, and the first few player names when it is
    read that way."""

    id: str
    said: str
    names: tuple[str, ...]


class Imported(msgspec.Struct, frozen=True):
    """The outcome of each line, how many players can enter or have entered, and the tournament's newest mark. `notes`
    say what was guessed and what was not read. A list that can be read in several ways has no lines until one of the
    `choices` is sent back."""

    mark: int
    entered: int
    lines: tuple[ImportedLine, ...]
    notes: tuple[str, ...] = ()
    asked: str = ""
    choices: tuple[ImportChoice, ...] = ()


class Correction(msgspec.Struct, frozen=True):
    """A corrected name or a merge of two people: who made it and when (wall-clock time), whether it was undone, and
    whether it undoes another. The affected `entries` are pairs of tournament and entry."""

    number: int
    was: str
    name: str
    by: str
    at_ms: int
    is_merge: bool
    undoes: int
    is_undone: bool
    entries: tuple[tuple[str, int], ...]


class CorrectionList(msgspec.Struct, frozen=True):
    """All corrections, newest first."""

    corrections: tuple[Correction, ...]


class TwinList(msgspec.Struct, frozen=True):
    """The people who may be the same person, and an id for a different person with that name."""

    twins: tuple[Twin, ...]
    another: str


class KnownPerson(msgspec.Struct, frozen=True):
    """A player, with the name and id from their newest entry, the number of `events` that they have entered, and the
    newest of these as `last`. `number` is the member number, if they have one. `was` has the names and ids that they
    had before corrections."""

    name: str
    player: str
    events: int
    last: str
    number: str = ""
    was: tuple[str, ...] = ()


class KnownPeople(msgspec.Struct, frozen=True):
    """Everyone on file, sorted by name."""

    people: tuple[KnownPerson, ...]
