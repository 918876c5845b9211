"""The director's page while readers fail: at which table, which reader, why and what to do, until it reads again."""

import re
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from hardware.simulated import PtyScanner
from kiosk.clock.web.sockets import sessions
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, ReaderStatus, health_of
from kiosk.storage.chain import START
from kiosk.table.readers.states import reader_words
from kiosk.table.settings import ReaderSettings
from tests.kit.clock import DEADLINE_S, RandomTable, token
from tests.kit.full_tables import sitting_of

pytestmark = pytest.mark.slow

COVERED = ReaderStatus("seat 4", "camera", "covered", "the camera is covered: remove what is in front of it")


@pytest.fixture
def page(pages):
    page = pages.director()
    expect(page.locator("#event")).not_to_be_empty()
    return page


def problem_of(table):
    """The problem that the table reports for its reader."""
    return reader_words(table.host.readers.states)[0].problem


@contextmanager
def linked(clock, health):
    """Table 2, without a program: it reports its readers' health, and is silent from then on."""
    with patch.object(sessions, "TABLE_TIMEOUT_S", DEADLINE_S), connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(encode(Hello(token(2), 2, 1, START, sitting=sitting_of(2))))
        socket.recv(timeout=DEADLINE_S)
        socket.send(encode(health))
        yield


def test_an_unplugged_reader_is_named_until_it_is_back(clock, page, pages, tmp_path):
    """
    With a real table and a reader on a real pseudo-terminal.
    """
    url = str(tmp_path / "scanner")
    with (
        PtyScanner(tmp_path / "scanner") as scanner,
        RandomTable(tmp_path, clock.socket, readers=(ReaderSettings(url, "board"),)) as table,
    ):
        card = pages.director("table-1").locator("#table-1")
        state, problems = card.locator(".reader"), page.locator("#lanes [data-kind=trouble] .reason")
        table.wait(lambda: problem_of(table) == "")
        expect(state).to_have_text("reader OK")
        expect(problems).to_have_count(0)

        scanner.unplug()
        table.wait(lambda: problem_of(table) == "absent")
        expect(problems).to_have_text(["Table 1: board reader: not found"])
        expect(card.locator(".troubles li")).to_have_text(
            ["Board reader: not found; plug it in, or correct its address in the settings"]
        )
        expect(state).to_have_text(re.compile(r"^reader down for \d+ s$"))

        scanner.replug()
        table.wait(lambda: problem_of(table) == "")
        expect(state).to_have_text("reader OK")
        expect(problems).to_have_count(0)
        expect(card.locator(".troubles")).to_have_count(0)


def test_a_table_without_readers_is_no_trouble(clock, page, pages, tmp_path):
    card = pages.director("table-1").locator("#table-1")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        expect(card.locator(".link")).to_have_text("connected")

        expect(card.locator(".reader")).to_be_empty()
        expect(page.locator("#lanes [data-kind=trouble] .reason")).to_have_count(0)


def test_each_reader_of_a_table_is_named_and_its_message_is_plain_text(clock, page, pages):
    """
    Two of them fail, one with a problem that this page does not know. Text from a table is never treated as markup.
    """
    odd = ReaderStatus("<b>muck</b>", "reader", "on fire", "the reader <i>burns</i>")
    waits = ReaderStatus("board", "reader", "waits", "the reader is not connected yet")

    with linked(clock, health_of((COVERED, odd, waits))):
        expect(page.locator("#lanes [data-kind=trouble] .reason")).to_have_text(
            ["Table 2: seat 4 camera: covered", "Table 2: <b>muck</b> reader: lost"]
        )
        expect(pages.director("table-2").locator("#table-2 .troubles li")).to_have_text(
            [
                "Seat 4 camera: covered; clear its view",
                "<b>muck</b>: the reader <i>burns</i>",
                "Board reader: connecting; no status received yet",
            ]
        )
