"""Corrects one line in the hand: a different action or seat, no action, or something missing before it."""

from msgspec.structs import replace

from engine.actions import BOARD, Act, Amend, Call, Check, DropAct, Fold, InsertBefore, PutIn, ReplaceAct, SeeCard
from engine.events import (
    BetMade,
    BlindPosted,
    BoardDealt,
    Called,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandMucked,
    HandStarted,
    Raised,
)
from engine.game.lines import LogLine, lines
from engine.hand.betting import Offer
from engine.message import message
from engine.table.actions.people import ClockCalled
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, LineView, PageView
from ui.dealer.pages.agree import ReasonedPage, agreed, problem
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.chips.countdown import CountdownPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.entry.pads import seat_ring
from ui.dealer.pages.page import Page, PageContext
from ui.words import Words
from ui.words.card_signs import card_row

DEEDS = (Folded, Checked, Called, BetMade, Raised, CardTabled, HandMucked)
"""A seat's events that may have been tapped incorrectly or misread."""


class RepairPage(ReasonedPage, frozen=True):
    """`line` is the record mark of the line to be corrected."""

    line: int

    def show(self, context: PageContext) -> PageView:
        """The possible corrections; those that the engine would refuse are gray."""
        line = line_at(context, self.line)
        words = context.words.repair
        if line is None:
            return PageView("repair", words.nothing, full_width=True)
        noted = (words.recorded_auto if line.inferred else words.recorded).format(
            line=said(line.event, context), street=words.streets.get(line.street, line.street)
        )
        seat = seat_of(line.event)
        title = words.still_in.format(who=context.who(seat)) if isinstance(line.event, Folded) else words.correct_this
        is_card = isinstance(line.event, BoardDealt | CardTabled)
        buttons = self._card(context, line) if is_card else self._act(context, line)
        grids = (GridView("repair", 4, buttons),)
        lines = (LineView(noted, "big"),)
        return PageView("repair", title, lines, grids, full_width=True, refused=self.refused(context))

    def over(self, context: PageContext) -> bool:
        return line_at(context, self.line) is None

    def _act(self, context: PageContext, line: LogLine) -> tuple[ButtonView, ...]:
        words, seat = context.words.repair, seat_of(line.event)
        amounts = AmountPage(seat, "", line.mark, parent=self)
        offer = amounts.offer(context)
        raised = OpenPage(amounts, slides=True) if offer and offer.most else None
        return (
            self._called(context, line, offer),
            ButtonView("repair-amount", words.bet_or_raised, raised, emphasis="act"),
            self._instead(context, line, "repair-check", Check(seat)),
            self._instead(context, line, "repair-fold", Fold(seat)),
            self._other(context, line),
            *self._always(context, line, words.delete, ""),
            *_count(context, seat),
        )

    def _called(self, context: PageContext, line: LogLine, offer: Offer | None) -> ButtonView:
        """`CALLED 600`: the action that is most often missed."""
        small = context.words.amount(offer.call) if offer and offer.call else ""
        return self._instead(context, line, "repair-call", Call(seat_of(line.event)), small)

    def _other(self, context: PageContext, line: LogLine) -> ButtonView:
        """OTHER SEAT. If the action fits no other seat, it is gray, and a touch on it says so."""
        words = context.words.repair
        if line.inferred:
            return ButtonView("repair-other", words.other_seat, None, words.other_seat_auto)
        key = ButtonView("repair-other", words.other_seat, None, words.other_seat_small)
        amends = (amend_seat(line, seat.seat) for seat in context.table.seats)
        if any(amend and problem(context, amend) is None for amend in amends):
            return replace(key, tap=OpenPage(OtherSeatPage(line.mark, parent=self)))
        return replace(key, tap=OpenPage(replace(self, why=message("no-other-seat"))), emphasis="locked")

    def _card(self, context: PageContext, line: LogLine) -> tuple[ButtonView, ...]:
        words, seat = context.words.repair, seat_of(line.event)
        return (
            ButtonView(
                "repair-card", words.other_card, OpenPage(CardPage(seat, "", line.mark, parent=self)), emphasis="act"
            ),
            *self._always(context, line, words.delete_card, words.delete_card_small),
        )

    def _always(self, context: PageContext, line: LogLine, text: str, small: str) -> tuple[ButtonView, ...]:
        words = context.words.repair
        return (
            self.fix(context, Amend(line.mark, DropAct()), ButtonView("repair-drop", text, None, small, "stop")),
            ButtonView("repair-insert", words.insert, OpenPage(InsertPage(line.mark, parent=self)), words.insert_small),
        )

    def _instead(
        self, context: PageContext, line: LogLine, name: str, action: Call | Check | Fold, small: str = ""
    ) -> ButtonView:
        """The key for a different action, or the one that is recorded."""
        words = context.words.repair
        kinds: dict[type[Act], tuple[str, type[Event]]] = {
            Call: (words.called, Called),
            Check: (words.checked, Checked),
            Fold: (words.folded, Folded),
        }
        text, kind = kinds[type(action)]
        if isinstance(line.event, kind):
            return ButtonView(name, text, None, words.as_recorded)
        emphasis: Emphasis = "go" if kind is Called else "plain"
        return self.fix(context, Amend(line.mark, ReplaceAct(action)), ButtonView(name, text, None, small, emphasis))


