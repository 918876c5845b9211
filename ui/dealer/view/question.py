"""The table's question to the dealer, in the middle of the felt: the seats answer on their own tiles. Pure."""

from engine.actions import Answer
from engine.public import PublicTable
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask
from ui.dealer.model.values import ButtonView, QuestionView
from ui.words import Words


def question(table: PublicTable, surroundings: Surroundings, words: Words) -> QuestionView | None:
    """Who called, or who won; OK shows what it will record. No caller is a valid answer; a winner is required."""
    asked, asking = table.question, words.asking
    if asked is None:
        return None
    won = asked.kind == "who-won"
    text = (asking.who_won if won else asking.who_called).format(chips=words.amount(asked.chips))
    named = tuple(sorted(seat for seat in surroundings.picked if seat in asked.seats))
    if not named and won:
        return QuestionView(
            text, asking.tap_seats, ButtonView("question-ok", asking.sure, None, asking.nobody_yet, "go")
        )
    if not named:
        nobody = ButtonView("question-ok", asking.nobody, Ask(Answer(())), asking.called_nobody)
        return QuestionView(text, asking.tap_seats, nobody)
    said = words.counted(asking.won if won else asking.called, len(named), seats=" ".join(map(str, named)))
    return QuestionView(text, asking.tap_seats, ButtonView("question-ok", asking.sure, Ask(Answer(named)), said, "go"))
