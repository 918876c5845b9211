"""How the room responds to a request: with the result, or with the reason why the request was not carried out, in the
caller's language and as a code. Routes do not catch errors from the rules, the disk or the input; the handler here
turns them into responses.

The language is the one that the caller asks for, if there is a catalog for it. Format: RFC 9110, 12.5.4
(Accept-Language); matched by RFC 4647, 3.4 (lookup): `de-AT` is answered in `de`. A reason has the format of RFC 9457
(problem details).
"""

import re
from codecs import BOM_UTF8
from collections.abc import Awaitable, Callable, Iterator
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.refused import Refused
from kiosk.clock.access.sessions import Denied, Identity, Why
from kiosk.clock.service import Service
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in

PROBLEM = "application/problem+json"
"""The media type of an `ErrorBody` (RFC 9457)."""


class ErrorBody(msgspec.Struct, frozen=True):
    """Why a request was not carried out, as problem details without a `type`: in words, as a code with its fields, and
    the clause of the rule book. `title` is the standard phrase for the status. `why` is the same text as `detail`."""

    title: str
    status: int
    detail: str
    why: str
    code: str
    fields: dict[str, Any]
    clause: str = ""


def problem(status: int, why: str, code: str, fields: dict[str, Any], clause: str = "") -> ErrorBody:
    return ErrorBody(HTTPStatus(status).phrase, status, why, why, code, fields, clause)


class Rejected(Exception):
    """A request that is rejected without a rule being involved, and the status of the response."""

    def __init__(self, status: int, why: Message) -> None:
        super().__init__(status, why)
        self.status = status
        self.message = why


class Caller(NamedTuple):
    """The caller of a route: the service, the words for the response, and the caller's identity (None if no key was
    required)."""

    service: Service
    words: Words
    who: Identity | None = None

    @property
    def person(self) -> Identity:
        """The caller of an operation that requires a sign-in."""
        assert self.who
        return self.who

    @property
    def name(self) -> str:
        """The caller's name in the log."""
        return self.who.name if self.who else ""

    def found(self, tournament: str) -> Publisher:
        """The tournament with this id, or the current one if the id is empty. Raises `Rejected`."""
        if publisher := self.service.tournaments.named(tournament):
            return publisher
        raise Rejected(404, message("no-tournament"))


class AppContext(NamedTuple):
    """An application's service, its port for phones (0 if they use this one), its authority's certificate as PEM (or
    empty), and where the same pages of all of the room's clocks are. `consoles` has the site of each clock's console
    that also answers while that clock waits."""

    service: Service
    port_of_phones: int
    authority: str
    sites: tuple[str, ...] = ()
    consoles: tuple[str, ...] = ()


CONTEXT = "kiosk.context"


def context_of(connection: HTTPConnection) -> AppContext:
    """The context of the application to which this request or WebSocket was sent."""
    context: AppContext = connection.scope[CONTEXT]
    return context


def _words_of(request: Request) -> Words:
    asked, accepted = request.query_params.get("lang", ""), request.headers.get("accept-language", "")
    return words_in(language_of(asked, accepted, context_of(request).service.language))


async def _caller(  # in the loop, because a thread would cost as much as the response
    request: Request,
    lang: Annotated[
        str, Query(description="The language of the texts in the answer. It takes precedence over Accept-Language.")
    ] = "",
    accept_language: Annotated[
        str, Header(description="The preferred languages, in the form defined in RFC 9110.")
    ] = "",
) -> Caller:
    return Caller(context_of(request).service, _words_of(request), getattr(request.state, "who", None))


