"""One reader: its problem, the remedy and its last readings; for a new reader, the settings that it needs."""

from ui.dealer.model.reader_texts import code_text, device_text, place_text
from ui.dealer.model.readers import LastReading, ReaderWatch
from ui.dealer.model.taps import OpenPage, PageRef
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.page import LastingPage, PageContext
from ui.dealer.pages.readers.camera import CameraPage
from ui.dealer.pages.readers.learn import LearnPage
from ui.words import Words


class ReaderPage(LastingPage, frozen=True):
    """The reader at this address in the settings; `back` is the page that it was opened from."""

    address: str
    back: PageRef

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.readers
        reader = context.surroundings.readers.at(self.address)
        back = _back(self.back, words)
        if reader is None:
            return PageView("reader", say.title, (), (GridView("do", 1, (back,), rows_mm=18.0),), full_width=True)
        device, age = device_text(reader.device, words), words.age(reader.since_ms)
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
        picture = ButtonView(
            "reader-picture", say.picture, OpenPage(CameraPage(self.address)), say.picture_small, "act"
        )
        learn = OpenPage(LearnPage(self.address)) if not context.table.playing else None
        faces = ButtonView("reader-learn", say.learn, learn, say.learn_small if learn else say.learn_later)
        buttons = (picture, faces, back) if reader.device.is_camera else (back,)
        title = place_text(reader.place, words).upper()
        grids = (GridView("do", len(buttons), buttons, rows_mm=18.0),)
        return PageView("reader", title, tuple(lines), grids, full_width=True)

    def watches(self) -> ReaderWatch:
        return ReaderWatch()


class UnlistedPage(LastingPage, frozen=True):
    """The device at this address that is not in the settings."""

    address: str
    back: PageRef

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.readers
        found = (each for each in context.surroundings.readers.unlisted if each.address == self.address)
        device = next((each.device for each in found), None)
        place = "board" if device and device.is_camera else "hand-held"
        lines = (
            LineView(device_text(device, words) if device else "", "big"),
            LineView(say.put_in),
            LineView("[[readers]]"),
            LineView(f'url = "{self.address}"', "plain"),
            LineView(f'place = "{place}"'),
        )
        grids = (GridView("do", 1, (_back(self.back, words),), rows_mm=18.0),)
        return PageView("unlisted", say.not_listed, lines, grids, full_width=True)

    def watches(self) -> ReaderWatch:
        return ReaderWatch()


def read_said(read: LastReading, words: Words) -> str:
    say, age = words.readers, words.age(read.ago_ms)
    if read.nowhere is not None:
        return say.read_nowhere.format(place=code_text(read.nowhere), age=age)
    if read.card is None:
        said = say.read_hint[read.hint] if read.hint else say.read_code
        return said.format(code=repr(read.code), age=age)
    return say.read_card.format(card=words.card_name(read.card), age=age)


def _back(page: PageRef, words: Words) -> ButtonView:
    return ButtonView("reader-back", words.readers.back, OpenPage(page), words.readers.back_small, "quiet")
