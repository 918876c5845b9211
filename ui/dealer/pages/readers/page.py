"""The table's readers with their status and last reading, as a live test."""

from ui.dealer.model.reader_texts import device_text, place_text
from ui.dealer.model.readers import ReaderNow, ReaderWatch, Unlisted
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext
from ui.dealer.pages.readers.one import ReaderPage, UnlistedPage, read_said
from ui.words import Words

MOST = 8
"""How many readers are shown at a time. Together with MORE, they fill the page."""
FRESH_MS = 2_500
"""How long a reader is lit after a reading."""


class ReadersPage(LastingPage, frozen=True):
    """`first` is the number of the first reader shown."""

    first: int = 0

    def show(self, context: PageContext) -> PageView:
        words, known = context.words.readers, context.surroundings.readers
        tiles = [self._reader(each, context.words) for each in known.readers]
        tiles += [self._unlisted(each, context.words) for each in known.unlisted]
        first = self.first if self.first < len(tiles) else 0
        shown = tiles[first : first + MOST]
        if len(tiles) > MOST:
            following = first + MOST if first + MOST < len(tiles) else 0
            shown.append(ButtonView("readers-more", words.more, OpenPage(ReadersPage(following)), emphasis="quiet"))
        notes = [LineView(words.note)]
        if not known.readers:
            notes.append(LineView(words.none))
        grids = (GridView("readers", 2 if len(shown) <= MOST else 3, tuple(shown)),) if shown else ()
        return PageView("readers", words.title, tuple(notes), grids, full_width=True)

    def watches(self) -> ReaderWatch:
        return ReaderWatch()

    def _reader(self, reader: ReaderNow, words: Words) -> ButtonView:
        say, last = words.readers, reader.reads[0] if reader.reads else None
        fresh = last is not None and last.card is not None and last.ago_ms < FRESH_MS
        emphasis: Emphasis = "warn" if reader.problem else "go" if fresh else "plain"
        device = device_text(reader.device, words)
        first, how = read_said(last, words) if last else say.read_nothing, say.is_well.format(device=device)
        if reader.problem:
            first = say.lost_for.format(problem=say.short[reader.problem], age=words.age(reader.since_ms))
            how = device
        return ButtonView(
            name=f"reader-{reader.address}",
            text=f"{place_text(reader.place, words).upper()}: {first}",
            tap=OpenPage(ReaderPage(reader.address, self)),
            small=how,
            emphasis=emphasis,
            card=last.card if last and not reader.problem else None,
        )

    def _unlisted(self, device: Unlisted, words: Words) -> ButtonView:
        tap = OpenPage(UnlistedPage(device.address, self))
        said = device_text(device.device, words)
        return ButtonView(f"reader-{device.address}", words.readers.not_listed, tap, said, "quiet")
