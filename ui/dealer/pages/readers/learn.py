"""The faces of a deck, learned with a camera: the cards are shown to it one after another."""

from msgspec.structs import replace

from ui.dealer.model.cards import Learning
from ui.dealer.model.pictures import PictureView
from ui.dealer.model.readers import ReaderWatch
from ui.dealer.model.taps import Learn, OpenPage
from ui.dealer.model.values import ButtonView, DeckView, GridView, LineView, PageView
from ui.dealer.pages.page import BetweenHandsPage, PageContext
from ui.dealer.pages.readers.camera import HIGH, WIDE
from ui.words import Words


class LearnPage(BetweenHandsPage, frozen=True):
    """The camera at `address` learns while the page is open. Each card is saved, so that learning can continue
    later. With `forgets`, the page asks whether to forget the deck."""

    address: str
    forgets: bool = False

    def show(self, context: PageContext) -> PageView:
        words, say, now = context.words, context.words.readers, context.surroundings.learning
        if now is None:
            return PageView("learn", say.learn, full_width=True)
        title = say.learn_title.format(cards=len(now.done))
        deck = LineView("", rows=3, deck=DeckView(now.done, now.asked, now.later))
        asks = (LineView(say.learn_forgets, "big"), LineView(say.learn_forgets_help))
        lines = asks if self.forgets else _lines(now, words)
        grids = (GridView("learn-do", 3, self._buttons(now, words)),)
        return PageView("learn", title, (*lines, deck), grids, full_width=True, picture=self._picture(context))

    def watches(self) -> ReaderWatch:
        return ReaderWatch(self.address, learns=True)

    def _picture(self, context: PageContext) -> PictureView:
        camera, say = context.surroundings.camera, context.words.readers
        if camera is None or camera.address != self.address:
            return PictureView(WIDE, HIGH, text=say.camera_waits, said=say.camera_waits)
        return PictureView(camera.width, camera.height, camera.dots)

    def _buttons(self, now: Learning, words: Words) -> tuple[ButtonView, ...]:
        say, page = words.readers, replace(self, forgets=False)
        remove = Learn("remove", page)
        if self.forgets:
            forget = ButtonView("learn-remove", say.learn_remove, remove, say.learn_remove_small, "warn")
            return ButtonView("", ""), forget, ButtonView("learn-keep", say.learn_keep, OpenPage(page))
        asks = OpenPage(replace(self, forgets=True))
        forgets = ButtonView("learn-forget", say.learn_remove, asks, say.learn_remove_small, "quiet")
        if now.state == "used":
            restart = ButtonView("learn-restart", say.learn_restart, Learn("restart", page), say.learn_restart_small)
            return restart, ButtonView("", ""), forgets
        if now.state == "checking" or now.asked is None:
            return ()
        return (_again(now, words, page), _answer(now, words, page), forgets)


def _again(now: Learning, words: Words, page: LearnPage) -> ButtonView:
    last = now.done[-1] if now.done else None
    tap, small = (Learn("again", page), words.card_name(last)) if last else (None, "")
    return ButtonView("learn-again", words.readers.learn_again, tap, small)


def _answer(now: Learning, words: Words, page: LearnPage) -> ButtonView:
    """The button that accepts a face that reads as another card, or the one that leaves a card for the end."""
    say = words.readers
    if now.other and now.asked:
        small = say.learn_accept_small.format(card=words.card_name(now.asked))
        return ButtonView("learn-accept", say.learn_accept, Learn("accept", page), small, "warn")
    later = Learn("later", page) if now.asked not in now.later else None
    return ButtonView("learn-later", words.cards.later, later, words.cards.later_small, "quiet")


def _lines(now: Learning, words: Words) -> tuple[LineView, ...]:
    say = words.readers
    if now.state == "used":
        return LineView(say.learn_ready, "big"), LineView(say.learn_ready_help)
    if now.state == "checking" or now.asked is None:
        return LineView(say.learn_checking, "big"), LineView(say.learn_checking_help)
    show = LineView(say.learn_show.format(card=words.card_name(now.asked)), "big", cards=(now.asked,))
    if now.problem is None:
        return show, LineView(say.learn_how, "small")
    return show, LineView(words.say(now.problem), "trouble" if now.other else "plain")
