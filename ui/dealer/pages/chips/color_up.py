"""The color-up page: which chips to bring, the cards of the chip race, and what each seat should have afterward."""

from collections.abc import Callable
from math import gcd
from typing import ClassVar

from msgspec.structs import replace

from engine.actions import SeeCard
from engine.chips import Discs, denominations, to_bring
from engine.table.actions.chips import CloseRace, NameRaceWinners, OpenRace, close_race
from engine.table.chip_race import Race, Stake, brought_for, left_over, next_seat, prizes, stakes
from engine.table.state import book_of
from ui.dealer.model.taps import Ask, OpenPage, Tap
from ui.dealer.model.values import ButtonView, Disc, Emphasis, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry.pads import KeyedDigits, card_pad, keypad, ranks, seat_ring, suits
from ui.dealer.pages.page import Page, PageContext

MOST_STAYING = 2
"""How many larger chips are offered as the smallest that stays."""
MOST_CHIPS = 6
"""The maximum number of digits when a number of chips is keyed in."""


class ColorUpPage(Page, frozen=True):
    """`lying` is the number of odd chips on the table, as keyed in; `rank` is the rank of a card whose suit is still to
    be entered; the `ticked` seats are done. `chip` is the smallest chip that stays, as picked at a table without a
    clock. `won` lists the seats tapped so far as winners of the race."""

    between_hands: ClassVar[bool] = True
    needs: ClassVar[str] = "color-up"

    lying: str = ""
    rank: str = ""
    ticked: tuple[int, ...] = ()
    chip: int = 0
    won: tuple[int, ...] = ()

    def show(self, context: PageContext) -> PageView:
        race = context.table.race
        if race is None:
            return self._before(context)
        return self._cards(context, race) if next_seat(race) else self._after(context, race)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open from the first chip to the last card of the race. Cards may come from the reader."""
        return not after.table.playing and not (before.table.race and after.table.race is None)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        due = context.table.race is not None or going(context) is not None or bool(staying_chips(context))
        return due and not context.table.playing

    def _before(self, context: PageContext) -> PageView:
        say = context.words.chips
        chips = going(context) or ((context.table.chip, self.chip) if self.chip in staying_chips(context) else None)
        if chips is None:
            return _which(context)
        (odd, chip), book = chips, book_of(context.game.table)
        every = stakes(context.game.table.seats, odd, chip)
        racing = [stake for stake in every if stake.odd_chips]
        won = prizes(racing, chip, book) if racing else 0
        raced = 0 < won < len(racing)
        start = ButtonView(
            "race-start",
            context.words.people.ok,
            Ask(self._opened(context, odd, chip, racing, won), then=ColorUpPage()) if every else None,
            say.race_start_small if raced else say.race_exchange_small,
            "go",
        )
        pad = keypad(
            KeyedDigits("race", self.lying, lambda typed: OpenPage(replace(self, lying=typed)), MOST_CHIPS),
            start,
            context.words,
        )
        seats = _seats(context, every, lambda stake: _leftover(stake, odd, context), self._ticking, self.ticked)
        entry = InputView(context.words.amount(int(self.lying)) if self.lying else "",
                          say.race_key.format(odd=context.words.amount(odd)))  # fmt: skip
        lines = self._to_bring(context, odd, chip, racing, won)
        grids = (seats, *pad)
        return PageView("color-up", _title(context, odd, chip), lines, grids, entry=entry)

    def _to_bring(
        self, context: PageContext, odd: int, chip: int, racing: list[Stake], won: int
    ) -> tuple[LineView, ...]:
        """The lines about the chips in the race and, once the odd chips are counted, about the chips that the bank
        brings in exchange."""
        words, say = context.words, context.words.chips
        if not racing:
            result = say.race_nothing
        else:
            text = say.race_left_up if won == len(racing) else say.race_left
            result = text.format(chips=words.amount(left_over(racing)), prizes=won, chip=words.amount(chip))
        values = denominations([value for value in _room_chips(context) if value >= chip], chip)
        if not self.lying:
            discs = tuple(Disc(value, number) for value, number in to_bring(won * chip, values, 0))
            if not discs:
                return (LineView(result),)
            return LineView(result, "small"), LineView(say.race_bring, discs=discs)
        number = int(self.lying)
        counted = {"number": words.amount(number), "odd": words.amount(odd)}
        if not _could_lie(number, odd, chip, racing):
            return LineView(result, "small"), LineView(say.race_recount.format(**counted), "warn")
        discs = tuple(Disc(value, many) for value, many in self._brought(context, odd, chip, racing, won))
        return LineView(result, "small"), LineView(say.race_bring_counted.format(**counted), discs=discs)

    def _brought(self, context: PageContext, odd: int, chip: int, racing: list[Stake], won: int) -> Discs:
        """The chips that the bank brings in exchange for the odd chips that were counted."""
        values = denominations([value for value in _room_chips(context) if value >= chip], chip)
        return brought_for(int(self.lying) * odd, racing, won, values)

    def _opened(self, context: PageContext, odd: int, chip: int, racing: list[Stake], won: int) -> OpenRace:
        if not self.lying:
            return OpenRace(odd, chip)
        return OpenRace(odd, chip, int(self.lying), self._brought(context, odd, chip, racing, won))

    def _cards(self, context: PageContext, race: Race) -> PageView:
        say = context.words.chips
        seat = next_seat(race)
        due = dict(zip(race.seats, race.cards, strict=True))
        got = [card for to, card in race.dealt if to == seat]
        who = context.who(seat)
        instruction = say.race_deal.format(who=who, card=len(got) + 1, cards=due[seat])
        every = stakes(context.game.table.seats, race.odd, race.chip)

        def dealt(stake: Stake) -> tuple[str, str, Emphasis]:
            has = sum(to == stake.seat for to, _ in race.dealt)
            cards = due.get(stake.seat, 0)
            text = say.race_got.format(got=has, cards=cards) if cards else say.race_even_only
            return "", text, "plain"

        def winner(seat: int) -> Tap | None:
            """The last winner needs no other key: the next page shows the chips that each seat gets."""
            if seat not in due:
                return None
            won = _toggled(self.won, seat)
            if len(won) == race.prizes:
                return Ask(NameRaceWinners(won), then=ColorUpPage())
            return OpenPage(replace(self, won=won))

        keys = card_pad(
            ranks("race", context, self.rank, lambda rank: OpenPage(replace(self, rank=rank))),
            suits("race", context, self.rank, lambda card: Ask(SeeCard(card), then=ColorUpPage())),
        )
        lines = (LineView(say.race_shuffle.format(prizes=race.prizes), "small"),)
        entry = InputView(cards=tuple(got), seat=seat, holds=False)
        seats = _seats(context, every, dealt, winner, self.won)
        return PageView("race-cards", instruction, lines, (seats, *keys), entry=entry)

    def _after(self, context: PageContext, race: Race) -> PageView:
        words, say = context.words, context.words.chips
        done = close_race(context.game.table.seats, race, book_of(context.game.table))
        final = dict(zip(done.seats, done.after, strict=True))

        def final_texts(stake: Stake) -> tuple[str, str, Emphasis]:
            gets = final[stake.seat] - stake.even
            text = say.race_wins if stake.seat in done.winners else say.race_keeps if gets else ""
            small = text.format(chip=words.amount(race.chip)) or say.race_even_only
            return words.amount(final[stake.seat]), small, "go" if stake.seat in done.winners else "plain"

        every = stakes(context.game.table.seats, race.odd, race.chip)
        change = say.race_change if done.difference else say.race_even_change
        sign = "+" if done.difference > 0 else "−"
        finish = ButtonView("race-done", say.race_done, Ask(CloseRace()), say.race_done_small, "go")
        lines = (
            LineView(say.race_after.format(odd=words.amount(race.odd)), "big"),
            LineView(change.format(difference=sign + words.amount(abs(done.difference))), "small"),
        )
        seats = _seats(context, every, final_texts, self._ticking, self.ticked)
        grids = (seats, GridView("do", 1, (finish,), inside=True))
        return PageView("race-after", _title(context, race.odd, race.chip), lines, grids, full_width=True)

    def _ticking(self, seat: int) -> Tap:
        return OpenPage(replace(self, ticked=_toggled(self.ticked, seat)))


def _which(context: PageContext) -> PageView:
    """The choice of the smallest chip that stays, at a table without a clock."""
    words, say = context.words, context.words.chips
    chips, odd = staying_chips(context), context.table.chip
    if not chips:
        return PageView("color-up", say.race_none, full_width=True)
    buttons = tuple(
        ButtonView(f"race-chip-{chip}", say.race_to.format(chip=words.amount(chip)), OpenPage(ColorUpPage(chip=chip)))
        for chip in chips
    )
    title = say.race_which.format(odd=words.amount(odd))
    lines = (LineView(say.race_which_help),)
    return PageView(
        "color-up", title, lines, (GridView("race-chips", MOST_STAYING, buttons, rows_mm=18.0),), full_width=True
    )


def staying_chips(context: PageContext) -> tuple[int, ...]:
    """The next larger chips that could be the smallest at a table without a clock, because they can pay the next hand's
    blinds and ante. The clock decides for its own tables."""
    table, surroundings, blinds = context.table, context.surroundings, context.game.table.blinds
    has_clock = surroundings.level is not None or (surroundings.link is not None and not surroundings.plays_alone)
    if has_clock or blinds is None or not table.chip or not table.issued:
        return ()
    owed = gcd(blinds.small, blinds.big, blinds.ante)
    larger = (chip for chip in denominations((), table.chip) if chip > table.chip)
    return tuple(chip for chip in larger if owed % chip == 0)[:MOST_STAYING]


def _title(context: PageContext, odd: int, chip: int) -> str:
    words = context.words
    return words.chips.race_title.format(odd=words.amount(odd), chip=words.amount(chip))


def going(context: PageContext) -> tuple[int, int] | None:
    """The chip to remove now and the smallest that stays, according to the table or the break; denominations are
    removed one by one."""
    table, level = context.table, context.surroundings.level
    due = table.race_due
    if due is None and level and level.is_break and table.chip in level.color_up:
        staying = [chip for chip in level.chips if chip > table.chip and chip not in level.color_up]
        due = (table.chip, min(staying)) if staying else None
    if due is None:
        return None
    odd, chip = due
    return odd, min((value for value in _room_chips(context) if odd < value < chip and value % odd == 0), default=chip)


def _could_lie(number: int, odd: int, chip: int, racing: list[Stake]) -> bool:
    """Whether this many odd chips are possible: apart from those left over for the race, they must add up to whole
    larger chips."""
    even = number * odd - left_over(racing)
    return even >= 0 and even % chip == 0


def _room_chips(context: PageContext) -> tuple[int, ...]:
    return context.surroundings.level.chips if context.surroundings.level else ()


def _seats(
    context: PageContext,
    every: tuple[Stake, ...],
    texts_of: Callable[[Stake], tuple[str, str, Emphasis]],
    tap_of: Callable[[int], Tap | None],
    chosen: tuple[int, ...],
) -> GridView:
    """Every seat with its chips, a note and its emphasis, and the meaning of a tap on it."""
    words, by_seat = context.words, {stake.seat: stake for stake in every}
    tiles = []
    for seat in context.table.seats:
        stake = by_seat.get(seat.seat)
        chips, note, lights = texts_of(stake) if stake else ("", words.people.seat_free, "plain")
        said = ", ".join(part for part in (words.who(seat.seat, seat.name), chips, note) if part)
        tap = tap_of(seat.seat) if stake else None
        small = f"{chips}\n{note}" if chips else note
        tiles.append(ButtonView(f"race-seat-{seat.seat}", seat.name, tap, small, lights, said=said,
                                chosen=seat.seat in chosen, seat=seat.seat))  # fmt: skip
    return seat_ring("race-seats", tiles)


def _toggled(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    rest = tuple(other for other in seats if other != seat)
    return rest if seat in seats else (*rest, seat)


def _leftover(stake: Stake, odd: int, context: PageContext) -> tuple[str, str, Emphasis]:
    """The stack that stays, and the number of odd chips beside it."""
    words, say = context.words, context.words.chips
    odd_chips = say.race_odd.format(number=stake.odd_chips, odd=words.amount(odd))
    text = odd_chips if stake.odd_chips else say.race_even_only
    return words.amount(stake.even), text, "plain"
