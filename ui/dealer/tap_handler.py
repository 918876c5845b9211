"""Carries out what taps mean, on the screen and by requests to the program. Drawing never sends a request: a page
states its needs as a value, and they are requested once the page has been drawn."""

from engine.actions import Answer, HandOver, Push
from engine.message import Message
from engine.table.actions.staff import MeetFloor
from ui.dealer.announcements import Announcements
from ui.dealer.content import ScreenContent
from ui.dealer.model import taps
from ui.dealer.model.readers import Area
from ui.dealer.model.sign_in import PinAnswer, signed
from ui.dealer.model.surroundings import RefusalNotice, after
from ui.dealer.model.values import WinnerView
from ui.dealer.pages.page import Page
from ui.dealer.pages.people.signin_pin import PinPage, authorised
from ui.dealer.pages.turning import Wants, orders, page_of, wants
from ui.dealer.port import Port
from ui.dealer.sound.tones import Tones
from ui.dealer.view.screen import view
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.scene import Scene


class TapHandler:
    """Changes the `content`, draws it on the `scene`, and sends the requests to the `port`."""

    def __init__(
        self, port: Port, content: ScreenContent, scene: Scene, announcements: Announcements, tones: Tones
    ) -> None:
        self._port = port
        self._content = content
        self._scene = scene
        self._announcements = announcements
        self._tones = tones
        self._wants = Wants()
        self._follows: taps.Follows = ()
        """The page that follows the pending order."""
        self._asking: TouchTarget | None = None
        """The target whose order is pending."""

    @property
    def is_pending(self) -> bool:
        """Whether an order from a touch is still waiting for its answer."""
        return self._asking is not None

    def act(self, touch: TouchTarget, tap: taps.Tap, seen: int) -> None:
        """Carry out a tap on this target; `seen` is the mark that was on the screen when the finger came down."""
        self._asking = touch if isinstance(tap, taps.Ask) else None
        self._do(tap, seen)

    def table_changed(self, then: taps.Follows) -> taps.Follows:
        """The pending order, if any, has been carried out. Returns the page that follows it, or else `then`."""
        follows, self._follows, self._asking = self._follows or then, (), None
        return follows

    def refuse(self, why: Message, clause: str = "") -> None:
        if self._asking:
            self._asking.flash_refused()
            self._asking = None
        self._tones.play("refused")
        self.explain(why, clause)

    def explain(self, why: Message, clause: str = "") -> None:
        """Show why a touch did nothing."""
        self._content.change(refusal=RefusalNotice(why, clause), odd=None)
        self.update()

    def pin_checked(self, answer: PinAnswer) -> None:
        page = self._content.page
        if isinstance(page, PinPage) and page.asked and page.asked == answer.asked:
            self._take_pin(page, answer)

    def update(self) -> None:
        """Draw the current state; then ask the program for what the open page now needs."""
        self.draw()
        before, self._wants = self._wants, wants(self._content.page, self._content.surroundings)
        for order in orders(before, self._wants):
            self._carry_out(order)

    def draw(self) -> None:
        content, context = self._content, self._content.context
        if context is None:
            return
        content.view = view(context, content.page)
        self._scene.show_view(content.view, len(context.table.seats), content.surroundings.narration is not None)

    def _do(self, tap: taps.Tap, seen: int) -> None:
        content = self._content
        is_floors = isinstance(tap, taps.Ask) and tap.needs == "floor"
        if isinstance(tap, taps.Ask) and tap.needs:
            tap = authorised(tap, content.surroundings.staff)
        content.surroundings = after(content.surroundings, tap)
        if isinstance(tap, taps.SeeNotice):
            self._announcements.confirmed()
        if isinstance(tap, taps.SeeOut):
            self._announcements.out_confirmed.emit(tap.mark)
        page = self._page_during(tap)
        pushed, sheet = self._pushed_by(tap), content.view.sheet if content.view else None
        if isinstance(tap, taps.OpenPage) and page is None:
            content.close()
        else:
            content.turn_to(page)
        if not isinstance(tap, taps.Ask):  # the answer is drawn when it arrives
            self.update()
        drawn, mark = content.view, content.mark
        self._carry_out(tap, seen)
        is_done = content.mark > mark
        if pushed and sheet and is_done and sheet.at + 1 < len(sheet.awards):
            self._announcements.pushed(sheet)
            self.update()
        if content.view is drawn and isinstance(tap, taps.Ask):
            self.update()
        if pushed and (content.view is None or content.view.sheet is None or isinstance(tap, taps.ShowPot)):
            self._send(pushed)
        if is_done and isinstance(tap, taps.Ask) and tap.follow:
            self._port.ask(tap.follow, content.mark)
        if is_done and is_floors and isinstance(tap, taps.Ask):
            self._floor_came("")

    def _floor_came(self, name: str) -> None:
        """End a call for the floor, which has just signed an order at this table."""
        table = self._content.table
        if table and table.floor_called:
            self._port.ask(signed(MeetFloor(""), name), self._content.mark)

    def _page_during(self, tap: taps.Tap) -> Page | None:
        """The page that is open while the tap is carried out."""
        if isinstance(tap, taps.OpenPage):
            page = page_of(tap.page)
            return page.opened(self._port) if page else None
        if isinstance(tap, taps.Enroll | taps.Learn | taps.Prefer | taps.TurnTable):
            return page_of(tap.page)
        # A page stays until the table has answered, because it shows a refusal.
        stays = isinstance(tap, taps.Ask | taps.Unlock | taps.Continue | taps.MarkPlaces | taps.SeatHere)
        return self._content.page if stays else None

    def _pushed_by(self, tap: taps.Tap) -> tuple[WinnerView, ...]:
        """The seats that get chips through this touch, as the screen shows them."""
        shown = self._content.view.sheet if self._content.view else None
        if shown is None:
            return ()
        if isinstance(tap, taps.ShowPot):
            return shown.now.winners if tap.pot > shown.at else ()
        return shown.left() if isinstance(tap, taps.Ask) and isinstance(tap.action, HandOver | Push | Answer) else ()

    def _send(self, pushed: tuple[WinnerView, ...]) -> None:
        """Slide the chips won from all pots to each winning seat."""
        gains: dict[int, int] = {}
        for winner in pushed:
            gains[winner.seat] = gains.get(winner.seat, 0) + winner.amount
        self._scene.send({seat: (chips, f"+{self._content.words.amount(chips)}") for seat, chips in gains.items()})

    def _carry_out(self, tap: taps.Tap | taps.WatchReaders, seen: int = 0) -> None:
        """Carry out what a tap, or a page that has opened or closed, requires of the program."""
        match tap:
            case taps.Ask():
                self._ask(tap, seen)
            case taps.Unlock():
                self._unlock(tap)
            case taps.AskRoom(ask):
                self._port.ask_room(ask)
            case taps.TellLevel(by_day):
                self._port.resolve_level(by_day)
            case taps.SeatHere():
                self._port.seat_here(tap)
            case taps.JoinRoom():
                self._port.join_room()
            case taps.MarkPlaces(camera, places):
                self._mark(camera, places)
            case taps.Prefer(profile):
                self._port.prefer(profile)
            case taps.TurnTable(left_seat):
                self._port.turn_table(left_seat)
            case taps.Enroll(do, what):
                self._port.enroll(do, what)
            case taps.Learn(do):
                self._port.learn(do)
            case taps.WatchReaders(watching):
                self._port.watch_readers(watching)

    def _ask(self, ask: taps.Ask, seen: int) -> None:
        """Send the order to the port. The answer arrives before this returns; if none does, the order does not stay
        pending."""
        self._follows = (ask.then,)
        self._port.ask(ask.action, seen)
        self._follows, self._asking = (), None

    def _mark(self, camera: str, places: tuple[tuple[str, Area], ...]) -> None:
        if why := self._port.mark_places(camera, places):
            self.refuse(why)
        elif self._content.page:
            self._content.turn_to(self._content.page.kept())
            self.update()

    def _unlock(self, tap: taps.Unlock) -> None:
        """Check a PIN. If it is correct, request what it signs for, at the table as it is now; if not, the page shows
        why."""
        answer = self._port.unlock(tap.role, tap.pin, tap.name)
        page = self._content.page
        if not isinstance(page, PinPage):
            return  # the request that it was meant to sign no longer matters
        if answer.asked:
            self._content.turn_to(page.waiting(answer.asked))
            self.update()
        else:
            self._take_pin(page, answer)

    def _take_pin(self, page: PinPage, answer: PinAnswer) -> None:
        if answer.name and self._content.table:
            mark = self._content.mark
            self._do(taps.Ask(signed(page.ask.action, answer.name, page.role), page.ask.then), mark)
            if page.role == "floor" and self._content.mark > mark:
                self._floor_came(answer.name)
            return
        self._content.turn_to(page.refused(answer))
        self._tones.play("refused")
        self.update()
