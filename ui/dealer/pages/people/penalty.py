"""A player is warned or penalized: first the measure, then the reason. The floor signs for all but a warning."""

from engine.public import PublicSeat
from engine.table.actions.penalties import Disqualify, Penalize, Warn
from engine.table.seats import warnings
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.page import PageContext, PlayerPage

REASONS = ("conduct", "exposed", "discussed", "turn", "slow", "phone", "soft", "other")


class PenaltyPage(PlayerPage, frozen=True):
    """`measure` is one of `words.people.measures`; it is empty until one is picked."""

    measure: str = ""

    def show(self, context: PageContext) -> PageView:
        """No reason can be pressed before a measure is picked. Then each button names the penalty that it gives."""
        words, book = context.words.people, context.game.table.book
        in_hands = book is not None and book.penalties.value == "hands"
        seat = context.table.seats[self.seat - 1]
        measures = []
        for name, label in words.measures.items():
            possible = not (in_hands and name.startswith("round"))
            tap = OpenPage(PenaltyPage(self.seat, name)) if possible else None
            emphasis: Emphasis = "stop" if name == "out" else "plain"
            key = ButtonView(f"penalty-{name}", label.text, tap, label.small, emphasis, chosen=name == self.measure)
            measures.append(key)
        picked = words.measures[self.measure].text if self.measure else ""
        whys = []
        for name in REASONS:
            code = f"reason-{name}"
            ask = _ask(self.seat, self.measure, code) if self.measure else None
            emphasis = "stop" if self.measure == "out" else "plain"
            whys.append(ButtonView(f"penalty-why-{name}", context.words.reasons[code], ask, picked, emphasis))
        clause = (LineView(context.words.cited(book.penalties.clause), "clause"),) if book else ()
        title = words.penalty_title.format(who=context.words.who(seat.seat, seat.name))
        lines = (LineView(words.penalty_pick, "small"), *clause, *penalty_notes(context, seat))
        grids = (
            GridView("penalty-measures", 7, tuple(measures)),
            GridView("penalty-whys", 8, tuple(whys), below=True),
        )
        return PageView("penalty", title, lines, grids, full_width=True)


def penalty_notes(context: PageContext, seat: PublicSeat) -> tuple[LineView, ...]:
    """The penalty that a player is serving, and the warnings so far."""
    words = context.words
    counts = (
        (words.people.seat_misses, seat.penalty_hands),
        (words.people.seat_warnings, warnings(context.game.table.seats, seat.seat)),
    )
    return tuple(LineView(words.counted(text, count), "plain") for text, count in counts if count)


def _ask(seat: int, measure: str, why: str) -> Ask:
    kind, _, count = measure.partition("-")
    if kind == "warning":
        return Ask(Warn(seat, why))
    if kind == "out":
        return Ask(Disqualify(seat, "", why), needs="floor")
    many = int(count)
    hands, rounds = (many, 0) if kind == "hand" else (0, many)
    return Ask(Penalize(seat, "", why, hands, rounds), needs="floor")
