"""Decides which kiosks may connect, by the token of each physical table, and remembers those that were rejected."""

import logging

import msgspec

from engine.message import Message, message
from kiosk.clock.access.addresses import network_of
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_keys import WrongKeys
from kiosk.clock.store.port import StreamState
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import AskCopy, AskKeep
from kiosk.protocol.messages import PROTOCOL, Hello
from kiosk.protocol.phone_camera import WatchCamera
from kiosk.protocol.sync import MOST_OPENINGS, Fenced, Forked
from ui.words import Words

MOST_REJECTED = 8
"""The maximum number of rejected kiosks shown to the director. It is limited because anyone who can reach the clock can
try any number of times."""


log = logging.getLogger(__name__)


class RejectedKiosk(msgspec.Struct, frozen=True, gc=False):
    """A kiosk that is not allowed to write for the table it claims to be, or a client that has to wait. Includes the
    reason, in words, the time of the last attempt, in the service's time, and the wait in seconds, or 0."""

    why: str
    at_ms: int
    wait_s: int = 0


class KioskAccess:
    """The kiosks that may connect, each identified by the token that it shares with the clock."""

    def __init__(self, tokens: TableTokens, turned_away: TurnAwayLog, times: Times, words: Words) -> None:
        self._tokens = tokens
        self.is_token = tokens.is_valid
        self._turned_away = turned_away
        self._wrong = WrongKeys(times.mono_ms)
        self._times = times
        self._words = words
        self._rejected: dict[int, RejectedKiosk] = {}

    @property
    def rejected(self) -> tuple[RejectedKiosk, ...]:
        """The rejected kiosks, by table. Each is kept until that table connects."""
        return tuple(self._rejected[table] for table in sorted(self._rejected))

    def turned_away(self, words: Words) -> tuple[RejectedKiosk, ...]:
        """The rejected kiosks, and everyone else who was turned away or made to wait, in the language of `words`."""
        slowed = (RejectedKiosk(words.say(one.why), one.at_ms, one.wait_s) for one in self._turned_away.last)
        return (*self.rejected, *slowed)

    def check_guesses(self, table: int, token: str, address: str) -> None:
        """Count a wrong token for this table from this address, so that someone who is guessing has to wait longer each
        time. A wrong token repeated from a kiosk's settings counts only once. Raises `Fault` while tokens from this
        address are not being checked."""
        where = f"{network_of(address)} table {table}"
        if wait_s := self._wrong.wait_s(where):
            raise Fault("tokens-wait", seconds=wait_s)
        is_guess = token and table in self._tokens.tables and not self.is_token(table, token)
        if is_guess and self._wrong.count(where, token) and (wait_s := self._wrong.wait_s(where)):
            log.warning(
                "wrong tokens for table %d from %s: tokens from there are ignored for %d s", table, address, wait_s
            )
            self._turned_away.for_keys(address, wait_s)

    def check_token(self, hello: Hello | AskCopy | AskKeep | WatchCamera) -> None:
        """Raises `Fault` unless the token is this table's."""
        if not self.is_token(hello.table, hello.token):
            wrong = message("asked-wrong-token", table=hello.table)
            revoked = message("asked-revoked", table=hello.table)
            self._reject(hello, revoked if self._tokens.is_revoked(hello.token) else wrong)
            raise Fault("table-not-known")
        if isinstance(hello, Hello) and hello.protocol > PROTOCOL:
            self._reject(hello, message("asked-by-newer", table=hello.table))
            raise Fault("kiosk-newer-than-clock")

    def check_journal(self, hello: Hello, standing: StreamState) -> None:
        """Raises `Fenced` if another opening of the journal now writes for the table, `Forked` if this journal is
        shorter than the clock's copy, and `Fault` if the epoch is too far ahead of the clock's."""
        if hello.epoch < standing.epoch:
            self._reject(hello, message("asked-taken-over", table=hello.table))
            raise Fenced("table-taken-over", newest=standing.epoch, epoch=hello.epoch, held=standing.mark.seq)
        if hello.epoch == standing.epoch and standing.opening and hello.opening != standing.opening:
            self._reject(hello, message("asked-as-twin", table=hello.table))
            raise Fenced("table-has-twin", epoch=hello.epoch, held=standing.mark.seq)
        if hello.epoch > standing.epoch + MOST_OPENINGS:
            self._reject(hello, message("asked-too-far", table=hello.table))
            raise Fault("epoch-not-believed", epoch=str(hello.epoch), newest=str(standing.epoch))
        if hello.head.seq < standing.mark.seq:
            raise Forked("journal-old-copy", held=standing.mark.seq, here=hello.head.seq)

    def in_use(self, hello: Hello, held: int) -> Fenced:
        """The error for a kiosk whose table already has another kiosk connected. The rejection is shown to the
        director."""
        self._reject(hello, message("asked-while-in-use", table=hello.table))
        return Fenced("table-in-use", held=held)

    def entered(self, table: int) -> None:
        """A kiosk was accepted: clear earlier rejections for its table."""
        self._rejected.pop(table, None)

    def _reject(self, hello: Hello | AskCopy | AskKeep | WatchCamera, why: Message) -> None:
        """Keep a rejection to show to the director: one for each table, and one for all unknown tables together."""
        table = hello.table if hello.table in self._tokens.tables else 0
        if not table:
            why = message("asked-not-in-settings", table=hello.table)
        self._rejected.pop(table, None)
        self._rejected[table] = RejectedKiosk(self._words.say(why), self._times.mono_ms())
        if len(self._rejected) > MOST_REJECTED:
            del self._rejected[next(iter(self._rejected))]
