"""What a trainee is told of the pretend table, in the place of the prompt. Pure."""

from engine.public import PublicTable
from ui.dealer.model.practice import Happening, Narration
from ui.dealer.model.taps import GoOn
from ui.dealer.model.values import ButtonView, PromptView
from ui.words import Words

SHAPES = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def told_prompt(told: Narration, table: PublicTable, words: Words) -> PromptView:
    """What happens at the table, in place of what the dealer does next."""
    say = words.practice
    progress = say.progress.format(hand=told.hand, hands=told.hands, taps=told.taps) if told.hand else ""
    if told.trouble:
        texts = {"ended-early": say.ended_early, "past": say.past}
        trouble = texts.get(told.trouble, say.next_written.format(why=told.trouble))
        return PromptView("", trouble, progress, refused=True)
    if told.now is None:
        return PromptView("", say.begin, progress)
    before = say.before.format(act=_said(told.before, table, words)) if told.before else ""
    return PromptView(before, _said(told.now, table, words), progress)


def _said(happening: Happening, table: PublicTable, words: Words) -> str:
    who = words.who(happening.seat, table.seats[happening.seat - 1].name) if happening.seat else ""
    cards = " ".join(f"{card.rank}{SHAPES[card.suit]}" for card in happening.cards)
    return words.practice.acts[happening.kind].format(who=who, chips=words.amount(happening.chips), cards=cards)


def next_button(told: Narration | None, words: Words) -> ButtonView | None:
    """Where the trainee asks for what is next."""
    return ButtonView("practice-next", words.practice.next, GoOn(), emphasis="act") if told and told.step else None
