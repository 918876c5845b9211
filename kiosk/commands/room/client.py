"""A client for the clock's HTTP API, which any program may use."""

import ssl
from http import HTTPStatus
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request

import msgspec

from engine.decoders import NOT_JSON, json_decoded
from engine.message import Message
from engine.money import Money
from kiosk.clock.settings import STATE, is_server
from kiosk.faults import Fault
from kiosk.local_http import opener, trusted_of
from kiosk.settings import check_secret, read_settings, secret_in
from kiosk.settings_file import looked_at

T = TypeVar("T")
PATIENCE_S = 10.0


class RequestFailed(Exception):
    """The clock refused a request. `why` is in the clock's language, and `message` has the refusal's code, if the clock
    sent one."""

    def __init__(self, why: str = "", message: Message | None = None, clause: str = "") -> None:
        super().__init__(why or message)
        self.why = why
        self.message = message
        self.clause = clause


class _Why(msgspec.Struct, frozen=True):
    why: str = ""
    detail: str = ""
    code: str = ""
    fields: dict[str, object] = {}
    clause: str = ""


class _OfClock(msgspec.Struct, frozen=True):
    """The clock's settings that a client needs."""

    director_key: str = ""
    director_key_file: str = ""
    host: str = "127.0.0.1"
    port: int = 8080
    database: str = "clock.db"
    state: str = ""
    tls: bool = False
    certificate: str = ""

    def __post_init__(self) -> None:
        check_secret("director_key", self.director_key, self.director_key_file, is_required=True)


class RoomClient:
    """A client for the clock at `site`, such as http://127.0.0.1:8080. Answers are in `language`, or in the room's
    language if it is empty."""

    def __init__(self, site: str, key: str, language: str = "", trusted: ssl.SSLContext | None = None) -> None:
        self._opener = opener(trusted)
        self._site = site.rstrip("/")
        self._key = key
        self._language = language

    def get(self, path: str) -> bytes:
        """The response to a GET. Raises `RequestFailed` if the clock refuses, and `Fault` if no clock answers or the
        key is wrong."""
        return self._ask(Request(f"{self._site}{path}", headers=self._headers()))

    def read(self, path: str, kind: type[T]) -> T:
        """The decoded response to a GET. Raises the same errors as `get`."""
        return json_decoded(self.get(path), kind)

    def post(self, path: str, body: object) -> bytes:
        """The response to a POST. If no answer comes, the request is sent again with the same idempotency key, so that
        it counts only once. Raises the same errors as `get`."""
        key = {"Idempotency-Key": token_hex(16)}
        headers = {**self._headers(), **key, "Content-Type": "application/json"}
        request = Request(f"{self._site}{path}", data=msgspec.json.encode(body), headers=headers)
        try:
            return self._ask(request)
        except Fault as fault:
            if fault.message.code != "room-no-clock":
                raise
        return self._ask(request)

    def _headers(self) -> dict[str, str]:
        wanted = {"Accept-Language": self._language} if self._language else {}
        return {"Authorization": f"Bearer {self._key}", **wanted}

    def _ask(self, request: Request) -> bytes:
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            if error.code == HTTPStatus.UNAUTHORIZED:
                raise Fault("room-other-key", clock=self._site) from error
            said = _said(error.read())
            if not (why := said.why or said.detail):
                raise Fault("room-not-a-clock", clock=self._site) from error
            fields = {name: _value(value) for name, value in said.fields.items()}
            raise RequestFailed(why, Message(said.code, fields) if said.code else None, said.clause) from error
        except (RemoteDisconnected, IncompleteRead) as error:  # a clock answered, but the connection broke
            raise Fault("room-no-clock", clock=self._site, error=str(error)) from error
        except HTTPException as error:
            raise Fault("room-not-a-clock", clock=self._site) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Fault("room-no-clock", clock=self._site, error=str(reason)) from error


def client_for(settings: Path | None, clock: str, key: str, language: str) -> RoomClient:
    """A client for the clock at a URL, or for the clock on this machine with these settings. Raises `Fault`."""
    if clock and key:
        return RoomClient(clock, key, language)
    if settings is None:
        raise Fault("no-clock-named", places=looked_at("clock"))
    read = read_settings(settings, _OfClock)
    host = "127.0.0.1" if read.host in ("0.0.0.0", "::") else read.host
    scheme, trusted = "http", None
    if read.tls or read.certificate:
        beside = settings.parent
        named = beside / read.certificate if read.certificate else None
        scheme, trusted = "https", trusted_of(beside / _state(read), named)
    here = f"{scheme}://{f'[{host}]' if ':' in host else host}:{read.port}"
    return RoomClient(
        clock or here, key or secret_in(settings, read.director_key, read.director_key_file), language, trusted
    )


def _state(read: _OfClock) -> str:
    return (read.state or STATE) if is_server(read.database) else read.database


def _value(value: object) -> Any:
    """A message field from JSON: a number, a string, money, another message, or several of one kind."""
    match value:
        case {"minor": int(minor), "currency": str(currency)}:
            return Money(minor, currency)
        case {"code": str(code), **rest}:
            fields = rest.get("fields")
            inner = fields if isinstance(fields, dict) else {}
            return Message(code, {str(name): _value(each) for name, each in inner.items()})
        case [*each]:
            return tuple(map(_value, each))
        case int() | str():
            return value
    return str(value)


def _said(body: bytes) -> _Why:
    """The clock's reason in an error response. Empty if another program answered."""
    try:
        return json_decoded(body, _Why)
    except NOT_JSON:
        return _Why()
