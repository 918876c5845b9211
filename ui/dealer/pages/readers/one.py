"""One reader by itself: what is wrong and what to do, what it read lately; or the lines that put it to use. Pure."""

from ui.dealer.model.reader_texts import code_said, device_said, place_said
from ui.dealer.model.readers import CAMERAS, Read, Watching
from ui.dealer.model.taps import Leaf, Turn
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.readers.camera import CameraPage
from ui.words import Words


class ReaderPage(Page, frozen=True):
    """The reader at this address of the settings; `back` is the page that it was opened from."""

    address: str
    back: Leaf

    def show(self, sight: Sight) -> PageView:
        """Its health in words, its address, and its last cards."""
        words, say = sight.words, sight.words.readers
        reader = sight.around.readers.at(self.address)
        back = _back(self.back, words)
        if reader is None:
            return PageView("reader", say.title, (), (GridView("do", 1, (back,), rows_mm=18.0),), wide=True)
        device, age = device_said(reader.device, words), words.age(reader.since_ms)
        if reader.problem:
            how = say.is_lost.format(device=device, problem=say.short[reader.problem], age=age)
            lines = [LineView(how, "trouble"), LineView(say.remedies[reader.problem])]
        else:
            lines = [LineView(say.is_well.format(device=device))]
        lines.append(LineView(reader.said_address, "clause"))
        cards = tuple(read.card for read in reader.reads if read.card)
        lines.append(LineView(read_said(reader.reads[0], words) if reader.reads else say.read_nothing, "big"))
        if cards:
            lines += [LineView(say.lately, "small"), LineView("", cards=cards)]
        picture = ButtonView("reader-picture", say.picture, Turn(CameraPage(self.address)), say.picture_small, "act")
        buttons = (picture, back) if reader.device.kind in CAMERAS else (back,)
        title = place_said(reader.place, words).upper()
        grids = (GridView("do", len(buttons), buttons, rows_mm=18.0),)
        return PageView("reader", title, tuple(lines), grids, wide=True)

    def watches(self) -> Watching:
        """What is read is shown."""
        return Watching()

    def stays(self, before: Sight, after: Sight) -> bool:
        """It shows no table."""
        return True


class UnlistedPage(Page, frozen=True):
    """What is plugged in at this address and is not in the settings."""

    address: str
    back: Leaf

    def show(self, sight: Sight) -> PageView:
        """The lines for the settings."""
        words, say = sight.words, sight.words.readers
        found = (each for each in sight.around.readers.unlisted if each.address == self.address)
        device = next((each.device for each in found), None)
        place = "board" if device and device.kind in CAMERAS else "hand-held"
        lines = (
            LineView(device_said(device, words) if device else "", "big"),
            LineView(say.put_in),
            LineView("[[readers]]"),
            LineView(f'url = "{self.address}"', "plain"),
            LineView(f'place = "{place}"'),
        )
        grids = (GridView("do", 1, (_back(self.back, words),), rows_mm=18.0),)
        return PageView("unlisted", say.not_listed, lines, grids, wide=True)

    def watches(self) -> Watching:
        """What is read is shown."""
        return Watching()

    def stays(self, before: Sight, after: Sight) -> bool:
        """It shows no table."""
        return True


def read_said(read: Read, words: Words) -> str:
    """What was read and when."""
    say, age = words.readers, words.age(read.ago_ms)
    if read.nowhere is not None:
        return say.read_nowhere.format(place=code_said(read.nowhere), age=age)
    if read.card is None:
        return say.read_code.format(code=repr(read.code), age=age)
    return say.read_card.format(card=words.card_name(read.card), age=age)


def _back(page: Leaf, words: Words) -> ButtonView:
    return ButtonView("reader-back", words.readers.back, Turn(page), words.readers.back_small, "quiet")
