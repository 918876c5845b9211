"""Reports a hand that was not played on the screen, by its pot and its winner, in a few taps."""

from typing import ClassVar

from msgspec.structs import replace

from engine.events import ReportedPot
from engine.table.actions.hands import ReportHand
from engine.table.next_deal import deal_problem, next_deal
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, Emphasis, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry.pads import KeyedDigits, keypad, seat_ring
from ui.dealer.pages.page import Page, PageContext, refusal, same_hand, same_seats


class TellPage(Page, frozen=True):
    """`pots` holds the pots entered so far. `winners` and `typed` (the chips) belong to the pot being entered; the
    seats in `out` have busted."""

    between_hands: ClassVar[bool] = True
    needs: ClassVar[str] = "winners"

    pots: tuple[ReportedPot, ...] = ()
    winners: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    typed: str = ""

    def show(self, context: PageContext) -> PageView:
        words, say, table = context.words, context.words.chips, context.table
        problem = deal_problem(context.game.table)
        if problem is not None:
            why = LineView(words.say(problem.message))
            return PageView("tell", say.tell_title.format(hand=table.next_hand), (why,), full_width=True)
        deal = next_deal(context.game.table)
        where = say.tell_where.format(
            button=deal.button, small=deal.small, big=deal.big, blinds=words.played_for(deal.terms)
        )
        lines = (LineView(self._pots_text(context) or say.tell_help), LineView(where, "small"))
        seats = [self._seat(seat.seat, deal.seats, context) for seat in table.seats]
        done, *others = self._actions(deal.hand, context)
        pad = keypad(KeyedDigits("tell", self.typed, lambda typed: OpenPage(replace(self, typed=typed))), done, words)
        grids = (seat_ring("tell-seats", seats), GridView("tell-do", 2, tuple(others)), *pad)
        entry = InputView(words.amount(int(self.typed)) if self.typed else "", say.tell_pot_chips)
        return PageView("tell", say.tell_title.format(hand=deal.hand), lines, grids, entry=entry)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        named = {seat for seats in (self.winners, self.out, *(pot.seats for pot in self.pots)) for seat in seats}
        same_mode = before.table.mode == after.table.mode
        return same_mode and same_hand(before, after) and same_seats(named, before, after)

    @property
    def has_entries(self) -> bool:
        return bool(self.pots or self.winners or self.out)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.mode == "winners" and not context.table.playing

    def _seat(self, seat: int, dealt: tuple[int, ...], context: PageContext) -> ButtonView:
        """A tap cycles the seat through these states: nothing, wins, out, and nothing again."""
        words, name = context.words, context.table.seats[seat - 1].name
        wins, out = seat in self.winners, seat in self.out
        if wins:
            rest = tuple(other for other in self.winners if other != seat)
            tap = OpenPage(replace(self, winners=rest, out=tuple(sorted((*self.out, seat)))))
        elif out:
            tap = OpenPage(replace(self, out=tuple(other for other in self.out if other != seat)))
        else:
            tap = OpenPage(replace(self, winners=(*self.winners, seat)))
        word = words.chips.tell_wins if wins else words.chips.tell_out if out else ""
        emphasis: Emphasis = "go" if wins else "stop" if out else "plain" if seat in dealt else "locked"
        said = words.who(seat, name) + (f", {word}" if word else "")
        may = tap if seat in dealt else None
        return ButtonView(f"tell-seat-{seat}", name, may, word, emphasis, said=said, seat=seat)

    def _actions(self, hand: int, context: PageContext) -> tuple[ButtonView, ...]:
        say = context.words.chips
        pot = ReportedPot(int(self.typed), self.winners) if self.typed and self.winners else None
        pots = (*self.pots, *((pot,) if pot else ()))
        whole = bool(pots) and (pot is not None or not (self.typed or self.winners))
        further = OpenPage(replace(self, pots=pots, winners=(), typed="")) if pot else None
        report = ReportHand(pots, self.out)
        refused = refusal(context, report) if whole else None
        done = Ask(report, then=TellPage()) if whole and refused is None else None
        small = context.words.say(refused.message) if refused else say.tell_done_small.format(hand=hand + 1)
        clear = OpenPage(TellPage()) if self != TellPage() else None
        return (
            ButtonView("tell-done", context.words.people.ok, done, small, "go"),
            ButtonView("tell-next", say.tell_next, further, say.tell_next_small),
            ButtonView("tell-clear", say.clear, clear, emphasis="quiet"),
        )

    def _pots_text(self, context: PageContext) -> str:
        words, say = context.words, context.words.chips
        pots = [(pot.chips, pot.seats) for pot in self.pots]
        if self.typed or self.winners:
            pots.append((int(self.typed or 0), self.winners))
        return " · ".join(
            (say.tell_pot_to if seats else say.tell_pot).format(
                chips=words.amount(chips), seats=", ".join(words.seat.format(seat=seat) for seat in seats)
            )
            for chips, seats in pots
        )
