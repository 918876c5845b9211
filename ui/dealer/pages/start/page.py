"""The page of a table that has never been opened: what it is waiting for, and what can be done. It opens by itself
once."""

from ui.dealer.model.surroundings import Link, Surroundings, is_booked
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, Page, PageContext
from ui.words import Words


class StartPage(LastingPage, frozen=True):
    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.start
        title, lines = _state(context.surroundings, words)
        do = (
            ButtonView("start-readers", say.readers, OpenPage(_readers()), _readers_now(context), "plain"),
            ButtonView("start-seat", say.seat, _seating(context), say.seat_small, "act"),
        )
        return PageView("start", title, tuple(lines), (GridView("start-do", 2, do),), full_width=True)

    def over(self, context: PageContext) -> bool:
        if is_booked(context.surroundings):
            return True
        return bool(context.table.book) and context.table.blinds is not None

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return not context.table.book

    @classmethod
    def opens_itself(cls, context: PageContext) -> bool:
        """Whether a table that was never opened has no clock, or one that does not answer."""
        link = context.surroundings.link
        return not context.table.book and (link is None or (not link.connected and link.trouble is not None))


def _state(surroundings: Surroundings, words: Words) -> tuple[str, list[LineView]]:
    say, link = words.start, surroundings.link
    if link is None:
        return say.alone, [LineView(say.alone_help, rows=2)]
    if link.connected:
        return say.found, [LineView(say.at.format(clock=surroundings.clock), "plain"), LineView(say.found_help, rows=2)]
    return say.refuses if link.refused else say.waiting, [
        LineView(say.at.format(clock=surroundings.clock)),
        *_silence(link, words),
    ]


def _silence(link: Link, words: Words) -> list[LineView]:
    """Says how long the clock has been silent, why, what to check, and that nothing is lost."""
    say = words.start
    said = words.fault(link.trouble) if link.trouble else None
    if said and link.refused:
        return [LineView(said.what, "trouble"), LineView(said.fix, rows=2)]
    since = say.silent.format(age=words.age(link.away_ms))
    why = (LineView(said.what, "small", rows=2),) if said else ()
    checks = [LineView(check, "plain") for check in (say.check_power, say.check_network, say.check_address)]
    return [LineView(since), *why, *checks, LineView(say.note, "small", rows=2)]


def _seating(context: PageContext) -> OpenPage | None:
    if context.table.book:
        return None
    from ui.dealer.pages.start.seats import SeatHerePage  # noqa: PLC0415  a table that a clock seats never needs it

    return OpenPage(SeatHerePage())


def _readers() -> Page:
    from ui.dealer.pages.readers.page import ReadersPage  # noqa: PLC0415  as above

    return ReadersPage()


def _readers_now(context: PageContext) -> str:
    reader, words = context.surroundings.reader, context.words
    if reader is None:
        return words.start.no_reader
    return (reader.says or words.reader_ok) if reader.works else (reader.head or words.reader_lost)
