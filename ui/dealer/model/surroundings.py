"""The screen's data apart from the table: the room's clock, the link, the readers, and unfinished taps."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.events import Blinds
from engine.message import Message, message
from engine.public import PublicTable
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer, OutPlace
from ui.dealer.model.cards import Decks, Enrolling, Learning, Missed, OddCard
from ui.dealer.model.practice import Narration
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import CameraNow, Readers
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.taps import AskAgain, AskWalk, PickSeat, SeeNotice, SeeOut, ShowPot, SwitchUnits, Tap


class PlayLeft(msgspec.Struct, frozen=True):
    """How many hands or orbits are left in the table's level; 0 in the last level."""

    lasts: Literal["hands", "orbits"]
    left: int


class LevelTime(msgspec.Struct, frozen=True):
    """The room's level and what is left of it; `running` is false while the clock is paused."""

    name: str
    left_ms: int
    running: bool = True
    is_break: bool = False
    chips: tuple[int, ...] = ()
    """The denominations in the event, smallest first; a table may no longer use the smallest."""
    color_up: tuple[int, ...] = ()
    """The denominations that are taken out of play during this break."""
    next_blinds: Blinds | None = None
    over_ms: int = 0
    """How long the last level has run over."""
    play: PlayLeft | None = None
    """The hands or orbits left, if the level is measured in them and not in time."""
    starts_in_ms: int = 0
    """The time until the clock starts automatically, if a start is scheduled and has not happened yet."""
    hand_for_hand: bool = False
    """Whether every table plays one hand and then waits for the others."""
    held: bool = False
    """Whether the clock is stopped for hand-for-hand play, because the hand has used up its time or is over."""
    started: bool = True
    """Whether the clock has ever run."""
    full_ms: int = 0
    """The length of the level or break; 0 if it is unknown."""
    then_break: bool = False
    """Whether a break follows the level."""


class LevelAt(msgspec.Struct, frozen=True):
    """The name of a level or break, and its blinds."""

    name: str
    blinds: Blinds


class LevelDoubt(msgspec.Struct, frozen=True):
    """The doubt about the level after a power cut while the clock is unreachable. `stands` is the last certain level,
    and `by_day` is the level according to the wall clock."""

    stands: LevelAt
    by_day: LevelAt


class Link(msgspec.Struct, frozen=True):
    """The connection to the clock. `trouble` is the fault that ended it, `waiting` counts unsent events, `refused` is
    set if the clock itself refused, and `lost` if this kiosk may only show the table."""

    connected: bool = True
    away_ms: int = 0
    waiting: int = 0
    trouble: Message | None = None
    refused: bool = False
    lost: bool = False


class Disk(msgspec.Struct, frozen=True):
    """The problem with the record's disk. `why` is the fault that stopped recording, or None while it works."""

    state: Literal["low", "full", "failed"]
    why: Message | None = None


class ReaderHealth(msgspec.Struct, frozen=True):
    """The health of the card readers: whether they work, and one sentence about it."""

    works: bool = True
    says: str = ""
    head: str = ""
    """The problem, if it is more than a lost reader."""
    help: str = ""
    """The dealer's next step when a card is due at a place that is not being read."""
    lost: tuple[str, ...] | None = None
    """The places that should be read but are not; None if any place may be affected."""
    reads: tuple[str, ...] = ()
    """The places that are still read by other readers."""


class RefusalNotice(msgspec.Struct, frozen=True):
    """The reason why the last request was not carried out, with the clause if a rule forbids it."""

    why: Message
    clause: str = ""
    is_news: bool = False
    """Whether this is news from the room and not a refusal."""


class Due(msgspec.Struct, frozen=True):
    """A change to a seat after the hand: a player enters, buys chips, or leaves for `table` (0 for none)."""

    what: Literal["enters", "buys", "leaves"]
    seat: int
    player: str
    name: str
    chips: int = 0
    table: int = 0


class AskedMove(msgspec.Struct, frozen=True):
    """A player's move (a call back if `to` is 0) that the room was asked to record but has not recorded yet."""

    player: str
    to: int = 0
    to_seat: int = 0


class NewSeat(msgspec.Struct, frozen=True):
    """The seat elsewhere of a player who had to leave a table that is closed or broken."""

    name: str
    table: int
    seat: int


class NextDealer(msgspec.Struct, frozen=True):
    """The dealer who comes at the next push, and its time of day in the room's time zone; empty if it is unknown."""

    name: str
    time: str = ""


