"""Reads the levels, breaks, chips and prizes of a desktop clock's `.tdt` files. `kiosk/clock/imports` reads the
players."""

from collections.abc import Iterator, Mapping

from engine.bad_input import BadInput, at_place
from engine.message import Message, message
from engine.tournament.levels.structure import BadStructure, Minutes
from engine.tournament.prizes.payouts import WHOLE, PayoutRow, PayoutTable
from kiosk.structures.draft import Draft, ImportedStructure, completed
from kiosk.structures.literal import ConstructorCall, Literals, UnparsedValue, fields_of, find_literals
from kiosk.structures.rows import StructureRow, draft_of, read_rows
from kiosk.structures.spelled import amount

PARTS = ("GameLevels", "GameChips", "GamePrizes")
ROUND = {"SmallBlind": "small", "BigBlind": "big", "Ante": "ante", "Minutes": "minutes"}
READ = ("Title", "Levels", "Chips", "Prizes", "UUID", "LeagueUUID", "SeasonUUID", "V")
"""Fields of a tournament that are read, or that are ids within the file, and the version of the program. All others are
reported as unread."""
NO_LIMIT = ("GameType", "GameName", "Limits", "Tokens", "Notes", "UUID", "ChipUp")
"""Fields of a level that are not reported as unread just because they have a value: some are checked separately."""
MOST_LEVELS = 1_000
"""The number of levels that are read from a file. It exceeds what a structure may have, so a list that is too long is
still rejected."""
PERCENT, FIXED = 0, 1
"""The values of `AmountType`: whether a prize is a percentage or a fixed amount."""


def is_tdt(text: str) -> bool:
    """Whether this text is from a `.tdt` file, judging by its beginning."""
    begins = text[:200].lstrip("\ufeff \t\r\n")
    return begins.startswith("{") and "new Tournament" in text[:2_000]


def parse_tdt(text: str, source: str, name: str, minutes: Minutes = 0) -> ImportedStructure:
    """The structure and payout table in a file. Error messages call the file `source`. `minutes` is the length of
    the levels for which the file has none. Raises `BadStructure`."""
    try:
        content = find_literals(text, PARTS, "Tournament")
        draft = _draft(content, minutes)
        notes: list[Message] = []
        payouts = _payouts(content, notes, str(draft.name or name))
    except BadInput as error:
        raise BadStructure("at-place", place=source, problem=error.message) from error
    found = completed(draft, source, name)
    return ImportedStructure(found.structure, (*notes, *found.guesses), payouts)


def _draft(content: Literals, minutes: Minutes) -> Draft:
    levels = next((fields.get("Levels") for fields in _all(content, "GameLevels")), None)
    if isinstance(levels, UnparsedValue):
        raise _not_understood("Levels", levels)
    if not isinstance(levels, list):
        raise BadInput("tdt-no-levels")
    levels = levels[:MOST_LEVELS]
    read = read_rows([_row(number, made) for number, made in enumerate(levels, 1)], minutes)
    chips, stack = _chips(content)
    filled = [pair for made in levels for pair in fields_of(made).items()]
    said = {field for field, value in filled if field not in (*ROUND, *NO_LIMIT) and value}
    notes = {field for field, value in filled if field == "Notes" and value}
    games = any(field == "GameType" and value not in (2, None) for field, value in filled)
    unread = [*sorted(said), *sorted(notes), *(["GameType"] if games else [])]
    beside = [field for field in (*content.fields, *content.beside) if field not in READ]
    title = content.fields.get("Title")
    return draft_of(read._replace(unread=[*unread, *beside]), title if isinstance(title, str) else "", stack, chips)


