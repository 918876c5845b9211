"""A player sits down in an empty seat: sent by the clock, new, or moved here with chips."""

from itertools import chain, count
from typing import Literal

from msgspec.structs import replace

from engine.table.actions.people import TakeSeat
from engine.tournament.tables.room_info import Gone, IncomingPlayer
from ui.dealer.model.taps import Ask, AskRoom, BuyInRequest, OpenPage, ReturnRequest, Tap
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.entry.letters import letters
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.marks import brings, expected, gone_from, whereabouts
from ui.dealer.pages.people.move import asked_for

MOST_COMING = 8
MOST_AGAIN = 8
MOST_TABLE_DIGITS = 4
ArriveStep = Literal["who", "name", "table", "chips"]


class ArrivePage(Page, frozen=True):
    """The facts entered so far about the player for `seat`, and the next question; `moved` is set if the chips come
    from another table."""

    seat: int
    step: ArriveStep = "who"
    moved: bool = False
    name: str = ""
    table: str = ""
    chips: str = ""

    def show(self, context: PageContext) -> PageView:
        return {"who": self._who, "name": self._name, "table": self._table, "chips": self._chips}[self.step](context)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return self.seat <= len(after.table.seats) and not after.table.seats[self.seat - 1].player

    def _who(self, context: PageContext) -> PageView:
        words = context.words.people
        mine = [one for one in expected(context.surroundings) if one.seat in (0, self.seat)]
        sent = tuple(self._sent(context, place, one) for place, one in enumerate(mine[:MOST_COMING]))
        other = (
            ButtonView("arrive-moved", words.arrive_moved, OpenPage(replace(self, step="name", moved=True)),
                       words.arrive_moved_small),
            ButtonView("arrive-new", words.arrive_new, OpenPage(replace(self, step="name")), words.arrive_new_small),
        )  # fmt: skip
        again = self._again(context)
        note = (LineView(words.arrive_playing, "small"),) if context.table.playing else ()
        left = gone_from(self.seat, context.surroundings)
        grids = (*((GridView("arrive-back", 1, (self._back(context, left),)),) if left else ()),
                 *((GridView("arrive-sent", 4, sent),) if sent else ()),
                 *((GridView("arrive-again", 4, again),) if again else ()),
                 GridView("arrive-other", 2, other, below=True))  # fmt: skip
        return PageView("arrive", words.arrive_title.format(seat=self.seat), note, grids, full_width=True)

    def _sent(self, context: PageContext, place: int, one: IncomingPlayer) -> ButtonView:
        redrawn = 0 < one.came_from == context.game.table.number
        order = TakeSeat(self.seat, one.player, one.name, one.chips, one.came_from, redrawn)
        return ButtonView(f"arrive-sent-{place}", one.name, Ask(order), brings(one, context.words),
                          "go")  # fmt: skip

    def _back(self, context: PageContext, left: Gone) -> ButtonView:
        """The button that brings back the player who left this seat and is not seated yet. If the room has already sent
        the player elsewhere, it is asked to call the player back."""
        words, booking = context.words.people, context.surroundings.booking
        waits = asked_for(left.player, booking) or (left.to and not booking.is_asked)
        text = words.bring_back_who.format(name=left.name, chips=context.words.amount(left.chips))
        there = words.on_the_way.format(where=whereabouts(left, context.words)) if left.to else words.gone
        small = words.move_waits if waits else there
        return ButtonView("arrive-back", text, None if waits else AskRoom(ReturnRequest(left.player)), small, "go")

    def _again(self, context: PageContext) -> tuple[ButtonView, ...]:
        """The players who went out here and may enter again, the last one first."""
        words, booking = context.words.people, context.surroundings.booking
        if not booking.is_asked:
            return ()
        return tuple(
            ButtonView(f"arrive-again-{place}", name, AskRoom(BuyInRequest(self.seat, name, player)), words.again_small)
            for place, (player, name) in enumerate(booking.out[: -MOST_AGAIN - 1 : -1])
        )

    def _name(self, context: PageContext) -> PageView:
        words, name = context.words.people, self.name.strip()
        further: ArriveStep = "table" if self.moved else "chips"
        stack = "" if self.moved else _starting_stack(context)
        sure: Tap | None = OpenPage(replace(self, step=further, name=name, chips=stack)) if name else None
        if name and not self.moved and context.surroundings.booking.is_asked:
            sure = AskRoom(BuyInRequest(self.seat, name))
        ok = ButtonView("arrive-ok", words.arrive_next, sure, emphasis="go")
        keys = letters(
            "arrive",
            self.name,
            lambda typed: OpenPage(replace(self, name=typed)),
            context.words,
            *self._nameless(context),
            ok,
        )
        shown = LineView(self.name or words.sign_key, "big" if self.name else "plain")
        return PageView("arrive", words.arrive_name.format(seat=self.seat), (shown,), keys, full_width=True)

    def _nameless(self, context: PageContext) -> tuple[ButtonView, ...]:
        """The key that seats a new player without a name, at a table without a clock."""
        around, say = context.surroundings, context.words.start
        if self.moved or not (around.link is None or around.plays_alone):
            return ()
        taken = {seat.name for seat in context.table.seats}
        names = (
            say.nameless.format(seat=number) for number in chain((self.seat,), count(len(context.table.seats) + 1))
        )
        name = next(name for name in names if name not in taken)
        further = OpenPage(replace(self, step="chips", name=name, chips=_starting_stack(context)))
        return (ButtonView("arrive-nameless", say.no_name, further, name, "quiet"),)

    def _table(self, context: PageContext) -> PageView:
        words = context.words.people
        sure = OpenPage(replace(self, step="chips")) if self.table and int(self.table) != context.table.table else None
        title = words.arrive_table.format(name=self.name)
        ok = ButtonView("arrive-ok", words.ok, sure, words.arrive_next, "go")
        pad = pads.keypad(
            pads.KeyedDigits(
                "arrive", self.table, lambda typed: OpenPage(replace(self, table=typed)), MOST_TABLE_DIGITS
            ),
            ok,
            context.words,
        )
        return PageView("arrive", title, (), pad, entry=InputView(self.table, seat=self.seat))

    def _chips(self, context: PageContext) -> PageView:
        words = context.words.people
        chip = context.table.blinds.chip if context.table.blinds else 1
        chips = int(self.chips or 0)
        fits = chips % chip == 0
        amount = context.words.amount(chips)
        player = (
            f"#{self.name}" if self.name.isdecimal() else self.name
        )  # in a tournament, a number is an entry's number

        def seated(chips: int) -> Ask:
            # Chips that no clock has issued come into play, so the floor must sign for them.
            return Ask(TakeSeat(self.seat, player, self.name, chips, int(self.table or 0)), needs="floor")

        ask = seated(chips) if chips and fits else None
        said = words.arrive_sure_small.format(name=self.name, chips=amount)
        small = f"{words.arrive_sure.format(seat=self.seat)}: {said}" if chips else ""
        sure = ButtonView("arrive-ok", words.ok, ask, small, "go")
        problem = "" if fits else words.not_in_chips.format(chip=context.words.amount(chip))
        entry = InputView(amount if chips else "", problem, seat=self.seat)
        pad = pads.keypad(
            pads.KeyedDigits("arrive", self.chips, lambda typed: OpenPage(replace(self, chips=typed))),
            sure,
            context.words,
        )
        stacks = pads.stacks("arrive", chip, self.chips, lambda typed: seated(int(typed)), context.words)
        return PageView("arrive", words.arrive_stack.format(name=self.name), (), (stacks, *pad), entry=entry)


def _starting_stack(context: PageContext) -> str:
    """The clock's starting stack or, without a clock, the stack with which most of the players here began, in digits;
    empty if there is none."""
    first, chip = context.game.table.first_stacks, context.table.blinds.chip if context.table.blinds else 1
    usual = max(first, key=first.count, default=0)
    chips = context.surroundings.starting_stack or (0 if usual % chip else usual)
    return str(chips) if chips else ""
