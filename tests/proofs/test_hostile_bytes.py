"""Bytes from a network, a disk, a card reader or an uploaded file give a value, or a promised error.

Each reader gets valid input with pieces of it changed. `KIOSK_FUZZ_EXAMPLES` sets how often.
"""

import base64
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.bad_input import BadInput
from engine.books.rulebook import parse_book, shipped
from engine.cards import DECK
from engine.decoders import NOT_JSON, json_decoder
from engine.events import AnyEvent, Event
from engine.history.ohh.read import read_ohh
from engine.history.ohh.text import to_ohh
from engine.history.phh.form import Phh, read_phh
from engine.history.phh.play import play
from engine.refused import Refused
from engine.staffing.shift import ShiftEvent
from engine.tournament.actions import TournamentEvent
from engine.tournament.levels.structure import load_structure, parse_structure, shipped_structures
from engine.tournament.prizes.payouts import parse_payouts
from engine.tournament.targets import TableTarget
from hardware.decks.files import deck_text, read_part
from hardware.reading.deck import load_deck
from hardware.recognition.learned_deck import LearnedDeck, learned_file, load_learned
from kiosk.clock.access.cameras import PairedCamera
from kiosk.clock.access.devices import PairedDevice
from kiosk.clock.access.glasses import PairedGlass
from kiosk.clock.access.sessions import Session
from kiosk.clock.access.staff import StaffMember
from kiosk.clock.access.tablets import PairedTable, RevokedToken
from kiosk.clock.access.waits.wrong_pins import WrongPins
from kiosk.clock.features.broadcast.setting import FORM as BROADCAST
from kiosk.clock.features.broadcast.setting import BroadcastSet
from kiosk.clock.features.displays.hub import FORM as DISPLAYS
from kiosk.clock.features.displays.hub import DisplayEvent, Said
from kiosk.clock.features.downs import FORM as SHIFTS
from kiosk.clock.features.imports.players import read_players
from kiosk.clock.features.insight.case_law import FORM as CASES
from kiosk.clock.features.insight.case_law import CaseNoted
from kiosk.clock.features.leagues import FORM as LEAGUES
from kiosk.clock.features.leagues import LeagueEvent, LetIn, entry_let_in
from kiosk.clock.features.phones import CardSecret
from kiosk.clock.features.plan import FORM as PLAN
from kiosk.clock.features.plan import PlanEvent
from kiosk.clock.recovery.backups.recovery_code import (
    OnPaper,
    RecoveryCode,
    encrypted,
    new_recovery_code,
    read_encrypted,
    read_note,
    read_recovery_code,
)
from kiosk.clock.recovery.pending_records import Dismissed, dismissed_in, pending_in
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.corrections import FORM as CORRECTIONS
from kiosk.clock.store.corrections import PersonCorrected
from kiosk.clock.store.decisions import DecisionLine, MarkLine, read_decisions, read_marks
from kiosk.clock.store.history_choices import ChoiceNote, choice_notes_in
from kiosk.clock.store.names import NameLine, NamesFile
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.postgres.identity import ServerLine, read_server
from kiosk.clock.store.remembered import ChangeLine, read_changes, read_row
from kiosk.clock.tournaments.publishing.director_messages import FromDirector, decode_from_director
from kiosk.clock.tournaments.records.named import NUMBERED, NamedForm
from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.bodies import AskedOrder, NewTournament, event_of, read_as, said_of
from kiosk.clock.web.tournament.structures import FileWanted
from kiosk.commands.bundle import kind_of, masked_settings
from kiosk.commands.doctor.clock import is_of_clock
from kiosk.commands.ruling import answer_file
from kiosk.faults import Fault
from kiosk.host.settings import read_host_settings
from kiosk.protocol.codec import EventForm, Written, decode_event
from kiosk.protocol.glass import (
    FROM_CLOCK,
    FROM_GLASS,
    FROM_HOST,
    FROM_PROGRAM,
    TO_PROGRAM,
    FromGlass,
    GlassHello,
    GlassTone,
    OfferTable,
    OfferWaits,
    ToProgram,
)
from kiosk.protocol.link.recovery import Age
from kiosk.protocol.messages import FromTable, ToTable, decode_from_table, decode_to_table
from kiosk.protocol.numbered import read_target, target_path
from kiosk.protocol.phone_camera import (
    FromPhone,
    FromWatcher,
    ToWatcher,
    decode_from_phone,
    decode_from_watcher,
    decode_to_watcher,
)
from kiosk.protocol.staff import Signer
from kiosk.storage.chain import Mark
from kiosk.storage.promised import CopyLine, Promises
from kiosk.storage.tls_files import RoomAuthority
from kiosk.structures.files import read_structure
from kiosk.structures.json_form import parse_json
from kiosk.structures.written import to_csv, to_json
from kiosk.table.link.addresses import addresses_of, addresses_path
from kiosk.table.link.cached_state import CachedState, cache_path, read_cached
from kiosk.table.pairing.paired import PairedClock, paired_path, table_settings
from kiosk.table.people import sign_in
from kiosk.table.people.profiles import ProfileFile, Profiles
from kiosk.table.people.sign_in import read_signers, signers_path
from kiosk.table.readers.outlines import OutlinesFile, outlines_path, with_outlines
from kiosk.table.seating.dealer_notes import DealerNote, DealerNotes
from kiosk.table.settings import TableSettings, read_table_settings
from tests.kiosk.structures.test_tdt import WHOLE as TDT
from tests.kit.made import encoded
from tests.kit.mutated import mutated
from tests.kit.played import random_records, to_phhs
from tests.kit.sizes import size

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 40)
PHH = to_phhs(random_records(1, 2)).encode()
OHH = to_ohh(random_records(2, 2)).encode()
CLUB = load_structure("club")


