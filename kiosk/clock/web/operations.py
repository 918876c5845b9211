"""Declares the operations of the HTTP API, each in one place: at its handler.

The route, the check of the caller's capability, and the description in `/api/openapi.json` follow from the declaration.
As is usual in FastAPI, a parameter of a struct type receives the request's body, and the return type is the type of the
response. A parameter `sent` also receives the raw bytes of the body.
"""

from collections.abc import Awaitable, Callable, Iterator
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from fastapi import Depends, FastAPI, Request, Response

from engine.message import Message
from kiosk.clock.access.roles import CapabilityName
from kiosk.clock.web.answers import check_parameters, json_of, key_check
from kiosk.clock.web.bodies import body_of, read_as

JSON = "application/json"
ORDER = (409, 503)
"""The error statuses of an order that is subject to the rules."""
ID = "0123456789abcdef"
"""The id that the examples show in place of one assigned by the clock."""
Open = Literal["anyone", "table", "broadcast"]
"""The callers that need no sign-in: anyone, or those with a table's or the broadcast's token (which the handler
checks)."""
Endpoint = Callable[..., Awaitable[Response]]
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[object]])


class Example(NamedTuple):
    """A request to an operation, and the response. None means that there is no body, or that the response is too long
    to show. The `key` is an Idempotency-Key. `after` is the example that it must follow, as `operation:name`, if that
    is not the one before it.
    """

    name: str
    body: Any = None
    status: int = 200
    answer: Any = None
    dry_run: bool = False
    key: str = ""
    after: str = ""


def refused(code: str, **fields: Any) -> Message:
    """The reason in the example of a refusal."""
    return Message(code, fields)


def happens(kind: str, said: str, mark: int = 0) -> dict[str, Any]:
    return {"mark": mark, "would": [{"kind": kind, "said": said}]}


class Operation(NamedTuple):
    """An operation of the API. `may` is the capability that it requires. `refuses` are the statuses of its refusals.
    `body` is None if it takes none, and `answers` is empty if it responds with text. `public` operations are also on
    the port for phones."""

    name: str
    method: str
    path: str
    may: CapabilityName | Open
    summary: str
    examples: tuple[Example, ...]
    refuses: tuple[int, ...]
    media: str
    public: bool
    body: Any
    answers: tuple[Any, ...]
    endpoint: Endpoint
    checks: tuple[Callable[[Request], Awaitable[None]], ...]

    @property
    def needs_key(self) -> bool:
        """Whether it requires a sign-in or the director's key."""
        return self.may not in get_args(Open)

    def add_to(self, app: FastAPI) -> None:
        checks = [Depends(check) for check in self.checks]
        app.add_api_route(self.path, self.endpoint, methods=[self.method], name=self.name, dependencies=checks)


class Operations:
    def __init__(self) -> None:
        self._all: list[Operation] = []

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._all)

    def operation(  # noqa: PLR0913  the whole declaration of an operation
        self,
        method: Literal["GET", "POST"],
        path: str,
        may: CapabilityName | Open,
        summary: str,
        *examples: Example,
        refuses: tuple[int, ...] = (),
        media: str = JSON,
        answers: Any = None,
        public: bool = False,
        accept: Callable[[Request], bool] | None = None,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation on its handler, at a path under `/api`. `answers` is the type of a response that the
        handler encodes itself. A request that `accept` accepts needs no sign-in."""

        def declare(handler: Handler) -> Handler:
            types = get_type_hints(handler, include_extras=True)
            returns = types.pop("return")
            kind = answers if returns in {Response, bytes, str} else returns
            body = next((name for name, kind in types.items() if _is_struct(kind)), "")
            checks = () if may in get_args(Open) else (key_check(may, accept),)
            operation = Operation(
                handler.__name__, method, f"/api{path}", may, summary, examples, refuses, media, public,
                types.get(body), _kinds(kind), _endpoint(handler, body, types.get(body), media),
                (*checks, check_parameters),
            )  # fmt: skip
            self._all.append(operation)
            return handler

        return declare


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _kinds(answer: Any) -> tuple[Any, ...]:
    """The types of a response. A union of structs counts as several types, because msgspec cannot describe it."""
    if answer is None:
        return ()
    several = isinstance(answer, UnionType) and all(map(_is_struct, get_args(answer)))
    return get_args(answer) if several else (answer,)


def _endpoint(handler: Callable[..., Awaitable[object]], body: str, kind: Any, media: str) -> Endpoint:
    """A wrapper around the handler for FastAPI. It reads the body and encodes the response."""
    takes = signature(handler).parameters

    async def answer(request: Request, **given: Any) -> Response:
        if body:
            given["sent"] = await body_of(request)
            given[body] = read_as(given["sent"], kind)
        given["request"] = request
        found = await handler(**{name: value for name, value in given.items() if name in takes})
        if isinstance(found, bytes | str):
            return Response(found, media_type=media)
        return found if isinstance(found, Response) else json_of(found)

    asked = [one for name, one in takes.items() if name not in {body, "sent", "request"}]
    request = Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request)
    asked = [request, *(one.replace(kind=Parameter.KEYWORD_ONLY) for one in asked)]
    vars(answer)["__signature__"] = Signature(asked, return_annotation=Response)
    return answer
