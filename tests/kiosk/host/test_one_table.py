"""`kiosk dealer --glass` serves one table's page."""

import re
from argparse import Namespace
from io import BytesIO, StringIO, TextIOWrapper

import pytest
import segno

from kiosk.faults import Fault
from kiosk.host import one_table


@pytest.mark.parametrize(
    ("settings", "asked", "language"),
    [("", None, "en"), ('language = "de"', None, "de"), ('language = "de"', "es", "es")],
)
def test_the_page_is_in_the_language_of_the_tables_screen(tmp_path, monkeypatch, settings, asked, language):
    seen = []

    class NoServer:
        def __init__(self, token, show, language) -> None:
            seen.append(language)

        async def listen(self, host, port):
            raise Fault("no-xvnc")

    monkeypatch.setattr(one_table, "GlassServer", NoServer)
    path = tmp_path / "table.toml"
    path.write_text(f'table = 1\njournal = "table.journal"\n{settings}\n')
    args = Namespace(settings=path, clock="", language=asked, host="127.0.0.1", port=0)

    with pytest.raises(Fault):
        one_table.run(args, StringIO(), StringIO())

    assert seen == [language]


@pytest.mark.parametrize(("is_terminal", "encoding", "has_code"),
                         [(True, "utf-8", True), (True, "ascii", False), (False, "utf-8", False)])  # fmt: skip
def test_the_address_is_also_printed_as_a_code_that_a_tablet_scans(
    tmp_path, monkeypatch, is_terminal, encoding, has_code
):
    class Out(TextIOWrapper):
        def isatty(self):
            return is_terminal

    async def at_once(table):
        return 0

    monkeypatch.setattr(one_table, "_until_asked", at_once)
    path = tmp_path / "table.toml"
    path.write_text('table = 1\njournal = "table.journal"\n')
    args = Namespace(settings=path, clock="", language=None, host="127.0.0.1", port=0)
    written = BytesIO()
    out = Out(written, encoding=encoding)

    assert one_table.run(args, out, StringIO()) == 0

    out.flush()
    printed = written.getvalue().decode()
    (address,) = re.findall(r"http\S+", printed)
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    assert (drawn.getvalue() in printed) == has_code