class FromOutside(NamedTuple):
    """`read` takes bytes like those that `example` makes, and raises nothing but `errors`."""

    example: Callable[[Random], bytes]
    read: Callable[[bytes, Path], object]
    errors: tuple[type[Exception], ...] = (BadInput,)


def just(content: bytes | str) -> Callable[[Random], bytes]:
    return lambda _: content if isinstance(content, bytes) else content.encode()


def of(kind: Any) -> Callable[[Random], bytes]:
    return partial(encoded, kind)


LATER: EventForm[Event] = EventForm(json_decoder(Written[AnyEvent]), [dict])
"""Tables' events as a later release reads them."""


def event(kind: Any, start: bytes = b'{"form":1,') -> Callable[[Random], bytes]:
    """A record's body, which starts like this."""
    return lambda dice: b'%b"event":%b}' % (start, encoded(kind, dice))


def text(read: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    """A reader of text, which its callers have made of UTF-8."""
    return lambda body, _: read(body.decode("utf-8", "replace"))


def whole(read: Callable[[bytes], object]) -> Callable[[bytes, Path], object]:
    return lambda body, _: read(body)


def file(read: Callable[[Path], object], name: str = "file") -> Callable[[bytes, Path], object]:
    def write_and_read(body: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(body)
        return read(path)

    return write_and_read


def lines(read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    """A reader of checked lines: each line of the bytes has a correct checksum."""

    def write_and_read(body: bytes, folder: Path) -> object:
        path = folder / "lines"
        path.write_bytes(b"".join(b"%08x %b\n" % (zlib.crc32(line), line) for line in body.split(b"\n")))
        return read(path)

    return write_and_read


def replayed(text: str) -> None:
    book = parse_book(shipped("tda"), "tda")
    for phh in read_phh(text).values():
        if isinstance(phh, Phh):
            play(phh, book)


def tournament(dice: Random) -> bytes:
    return b'{"name":"Club","buy_in":2500,"re_entries":1}' if dice.random() < 0.5 else encoded(NewTournament, dice)


def created(body: bytes) -> object:
    return event_of(read_as(body, NewTournament))


def journal_file(name: Callable[[Path], Path], read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    """A reader of a file next to a table's journal."""
    return file(lambda path: read(path.with_name("table.journal")), name(Path("table.journal")).name)


def settings(journal: Path) -> TableSettings:
    return TableSettings(table=1, journal=str(journal), clock="ws://127.0.0.1:1")


def owed_path(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.owed")


def owed(journal: Path) -> object:
    return DealerNotes(journal).read()


def paired(journal: Path) -> object:
    path = journal.with_name("table.toml")
    path.write_text(f'table = 0\njournal = "{journal}"\n', "utf-8")
    return table_settings(path)


def profiles(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.profiles")


def outlined(journal: Path) -> object:
    return with_outlines(settings(journal), outlines_path(journal))


def remembered(kind: type[Any]) -> FromOutside:
    """A row that counts as missing if it cannot be read."""
    return FromOutside(of(kind), whole(lambda body: read_row(body, kind)), ())


def kept_picture(body: bytes, folder: Path) -> None:
    """It is given to displays unchanged, or not at all."""
    pictures = PictureFolder(folder / "clock.db")
    for earlier in pictures.listed():
        pictures.remove(earlier)
    assert pictures.read(pictures.keep(body)) == body


def named_form(body: bytes, folder: Path) -> object:
    return NamedForm(NamesFile(folder / "names")).decode(body)


TOML_OF_A_TABLE = """table = 3
journal = "table.journal"
clock = "ws://clock.local:8080"
token = "a token of many letters"
[[readers]]
url = "/dev/ttyUSB0"
place = "board"
"""
TOML_OF_A_CLOCK = """database = "clock.db"
director_key = "a key of many letters"
port = 8080
[[tables]]
table = 1
token = "a token of many letters"
"""
TOML_OF_A_HOST = """tables = [1, 2]
clock = "ws://clock.local:8080"
folder = "tables"
"""
RULING = """book = "tda"
[hand]
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [25, 50]
min_bet = 50
starting_stacks = [5000, 5000]
actions = ["d dh p1 ????", "d dh p2 ????"]
[motion]
player = 2
said = "raise 800"
"""
PAYOUTS = """name = "Own"
curve = 15
[[rows]]
entries = 1
shares = [10000]
[[rows]]
entries = 5
shares = [6500, 3500]
"""
DECK_FILE = deck_text("red", {card: f"code-{number:03}" for number, card in enumerate(DECK)})

DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")

FORMULA = """name = "Counted out"
starting_stack = 10000
chips = [25, 100, 500]
formula = { small = 25, levels = 20, minutes = 15 }
"""
WHOLE = {NewTournament: tournament, FileWanted: just(msgspec.json.encode(FileWanted(CLUB, "csv")))}
"""The start of request bodies that random bytes would rarely make readable."""
BODIES = {one.body: WHOLE.get(one.body, of(one.body)) for one in OPERATIONS.values() if one.body}

NEW_TOURNAMENT = NewTournament("Friday")
ALL = {
    "a table's message": FromOutside(of(FromTable), whole(decode_from_table)),
    "the clock's message": FromOutside(of(ToTable), whole(decode_to_table)),
    "a director's message": FromOutside(of(FromDirector), whole(decode_from_director)),
    "an event": FromOutside(event(AnyEvent), whole(decode_event)),
    "an event of an earlier form": FromOutside(event(AnyEvent), whole(LATER.decode)),
    "a tournament's event": FromOutside(event(TournamentEvent), named_form),
    "a tournament's event with names by their numbers": FromOutside(
        event(TournamentEvent, b'{"form":1%b' % NUMBERED), named_form
    ),
    "a shift": FromOutside(event(ShiftEvent), whole(SHIFTS.decode)),
    "a league's event": FromOutside(event(LeagueEvent), whole(LEAGUES.decode)),
    "a display's event": FromOutside(event(DisplayEvent), whole(DISPLAYS.decode)),
    "the plan": FromOutside(event(PlanEvent), whole(PLAN.decode)),
    "a case": FromOutside(event(CaseNoted), whole(CASES.decode)),
    "a broadcast's event": FromOutside(event(BroadcastSet), whole(BROADCAST.decode)),
    "a correction of a person": FromOutside(event(PersonCorrected), whole(CORRECTIONS.decode)),
    "the secret of the seat cards": remembered(CardSecret),
    "the announcements on displays": remembered(Said),
    "the certificate authority in the database": remembered(RoomAuthority),
    "what a new tournament says": FromOutside(of(dict[str, Any]), whole(lambda body: said_of(NEW_TOURNAMENT, body))),
    "an order of the API": FromOutside(of(AskedOrder), whole(lambda body: read_as(body, AskedOrder))),
    "a new tournament": FromOutside(tournament, whole(created)),
    "a PHH file": FromOutside(just(PHH), text(replayed), (BadInput, Refused)),
    "an OHH file": FromOutside(just(OHH), text(read_ohh)),
    "a rule book": FromOutside(just(shipped("tda")), text(lambda said: parse_book(said, "f"))),
    "a structure": FromOutside(
        just(next(iter(shipped_structures().values())).read_bytes()), text(lambda said: parse_structure(said, "f"))
    ),
    "a structure by its formula": FromOutside(just(FORMULA), text(lambda said: parse_structure(said, "f"))),
    "a structure as JSON": FromOutside(just(to_json(CLUB)), text(lambda said: parse_json(said, "f", "f"))),
    "a structure as CSV": FromOutside(just(to_csv(CLUB)), whole(lambda body: read_structure(body, "f.csv"))),
    "a structure as TDT": FromOutside(just(TDT), whole(lambda body: read_structure(body, "f.tdt"))),
    "payouts": FromOutside(just(PAYOUTS), text(parse_payouts)),
    "a list of players": FromOutside(just("Name;Id\nAnna Keller;1\n\"Rosa, K\";2\n"), whole(read_players)),
    "a deck": FromOutside(just(DECK_FILE), file(load_deck)),
    "part of a deck": FromOutside(just(DECK_FILE), file(read_part)),
    "a learned deck": FromOutside(
        just(learned_file(LearnedDeck("red", {}))), file(lambda path: load_learned(path, whole=False))
    ),
    "a question to the rules": FromOutside(
        just(RULING), file(lambda path: answer_file(str(path))), (BadInput, Fault, Refused)
    ),
    "a table's settings": FromOutside(just(TOML_OF_A_TABLE), file(read_table_settings), (Fault,)),
    "a clock's settings": FromOutside(just(TOML_OF_A_CLOCK), file(read_clock_settings), (Fault,)),
    "a host's settings": FromOutside(just(TOML_OF_A_HOST), file(read_host_settings), (Fault,)),
    "a glass's message": FromOutside(of(FromGlass), whole(FROM_GLASS.decode), NOT_JSON),
    "a host's message to a table's program": FromOutside(of(ToProgram), whole(TO_PROGRAM.decode), NOT_JSON),
    "a sound of a table's program": FromOutside(of(GlassTone), whole(FROM_PROGRAM.decode), NOT_JSON),
    "settings in a bundle": FromOutside(just(TOML_OF_A_CLOCK), text(masked_settings), ()),
    "whose settings they are": FromOutside(just(TOML_OF_A_CLOCK), file(is_of_clock), ()),
    "a record in a bundle": FromOutside(event(AnyEvent), whole(kind_of), ()),
    "a paired clock": FromOutside(
        just(msgspec.json.encode(PairedClock("ws://clock.local:8080", "", 3, "a token of many letters"))),
        journal_file(paired_path, paired),
        (Fault,),
    ),
    "the room as a table keeps it": FromOutside(
        of(CachedState), journal_file(cache_path, lambda journal: read_cached(cache_path(journal))), ()
    ),
    "what a table is told to be": FromOutside(of(TableTarget), journal_file(target_path, read_target), ()),
    "who may sign": FromOutside(
        of(tuple[Signer, ...]), journal_file(signers_path, lambda journal: read_signers(signers_path(journal))), ()
    ),
    "the dealers' profiles": FromOutside(
        of(ProfileFile), journal_file(profiles, lambda journal: Profiles(settings(journal))), ()
    ),
    "a journal's second copy": FromOutside(of(CopyLine), lines(Promises.read), ()),
    "the clock's second copy": FromOutside(of(DecisionLine), lines(read_decisions), ()),
    "the server that a clock wrote to": FromOutside(of(ServerLine), lines(read_server), ()),
    "the clocks that a table knows": FromOutside(
        of(tuple[str, ...]), journal_file(addresses_path, lambda journal: addresses_of(settings(journal))), ()
    ),
    "where the copies end": FromOutside(of(MarkLine), lines(read_marks), ()),
    "what the clock remembers": FromOutside(of(ChangeLine), lines(read_changes), ()),
    "the clock's names": FromOutside(of(NameLine), lines(NamesFile), ()),
    "a device": remembered(PairedDevice),
    "a paired glass": remembered(PairedGlass),
    "a paired phone camera": remembered(PairedCamera),
    "a host's offer of a table": FromOutside(of(OfferTable), whole(FROM_HOST.decode), NOT_JSON),
    "the clock's message to a host": FromOutside(of(GlassHello | OfferWaits), whole(FROM_CLOCK.decode), NOT_JSON),
    "a message of a phone camera": FromOutside(of(FromPhone), whole(decode_from_phone)),
    "a message of a phone camera's table": FromOutside(of(FromWatcher), whole(decode_from_watcher)),
    "the clock's message about a phone camera": FromOutside(of(ToWatcher), whole(decode_to_watcher)),
    "a paired table": remembered(PairedTable),
    "a token that counts no more": remembered(RevokedToken),
    "a sign-in": remembered(Session),
    "somebody of the staff": remembered(StaffMember),
    "wrong PINs": remembered(WrongPins),
    "an entry that was let in": FromOutside(of(LetIn), whole(entry_let_in), NOT_JSON),
    "chips that a correction moves": FromOutside(of(DealerNote), journal_file(owed_path, owed), ()),
    "the sitting that a table was last at": remembered(int),
    "a history that was chosen": FromOutside(of(ChoiceNote), whole(lambda body: choice_notes_in([body])), ()),
    "how far a copy went": FromOutside(of(Mark), whole(lambda body: pending_in([("stream", body)])), ()),
    "who waits no longer": FromOutside(of(Dismissed), whole(lambda body: dismissed_in([("stream", body)])), ()),
    "that the code is on paper": FromOutside(of(OnPaper), whole(read_note), ()),
    "the recovery code": FromOutside(of(RecoveryCode), whole(read_recovery_code), ()),
    "the outlines of cameras": FromOutside(of(OutlinesFile), journal_file(outlines_path, outlined), ()),
    "a picture": FromOutside(just(DOT), kept_picture),
    "a backup that tables keep": FromOutside(
        just(encrypted(b"a clock", Age(1, 2, 3), new_recovery_code())),
        file(read_encrypted),
        (Fault,),
    ),
    **{f"a request's {kind.__name__}": FromOutside(example, whole(partial(read_as, kind=kind)))
       for kind, example in BODIES.items()},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("what", ALL)
def test_bytes_of_any_kind_give_a_value_or_a_promised_error(what, tmp_path, caplog):
    """No reader raises another exception, even if the bytes are nested three thousand deep.

    The log mentions only a row or a list of staff that cannot be read.
    """
    one, dice, understood = ALL[what], Random(what), 0
    for _ in range(EXAMPLES):
        body = one.example(dice)
        if dice.random() < 0.8:
            body = mutated(body, dice)

        try:
            one.read(body, tmp_path)
            understood += 1
        except one.errors:
            pass
        except Exception as error:
            raise AssertionError(f"{what}: {body[:2000]!r}") from error

    assert understood
    assert {said.name for said in caplog.records} <= {read_row.__module__, sign_in.__name__}
