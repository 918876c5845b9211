"""Procedures with the deck at a table without a card reader, step by step: setting it up, counting the stub, a lost
stub, and a request to see the next cards."""

from engine.hand.dealing import stub_cards
from engine.table.actions.staff import CallFloor
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.floor import FloorPage
from ui.dealer.pages.page import LastingPage, PageContext


class ProceduresPage(LastingPage, frozen=True):
    """`topic` is one of `words.procedures.topics`."""

    topic: str = "setup"

    def show(self, context: PageContext) -> PageView:
        words, say = context.words, context.words.procedures
        steps = [text for name, text in say.steps.items() if name.startswith(f"{self.topic}-")]
        numbered = [words.misdeal.step.format(number=number, text=text) for number, text in enumerate(steps, 1)]
        clause = _clause(self.topic, context)
        lines = (
            *(_count(context) if self.topic == "stub" else ()),
            *(LineView(text) for text in numbered),
            *((LineView(words.cited(clause), "clause"),) if clause else ()),
        )
        topics = tuple(
            ButtonView(f"procedure-{name}", label.text, OpenPage(ProceduresPage(name)), label.small,
                       chosen=name == self.topic)
            for name, label in say.topics.items()
        )  # fmt: skip
        called = context.table.floor_called
        tap = OpenPage(FloorPage()) if called else Ask(CallFloor("misdeal"), ProceduresPage(self.topic))
        floor = ButtonView("procedure-floor", say.floor, tap, say.floor_called if called else "", "act")
        title = say.topics[self.topic].text
        keys = (*topics, floor)
        return PageView(
            "procedures", title, lines, (GridView("procedures", 1, keys, weight=2.2),), full_width=True, beside=True
        )


def _count(context: PageContext) -> tuple[LineView, ...]:
    """How many cards the stub must have now, if no irregularity makes that uncertain."""
    say, hand = context.words.procedures, context.game.table.hand
    stub = stub_cards(hand) if hand and context.table.playing else None
    if stub is None:
        return (LineView(say.stub_unknown),)
    rest = say.stub_rest.format(dealt=stub.dealt, board=stub.board, burned=stub.burned)
    return LineView(say.stub_count.format(count=stub.left), "big"), LineView(rest, "small")


def _clause(topic: str, context: PageContext) -> str:
    """The clause that a rule book gives for the topic; empty for the dealer's craft."""
    book = context.game.table.book
    if book is None:
        return ""
    return {"lost": book.fouled_deck.clause_of("stub"), "rabbit": book.rabbit_hunting.clause}.get(topic, "")
