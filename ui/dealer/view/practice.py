"""The narration of practice, in place of the prompt. Pure."""

from engine.public import PublicTable
from ui.dealer.model.practice import NarratedAct, Narration
from ui.dealer.model.taps import Continue
from ui.dealer.model.values import ButtonView, PromptView
from ui.words import Words

SHAPES = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def narration_prompt(narration: Narration, table: PublicTable, words: Words) -> PromptView:
    """What happens at the table, in place of what the dealer does next."""
    say = words.practice
    progress = (
        say.progress.format(hand=narration.hand, hands=narration.hands, taps=narration.taps) if narration.hand else ""
    )
    if narration.trouble:
        texts = {"ended-early": say.ended_early, "past": say.past}
        trouble = texts.get(narration.trouble, say.next_written.format(why=narration.trouble))
        return PromptView("", trouble, progress, refused=True)
    if narration.now is None:
        return PromptView("", say.begin, progress)
    before = say.before.format(act=_said(narration.before, table, words)) if narration.before else ""
    return PromptView(before, _said(narration.now, table, words), progress)


def _said(act: NarratedAct, table: PublicTable, words: Words) -> str:
    who = words.who(act.seat, table.seats[act.seat - 1].name) if act.seat else ""
    cards = " ".join(f"{card.rank}{SHAPES[card.suit]}" for card in act.cards)
    return words.practice.acts[act.kind].format(who=who, chips=words.amount(act.chips), cards=cards)


def next_button(narration: Narration | None, words: Words) -> ButtonView | None:
    """The trainee's button for the next act."""
    return (
        ButtonView("practice-next", words.practice.next, Continue(), emphasis="act")
        if narration and narration.step
        else None
    )
