"""The dealer's screen in Spanish, as dealers in Spain speak: fold, check, call, bet, raise, all-in in
English, the sentences around them in Spanish (hace call, sube a).
"""

from ui.words import Words
from ui.words.spanish.cards import CARDS
from ui.words.spanish.chips import CHIPS
from ui.words.spanish.floor import MISDEAL, OVERRIDE, RULING
from ui.words.spanish.main import AMOUNTS, ASKING, MAIN, MENU, REPAIR
from ui.words.spanish.messages_play import PLAY
from ui.words.spanish.messages_rulings import RULINGS
from ui.words.spanish.people import PEOPLE
from ui.words.spanish.practice import PRACTICE
from ui.words.spanish.readers import READERS
from ui.words.spanish.recovery import RECOVERY
from ui.words.spanish.rulecard import RULE_CARD

SPANISH = Words(
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
