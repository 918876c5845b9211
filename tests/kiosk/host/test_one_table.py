"""`kiosk dealer --glass` serves one table's page."""

from argparse import Namespace
from io import StringIO

import pytest

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