def _row(number: int, made: object) -> StructureRow:
    """A level or a break, converted to our fields. Raises `BadInput` for anything else."""

    def at(head: str) -> Message | str:
        place = message("tdt-level", number=str(number))
        return message("place-in", outer=place, inner=head) if head else place

    if isinstance(made, ConstructorCall) and made.name in ("GameRound", "GameBreak"):
        fields = fields_of(made)
        for name in ROUND:
            if isinstance(fields.get(name), UnparsedValue | list | dict | ConstructorCall):
                raise _not_understood(at(name), fields[name], made.at)
        said = {ours: fields[name] for name, ours in ROUND.items() if fields.get(name) is not None}
        heads = {ours: name for name, ours in ROUND.items()}
        if made.name == "GameRound":
            return StructureRow(said, at, heads, (), "level")
        mark = {"color_up": True} if fields.get("ChipUp") is True else {}
        return StructureRow({"minutes": said.get("minutes"), **mark}, at, heads | {"color_up": "ChipUp"}, (), "break")
    raise _not_understood(at(""), made)


def _chips(content: Literals) -> tuple[list[object] | None, int | None]:
    """The denominations in use, and each player's chips; None for what is missing. Raises `BadInput`."""
    listed = next((fields.get("Chips") for fields in _all(content, "GameChips")), None)
    chips: set[int] = set()
    stack = 0
    for made in listed if isinstance(listed, list) else []:
        fields = fields_of(made)
        if fields.get("Use", True) is False:
            continue
        value = fields.get("Value")
        if (found := amount(value)) is None or found < 1:
            raise _not_understood("Chips, Value", value, made.at if isinstance(made, ConstructorCall) else 0)
        chips.add(found)
        stack += found * (amount(fields.get("PerPlayer")) or 0)
    return [*sorted(chips)] or None, stack or None


def _payouts(content: Literals, notes: list[Message], name: str) -> PayoutTable | None:
    """The prizes as shares of the pool, or None. Adds a note about how the prizes were read, or why they were not."""
    listed = next((fields.get("Prizes") for fields in _all(content, "GamePrizes")), None)
    prizes = [fields_of(made) for made in listed] if isinstance(listed, list) else []
    placed = {place: prize for prize in prizes if (place := amount(prize.get("Recipient"))) and not prize.get("Type")}
    if not prizes:
        return None
    kinds = {prize.get("AmountType") for prize in placed.values()}
    parts = [prize.get("Amount") for _, prize in sorted(placed.items())]
    sound = [part for part in parts if isinstance(part, int | float) and not isinstance(part, bool) and part > 0]
    whole = len(sound) == len(prizes) and sorted(placed) == list(range(1, len(prizes) + 1))
    falls = whole and len(kinds) == 1 and sound == sorted(sound, reverse=True)
    if falls and kinds == {PERCENT} and abs(sum(sound) - 100) > 0.01:
        notes.append(message("tdt-prizes-not-whole", percent=f"{sum(sound):g}"))
        return None
    shares = [int(WHOLE * part / sum(sound)) for part in sound]
    if not falls or not kinds <= {PERCENT, FIXED} or min(shares) < 1:
        notes.append(message("tdt-prizes-unread", count=len(prizes)))
        return None
    shares[0] += WHOLE - sum(shares)
    said = " · ".join(f"{share / 100:g}" for share in shares)
    notes.append(message("tdt-prizes-fixed" if kinds == {FIXED} else "tdt-prizes", shares=said))
    return PayoutTable(name, (PayoutRow(1, tuple(shares)),))


def _not_understood(place: Message | str, value: object, at: int = 0) -> BadInput:
    """The error for a needed value that is not understood, with its position in the file if that is known."""
    at = value.at if isinstance(value, UnparsedValue | ConstructorCall) and value.at else at
    if not at:
        return BadInput.of(at_place(place, message("tdt-not-understood")))
    return BadInput.of(at_place(place, message("tdt-not-understood-at", at=str(at))))


def _all(content: Literals, name: str) -> Iterator[Mapping[str, object]]:
    yield from (fields_of(made) for made in content.made if made.name == name)