class FlopPage(Page, frozen=True):
    """Asks which card of the flop is wrong; `marks` are those of the cards in the record."""

    marks: tuple[int, ...]

    def show(self, context: PageContext) -> PageView:
        words = context.words
        buttons = []
        for number, mark in enumerate(self.marks, 1):
            line = line_at(context, mark)
            if line and isinstance(line.event, BoardDealt):
                card = line.event.card
                fix = OpenPage(CardPage(BOARD, "", mark, parent=self))
                buttons.append(ButtonView(f"flop-{number}", "", fix, said=words.card_name(card), card=card))
        grids = (GridView("flop", len(self.marks), tuple(buttons)),)
        return PageView("flop", words.repair.which_card, (), grids, full_width=True)

    def over(self, context: PageContext) -> bool:
        return any(line_at(context, mark) is None for mark in self.marks)


class OtherSeatPage(Page, frozen=True):
    """The page for a line whose action belongs to another seat."""

    line: int

    def show(self, context: PageContext) -> PageView:
        line = line_at(context, self.line)
        buttons = tuple(self._seat(context, line, seat.seat) for seat in context.table.seats) if line else ()
        words = context.words.repair
        head = (LineView(said(line.event, context), "big"),) if line else ()
        return PageView("other-seat", words.whose, head, (seat_ring("seats", buttons),), full_width=True)

    def _seat(self, context: PageContext, line: LogLine, seat: int) -> ButtonView:
        amend = amend_seat(line, seat)
        refused = problem(context, amend) if amend else None
        tap = agreed(context, amend, self) if amend and not refused else None
        there = context.table.seats[seat - 1]
        chips = context.words.amount(there.chips) if there.player else context.words.people.seat_free
        return ButtonView(f"other-{seat}", there.name, tap, chips, seat=seat, said=context.who(seat),
                          why=refused.message if refused else None)  # fmt: skip


class InsertPage(ReasonedPage, frozen=True):
    """An event is missing before the line. The page asks which seat, and then which action."""

    line: int
    seat: int = 0

    def show(self, context: PageContext) -> PageView:
        words, line = context.words.repair, line_at(context, self.line)
        head = (LineView(said(line.event, context), "big"),) if line else ()
        seats = tuple(self._seat(context, seat.seat) for seat in context.table.seats)
        title = words.before_what.format(who=context.who(self.seat)) if self.seat else words.before_this
        acts = (
            self._before(context, "insert-call", words.called, Call(self.seat)),
            self._before(context, "insert-check", words.checked, Check(self.seat)),
            self._before(context, "insert-fold", words.folded, Fold(self.seat)),
        )
        grids = (seat_ring("seats", seats), GridView("acts", len(acts), acts, inside=True))
        return PageView("insert", title, head, grids, full_width=True, refused=self.refused(context))

    def _seat(self, context: PageContext, seat: int) -> ButtonView:
        dealt = context.table.seats[seat - 1].dealt
        tap = OpenPage(replace(self, seat=seat, why=None)) if dealt else None
        there = context.table.seats[seat - 1]
        chips = context.words.amount(there.chips) if there.player else context.words.people.seat_free
        return ButtonView(f"insert-{seat}", there.name, tap, chips, chosen=seat == self.seat, seat=seat,
                          said=context.who(seat))  # fmt: skip

    def _before(self, context: PageContext, name: str, text: str, action: Act) -> ButtonView:
        if not self.seat:
            return ButtonView(name, text)
        return self.fix(context, Amend(self.line, InsertBefore(action)), ButtonView(name, text))


