"""Lengths of levels that have a start and an end instead of a length. Knows nothing about file formats."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.bad_input import BadInput, at_place
from engine.message import Message, message
from kiosk.structures.rows import BREAK_LENGTHS, COUNTS, LENGTHS, StructureRow
from kiosk.structures.spelled import LEAST_LEVEL, LONGEST, MOST_LEVEL, length_of, says_nothing

DAY = 24 * 60
_TIME = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?([0-9]{1,2})(?:[:.]([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?)?"
    r"\s*(?:([ap])\.?\s?m\.?|(uhr)|Z|[+-][0-9]{2}:?[0-9]{2})?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(.*?[0-9m.])\s*(?:[\u2013\u2014-]|\bto\b|\buntil\b|\bbis\b|\ba\b)\s*([0-9].*)", re.IGNORECASE)


class Time(NamedTuple):
    """A time of day in minutes since midnight, and whether AM or PM is known."""

    minute: int
    is_sure: bool


class TimeRange(NamedTuple):
    """The start of a level, and its end if the file has one."""

    starts: Time
    ends: Time | None


def time_of(said: object) -> Time | None:
    """Parse a time of day: `19:20`, `7:20 PM`, `7 pm`, `19.20 Uhr`, `2026-03-01T19:20:00Z`. None for anything else."""
    found = _TIME.fullmatch(said.strip()) if isinstance(said, str) and len(said) <= LONGEST else None
    if not found or not (found[2] or found[3] or found[4]) or ("." in found[0][:3] and not (found[3] or found[4])):
        return None
    hours, minutes, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if minutes > 59 or hours > 24 or (half and not 1 <= hours <= 12):
        return None
    hours = hours % 12 + 12 * (half == "p") if half else hours
    return Time((hours * 60 + minutes) % DAY, bool(half) or hours > 12)


def span_of(said: object) -> TimeRange | None:
    """Parse a time of day, or two with a dash or a word such as "to" between them. None for anything else."""
    if starts := time_of(said):
        return TimeRange(starts, None)
    found = _RANGE.fullmatch(said.strip()) if isinstance(said, str) and len(said) <= LONGEST else None
    if not found or not (ends := time_of(found[2])):
        return None
    half = found[2].strip().casefold()[-2:]
    starts = time_of(found[1]) or None
    if starts and not starts.is_sure and half in ("am", "pm"):  # `7:00 - 7:20 PM`
        other = time_of(f"{found[1].strip()} {half}")
        starts = other if other and _between(other, ends) <= MOST_LEVEL else starts
    return TimeRange(starts, ends) if starts else None


def are_times(cells: Sequence[str]) -> bool:
    """Whether a column has rising times of day rather than lengths. Raises `BadInput` if it could be either."""
    spans = [span_of(cell) for cell in cells]
    if len(spans) < 2 or None in spans:
        return False
    found = [span for span in spans if span]
    if any(span.ends for span in found):
        return True
    if not all(LEAST_LEVEL <= _between(one.starts, other.starts) <= MOST_LEVEL for one, other in pairwise(found)):
        return False
    pairs = [length.pair for cell in cells if (length := length_of(cell)) and length.pair]
    if len(pairs) == len(cells) and all(minutes >= LEAST_LEVEL and not seconds for minutes, seconds in pairs):
        raise BadInput("lengths-or-times", said=cells[0])
    return True


def clocked(rows: Sequence[StructureRow]) -> tuple[list[StructureRow], list[Message]]:
    """The rows with lengths worked out from their times, and the guesses made. Breaks are inserted where the times of
    two rows leave a gap. If any row has a length, all rows are unchanged. Raises `BadInput` if the times do not
    increase."""
    spans = [_span(row) for row in rows]
    timed = [at for at, span in enumerate(spans) if span]
    lengths = (*LENGTHS, *BREAK_LENGTHS, *COUNTS)
    if not timed or any(not says_nothing(row.fields.get(name)) for row in rows for name in lengths):
        return list(rows), []
    following = dict(pairwise(timed))
    found: list[StructureRow] = []
    notes: list[Message] = []
    last = 0
    for at, row in enumerate(rows):
        span = spans[at]
        if span is None:
            found.append(row)
            continue
        after = spans[following[at]] if at in following else None
        ends = span.ends or (after.starts if after else None)
        minutes = _between(span.starts, ends) if ends else last
        if not 0 < minutes <= DAY // 2:
            problem = message("times-do-not-rise", said=str(row.fields.get("starts")))
            raise BadInput.of(at_place(row.at(row.heads["starts"]), problem))
        if not ends:
            notes.append(message("last-length-guessed", place=row.at(""), minutes=str(minutes)))
        found.append(_lasting(row, minutes))
        last = minutes
        if span.ends and after and (pause := _between(span.ends, after.starts)):
            notes.append(message("break-between-guessed", place=rows[following[at]].at(""), minutes=str(pause)))
            found.append(StructureRow({"minutes": pause}, row.at, {}, (), "break"))
    return found, notes


def _span(row: StructureRow) -> TimeRange | None:
    if not (starts := span_of(row.fields.get("starts"))):
        return None
    return TimeRange(starts.starts, time_of(row.fields.get("ends")) or starts.ends)


def _between(one: Time, other: Time) -> int:
    """The minutes from one time to the other. If AM or PM is unknown, the shorter span is returned."""
    minutes = (other.minute - one.minute) % DAY
    return minutes % (DAY // 2) if minutes > DAY // 2 and not (one.is_sure and other.is_sure) else minutes


def _lasting(row: StructureRow, minutes: int) -> StructureRow:
    fields = {name: said for name, said in row.fields.items() if name not in ("starts", "ends")}
    return row._replace(fields={**fields, "minutes": minutes}, heads={**row.heads, "minutes": row.heads["starts"]})
