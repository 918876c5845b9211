"""The narration in practice mode, which replaces the prompt. All functions are pure."""

from engine.public import PublicTable
from ui.dealer.model.practice import COACH, NarratedAct, Narration
from ui.dealer.model.taps import Continue, OpenPage
from ui.dealer.model.values import ButtonView, CellView, CoachView, PromptView
from ui.words import Words
from ui.words.card_signs import card_row

NO_TAP = ("fold",)


def narration_prompt(narration: Narration, table: PublicTable, words: Words) -> PromptView:
    """The events at the practice table, in place of the dealer's next step."""
    say = words.practice
    progress = (
        say.progress.format(hand=narration.hand, hands=narration.hands, taps=narration.taps) if narration.hand else ""
    )
    if narration.trouble:
        texts = {"ended-early": say.ended_early, "past": say.past}
        trouble = texts.get(narration.trouble, say.next_written.format(why=narration.trouble))
        return PromptView("", trouble, progress, refused=True)
    if narration.now is None:
        return PromptView("", say.listen if table.playing else say.begin, progress)
    before = say.before.format(act=_said(narration.before, table, words)) if narration.before else ""
    foot = say.no_tap.format(progress=progress) if narration.now.kind in NO_TAP else progress
    return PromptView(before, _said(narration.now, table, words), foot)


def practice_cells(
    cells: tuple[CellView, ...], narration: Narration, covered: bool, table: PublicTable, words: Words
) -> tuple[CellView, ...]:
    """In practice mode, the link field says that this is practice; if the prompt is `covered`, the events replace the
    blinds."""
    said = {"link": CellView("link", words.practice.word, words.practice.word_small, practice=True)}
    if covered and narration.now and not narration.trouble:
        prompt = narration_prompt(narration, table, words)
        said["blinds"] = CellView("blinds", prompt.body, prompt.head or prompt.foot, practice=True)
    return tuple(said.get(cell.name, cell) for cell in cells)


def coach(narration: Narration, words: Words) -> CoachView | None:
    if not narration.coach:
        return None
    say, mark = words.practice, words.practice.coach[narration.coach]
    count = say.coach_count.format(count=narration.coached, all=len(COACH))
    return CoachView(count, mark.text, mark.small, ButtonView("coach-ok", say.coach_ok, Continue(), emphasis="quiet"))


def tips_button(words: Words) -> ButtonView:
    """The button in place of the call for the floor, because in practice nobody would come."""
    from ui.dealer.pages.practice import TipsPage  # noqa: PLC0415  no real table has it

    return ButtonView("floor", words.practice.tips, OpenPage(TipsPage()), words.practice.tips_small, "quiet")


def _said(act: NarratedAct, table: PublicTable, words: Words) -> str:
    who = words.who(act.seat, table.seats[act.seat - 1].name) if act.seat else ""
    return words.practice.acts[act.kind].format(who=who, chips=words.amount(act.chips), cards=card_row(act.cards))


def next_button(narration: Narration | None, words: Words) -> ButtonView | None:
    return (
        ButtonView("practice-next", words.practice.next, Continue(), emphasis="act")
        if narration and narration.step
        else None
    )
