"""How the room responds to a request: with the result, or with the reason why the request was not carried out, in the
caller's language and as a code. Routes let errors from the rules, the disk or the input through; the handlers here turn
them into responses.
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
from engine.tournament.actions import DirectorOrder
from engine.tournament.state import Tournament
from kiosk.clock.access.keys import check_may
from kiosk.clock.access.roles import capability_for
from kiosk.clock.access.sessions import Denied, Identity, Why
from kiosk.clock.clients.site_address import site_for_phones
from kiosk.clock.service import Service
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.web.language import language_of
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale
from ui.words import Words
from ui.words.languages import words_in


class ErrorBody(msgspec.Struct, frozen=True):
    """Why a request was not carried out: in words, as a code with its fields, and the clause of the rule book."""

    why: str
    code: str
    fields: dict[str, Any]
    clause: str = ""


class Rejected(Exception):
    """A request that is rejected without a rule being involved, and the status of the response."""

    def __init__(self, status: int, why: Message) -> None:
        super().__init__(status, why)
        self.status = status
        self.message = why


class Caller(NamedTuple):
    """The caller of a route: the service, the words for the response, and the caller's identity, which is None if no
    key was required."""

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

    def check_order(self, action: DirectorOrder, tournament: Tournament) -> None:
        """Raises `Denied` for an order that the caller may not give."""
        if self.who:
            check_may(self.who, capability_for(action, tournament, self.who))

    def found(self, tournament: str) -> Publisher:
        """The tournament with this id, or the current one if the id is empty. Raises `Rejected`."""
        if publisher := self.service.tournaments.named(tournament):
            return publisher
        raise Rejected(404, message("no-tournament"))


class AppContext(NamedTuple):
    """The context of an application: its service, the port for phones (0 if they use this one), and the certificate of
    the authority that signed its own, as PEM (empty without TLS)."""

    service: Service
    port_of_phones: int
    authority: str


CONTEXT = "kiosk.context"


def context_of(connection: HTTPConnection) -> AppContext:
    """The context of the application to which this request or WebSocket was sent."""
    context: AppContext = connection.scope[CONTEXT]
    return context


def _service_of(request: Request) -> Service:
    return context_of(request).service


def _words_of(request: Request) -> Words:
    service = _service_of(request)
    asked, accepted = request.query_params.get("lang", ""), request.headers.get("accept-language", "")
    return words_in(language_of(asked, accepted, service.language))


async def _caller(  # in the loop, because a thread would cost as much as the response
    request: Request,
    lang: Annotated[str, Query(description="The language of the words in the answer, before Accept-Language.")] = "",
    accept_language: Annotated[str, Header(description="The languages wanted, as RFC 9110 has it.")] = "",
) -> Caller:
    return Caller(_service_of(request), _words_of(request), getattr(request.state, "who", None))


def token_of(request: Request) -> str:
    """The director's key or a session's token, as it was sent."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def key_check(may: str, accept: Callable[[Request], bool] | None = None) -> Callable[[Request], Awaitable[None]]:
    """A check that lets only callers with this capability continue, and notes their identity. Requests that `accept`
    accepts need no key. The check raises `Denied`."""

    async def check(request: Request) -> None:
        if not (accept and accept(request)):
            keys = _service_of(request).access.keys
            request.state.who = keys.check(token_of(request), address_of(request), may)

    return check


def check_still(request: Request) -> None:
    """Raises `Denied` if the caller identified by `key_check` has lost their sign-in or their role since then."""
    who: Identity | None = getattr(request.state, "who", None)
    if who and not _service_of(request).access.sessions.is_still(who):
        raise Denied("unknown", message("key-not-sent"))


def address_of(connection: HTTPConnection) -> str:
    """The address of the connection, or an empty string if it is unknown."""
    return connection.client.host if connection.client else ""


async def check_parameters(request: Request) -> None:
    """Raises `Rejected` for a parameter that the route does not know. If a misplaced `dry_run` were ignored, the order
    would be carried out."""
    asked, known = set(request.query_params), set(_parameters(request.scope["route"].dependant))
    if unknown := sorted(asked - known):
        raise Rejected(422, message("parameter-unknown", names=", ".join(unknown)))