def token_of(request: Request) -> str:
    """The director's key or a session's token, as it was sent."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def key_check(may: str, accept: Callable[[Request], bool] | None = None) -> Callable[[Request], Awaitable[None]]:
    """A check that records the caller's identity. Raises `Denied` if the caller lacks this capability, unless `accept`
    accepts the request."""

    async def check(request: Request) -> None:
        if not (accept and accept(request)):
            keys = context_of(request).service.access.keys
            request.state.who = keys.check(token_of(request), address_of(request), may)

    return check


def check_still(request: Request) -> None:
    """Raises `Denied` if the caller identified by `key_check` has lost their sign-in or their role since then."""
    who: Identity | None = getattr(request.state, "who", None)
    if who and not context_of(request).service.access.sessions.is_still(who):
        raise Denied("unknown", message("key-not-sent"))


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def check_parameters(request: Request) -> None:
    """Raises `Rejected` for an unknown parameter. An order with a misplaced `dry_run` must not be carried out."""
    asked, known = set(request.query_params), set(_parameters(request.scope["route"].dependant))
    if unknown := sorted(asked - known):
        raise Rejected(422, message("parameter-unknown", names=", ".join(unknown)))


def _parameters(dependant: Dependant) -> Iterator[str]:
    """The names of the query parameters of a route and of its dependencies."""
    yield from (field.alias for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _parameters(inner)


Asking = Annotated[Caller, Depends(_caller)]


def json_of(value: object, status: int = 200, media: str = "application/json") -> Response:
    return Response(msgspec.json.encode(value), status, media_type=media)


def spreadsheet(text: bytes) -> bytes:
    """A table as CSV, with the byte order mark that Excel needs to recognize UTF-8."""
    return BOM_UTF8 + text


def add_answers(app: FastAPI) -> None:
    for kind in _RAISED:
        app.add_exception_handler(kind, _answer)


def _answer(request: Request, error: Exception) -> Response:
    words, headers = _words_of(request), dict[str, str]()
    clause = said = ""
    match error:
        case Rejected(status=status, message=why):
            pass
        case Denied(message=why):
            status = _STATUS[error.why]
            headers = {"Retry-After": str(error.wait_s)} if error.wait_s else headers
        case Refused(message=why, clause=clause):
            status, said = 422 if error.code == "key-used" else 409, words.refusal(error)
        case Stale():
            status, why = 412, message("clock-changed")
        case BadInput(message=why):
            status = 400
        case Fault(message=why):
            status, said = 400 if why.code in _BAD_PINS else 503, str(words.fault(why))
        case RequestValidationError():
            status, why = 422, _why_unlike(error)
        case HTTPException(status_code=status):  # an unknown address or a wrong method
            is_method = status == HTTPStatus.METHOD_NOT_ALLOWED
            why = message("method-unknown", method=request.method) if is_method else message("no-such-address")
            headers = dict(error.headers or {})
        case _:  # the client disconnected: no one reads this response, and there is nothing to log
            return Response(status_code=400)
    body = problem(status, said or words.say(why), why.code, dict(why.fields), clause)
    answer = json_of(body, status, PROBLEM)
    answer.headers.update(headers)
    return answer


def _why_unlike(error: RequestValidationError) -> Message:
    """The message about parameters of the wrong type, with the allowed values if there is a fixed set of them."""
    first, *others = error.errors()
    expected = str(first.get("ctx", {}).get("expected", "")) if first["type"] == "literal_error" else ""
    allowed = ", ".join(re.findall("'([^']*)'", expected))
    if allowed and not others:
        return message("parameter-one-of", name=str(first["loc"][-1]), allowed=allowed)
    return message("parameter-unlike", names=", ".join(sorted({str(one["loc"][-1]) for one in error.errors()})))


_BAD_PINS = ("pin-length", "pin-guessed-first")
_STATUS: dict[Why, int] = {"unknown": 401, "not-allowed": 403, "wait": 429}
_RAISED = (
    Rejected, Denied, Refused, Stale, BadInput, Fault, RequestValidationError, HTTPException, ClientDisconnect,
)  # fmt: skip
LONGEST_HEADER = 1_000


def language_of(asked: str, accepted: str, otherwise: str) -> str:
    """The language `asked` for by name, or else the best one in an Accept-Language header, or else the room's own."""
    wishes = [asked, *_by_quality(accepted[:LONGEST_HEADER])]
    return next((code for wish in wishes if (code := _catalog_for(wish, otherwise))), otherwise)


def _catalog_for(wish: str, otherwise: str) -> str:
    """The catalog for a language range, or an empty string if there is none. `*` means the room's own language."""
    if wish == "*":
        return otherwise
    code = wish.strip().casefold().split("-", maxsplit=1)[0]
    return code if code in LANGUAGES else ""


def _by_quality(header: str) -> Iterator[str]:
    """The ranges of a header, best first. Ranges of equal quality keep their order. Refused ranges are left out."""
    ranges = []
    for part in header.split(","):
        wish, _, weight = part.partition(";")
        if (quality := _quality(weight)) > 0:
            ranges.append((quality, wish.strip()))
    yield from (wish for _, wish in sorted(ranges, key=lambda one: -one[0]))


def _quality(weight: str) -> float:
    """The quality: 1 if there is no weight, or 0 (refused) if the weight is invalid."""
    name, _, value = weight.partition("=")
    if not weight.strip():
        return 1.0
    digits = value.strip()
    if name.strip().casefold() != "q" or not digits.replace(".", "", 1).isdecimal() or not digits.isascii():
        return 0.0
    return float(digits) if float(digits) <= 1 else 0.0
