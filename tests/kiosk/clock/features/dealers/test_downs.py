"""Downs on a running clock: which dealer should deal, which one does, and what a restart keeps."""

import httpx
import pypdfium2
import pytest

from engine.table.actions.staff import DealerSignedIn
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, chain
from tests.kit.clock import KEY, eventually
from tests.kit.room import NAMES, KioskConnection


class DownsApi:
    """The director's program for dealers."""

    def __init__(self, clock):
        self.http = httpx.Client(base_url=clock.site, headers={"Authorization": f"Bearer {KEY}"})

    def do(self, what, seen=None, **more):
        return self.http.post("/api/downs/act", json={"action": {"do": what, **more}, "seen": seen})

    @property
    def view(self):
        return self.http.get("/api/downs").json()


@pytest.fixture
def downs(clock):
    one = DownsApi(clock)
    with one.http:
        yield one


def test_a_proposed_push_is_accepted_and_undone(clock, room, downs):
    """Two tables and three dealers, one of them off. Two directors never push twice."""
    one = room.create("Club night", structure="demo")
    one.open_tables(1, 2)
    for name in ("Kim", "Lou", "Mia"):
        assert downs.do("clock-in", name=name).status_code == 200
    assert downs.do("clock-in", name=" kim ").json()["code"] == "dealer-on-shift"
    before = downs.view
    moves = [{"dealer": each["dealer"], "table": each["next"]} for each in before["dealers"]]

    assert downs.do("push", before["mark"], moves=moves).status_code == 200
    assert downs.do("push", before["mark"], moves=moves).status_code == 412

    view = downs.view
    assert sorted(each["table"] for each in view["dealers"]) == [0, 1, 2]
    assert view["due_ms"] - view["pushed_ms"] == 30 * 60_000
    assert [bool(each["name"] and each["next_name"]) for each in view["tables"]] == [True, True]
    assert all(each["next"] != each["dealer"] for each in view["tables"])
    printed = pypdfium2.PdfDocument(downs.http.get("/api/downs/rota.pdf?paper=roll").content)
    said = printed[0].get_textpage().get_text_range().splitlines()
    rows = [f"{each['table']} {each['name']} {each['next_name']}" for each in view["tables"]]
    assert [" ".join(line.split()) for line in said if line[:1] in ("1", "2")] == rows
    assert "next push" in " ".join(said)

    clock.stop()
    clock.start()
    assert downs.view["dealers"] == view["dealers"]
    downs.do("take-back")
    assert {each["table"] for each in downs.view["dealers"]} == {0}


def test_the_dealer_signed_in_at_a_table_is_compared_with_the_dealer_who_should_deal(clock, room, downs):
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    one.enter(*NAMES[:4])
    one.draw()
    kim = downs.do("clock-in", name="Kim").json()["dealers"][0]["dealer"]
    downs.do("place", dealer=kim, table=1)
    assert [each["agrees"] for each in downs.view["tables"]] == [False]

    with KioskConnection(clock, 1) as kiosk:
        sitting = kiosk.hello()["sitting"]
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(sitting)
        kiosk.send(chain(START, 1, 1_700_000_000_000, [encode_event(DealerSignedIn("Zoe"))]))
        eventually(lambda: downs.view["tables"][0]["signed"] == "Zoe")
        view = downs.view
        assert (view["unknown"], view["tables"][0]["agrees"]) == (["Zoe"], False)
        assert view["tables"][0]["signed_ms"] == 1_700_000_000_000

        kiosk.send(chain(kiosk.mark, 1, 1_700_000_060_000, [encode_event(DealerSignedIn("KIM"))]))
        eventually(lambda: downs.view["tables"][0]["agrees"])


def test_an_erased_name_is_a_number_in_the_rota(clock, downs):
    downs.do("clock-in", name="Kim")

    headers = {"Authorization": f"Bearer {KEY}"}
    httpx.post(f"{clock.site}/api/people/erase", headers=headers, json={"name": "Kim"}).raise_for_status()

    assert downs.view["dealers"][0]["name"].startswith("#")


def test_a_table_learns_who_relieves_its_dealer(clock, room, downs):
    """The clock sends the name when the table connects, and again after every push. A dealer who stays is not named."""
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    for name in ("Kim", "Lou"):
        downs.do("clock-in", name=name)
    kim = next(each["dealer"] for each in downs.view["dealers"] if each["name"] == "Kim")
    downs.do("push", moves=[{"dealer": kim, "table": 1}])

    with KioskConnection(clock, 1) as kiosk:
        sitting = kiosk.hello()["sitting"]
    with KioskConnection(clock, 1) as kiosk:
        welcome = kiosk.hello(sitting)
        assert welcome["room_info"]["relief"] == {"name": "Lou", "due_ms": downs.view["due_ms"]}

        downs.do("clock-in", name="Mia")
        lou = next(each["dealer"] for each in downs.view["dealers"] if each["name"] == "Lou")
        downs.do("clock-out", dealer=lou)

        eventually(lambda: kiosk.hear("at-table")["room_info"]["relief"]["name"] == "Mia")