def _parameters(dependant: Dependant) -> Iterator[str]:
    """The names of the query parameters of a route and of its dependencies."""
    yield from (field.alias for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _parameters(inner)


def phones_site(request: Request) -> str:
    """The address where a phone finds the pages, as far as this request shows it."""
    site = str(request.base_url)
    if len(site) > LONGEST_SITE:
        raise HTTPException(404)
    return site_for_phones(str(request.base_url), context_of(request).port_of_phones)


LONGEST_SITE = 300
"""The maximum number of characters in an address in a code or on a page. A host name has at most 253."""
Asking = Annotated[Caller, Depends(_caller)]
"""The type of the route argument that holds the caller."""


def json_of(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def spreadsheet(text: bytes) -> bytes:
    """A table as CSV, with the byte order mark that Excel needs to recognize UTF-8."""
    return BOM_UTF8 + text


def add_answers(app: FastAPI) -> None:
    """Add handlers for everything that routes raise."""
    for kind, answer in _ANSWERS.items():
        app.add_exception_handler(kind, answer)


def _rejected(request: Request, error: Exception) -> Response:
    assert isinstance(error, Rejected)
    return _not_done(request, error.status, error.message)


def _denied(request: Request, error: Exception) -> Response:
    assert isinstance(error, Denied)
    answer = _not_done(request, _STATUS[error.why], error.message)
    if error.wait_s:
        answer.headers["Retry-After"] = str(error.wait_s)
    return answer


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    status = 422 if error.code == "key-used" else 409
    return json_of(ErrorBody(_words_of(request).refusal(error), error.code, error.message.fields, error.clause), status)


def _stale(request: Request, _: Exception) -> Response:
    return _not_done(request, 412, message("clock-changed"))


def _bad(request: Request, error: Exception) -> Response:
    assert isinstance(error, BadInput)
    return _not_done(request, 400, error.message)


def _unlike(request: Request, error: Exception) -> Response:
    """The response to a parameter of the wrong type. It lists the allowed values if there is a fixed set of them."""
    assert isinstance(error, RequestValidationError)
    first, *others = error.errors()
    expected = str(first.get("ctx", {}).get("expected", "")) if first["type"] == "literal_error" else ""
    allowed = ", ".join(re.findall("'([^']*)'", expected))
    if allowed and not others:
        return _not_done(request, 422, message("parameter-one-of", name=str(first["loc"][-1]), allowed=allowed))
    names = ", ".join(sorted({str(one["loc"][-1]) for one in error.errors()}))
    return _not_done(request, 422, message("parameter-unlike", names=names))


def _nowhere(request: Request, error: Exception) -> Response:
    """The response to an unknown address or a wrong method."""
    assert isinstance(error, HTTPException)
    known = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    why = message("method-unknown", method=request.method) if known else message("no-such-address")
    answer = _not_done(request, error.status_code, why)
    answer.headers.update(error.headers or {})
    return answer


def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, Fault)
    why, status = error.message, 400 if error.message.code in _BAD_PINS else 503
    return json_of(ErrorBody(str(_words_of(request).fault(why)), why.code, dict(why.fields)), status)


def _gone(_: Request, __: Exception) -> Response:
    """The client disconnected in the middle of the request. No one reads this response, and there is nothing to log."""
    return Response(status_code=400)


def _not_done(request: Request, status: int, why: Message) -> Response:
    return json_of(ErrorBody(_words_of(request).say(why), why.code, dict(why.fields)), status)


_BAD_PINS = ("pin-length", "pin-guessed-first")
_STATUS: dict[Why, int] = {"unknown": 401, "not-allowed": 403, "wait": 429}
_ANSWERS: dict[type[Exception], Callable[[Request, Exception], Response]] = {
    Rejected: _rejected, Denied: _denied, Refused: _refused, Stale: _stale, BadInput: _bad, Fault: _failed,
    RequestValidationError: _unlike, HTTPException: _nowhere, ClientDisconnect: _gone,
}  # fmt: skip
