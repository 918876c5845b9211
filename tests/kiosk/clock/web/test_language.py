"""Programs get answers in the language they ask for; codes are the same in each."""

import httpx
import pytest

from kiosk.clock.store.writer import Writer
from kiosk.clock.web.answers import language_of
from kiosk.faults import Fault
from tests.kit.clock import KEY, ClockThread, eventually
from tests.kit.room import RoomApi, room_settings
from ui.words.languages import LANGUAGES

HEADERS = {"Authorization": f"Bearer {KEY}"}
STARTED_ALREADY = {
    "en": "the clock is running",
    "de": "die Uhr läuft",
    "es": "el reloj está en marcha",
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("es-MX", "es"),
        ("DE-at, en", "de"),
        ("en;q=0.3, de;q=0.5, es;q=0.4", "de"),
        ("fr, es;q=0.1", "es"),
        ("de;q=0, es", "es"),
        ("fr, *;q=0.5, es;q=0.1", "own"),
        ("es, de", "es"),
        ("fr", "own"),
        ("de;q=0", "own"),
        ("", "own"),
        (";;,=,q=1,,", "own"),
        ("de;q=nan, es;q=0.1", "es"),
        ("de;q=2, es;q=0.1", "es"),
        ("de;q=-1", "own"),
        ("de;q=²", "own"),
        ("../../de", "own"),
        ("x" * 5_000 + ", de", "own"),
    ],
)
def test_a_header_chooses_the_best_available_language(header, language):
    assert language_of("", header, "own") == language


@pytest.mark.parametrize(("asked", "language"), [("es", "es"), ("es-MX", "es"), ("fr", "de"), ("", "de")])
def test_a_language_requested_by_name_goes_before_the_header(asked, language):
    assert language_of(asked, "de", "en") == language


@pytest.fixture(params=["en", "de"])
def own(request):
    """The clock's language."""
    return request.param


@pytest.fixture
def clock(own, tmp_path, free_port):
    one = ClockThread(tmp_path, free_port, f'language = "{own}"\n{room_settings(free_port, tables=1)}')
    one.start()
    yield one
    one.stop()


@pytest.mark.parametrize(
    ("own", "language"), [("en", "en"), ("de", "de"), ("", "es")], indirect=["own"], ids=["en", "de", "no-language"]
)
def test_a_page_is_in_its_browsers_language_unless_the_room_has_chosen_one(clock, language):
    """
    The address of a page goes before both.
    """

    def texts(query="", accepts="es-MX, de;q=0.5"):
        return httpx.get(f"{clock.site}/words.json{query}", headers={"Accept-Language": accepts}).json()["language"]

    assert texts() == language
    assert texts("?lang=de") == "de"
    assert texts(accepts="fr") == (language if language != "es" else "en")


@pytest.fixture
def evening(clock):
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="demo")
        one.do("open-table", table=1, seat_count=9, typed=True)
        one.enter("Ana", "Bo")
        one.draw()
        one.do("start")
        yield one


def asked(clock, path, language, body=None):
    """The answer to a client that accepts this language."""
    headers = {**HEADERS, "Accept-Language": language}
    return httpx.request("POST" if body else "GET", f"{clock.site}/api/{path}", headers=headers, json=body)


def in_each(clock, path, body=None):
    """The same in every language."""
    return [asked(clock, path, language, body) for language in LANGUAGES]


def test_a_refusal_is_in_the_language_of_the_request_and_its_code_in_no_language(clock, own, evening):
    body, path = {"action": {"do": "start"}}, f"tournaments/{evening.id}/act"
    answers = [
        ("de", asked(clock, path, "de-CH, en;q=0.5", body)),
        ("es", asked(clock, f"{path}?lang=es", "de", body)),
        (own, asked(clock, f"{path}?lang=tlh", "xx;;q=?", body)),
    ]

    for language, answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (409, "clock-running")
        assert answer.json()["why"] == STARTED_ALREADY[language]


@pytest.mark.parametrize(
    ("path", "body", "refusal"),
    [
        ("tournaments/nobody", None, (404, "no-tournament")),
        ("tournaments", {"name": 1}, (400, "not-of-api")),
        ("kiosk/one", None, (422, "parameter-unlike")),
        ("tournaments/nobody/deal?by=wish", None, (422, "parameter-one-of")),
        ("room", None, (404, "no-tournament")),
        ("room?color=red", None, (422, "parameter-unknown")),
        ("nowhere", None, (404, "no-such-address")),
        ("room", {"name": "x"}, (405, "method-unknown")),
    ],
)
def test_every_kind_of_refusal_is_translated(clock, path, body, refusal):
    answers = in_each(clock, path, body)

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {refusal}
    assert len({answer.json()["why"] for answer in answers}) == len(LANGUAGES)


def test_a_request_without_the_key_reads_how_to_send_it_in_its_language(clock):
    answers = [httpx.get(f"{clock.site}/api/tournaments?lang={one}") for one in LANGUAGES]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(401, "key-not-sent")}
    assert len({answer.json()["why"] for answer in answers}) == len(LANGUAGES)


def test_proposals_and_dry_runs_are_in_the_language_of_the_request(clock, evening):
    counts = [{"entry": 1, "chips": 10_000}, {"entry": 2, "chips": 0}]
    evening.do("type-table", sitting=1, counts=counts, hands=9, button=1)
    path, bust = f"tournaments/{evening.id}", {"action": {"do": "confirm-bust", "entry": 2}}

    proposed = [answer.json()["tournament"]["proposals"][0] for answer in in_each(clock, path)]
    would = [answer.json()["would"][0]["said"] for answer in in_each(clock, f"{path}/act?dry_run=true", bust)]

    assert all(bust["action"].items() <= each["action"].items() for each in proposed)
    assert len({each["why"] for each in proposed}) == len(set(would)) == len(LANGUAGES)


def test_a_fault_of_the_clock_is_reported_in_the_language_of_the_client(clock, own, evening, monkeypatch, caplog):
    async def full(*_):
        raise Fault("disk-full", path="clock.db")

    monkeypatch.setattr(Writer, "say_alive", full)
    eventually(lambda: httpx.get(f"{clock.site}/healthz").status_code == 503)

    well = [httpx.get(f"{clock.site}/healthz", headers={"Accept-Language": one}).json() for one in LANGUAGES]
    sums = [answer.json()["totals"]["fault"] for answer in in_each(clock, f"tournaments/{evening.id}")]
    assert [one["fault"] for one in well] == sums
    assert len(set(sums)) == len(LANGUAGES)
    assert "disk-full" in caplog.text
