"""Every text of the dealer's screen, as the views ask for it; names in braces are filled in.

One part for each group of pages, in a file of its own; sentences are whole, never glued from parts. What they say is in
the catalogues, English too: `locale` has them as PO files, `compiled` as they are read.
"""

from ui.words.amounts import AmountWords
from ui.words.arrivals import ArrivalWords
from ui.words.asking import AskingWords
from ui.words.cards import CardsWords
from ui.words.chips import ChipsWords
from ui.words.commands import CommandWords
from ui.words.director import DirectorWords
from ui.words.disk import DiskWords
from ui.words.main import MainWords
from ui.words.menu import MenuWords
from ui.words.misdeal import MisdealWords
from ui.words.out import OutWords
from ui.words.override import OverrideWords
from ui.words.pairing import PairingWords
from ui.words.people import PeopleWords
from ui.words.player_clock import PlayerClockWords
from ui.words.practice import PracticeWords
from ui.words.prints import PrintWords
from ui.words.profile import ProfileWords
from ui.words.readers import ReaderWords
from ui.words.recovery import RecoveryWords
from ui.words.repair import RepairWords
from ui.words.replay import ReplayWords
from ui.words.rulecard import RuleCardWords
from ui.words.ruling import RulingWords
from ui.words.seat_one import SeatOneWords
from ui.words.sheets import Sheet
from ui.words.start import StartWords
from ui.words.welcome import WelcomeWords


class Words(MainWords, frozen=True):
    """One language, read from its catalogue."""

    asking: AskingWords
    amounts: AmountWords
    repair: RepairWords
    menu: MenuWords
    ruling: RulingWords
    misdeal: MisdealWords
    override: OverrideWords
    people: PeopleWords
    arrivals: ArrivalWords
    out: OutWords
    player_clock: PlayerClockWords
    replay: ReplayWords
    chips: ChipsWords
    practice: PracticeWords
    profile: ProfileWords
    seat_one: SeatOneWords
    cards: CardsWords
    readers: ReaderWords
    pairing: PairingWords
    recovery: RecoveryWords
    rule_card: RuleCardWords
    start: StartWords
    welcome: WelcomeWords
    commands: CommandWords
    sheets: dict[str, Sheet]
    """By who works with it."""
    director: DirectorWords
    disk: DiskWords
    prints: PrintWords
