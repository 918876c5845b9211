"""The description of the HTTP API, `/api/openapi.json`: OpenAPI 3.1 for programmers, so it is in English.

Paths and parameters are read from the routes, everything else from the declarations of the operations.
"""

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from engine.message import Message
from kiosk.clock.web.answers import PROBLEM, ErrorBody, problem
from kiosk.clock.web.operations import ID, JSON, Example, Operation
from kiosk.protocol.link.versions import own_version
from ui.words.languages import words_in

PARAMETERS = {
    "tournament": ID, "sitting": 1, "table": 1, "entry": 1, "form": "ohh", "kind": "seat-cards", "league": "spring",
    "name": "demo",
}  # fmt: skip
"""Examples of path parameters."""

ABOUT = """\
The tournament clock. Amounts of money are in the currency's minor unit. Times are in UTC milliseconds, unless their \
description says that they are in the service's own time.

An error is `application/problem+json` (RFC 9457). Its `code` is for programs and never changes. Its `detail` is for \
people, in the language given by `lang` or Accept-Language, or otherwise in the clock's language. `why` is the same \
text, for programs that were written before there was a `detail`."""
WHY = {
    400: "The body cannot be read, or its contents are not possible.",
    401: "The key, token or PIN is not valid.",
    403: "This role, device or code does not have the right to do this.",
    404: "There is no such tournament or entry.",
    409: "The rules do not allow it, and nothing was done. `clause` names the rule.",
    412: "Something has been decided since `seen`, and nothing was done.",
    422: "A parameter is unknown or has the wrong type, or the Idempotency-Key was used for a different request.",
    429: "There were too many wrong keys or PINs from this address. `Retry-After` says how many seconds to wait.",
    503: "The disk has failed.",
}
SCHEMES = ("director", "table", "broadcast")
"""The keys: the director's key or a session's token, a table's token, and the broadcast's token."""


def describe(app: FastAPI, operations: Mapping[str, Operation]) -> None:
    @cache
    def text() -> bytes:
        return msgspec.json.encode(document(app, operations))

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Response(await asyncio.to_thread(text), media_type=JSON)  # the first call takes 0.2 s


def document(app: FastAPI, operations: Mapping[str, Operation]) -> dict[str, Any]:
    """The whole description. Its paths and schemas are in alphabetical order, whatever module they come from."""
    made = get_openapi(title="Dealer assist: the room", version=own_version(), description=ABOUT, routes=app.routes)
    types = [ErrorBody, *(kind for one in operations.values() for kind in (*one.answers, one.body) if kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    of_type = dict(zip(types, schemas, strict=True))
    for methods in made["paths"].values():
        for described in methods.values():
            _complete(described, operations[described["operationId"]], of_type)
    made["paths"] = {path: dict(sorted(methods.items())) for path, methods in sorted(made["paths"].items())}
    schemes = {scheme: {"type": "http", "scheme": "bearer"} for scheme in SCHEMES}
    made["components"] = {"schemas": dict(sorted(components.items())), "securitySchemes": schemes}
    return made


def _complete(described: dict[str, Any], operation: Operation, of_type: dict[Any, Any]) -> None:
    """Complete the description that comes from the routes with an operation's summary, body, responses and examples."""
    described["summary"] = operation.summary
    if operation.may != "anyone":
        described["security"] = [{SCHEMES[0] if operation.needs_key else operation.may: []}]
    for parameter in described.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["example"] = PARAMETERS[parameter["name"]]
    if operation.body:
        bodies = {one.name: {"value": one.body} for one in operation.examples if one.body is not None}
        content = {"schema": of_type[operation.body], "examples": bodies}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    kinds = [of_type[kind] for kind in operation.answers] or [{"type": "string"}]
    schema = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    done = [one for one in operation.examples if one.status == 200]
    answers = {200: _answer("Done." if operation.body else "As it is now.", operation.media, schema, done)}
    for status in sorted({*operation.refuses, *_always(operation)}):
        refused = [one._replace(answer=_explained(one)) for one in operation.examples if one.status == status]
        # `check_token` is asked whether a table's token is correct, so a wrong one is not an error.
        is_error = (status, operation.may) != (401, "table")
        media, kind = (PROBLEM, of_type[ErrorBody]) if is_error else (JSON, schema)
        answers[status] = _answer(WHY[status], media, kind, refused)
    described["responses"] = {str(status): one for status, one in answers.items()}


def _explained(example: Example) -> Any:
    """The body of an example's refusal, if it is shown."""
    if not isinstance(example.answer, Message):
        return example.answer
    why = words_in("en").say(example.answer)
    return msgspec.to_builtins(problem(example.status, why, example.answer.code, dict(example.answer.fields)))


def _always(operation: Operation) -> set[int]:
    """The statuses of the refusals that are always possible, such as those for a wrong parameter or body."""
    return {
        422,
        *((400,) if operation.body else ()),
        *(() if operation.may == "anyone" else (401, 403)),
        *((429,) if operation.needs_key else ()),
        *((404,) if "{tournament}" in operation.path else ()),
    }


def _answer(why: str, media: str, schema: dict[str, Any], examples: list[Example]) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": schema}
    if shown := {one.name: {"value": one.answer} for one in examples if one.answer is not None}:
        content["examples"] = shown
    return {"description": why, "content": {media: content}}
