"""The API's document: its contents, and every example of it against a clock."""

import json

import httpx
import jsonschema_rs
import pytest

from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.examples import EVENING, ID, PARAMETERS
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


@pytest.mark.slow  # one of them prints
def test_every_example_does_what_the_document_says(clock, document):
    """In the order of the evening; the request and its answer are read from the document that the clock serves."""
    named, its_id = operations(document), ID
    headers = {"Authorization": f"Bearer {KEY}"}
    with httpx.Client(headers=headers, timeout=DEADLINE_S) as http:
        for one in EVENING:
            method, path, operation = named[one.operation]
            site = clock.site + path.format_map({**PARAMETERS, "tournament": its_id})
            body = _shown(operation.get("requestBody", {}), one.name)
            more = {"Idempotency-Key": one.key} if one.key else {}
            params = {"dry_run": "true"} if one.dry_run else {}
            said = http.request(method, site, json=body, headers=more, params=params)

            assert said.status_code == one.status, (one, said.text)
            promised = operation["responses"][str(one.status)]
            _fits(document, promised, said)
            if one.operation == "create_tournament" and one.status == 200 and not one.dry_run:
                its_id = said.json()["id"]
            wanted = _shown(promised, one.name)
            if wanted is not None:
                text = said.text.replace(its_id, ID)
                assert (text if isinstance(wanted, str) else json.loads(text)) == wanted, one


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
    if kind == "application/json":
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


def test_the_evening_uses_every_operation_but_the_streams():
    """The streams never end: `test_event_stream.py` and `test_broadcast.py` read them."""
    assert set(OPERATIONS) - {one.operation for one in EVENING} == {"stream_events", "stream_table"}


def test_the_evening_has_no_example_twice():
    names = [(one.operation, one.name) for one in EVENING]

    assert len(set(names)) == len(names)
