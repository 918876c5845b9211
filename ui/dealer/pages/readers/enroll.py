"""Enrolls a deck at the table: its name, then its fifty-two cards in the order in which the page asks for them."""

from typing import ClassVar

from engine.table.actions.setup import ChangeDeck
from ui.dealer.model.cards import Enrolling
from ui.dealer.model.reader_texts import code_text, place_text
from ui.dealer.model.taps import Ask, Enroll
from ui.dealer.model.values import ButtonView, DeckView, GridView, LineView, PageView
from ui.dealer.pages.page import BetweenHandsPage, PageContext
from ui.words import Words

MOST_BEGUN = 4
WHOLE = 52


class BackPage(BetweenHandsPage, frozen=True):
    """The choice of a deck to enroll: a color for a new deck, or a deck whose enrollment was paused."""

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.cards
        begun = []
        for number, (name, cards) in enumerate(context.surroundings.decks.begun[:MOST_BEGUN], 1):
            tap, small = Enroll("begin", name, EnrollPage()), say.go_on_small.format(cards=cards)
            begun.append(ButtonView(f"enroll-go-on-{number}", say.go_on.format(deck=name), tap, small, "go"))
        colors = tuple(
            ButtonView(f"enroll-back-{color}", name, Enroll("begin", name, EnrollPage()))
            for color, name in ((color, _free(back, context)) for color, back in say.backs.items())
        )
        left_off = (GridView("begun", MOST_BEGUN, tuple(begun)),) if begun else ()
        grids = (*left_off, GridView("backs", 4, colors, below=True))
        return PageView("enroll-back", words.cards.back_title, (LineView(say.back_help),), grids, full_width=True)


class EnrollPage(BetweenHandsPage, frozen=True):
    """Enrolls one deck. The scanned cards are kept elsewhere, so that enrollment can continue after the page is
    closed."""

    enrolls: ClassVar[bool] = True

    def show(self, context: PageContext) -> PageView:
        words, say, now = context.words, context.words.cards, context.surroundings.enrolling
        if now is None:
            return PageView("enroll", say.deck_title, full_width=True)
        title = say.enroll_title.format(deck=now.deck, cards=len(now.done))
        if now.later:
            title = f"{title}, {words.counted(say.put_off, len(now.later))}"
        picture = LineView("", rows=3, deck=DeckView(now.done, now.asked, now.later))
        if now.asked is None:
            lines = (LineView(say.whole.format(deck=now.deck), "big"), LineView(_use(now, context)), picture)
            return PageView("enroll", title, lines, (GridView("done", 2, _whole(now, context)),), full_width=True)
        scan = LineView(say.scan.format(card=words.card_name(now.asked)), "big", cards=(now.asked,))
        trouble = _problem(now, words)
        reader = context.surroundings.reader
        lost = (reader.says or words.reader_lost) if reader and not reader.works else ""
        remedy = say.hint_helps.get(now.problem, "")
        problem = (LineView(trouble or lost, "trouble"),) if trouble or lost else ()
        help_line = (LineView(remedy),) if remedy else ()
        return PageView(
            "enroll",
            title,
            (scan, *problem, *help_line, picture),
            (GridView("do", 2, _actions(now, words)),),
            full_width=True,
        )


def _free(back: str, context: PageContext) -> str:
    """The color, with the next number if the table already has a deck of that color."""
    decks = context.surroundings.decks
    taken = {*decks.names, *(name for name, _ in decks.begun), *decks.waiting}
    names = (back, *(context.words.cards.back_number.format(back=back, number=number) for number in range(2, WHOLE)))
    return next(name for name in names if name not in taken)


def _problem(now: Enrolling, words: Words) -> str:
    say = words.cards
    text = {
        "": "",
        **say.hints,
        "again": say.scanned_before,
        "twice": say.scanned_twice,
        "foreign": say.scanned_foreign,
        "unreadable": say.scanned_bad,
        "at-once": say.scanned_at_once,
        "elsewhere": say.scanned_elsewhere,
        "nowhere": say.scanned_nowhere,
    }[now.problem]
    card = words.card_name(now.other) if now.other else ""
    place = code_text(now.place) if now.problem == "nowhere" else place_text(now.place, words)
    return text.format(card=card, deck=now.of, place=place, at=place_text(now.at, words))


def _actions(now: Enrolling, words: Words) -> tuple[ButtonView, ...]:
    """The buttons that rescan a card (the last one, or one whose code was read twice) and postpone a missing card."""
    say, page = words.cards, EnrollPage()
    wrong = now.other if now.problem == "twice" else None
    last = wrong or (now.done[-1] if now.done else None)
    again = Enroll("again", str(wrong) if wrong else "", page) if last else None
    later = Enroll("later", "", page) if now.asked not in now.later else None
    text = say.card_again if wrong else say.last_again
    return (
        ButtonView("enroll-again", text, again, words.card_name(last) if last else "", "warn" if wrong else "plain"),
        ButtonView("enroll-later", say.later, later, say.later_small, "quiet"),
    )


def _use(now: Enrolling, context: PageContext) -> str:
    say = context.words.cards
    return say.whole_help if now.deck in context.surroundings.decks.names else say.whole_restart


def _whole(now: Enrolling, context: PageContext) -> tuple[ButtonView, ...]:
    say = context.words.cards
    play = Ask(ChangeDeck(now.deck)) if now.deck in context.surroundings.decks.names else None
    return (ButtonView("enroll-play", say.play, play, say.play_small, "go"),)
