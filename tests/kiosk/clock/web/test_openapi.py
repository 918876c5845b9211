"""The API's document: its contents, and every example of it against a clock."""

import json

import httpx
import jsonschema_rs
import pytest

from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.openapi import PARAMETERS
from kiosk.clock.web.operations import ID, Example, Operation
from tests.kit.clock import DEADLINE_S, KEY, ClockThread
from tests.kit.room import room_settings


@pytest.fixture
def clock(tmp_path, free_port):
    one = ClockThread(tmp_path, free_port, room_settings(free_port, tables=1))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def document(clock):
    return httpx.get(f"{clock.site}/api/openapi.json").raise_for_status().json()


def operations(document):
    """Each operation by its id, with its method and path."""
    found = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["operationId"]] = (method, path, operation)
    return found


def evening():
    """Every operation with each of its examples, which comes after the one that it must follow."""
    waiting: dict[str, list[tuple[Operation, Example]]] = {}
    for one in OPERATIONS.values():
        for example in one.examples:
            waiting.setdefault(example.after, []).append((one, example))

    def sent(after):
        for one, example in waiting.pop(after, ()):
            yield one, example
            yield from sent(f"{one.name}:{example.name}")

    yield from sent("")
    assert waiting == {}, "these follow no example"


@pytest.mark.slow  # one of them prints
def test_every_example_does_what_the_document_says(clock, document):
    """In the order of the evening; the request and its answer are read from the document that the clock serves."""
    its_id = ID
    headers = {"Authorization": f"Bearer {KEY}"}
    with httpx.Client(headers=headers, timeout=DEADLINE_S) as http:
        for one, example in evening():
            operation = document["paths"][one.path][one.method.lower()]
            site = clock.site + one.path.format_map({**PARAMETERS, "tournament": its_id})
            body = _shown(operation.get("requestBody", {}), example.name)
            more = {"Idempotency-Key": example.key} if example.key else {}
            params = {"dry_run": "true"} if example.dry_run else {}
            said = http.request(one.method, site, json=body, headers=more, params=params)

            assert said.status_code == example.status, (one.name, example, said.text)
            promised = operation["responses"][str(example.status)]
            _fits(document, promised, said)
            if one.name == "create_tournament" and example.status == 200 and not example.dry_run:
                its_id = said.json()["id"]
            wanted = _shown(promised, example.name)
            if wanted is not None:
                text = said.text.replace(its_id, ID)
                assert (text if isinstance(wanted, str) else json.loads(text)) == wanted, (one.name, example)


def _shown(holder, name):
    """An example's value in a body or an answer; None if there is none."""
    for content in holder.get("content", {}).values():
        if name in content.get("examples", {}):
            return content["examples"][name]["value"]
    return None


def _fits(document, promised, said):
    """The answer has the media type and the form that the document promises."""
    kind = said.headers["content-type"]
    schema = promised["content"][kind]["schema"]
    if kind == "application/problem+json":
        assert said.json()["status"] == said.status_code >= 400
    if kind in ("application/json", "application/problem+json"):
        whole = {**schema, "components": document["components"]}
        jsonschema_rs.Draft202012Validator(whole).validate(said.json())


def test_the_document_names_every_route_and_every_order(document):
    schemas = document["components"]["schemas"]
    orders = schemas["AskedOrder"]["properties"]["action"]["discriminator"]["mapping"]

    assert document["openapi"].startswith("3.1")
    assert set(operations(document)) == set(OPERATIONS)
    assert {"start", "add-entry", "make-deal", "count-bag"} <= set(orders)
    for _, path, operation in operations(document).values():
        assert operation["summary"], path
        assert {"200", "422"} <= set(operation["responses"])


def test_every_operation_that_takes_a_body_has_an_example_of_it(document):
    for _, path, operation in operations(document).values():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert content["examples"], path


def test_every_operation_but_the_streams_has_examples():
    """The streams never end: `test_event_stream.py` and `test_broadcast.py` read them."""
    assert {one.name for one in OPERATIONS.values() if not one.examples} == {"stream_events", "stream_table"}


def test_no_operation_has_two_examples_of_the_same_name():
    names = [(one.name, example.name) for one in OPERATIONS.values() for example in one.examples]

    assert len(set(names)) == len(names)
