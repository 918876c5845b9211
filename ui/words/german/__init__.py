"""The dealer's screen in German, as dealers in German rooms speak: Fold, Call, Raise, Pot, Board, Floor."""

from ui.words import Words
from ui.words.german.cards import CARDS
from ui.words.german.chips import CHIPS
from ui.words.german.floor import MISDEAL, OVERRIDE, RULING
from ui.words.german.main import AMOUNTS, ASKING, MAIN, MENU, REPAIR
from ui.words.german.messages_play import PLAY
from ui.words.german.messages_rulings import RULINGS
from ui.words.german.people import PEOPLE
from ui.words.german.practice import PRACTICE
from ui.words.german.readers import READERS
from ui.words.german.recovery import RECOVERY
from ui.words.german.rulecard import RULE_CARD

GERMAN = Words(
    **MAIN,
    messages=PLAY | RULINGS,
    asking=ASKING,
    amounts=AMOUNTS,
    repair=REPAIR,
    menu=MENU,
    ruling=RULING,
    misdeal=MISDEAL,
    override=OVERRIDE,
    people=PEOPLE,
    chips=CHIPS,
    practice=PRACTICE,
    cards=CARDS,
    readers=READERS,
    recovery=RECOVERY,
    rule_card=RULE_CARD,
)