def amend_seat(line: LogLine, seat: int) -> Amend | None:
    """The repair that moves the action to another seat; None if nobody else can have done it."""
    action = _by(line.event, seat)
    return Amend(line.mark, ReplaceAct(action)) if action is not None and seat != seat_of(line.event) else None


def line_at(context: PageContext, mark: int) -> LogLine | None:
    """The line with this record mark, in the current hand or in a last hand that can still be repaired; None if there
    is none."""
    return next((line for line in (*context.table.lines, *last_hand(context)) if line.mark == mark), None)


def last_hand(context: PageContext) -> tuple[LogLine, ...]:
    """The lines of the hand before the one in play, while it can still be repaired."""
    last = context.game.state.last
    return lines(last.facts) if last and last.start else ()


def last_line(lines: tuple[LogLine, ...], seat: int) -> LogLine | None:
    return next(
        (line for line in reversed(lines) if isinstance(line.event, DEEDS) and seat_of(line.event) == seat), None
    )


def seat_of(event: Event) -> int:
    """The seat of the line; 0 for the board."""
    return int(getattr(event, "seat", BOARD))


def said(event: Event, context: PageContext, short: bool = False) -> str:
    """One line in words; if `short`, without the player's name. Empty for an event that was neither tapped nor read."""
    words: Words = context.words
    tag = _tag(event, context)
    kind = words.repair.lines.get(tag, "")
    fields: dict[str, object] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("chips", "to") and isinstance(value, int):
            fields[name] = words.amount(value)
        elif name == "card":
            fields[name] = card_row((value,)) if short else words.card_name(value)
        elif name == "seat":
            name_of = "" if short or not value else context.table.seats[value - 1].name
            fields[name] = (str(value) if short else words.who(value, name_of)) if value else ""
    return kind.format(**fields) if kind else ""


def deed(event: Event, context: PageContext) -> tuple[str, str]:
    """A line in words without its seat, and the amount: `raised to`, `600`."""
    words, kind = context.words, context.words.repair.lines.get(_tag(event, context), "")
    chips = next((getattr(event, name) for name in ("to", "chips") if hasattr(event, name)), None)
    card = getattr(event, "card", None)
    verb = kind.format(seat="", to="", chips="", card=card_row((card,)) if card else "")
    has_amount = isinstance(chips, int) and ("{to}" in kind or "{chips}" in kind)
    return " ".join(verb.split()).strip(": "), words.amount(chips) if has_amount and chips else ""


def _tag(event: Event, context: PageContext) -> str:
    if isinstance(event, ClockCalled) and not event.on:
        return "clock-withdrawn"
    return "straddle" if _is_straddle(event, context) else str(event.__struct_config__.tag)


def _is_straddle(event: Event, context: PageContext) -> bool:
    """Whether a blind was posted by a player who is neither the small nor the big blind."""
    state = context.game.state
    for timeline in (state.timeline, state.last):
        if isinstance(event, BlindPosted) and timeline is not None and any(f.event is event for f in timeline.facts):
            deal = timeline.facts[0].event
            return isinstance(deal, HandStarted) and event.seat not in (deal.small, deal.big)
    return False


def _count(context: PageContext, seat: int) -> tuple[ButtonView, ...]:
    """The key that counts this seat's chips down, if the player is all-in."""
    there = context.table.seats[seat - 1]
    if not (context.table.playing and there.all_in and there.live):
        return ()
    label = context.words.menu.entries["countdown"]
    return (ButtonView("repair-count", label.text, OpenPage(CountdownPage(seat)), label.small),)


def _by(event: Event, seat: int) -> Act | None:
    match event:
        case Folded():
            return Fold(seat)
        case Checked():
            return Check(seat)
        case Called():
            return Call(seat)
        case CardTabled(card=card):
            return SeeCard(card, seat)
        case HandMucked() | BoardDealt():
            return None
    to = getattr(event, "to", 0)
    return PutIn(seat, to) if to else None
