"""The clock matches its OpenAPI document under requests that schemathesis generates from it: no server error, and no
status, media type or body that is not in it.
"""

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kiosk.clock.web.app import OPERATIONS
from tests.kit.clock import DEADLINE_S, KEY, ClockThread
from tests.kit.ports import unused_port
from tests.kit.room import NAMES, RoomApi, room_settings
from tests.kit.sizes import size

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
HEADERS = {"Authorization": f"Bearer {KEY}"}
STREAM = "text/event-stream"
FIRST_BYTES = 64
pytestmark = pytest.mark.usefixtures("caplog")  # so many PINs are wrong that the log reports it


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    """A tournament in play at a typed table, and another that has not begun."""
    port = unused_port()
    one = ClockThread(tmp_path_factory.mktemp("clock"), port, room_settings(port))
    one.start()
    with RoomApi(one) as room:
        room.create("Side event", structure="demo")
        playing = room.create("Club night", structure="demo", buy_in=2000, late_levels=2, rebuys=1)
        playing.do("open-table", table=1, seat_count=9, typed=True)
        playing.enter(*NAMES[:4])
        playing.draw()
        playing.do("start")
    yield one
    one.stop()


@pytest.fixture(scope="module")
def api(clock):
    """The document, with ids of existing tournaments among those to try."""
    document = httpx.get(f"{clock.site}/api/openapi.json").json()
    listed = httpx.get(f"{clock.site}/api/tournaments", headers=HEADERS).json()["tournaments"]
    ids = [one["id"] for one in listed]
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "tournament":
                    parameter["schema"] = {"enum": [*ids, "nobody"]}
    made = schemathesis.openapi.from_dict(document)
    made.config.update(base_url=clock.site)
    return made


def checked(case):
    """Send it, and compare the answer with the document. For a stream, wait only for its beginning."""
    sent = case.as_transport_kwargs(headers=HEADERS)
    with requests.request(**sent, stream=True, timeout=DEADLINE_S) as answer:
        if answer.status_code == 200 and answer.headers["content-type"].startswith(STREAM):
            answer._content = next(answer.iter_content(FIRST_BYTES))
            answer._content_consumed = True
        case.validate_response(answer, checks=CHECKS)


def fuzzed(api, name, examples, again=False):
    """So many requests to an operation: half of them match the document, half do not; the same ones `again`, or
    different ones in every run.
    """
    operation = api.find_operation_by_id(name)

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck), derandomize=again, database=None)
    @given(one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def check(case):
        checked(case)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_clocks_answers_match_its_document(api, name):
    fuzzed(api, name, size("KIOSK_API_REQUESTS", 8, daily=4), again=True)


@pytest.mark.nightly
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_clocks_answers_to_many_requests_match_its_document(api, name):
    fuzzed(api, name, size("KIOSK_MANY_API_REQUESTS", 20))
