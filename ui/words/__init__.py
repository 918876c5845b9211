"""Every text of the dealer's screen. A translation is another `Words`; names in braces are filled in.

One part for each group of pages, in a file of its own; sentences are whole, never glued from parts.
"""

from ui.words.amounts import AmountWords
from ui.words.asking import AskingWords
from ui.words.cards import CardsWords
from ui.words.chips import ChipsWords
from ui.words.main import MainWords
from ui.words.menu import MenuWords
from ui.words.misdeal import MisdealWords
from ui.words.override import OverrideWords
from ui.words.people import PeopleWords
from ui.words.practice import PracticeWords
from ui.words.readers import ReaderWords
from ui.words.recovery import RecoveryWords
from ui.words.repair import RepairWords
from ui.words.rulecard import RuleCardWords
from ui.words.ruling import RulingWords


class Words(MainWords, frozen=True):
    """English, as spoken at a table."""

    asking: AskingWords = AskingWords()
    amounts: AmountWords = AmountWords()
    repair: RepairWords = RepairWords()
    menu: MenuWords = MenuWords()
    ruling: RulingWords = RulingWords()
    misdeal: MisdealWords = MisdealWords()
    override: OverrideWords = OverrideWords()
    people: PeopleWords = PeopleWords()
    chips: ChipsWords = ChipsWords()
    practice: PracticeWords = PracticeWords()
    cards: CardsWords = CardsWords()
    readers: ReaderWords = ReaderWords()
    recovery: RecoveryWords = RecoveryWords()
    rule_card: RuleCardWords = RuleCardWords()


ENGLISH = Words()
