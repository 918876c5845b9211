"""Stack counts: one tap if all stacks are correct, or each stack is keyed in. A stack that differs is counted again,
and is referred to the floor once two counts agree."""

from typing import ClassVar

from msgspec.structs import replace

from engine.events import SetStacks
from engine.public import PublicTable
from engine.table.actions.chips import CountStacks, ReportCount
from engine.table.actions.hands import Overrule
from ui.dealer.model.sign_in import signers
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, Emphasis, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry.pads import KeyedDigits, keypad, seat_ring
from ui.dealer.pages.page import Page, PageContext, same_seats
from ui.words import Words


class CountsPage(Page, frozen=True):
    """`counted` holds seats with their entries; `seat` is being counted, and `typed` is its entry so far. `asked` means
    that the page asks whether chips may enter or leave play."""

    between_hands: ClassVar[bool] = True
    needs: ClassVar[str] = "players"

    counted: tuple[tuple[int, int], ...] = ()
    seat: int = 0
    typed: str = ""
    asked: bool = False

    def show(self, context: PageContext) -> PageView:
        return self._one(context) if self.seat else self._all(context)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        counted = {seat for seat in (self.seat, *(seat for seat, _ in self.counted)) if seat}
        return not after.table.playing and same_seats(counted, before, after)

    @property
    def has_entries(self) -> bool:
        return bool(self.counted)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return not context.table.playing and bool(_stacks(context.table))

    def _all(self, context: PageContext) -> PageView:
        words, table = context.words, context.table
        say, counted = words.chips, dict(self.counted)
        seats = tuple(_tile(self, seat.seat, context, counted.get(seat.seat)) for seat in table.seats)
        help_ = say.counts_help
        if table.playing:
            help_ = say.counts_in_hand
        elif table.uncounted:
            help_ = say.counts_as_of.format(hand=table.hand - table.uncounted)
        elif due := counts_due(context):
            help_ = due
        plain = (LineView(_sum(table, counted, words), "big"), LineView(help_, "small"))
        lines = _question(table, counted, words) if self.asked else plain
        actions = self._actions(context, counted)
        grids = (seat_ring("counts-seats", seats), GridView("do", len(actions), actions, inside=True))
        return PageView("counts", say.counts_title, lines, grids, full_width=True)

    def _actions(self, context: PageContext, counted: dict[int, int]) -> tuple[ButtonView, ...]:
        table, words = context.table, context.words
        say, stacks = words.chips, _stacks(table)
        final = {seat: counted.get(seat, chips) for seat, chips in stacks.items()}
        whole = CountStacks(tuple(final), tuple(final.values()))
        differs = {seat: chips for seat, chips in final.items() if chips != stacks[seat]}
        difference = sum(final.values()) - sum(stacks.values())
        free = not table.playing and bool(stacks)
        if counted and not table.uncounted:
            report = Ask(ReportCount(tuple(counted), tuple(counted.values())), then=CountsPage()) if free else None
            agree = ButtonView("counts-report", say.report, report, say.report_small,
                               "plain" if self.asked else "warn" if differs else "go")  # fmt: skip
        elif not differs:
            open_ = any(seat.last_count.differs for seat in table.seats)
            # A stack that differed is keyed again, not simply accepted.
            whole_tap = Ask(whole) if free and not open_ else None
            agree = ButtonView("counts-done", say.all_agree, whole_tap, say.all_agree_small, "go")
        else:
            may = free and table.uncounted and not difference
            agree = ButtonView("counts-done", say.counted, Ask(whole) if may else None, say.counted_small, "go")
        named = tuple(final) if table.uncounted else tuple(differs)
        order = SetStacks(named, tuple(final[seat] for seat in named), difference)
        fix = Ask(Overrule("", "reason-recount", order), needs="floor") if free and differs else None
        clear = OpenPage(CountsPage()) if counted else None
        return (
            agree,
            self._correct(fix, difference, context),
            ButtonView("counts-clear", say.clear, clear, emphasis="quiet"),
        )

    def _correct(self, fix: Ask | None, difference: int, context: PageContext) -> ButtonView:
        """The button that sets the stacks. If chips would enter or leave play and nobody signs with a PIN, it takes two
        taps."""
        say = context.words.chips
        if fix is None or not difference or signers(context.surroundings.staff, "floor"):
            return ButtonView("counts-floor", say.correct, fix, say.floor_needed, "warn")
        if not self.asked:
            ask = OpenPage(replace(self, asked=True))
            return ButtonView("counts-floor", say.correct, ask, say.floor_needed, "quiet")
        return ButtonView("counts-floor-sure", say.correct_sure, fix, context.words.asking.tap_again, "warn")

    def _one(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.chips
        there = context.table.seats[self.seat - 1]
        entry = InputView(small=say.key_count, seat=self.seat)
        if self.typed:
            chips = int(self.typed)
            text = say.counts_as if chips == there.chips else say.differs
            result = text.format(chips=words.amount(chips), difference=_signed(chips - there.chips, words))
            entry = InputView(words.amount(chips), result, seat=self.seat)
        rest = tuple(pair for pair in self.counted if pair[0] != self.seat)
        done = OpenPage(CountsPage((*rest, (self.seat, int(self.typed))))) if self.typed else None
        actions = (
            ButtonView("count-agrees", say.as_recorded, OpenPage(CountsPage((*rest, (self.seat, there.chips)))),
                       words.amount(there.chips)),
            ButtonView("count-back", say.back, OpenPage(replace(self, seat=0, typed="")), emphasis="quiet"),
        )  # fmt: skip
        ok = ButtonView("count-set", words.people.ok, done, say.set_count, "go")
        pad = keypad(KeyedDigits("count", self.typed, lambda typed: OpenPage(replace(self, typed=typed))), ok, words)
        title = say.count_seat.format(who=words.who(self.seat, there.name))
        lines = (LineView(say.recorded.format(chips=words.amount(there.chips)), "big"),)
        return PageView("count-seat", title, lines, (GridView("do", 2, actions), *pad), entry=entry)


def _tile(page: CountsPage, number: int, context: PageContext, counted: int | None) -> ButtonView:
    words, seat = context.words, context.table.seats[number - 1]
    name = f"counts-seat-{number}"
    if not seat.player:
        return ButtonView(name, "", None, words.people.seat_free, seat=number, said=words.who(number, ""))
    tap: Tap | None = OpenPage(replace(page, seat=number, typed="", asked=False)) if not context.table.playing else None
    note, emphasis = _asked(number, context)
    if counted is not None:
        change = counted - seat.chips
        result = _signed(change, words) if change else words.chips.agrees
        note, emphasis = result, "stop" if change else "go"
    shown = words.amount(seat.chips if counted is None else counted)
    said = ", ".join(part for part in (words.who(number, seat.name), shown, note) if part)
    return ButtonView(name, seat.name, tap, f"{shown}\n{note}" if note else shown, emphasis, said=said, seat=number)


def counts_due(context: PageContext) -> str:
    """The seats to count next, starting with those whose count differed; empty if no count is due."""
    say, table, words = context.words.chips, context.table, context.words
    found = [seat.seat for seat in table.seats if seat.last_count.sure]
    again = [seat.seat for seat in table.seats if seat.last_count.again]
    text = say.counts_for_floor if found else say.counts_again if again else say.counts_due
    seats = found or again or list(table.count_next)
    return text.format(seats=words.row([str(seat) for seat in seats])) if seats else ""


def _asked(number: int, context: PageContext) -> tuple[str, Emphasis]:
    words, seat = context.words, context.table.seats[number - 1]
    if seat.last_count.sure:
        return _signed(seat.last_count.differs, words), "stop"
    if seat.last_count.again:
        return words.chips.tile_again, "warn"
    if number in context.table.count_next:
        return words.chips.tile_now, "act"
    return "", "plain"


def _stacks(table: PublicTable) -> dict[int, int]:
    return {seat.seat: seat.chips for seat in table.seats if seat.player}


def _sum(table: PublicTable, counted: dict[int, int], words: Words) -> str:
    say, stacks = words.chips, _stacks(table)
    held = sum(stacks.values())
    if not counted:
        return say.counts_holds.format(chips=words.amount(held))
    found = sum(counted.get(seat, chips) for seat, chips in stacks.items())
    text = say.counts_same if found == held else say.counts_more if found > held else say.counts_less
    return text.format(chips=words.amount(found), difference=words.amount(abs(found - held)))


def _question(table: PublicTable, counted: dict[int, int], words: Words) -> tuple[LineView, ...]:
    """`4,975 chips come out of play.` and below it the total before and after."""
    say, stacks = words.chips, _stacks(table)
    held, found = sum(stacks.values()), sum(counted.get(seat, chips) for seat, chips in stacks.items())
    text = say.counts_into_play if found > held else say.counts_out_of_play
    total = say.counts_total.format(before=words.amount(held), after=words.amount(found))
    return LineView(text.format(difference=words.amount(abs(found - held))), "big"), LineView(total)


def _signed(chips: int, words: Words) -> str:
    return ("+" if chips > 0 else "−" if chips < 0 else "") + words.amount(abs(chips))
