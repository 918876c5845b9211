"""A tournament in parts, for a page that puts them together itself: the tournament without its entries, and the
entries of each sitting separately. Only changed parts are sent."""

from collections import defaultdict
from collections.abc import Hashable, Iterator

from msgspec.structs import replace

from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.protocol.tournaments import EntriesAt, EntryView, TournamentView


class Parts:
    """The parts as they were last sent."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, WireMessage] = {}

    def changed(self, view: TournamentView) -> list[tuple[Hashable, str]]:
        """The parts that differ from those last sent, by subject."""
        before, self._parts = self._parts, dict(_parts(view))
        for subject, part in before.items():
            if subject not in self._parts and isinstance(part, EntriesAt):
                self._parts[subject] = EntriesAt(part.sitting)
        return [(subject, encode(part)) for subject, part in self._parts.items() if before.get(subject) != part]

    def all(self) -> list[tuple[Hashable, str]]:
        """All parts, for a client that has none."""
        return [(subject, encode(part)) for subject, part in self._parts.items()]


def _parts(view: TournamentView) -> Iterator[tuple[Hashable, WireMessage]]:
    by_sitting: dict[int, list[EntryView]] = defaultdict(list)
    for entry in view.entries:
        by_sitting[entry.sitting].append(entry)
    yield "tournament", replace(view, entries=())
    for sitting, entries in by_sitting.items():
        yield ("entries", sitting), EntriesAt(sitting, tuple(entries))
