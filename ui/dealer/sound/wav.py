"""The sounds, which are made of sine waves, as WAV files in memory. Uses no Qt."""

from array import array
from collections.abc import Iterator
from io import BytesIO
from math import exp, pi, sin
from wave import open as open_wave

import msgspec

from ui.dealer.model.profile import Sound

RATE = 22_050
LOUDEST = 32_767


class Note(msgspec.Struct, frozen=True):
    """A sine wave that dies away: when it begins and how long it lasts, in ms, its pitch, and its volume up to 1."""

    at_ms: float
    long_ms: float
    hertz: float
    loud: float
    fades: float = 3.0
    """How much fainter the note is at its end, as a power of e."""


NOTES: dict[Sound, tuple[Note, ...]] = {
    "accepted": (Note(0, 5, 1_900, 0.5),),
    "refused": (Note(0, 40, 180, 0.8, 1), Note(50, 40, 180, 0.8, 1)),
    "card": (Note(0, 5, 1_100, 0.25),),
    "pot": tuple(
        Note(at, 12, hertz, 0.3) for at, hertz in ((0, 3_900), (15, 4_400), (27, 3_600), (45, 4_100), (66, 3_800))
    ),
    "level": (Note(0, 300, 660, 0.5), Note(220, 380, 880, 0.5)),
}
"""A dry click; two low tones; a softer tick; chips falling onto one another; and a chime of two notes."""


def wave_of(sound: Sound) -> bytes:
    long_ms = max(note.at_ms + note.long_ms for note in NOTES[sound])
    samples = [0.0] * round(RATE * long_ms / 1_000)
    for note in NOTES[sound]:
        first = round(RATE * note.at_ms / 1_000)
        for index, value in enumerate(_sine(note), first):
            if index < len(samples):
                samples[index] += value
    whole = array("h", (round(LOUDEST * max(-1.0, min(1.0, value))) for value in samples))
    file = BytesIO()
    with open_wave(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(whole.itemsize)
        out.setframerate(RATE)
        out.writeframes(whole.tobytes())
    return file.getvalue()


def _sine(note: Note) -> Iterator[float]:
    count = round(RATE * note.long_ms / 1_000)
    for index in range(count):
        yield note.loud * exp(-note.fades * index / count) * sin(2 * pi * note.hertz * index / RATE)
