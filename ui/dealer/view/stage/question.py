"""The table's question to the dealer, in the middle of the felt. The answers are on the seats' own tiles."""

from functools import reduce

from msgspec.structs import replace

from engine.actions import Answer, HandOver
from engine.events import PotAwarded
from engine.game.game import apply, decide
from engine.hand.showdown import Award, pots_of
from engine.message import message
from engine.public import PublicTable
from engine.refused import Refused
from engine.table.state import Table, book_of
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, PromptView, QuestionView
from ui.dealer.pages.page import PageContext, refusal
from ui.dealer.view.strip import refusal as last_refusal


def question(context: PageContext) -> QuestionView | None:
    """The question for the callers or the winners; OK shows what it will record. The answer may be that nobody called,
    but a winner is required, and the pots that it pushes replace the question. An answer that would be refused cannot
    be given: its reason replaces the question."""
    table, surroundings, words = context.table, context.surroundings, context.words
    asked, asking = table.question, words.asking
    if asked is None:
        return None
    won = asked.kind == "who-won"
    text = (asking.who_won if won else asking.who_called).format(chips=words.amount(asked.chips))
    named = named_seats(table, surroundings)
    note = last_refusal(surroundings, words)
    if not named and won:
        ok = ButtonView("question-ok", asking.push, None, asking.nobody_yet, "go")
        return QuestionView(text, asking.tap_winners, ok, note)
    answer = Answer(named)
    refused = refusal(context, answer)
    if refused is not None:
        note = note or PromptView("", words.explain(refused.message), words.cited(refused.clause))
    tap = None if refused else Ask(answer)
    if not named:
        nobody = ButtonView("question-ok", asking.nobody, tap, asking.called_nobody)
        return QuestionView(text, asking.tap_seats, nobody, note)
    said = words.counted(asking.won if won else asking.called, len(named), seats=", ".join(map(str, named)))
    return QuestionView(text, asking.tap_seats, ButtonView("question-ok", asking.sure, tap, said, "go"), note)


def named_seats(table: PublicTable, surroundings: Surroundings) -> tuple[int, ...]:
    """The seats picked so far in answer to the question."""
    asked = table.question
    return tuple(sorted(seat for seat in surroundings.picked if asked and seat in asked.seats))


def as_answered(table: PublicTable, awards: tuple[Award, ...]) -> PublicTable:
    """The table with the pots as this answer would push them."""
    return replace(table, awards=awards, legal=replace(table.legal, push=True), ends="push") if awards else table


def by_answer(button: ButtonView, table: PublicTable, surroundings: Surroundings) -> ButtonView:
    """The button as it works during a question: a button that would push all pots sends the picked seats as the answer
    instead. Others are unchanged."""
    if not table.question or not isinstance(button.tap, Ask) or not isinstance(button.tap.action, HandOver):
        return button
    return replace(button, tap=Ask(Answer(named_seats(table, surroundings), start=button.tap.action.start)))


def answered(context: PageContext) -> tuple[Award, ...]:
    """The awards according to the current answer to "who won"; empty if that answer would be refused."""
    table = context.table
    named = named_seats(table, context.surroundings)
    if table.question is None or table.question.kind != "who-won" or not named:
        return ()
    try:
        events = decide(context.game, Answer(named))
    except Refused:
        return ()
    first = next((index for index, event in enumerate(events) if isinstance(event, PotAwarded)), len(events))
    before = reduce(apply, events[:first], context.game).table
    pushed = [event for event in events if isinstance(event, PotAwarded)]
    return tuple(_award(event, before) for event in pushed)


def _award(event: PotAwarded, table: Table) -> Award:
    hand, clause = table.hand, book_of(table).odd_chips.clause
    assert hand is not None
    may = tuple(hand.deal.seats[index] for index in pots_of(hand)[event.pot].eligible)
    least = min(event.shares)
    odd = tuple(seat for seat, share in zip(event.seats, event.shares, strict=True) if share > least)
    why = message("everyone-else-out")
    return Award(event.pot, event.chips, may, event.seats, event.shares, None, why, odd, clause if odd else "")
