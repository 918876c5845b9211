"""The director's key and the tokens of sessions: who is behind each one, and what that person may do."""

import hmac
import logging

from engine.message import message
from kiosk.clock.access.devices import hashed
from kiosk.clock.access.open_sessions import OpenSessions
from kiosk.clock.access.roles import least_for, may
from kiosk.clock.access.sessions import Denied, Identity
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.access.waits.wrong_keys import WrongKeys
from kiosk.clock.settings import ClockSettings
from kiosk.protocol.people import ROLE_MESSAGES

KEY_HOLDER = Identity("director", "admin")
log = logging.getLogger(__name__)


class Keys:
    """Checks keys and tokens. An address that sends wrong keys has to wait."""

    def __init__(
        self, settings: ClockSettings, sessions: OpenSessions, wrong: WrongKeys, turned_away: TurnAwayLog
    ) -> None:
        self._key = settings.director_key
        self._metrics_token = settings.metrics_token
        self._sessions = sessions
        self._wrong = wrong
        self._turned_away = turned_away

    def who(self, token: str, address: str) -> Identity | None:
        """The identity behind this token, if any. A wrong key counts against this address. The check takes constant
        time. Raises `Denied` while keys from this address are blocked."""
        if not token:
            return None
        if who := self._sessions.identity(hashed(token)):
            return who
        if wait_s := self._wrong.wait_s(address):
            raise Denied("wait", message("key-wait", seconds=wait_s), wait_s)
        if self._is_key(token):
            return KEY_HOLDER
        if self._wrong.count(address, token):
            self._turned_away.keys += 1
            if wait_s := self._wrong.wait_s(address):
                log.warning("wrong keys from %s: keys from there are ignored for %d s", address, wait_s)
                self._turned_away.for_keys(address, wait_s)
        return None

    def is_known(self, token: str) -> bool:
        """Whether this is the key, or the token of a session. The check takes constant time."""
        return self._sessions.identity(hashed(token)) is not None or self._is_key(token)

    def check(self, token: str, address: str, capability: str) -> Identity:
        """The identity behind this token if it has the capability. Raises `Denied`."""
        who = self.who(token, address)
        if who is None:
            raise Denied("unknown", message("key-not-sent"), self._wrong.wait_s(address) if token else 0)
        check_may(who, capability)
        return who

    def is_scraper(self, token: str) -> bool:
        """Whether this is the metrics token, which gives access only to the metrics. The check takes constant time."""
        return hmac.compare_digest(token.encode(), self._metrics_token.encode()) and token != ""

    def _is_key(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._key.encode())


def check_may(who: Identity, capability: str) -> None:
    """Raises `Denied` unless the role has the capability. Admins have every capability, even those that no role
    lists."""
    if who.role != "admin" and not may(who.role, capability):
        raise Denied("not-allowed", message("role-too-low", needs=ROLE_MESSAGES[least_for(capability)]))
