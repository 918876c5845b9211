"""The floor kills a hand: which seat, then why."""

from engine.actions import KillHand
from ui.dealer.model.taps import Ask, Turn
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, Sight


class KillPage(Page, frozen=True):
    """`seat` is the one picked, 0 for none yet."""

    seat: int = 0

    def show(self, sight: Sight) -> PageView:
        """Seats, then reasons; no reason can be pressed before a seat is picked, and each names the seat."""
        words, table = sight.words, sight.table
        doomed = self.seat if self.seat in table.legal.kill else 0
        who = words.who(doomed, table.seats[doomed - 1].name) if doomed else ""
        sure = words.kill_sure.format(who=who) if doomed else ""
        reasons = tuple(
            ButtonView(f"kill-{name}", text, _kill(doomed, text) if doomed else None, sure, "stop")
            for name, text in words.kill_reasons.items()
        )
        return PageView(
            name="kill",
            title=words.kill_title,
            lines=(LineView(words.kill_confirm.format(who=who) if doomed else words.kill_pick), *_kept(sight)),
            grids=(
                GridView("seats", 4, tuple(_seat(sight, seat.seat, doomed) for seat in table.seats)),
                GridView("reasons", 1, reasons, weight=2.0),
            ),
        )

    @classmethod
    def offered(cls, sight: Sight) -> bool:
        """While there is a hand that may be killed."""
        return bool(sight.table.legal.kill)


def _kept(sight: Sight) -> list[LineView]:
    """Why the hands that are live and not offered cannot be killed."""
    words, table = sight.words, sight.table
    kept = [seat for seat in table.seats if seat.live and not seat.mucked and seat.seat not in table.legal.kill]
    return [LineView(words.kill_last.format(who=words.who(seat.seat, seat.name)), "small") for seat in kept]


def _kill(seat: int, why: str) -> Ask:
    return Ask(KillHand(seat, why), needs="floor")


def _seat(sight: Sight, seat: int, doomed: int) -> ButtonView:
    name = sight.table.seats[seat - 1].name
    tap = Turn(KillPage(seat)) if seat in sight.table.legal.kill else None
    return ButtonView(f"kill-seat-{seat}", str(seat), tap, name, "warn" if seat == doomed else "plain",
                      said=sight.words.who(seat, name))  # fmt: skip
