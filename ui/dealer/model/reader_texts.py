"""The text for the status of the table's readers, and the names of places and devices. All functions are pure."""

from ui.dealer.model.readers import ReaderDevice, ReaderNow
from ui.dealer.model.surroundings import ReaderHealth
from ui.words import Words

UNSEEING = ("covered", "dark", "frozen", "unlearned", "no-phone", "asleep", "no-clock")
NO_CABLE = ("denied", "busy", "failing")
"""Problems that a dealer cannot fix by checking a cable."""
LONGEST_CODE = 16
"""How many characters of a foreign code are shown: enough to find it in a list."""


def reader_status(readers: tuple[ReaderNow, ...], words: Words) -> ReaderHealth | None:
    """The combined status of all readers: working, or which ones failed and what the dealer should do."""
    if not readers:
        return None
    lost = [each for each in readers if each.problem]
    if not lost:
        return ReaderHealth()
    say, first = words.readers, lost[0]
    where, reads = _places(lost), _places([each for each in readers if not each.problem])
    named = ", ".join(dict.fromkeys(place_text(each.place, words) for each in lost))
    if len(lost) > 1:
        return ReaderHealth(False, named, words.counted(say.many_lost, len(lost)), say.felt["lost"], where, reads)
    is_camera = first.device.is_camera and first.problem in UNSEEING
    head = say.heads[first.problem] if is_camera else words.reader_lost
    short = named if is_camera else say.lost_short.format(place=named, problem=say.short[first.problem])
    other = "failing" if first.problem in NO_CABLE else "lost"
    return ReaderHealth(False, short, head, say.felt[first.problem if is_camera else other], where, reads)


def _places(readers: list[ReaderNow]) -> tuple[str, ...]:
    return tuple(place for each in readers for place in (each.sees or (each.place,)))


def place_text(place: str, words: Words) -> str:
    """The name of a place: `board`, `seat 4`."""
    if place.startswith("seat "):
        return words.readers.seat_place.format(seat=place.removeprefix("seat "))
    return words.readers.places.get(place, place)


def device_text(device: ReaderDevice, words: Words) -> str:
    """The kind and name of a device: `USB line Zebra DS9308`."""
    return words.readers.kinds[device.kind].format(name=device.name).strip()


def code_text(code: str) -> str:
    """The printable part of a code, because noise may contain anything."""
    shown = "".join(letter if letter.isprintable() else "·" for letter in code)
    return shown if len(shown) <= LONGEST_CODE else f"{shown[: LONGEST_CODE - 1]}…"