class Booking(msgspec.Struct, frozen=True):
    """The tournament's data about the table, if it is in one."""

    is_asked: bool = False
    """Whether the room records the dealer's requests; while the clock is unreachable, the table does."""
    over: Literal["", "closed", "breaking"] = ""
    """Whether the table is closed, or its players have been given seats at other tables."""
    out: tuple[tuple[str, str], ...] = ()
    """The players who went out here and may enter again: id and name."""
    tables: tuple[FreeSeats, ...] | None = None
    """The tables that players may be moved to; None if the room does not list them."""
    asked: tuple[AskedMove, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """The players whose moves the room last refused: the player's id, and the reason in the table's language."""
    gone: tuple[Gone, ...] = ()
    moves: tuple[AskedMove, ...] = ()
    """The tables and seats to which the room sends players who leave after this hand, as far as it has sent them."""
    new_seats: tuple[NewSeat, ...] = ()
    """The new seats of the players who leave or have left this table, if it is closed or broken."""
    places: tuple[OutPlace, ...] = ()
    """The finishing places of the players who went out in the most recent hand with an elimination."""
    unused: tuple[int, ...] = ()
    """The seats that the director took out of use."""
    event: str = ""
    """The tournament's name."""
    next_dealer: NextDealer | None = None


class FoldedOut(msgspec.Struct, frozen=True):
    """A hand won without a showdown, as of `mark` in the record. It is shown until `until_ms` in the screen's time."""

    mark: int
    seat: int
    chips: int
    back: int = 0
    """The uncalled part of the last bet, which was also returned to the winner."""
    until_ms: int = 0


Owed = tuple[tuple[int, int], ...]
"""The seats whose stacks were corrected, each with the chips to add or remove. The balance is in the pot."""


class Notice(msgspec.Struct, frozen=True):
    """Chips to move, shown until the dealer confirms the move: the chips `owed` to stacks after corrections, and the
    `pots` pushed in one touch. If both are empty, the notice says that a correction moved no chips; it disappears at
    the next touch."""

    owed: Owed = ()
    pots: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the notice stays until it is confirmed."""
        return bool(self.owed or self.pots)


PLAYER_CLOCK_MS = 30_000
"""The time on a player's clock: 25 seconds, then a countdown of 5 seconds (TDA 2024 rule 29)."""
TIME_CHIP_MS = 30_000
"""How much more time a time chip gives."""


class Surroundings(msgspec.Struct, frozen=True):
    """Everything that a screen shows besides the table itself."""

    level: LevelTime | None = None
    doubt: LevelDoubt | None = None
    """The level that the floor must confirm; None if it is known."""
    link: Link | None = None
    """The connection to the clock; None if the table plays without a clock."""
    disk: Disk | None = None
    reader: ReaderHealth | None = None
    readers: Readers = Readers()
    """All readers, for the page about them."""
    camera: CameraNow | None = None
    """The picture of the camera whose page is open."""
    refusal: RefusalNotice | None = None
    staff: tuple[Staff, ...] = ()
    """The staff with a PIN. A role without staff does not need a PIN."""
    floor_ms: int | None = None
    """How long ago the floor was called; None while it is not being called."""
    player_clock_ms: int | None = None
    """The time left for the player on whom the clock was called; None if nobody is on the clock."""
    coming: tuple[IncomingPlayer, ...] = ()
    """The players on the way here. No hand is dealt until each one is seated, or the dealer deals without them."""
    due: tuple[Due, ...] = ()
    """The players who leave or sit down, and the chips handed out, before the next hand is dealt."""
    came: tuple[Due, ...] = ()
    """The players who have sat down, and the chips handed out, since the last hand."""
    booking: Booking = Booking()
    clock: str = ""
    """The clock's address, as given in the settings."""
    plays_alone: bool = False
    """Whether the table plays a game of its own, seated here and independent of any clock."""
    called: bool = False
    """Whether the clock has a tournament for a table that plays its own game."""
    leaves: bool = False
    """Whether the clock has another sitting for this table, which moves to it once the hand is over."""
    update: str = ""
    """The newer version of the program that can be installed now; empty if there is none, and while people play."""
    starting_stack: int = 0
    """A new player's chips; 0 until a clock has sent the number."""
    picked: tuple[int, ...] = ()
    """The seats picked so far in answer to the table's question."""
    narration: Narration | None = None
    """The events at the practice table; None if the table is real."""
    odd: OddCard | None = None
    missed: Missed | None = None
    decks: Decks = Decks()
    """The table's decks; empty if nothing reads cards."""
    enrolling: Enrolling | None = None
    learning: Learning | None = None
    """The faces that a camera is learning while its page is open."""
    pot: int = 0
    """The index of the pot to push, if there are several, in the order in which they are awarded."""
    out_seen: int = 0
    """The mark in the record of the last elimination that the dealer has confirmed."""
    notice: Notice | None = None
    """The chips to move, until the dealer confirms the move."""
    wins: FoldedOut | None = None
    """The last hand, if won without a showdown, while its winner is shown."""
    profile: Profile | None = None
    """The dealer's preferences; None if the screen keeps its defaults."""
    left_seat: int = 1
    can_speak: bool = False
    """Whether the machine can read the next step aloud."""
    units: bool | None = None
    """Whether big blinds are shown until the profile changes; None to follow the profile."""
    undo_meant: bool = False
    """Whether UNDO, which needs two taps, was tapped once; any other touch cancels it."""
    walk_meant: bool = False
    """Like `undo_meant`, but for HAND OVER."""
    past_undo: bool = False
    """Whether a player was seated or left after the step that UNDO takes back. UNDO cannot take that back."""


def is_booked(surroundings: Surroundings) -> bool:
    """Whether the clock is connected and has the table in an event, so that the clock seats the players."""
    link = surroundings.link
    return link is not None and link.connected and bool(surroundings.booking.event)


def updated(before: Surroundings, said: Surroundings) -> Surroundings:
    """The new surroundings, keeping the screen's own state: the last refusal, the odd card, and unfinished taps. A
    notice about chips disappears when another event begins."""
    units = before.units if said.profile == before.profile else None
    is_other = before.booking.event and said.booking.event not in ("", before.booking.event)
    notice = None if is_other else before.notice
    return replace(said, refusal=before.refusal, odd=before.odd, picked=before.picked, pot=before.pot,
                   undo_meant=before.undo_meant, walk_meant=before.walk_meant, out_seen=before.out_seen,
                   wins=before.wins, notice=notice, past_undo=before.past_undo, units=units,
                   can_speak=before.can_speak)  # fmt: skip


def in_blinds(surroundings: Surroundings) -> bool:
    """Whether stacks, bets and pots are shown in big blinds."""
    if surroundings.units is not None:
        return surroundings.units
    return surroundings.profile is not None and surroundings.profile.in_blinds


def after(surroundings: Surroundings, tap: Tap) -> Surroundings:
    """The surroundings after a touch that the screen handles on its own; any touch clears a refusal. A
    new unit of the amounts is pointed out, because the touch may have been meant for the board."""
    picked = surroundings.picked
    out_seen = tap.mark if isinstance(tap, SeeOut) else surroundings.out_seen
    if isinstance(tap, PickSeat):
        kept = tuple(seat for seat in picked if seat != tap.seat)
        picked = kept if kept != picked else (*picked, tap.seat)
    pot = tap.pot if isinstance(tap, ShowPot) else 0 if isinstance(tap, PickSeat) else surroundings.pot
    units = not in_blinds(surroundings) if isinstance(tap, SwitchUnits) else surroundings.units
    notice = surroundings.notice
    if isinstance(tap, SeeNotice) or (notice and not notice.waits):
        notice = None
    refusal = None
    if isinstance(tap, SwitchUnits):
        refusal = RefusalNotice(message("units-blinds" if units else "units-chips"), is_news=True)
    if isinstance(tap, AskAgain) and tap.why:
        refusal = RefusalNotice(tap.why)
    return replace(surroundings, refusal=refusal, odd=None, notice=notice, undo_meant=isinstance(tap, AskAgain),
                   walk_meant=isinstance(tap, AskWalk), picked=picked, pot=pot, out_seen=out_seen,
                   units=units)  # fmt: skip


def settle(surroundings: Surroundings, before: PublicTable | None, table: PublicTable) -> Surroundings:
    """The surroundings after the table has changed: notices about earlier events are cleared. A card at two places
    stays until the dealer has looked, because the next card comes within a second."""
    if (
        surroundings.refusal and surroundings.refusal.is_news
    ):  # the card or action that was asked for, or another one, has arrived
        surroundings = replace(surroundings, refusal=None)
    if before is not None and _waits_for(before) == _waits_for(table):
        return surroundings
    pots = surroundings.notice.pots if surroundings.notice else ()
    if surroundings.notice and ((pots and _has_passed_pots(before, table)) or table.legal.push):
        owed = surroundings.notice.owed
        surroundings = replace(surroundings, notice=Notice(owed) if owed else None)
    stays = surroundings.odd and surroundings.odd.kind == "lies-already" and table.playing
    odd = surroundings.odd if stays else None
    return replace(surroundings, refusal=None, odd=odd, undo_meant=False, walk_meant=False, picked=(), pot=0)


def _has_passed_pots(before: PublicTable | None, table: PublicTable) -> bool:
    """Whether the pots of the last hand no longer matter: the dealer deals the next hand or plays it, or another event
    begins. PUSH ALL deals the next hand at once, and its pots are still to be pushed then."""
    is_new = before is not None and (table.hand < before.hand or (table.playing and not before.playing))
    return is_new or (table.playing and not table.is_untouched)


def _waits_for(table: PublicTable) -> object:
    """The input that the table is waiting for, or what keeps it from dealing. A level change during an answer does not
    affect it."""
    cards = tuple(seat.cards for seat in table.seats)
    return table.hand, table.street, table.board, table.legal, table.question, table.stop, cards
