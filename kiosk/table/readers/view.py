"""The readers' view for the screen, from their states. Pure."""

from collections.abc import Iterable

from hardware.readers import device_at, kind_of, public_address
from hardware.readers.kind import Plugged
from hardware.reading.reading import Reading, UnknownCode
from kiosk.table.readers.states import ReaderState
from ui.dealer.model.readers import LastReading, ReaderDevice, ReaderNow, Readers, Unlisted


def shown_readers(states: Iterable[ReaderState], now_ms: int) -> Readers:
    """The view of all readers; `now_ms` is monotonic."""
    return Readers(tuple(_reader(state, now_ms) for state in states))


def shown_unlisted(found: Iterable[Plugged]) -> tuple[Unlisted, ...]:
    """Devices that could be readers and are not in the settings."""
    return tuple(Unlisted(each.url, _device(each.url)) for each in found)


def _reader(state: ReaderState, now_ms: int) -> ReaderNow:
    url, own = state.settings.url, state.settings.place
    sees = dict.fromkeys((own, *state.settings.line.places.values(), *state.places))
    return ReaderNow(
        address=url,
        place=own,
        device=_device(url),
        problem=state.problem,
        since_ms=max(0, now_ms - state.since_ms),
        reads=tuple(_read(read, now_ms) for read in state.reads),
        sees=tuple(sees) if len(sees) > 1 else (),
        said_address=public_address(url),
    )


def _read(read: Reading | UnknownCode, now_ms: int) -> LastReading:
    ago_ms = max(0, now_ms - read.at_ms)
    if isinstance(read, Reading):
        return LastReading(str(read.card), read.card, read.place, ago_ms)
    return LastReading(read.code, None, read.place, ago_ms, read.position if read.nowhere else None)


def _device(url: str) -> ReaderDevice:
    device = device_at(url)
    return ReaderDevice(device.kind, device.name, kind_of(url).is_camera)
