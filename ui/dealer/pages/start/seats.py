"""Seats a table without a clock: names, stacks, the button and the blinds; then the table opens."""

from typing import Literal

from msgspec.structs import replace

from ui.dealer.model.taps import OpenPage, SeatHere, Starter, Tap
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.entry.letters import letters
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.start.blinds import BLINDS, USUAL, KeyedBlinds, blinds_of, level_grids

SEATS = 10
STACK = 20_000
SeatStep = Literal["all", "name", "seat", "stack", "blinds"]


class SeatHerePage(Page, frozen=True):
    """The players seated so far; `seat` is the one in question (0 for all), and `typed` is what was keyed in for it."""

    players: tuple[Starter, ...] = ()
    stack: int = STACK
    blinds: tuple[int, int] = BLINDS[USUAL]
    keyed: KeyedBlinds | None = None
    ante: bool = True
    button: int = 0
    step: SeatStep = "all"
    seat: int = 0
    typed: str = ""

    def show(self, context: PageContext) -> PageView:
        shown = {"all": self._all, "name": self._name, "seat": self._seat, "stack": self._stack, "blinds": self._blinds}
        return shown[self.step](context)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        return not after.table.book

    def over(self, context: PageContext) -> bool:
        """Closes as soon as the table is opened, which the clock may do first."""
        return bool(context.table.book)

    def _at(self, seat: int) -> Starter | None:
        return next((player for player in self.players if player.seat == seat), None)

    def _with(self, player: Starter) -> "SeatHerePage":
        others = [one for one in self.players if one.seat != player.seat]
        return replace(self, players=tuple(sorted((*others, player), key=lambda one: one.seat)), step="all", typed="")

    @property
    def has_entries(self) -> bool:
        return bool(self.players)

    @property
    def _button(self) -> int:
        """The seat with the button: the first one if none was picked."""
        return self.button if self._at(self.button) else min((one.seat for one in self.players), default=0)

    @property
    def _chip(self) -> int:
        return blinds_of(self.blinds, self.ante).chip

    def _all(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.start
        seats = tuple(self._place(seat, context) for seat in range(1, SEATS + 1))
        small, big = self.blinds
        blinds = words.blinds.format(small=words.amount(small), big=words.amount(big))
        ante = words.ante.format(ante=words.amount(big)) if self.ante else say.ante_off
        free = [seat for seat in range(1, SEATS + 1) if not self._at(seat)]
        nameless = tuple(Starter(seat, say.nameless.format(seat=seat)) for seat in free)
        everyone = replace(self, players=tuple(sorted((*self.players, *nameless), key=lambda one: one.seat)))
        do = (
            ButtonView("here-stack", words.amount(self.stack), OpenPage(replace(self, step="stack", seat=0, typed="")),
                       say.stack_small),
            ButtonView("here-blinds", blinds, OpenPage(replace(self, step="blinds")), ante),
            ButtonView("here-fill", say.fill, OpenPage(everyone) if free else None, say.fill_small),
            ButtonView("here-ok", say.ready, self._done(), self._ready(say.ready_small, context), "go"),
        )  # fmt: skip
        lines = (LineView(self._problem(context) or say.seats_help, "trouble" if self._problem(context) else "small"),)
        grids = (pads.seat_ring("here-seats", seats), GridView("here-do", 2, do, inside=True))
        return PageView("here", say.seats_title, lines, grids, full_width=True)

    def _problem(self, context: PageContext) -> str:
        """Why a stack cannot be made up of the chips in use at these blinds; empty if all stacks can."""
        odd = [one for one in self.players if (one.chips or self.stack) % self._chip]
        said = context.words.people.not_in_chips.format(chip=context.words.amount(self._chip))
        return f"{context.words.seat.format(seat=odd[0].seat)}: {said}" if odd else ""

    def _ready(self, ready: str, context: PageContext) -> str:
        """The small text of the key that opens the table: what is missing, or what comes next."""
        say = context.words.start
        return say.two_first if len(self.players) < 2 else say.check_stacks if self._problem(context) else ready

    def _done(self) -> Tap | None:
        if len(self.players) < 2 or any((one.chips or self.stack) % self._chip for one in self.players):
            return None
        players = tuple(replace(one, chips=one.chips or self.stack) for one in self.players)
        return SeatHere(players, self._button, blinds_of(self.blinds, self.ante))

    def _place(self, seat: int, context: PageContext) -> ButtonView:
        words, player = context.words, self._at(seat)
        if player is None:
            free = OpenPage(replace(self, step="name", seat=seat, typed=""))
            said = f"{words.seat.format(seat=seat)}, {words.people.seat_free}"
            return ButtonView(f"here-seat-{seat}", "", free, words.people.seat_free, "quiet", seat=seat, said=said)
        chips = words.amount(player.chips or self.stack)
        disc = words.button if seat == self._button else ""
        said = f"{words.who(seat, player.name)}, {chips} {disc}".strip()
        return ButtonView(f"here-seat-{seat}", player.name, OpenPage(replace(self, step="seat", seat=seat)), chips,
                          seat=seat, disc=disc, said=said)  # fmt: skip

    def _seat(self, context: PageContext) -> PageView:
        say, player = context.words.start, self._at(self.seat)
        if player is None:
            return replace(self, step="all")._all(context)
        has_button = self.seat == self._button
        button = OpenPage(replace(self, step="all", button=self.seat)) if not has_button else None
        others = tuple(one for one in self.players if one.seat != self.seat)
        do = (
            ButtonView("here-name", say.rename, OpenPage(replace(self, step="name", typed=player.name)), player.name),
            ButtonView("here-stack", say.stack_small, OpenPage(replace(self, step="stack", typed="")),
                       context.words.amount(player.chips or self.stack)),
            ButtonView("here-button", say.button_here, button, say.has_button if has_button else ""),
            ButtonView("here-empty", say.empty_seat, OpenPage(replace(self, step="all", players=others)),
                       emphasis="quiet"),
            ButtonView("here-back", say.back, OpenPage(replace(self, step="all")), emphasis="quiet"),
        )  # fmt: skip
        title = context.words.who(self.seat, player.name)
        return PageView("here", title, (), (GridView("here-do", 5, do),), full_width=True)

    def _name(self, context: PageContext) -> PageView:
        words, name, player = context.words, self.typed.strip(), self._at(self.seat)
        chips = player.chips if player else 0
        nameless = words.start.nameless.format(seat=self.seat)
        ok = ButtonView("here-ok", words.people.ok, OpenPage(self._with(Starter(self.seat, name, chips))) if name
                        else None, emphasis="go")  # fmt: skip
        none = ButtonView("here-nameless", words.start.no_name,
                          OpenPage(self._with(Starter(self.seat, nameless, chips))), nameless, "quiet")  # fmt: skip
        keys = letters("here", self.typed, lambda typed: OpenPage(replace(self, typed=typed)), context.words, none, ok)
        shown = LineView(self.typed or words.people.sign_key, "big" if self.typed else "plain")
        return PageView("here", words.people.arrive_name.format(seat=self.seat), (shown,), keys, full_width=True)

    def _stack(self, context: PageContext) -> PageView:
        words, player = context.words, self._at(self.seat)
        chips = int(self.typed or 0)
        fits = chips % self._chip == 0

        def given(amount: int) -> OpenPage:
            if player:
                return OpenPage(self._with(replace(player, chips=amount)))
            return OpenPage(replace(self, stack=amount, step="all", typed=""))

        ok = ButtonView("here-ok", words.people.ok, given(chips) if chips and fits else None,
                        words.amount(chips) if chips else "", "go")  # fmt: skip
        stacks = pads.stacks("here", self._chip, self.typed, lambda typed: given(int(typed)), words)
        pad = pads.keypad(
            pads.KeyedDigits("here", self.typed, lambda typed: OpenPage(replace(self, typed=typed))), ok, words
        )
        title = words.people.arrive_stack.format(name=player.name) if player else words.start.stack_all
        wrong = "" if fits else words.people.not_in_chips.format(chip=words.amount(self._chip))
        before = words.start.stack_now.format(
            chips=words.amount(player.chips if player and player.chips else self.stack)
        )
        entry = InputView(words.amount(chips) if chips else "", wrong or before, seat=self.seat)
        return PageView("here", title, (), (stacks, *pad), entry=entry)

    def _blinds(self, context: PageContext) -> PageView:
        plain = replace(self, keyed=None, parent=None)

        def give(pair: tuple[int, int]) -> Tap:
            return OpenPage(replace(plain, blinds=pair, step="all"))

        def go(keyed: KeyedBlinds) -> OpenPage:
            return OpenPage(replace(self, keyed=keyed, parent=plain))

        if self.keyed:
            return self.keyed.show(context, go, give, 0)
        turn = OpenPage(replace(self, ante=not self.ante))
        grids = level_grids(context.words, give, self.blinds, self.ante, (turn, go(KeyedBlinds())))
        return PageView("here", context.words.start.blinds_title, (), grids, full_width=True)
