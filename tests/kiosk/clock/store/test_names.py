"""The names of people beside the journals: the numbers last, the texts do not."""

from contextlib import closing

from kiosk.clock.store.names import NamesFile, names_path
from kiosk.clock.store.port import Append, Batch
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.storage.chain import START, chain


def test_a_text_keeps_its_number_when_the_file_is_reopened(tmp_path):
    path = tmp_path / "clock.db.names"
    with closing(NamesFile(path)) as names:
        ana, bo = names.number_of("Ana"), names.number_of("Bo")
        names.flush()

    with closing(NamesFile(path)) as names:
        assert (names.number_of("Bo"), names.number_of("Ana")) == (bo, ana)
        assert names.text_of(ana) == "Ana"


def test_an_erased_text_is_gone_from_the_file_and_its_number_is_not_reused(tmp_path):
    path = tmp_path / "clock.db.names"
    with closing(NamesFile(path)) as names:
        bo, ana = names.number_of("Bo"), names.number_of("Anastasia")
        names.flush()
        names.erase(names.texts_of(" ANASTASIA "))
        assert b"nastasia" not in path.read_bytes()

    with closing(NamesFile(path)) as names:
        assert names.text_of(ana) == f"#{ana}"
        assert names.text_of(bo) == "Bo"
        assert names.number_of("Anastasia") not in (ana, bo)
        names.erase(["Anastasia"])
        names.erase(["Anastasia"])  # and again: nothing is left to erase


def test_a_damaged_line_loses_only_its_own_name_and_its_number_is_not_reused(tmp_path):
    path = tmp_path / "clock.db.names"
    with closing(NamesFile(path)) as names:
        ana, bo = names.number_of("Ana"), names.number_of("Bo")
        names.flush()
    path.write_bytes(path.read_bytes().replace(b'"Bo"', b'"Zo"'))

    with closing(NamesFile(path)) as names:
        assert (names.text_of(ana), names.text_of(bo)) == ("Ana", f"#{bo}")
        assert names.number_of("Cyd") > bo


def test_prepending_a_backups_lines_restores_lost_names_and_no_erased_name(tmp_path):
    """The advice of `names-lost`: replacing the file with the backup would lose the later names."""
    path, backup = tmp_path / "clock.db.names", tmp_path / "backup.names"
    with closing(NamesFile(path)) as names:
        ana, bo = names.number_of("Ana"), names.number_of("Bo")
        names.flush()
        backup.write_bytes(path.read_bytes())
        names.erase(["Bo"])
        cyd = names.number_of("Cyd")
        names.flush()
    path.write_bytes(path.read_bytes().replace(b'"Ana"', b'"Ona"'))

    path.write_bytes(backup.read_bytes() + path.read_bytes())

    with closing(NamesFile(path)) as names:
        assert [names.text_of(number) for number in (ana, bo, cyd)] == ["Ana", f"#{bo}", "Cyd"]
        assert names.lost is None


def test_numbers_of_lost_lines_are_counted_and_those_of_erased_names_are_not(tmp_path):
    path = tmp_path / "clock.db.names"
    with closing(NamesFile(path)) as names:
        ana, bo, cyd = (names.number_of(name) for name in ("Ana", "Bo", "Cyd"))
        names.flush()
        names.erase(["Bo"])
        assert names.text_of(bo) == f"#{bo}"
        assert names.lost is None
    path.unlink()

    with closing(NamesFile(path)) as names:
        assert names.text_of(ana) == names.text_of(ana) == f"#{ana}"
        assert names.lost
        assert names.lost.code == "names-lost"
        assert names.number_of("Dee") > cyd  # a number that no record has used yet


def test_a_name_is_on_disk_together_with_the_decision_that_needs_it(tmp_path):
    path = tmp_path / "clock.db"
    with closing(SqliteStore(path)) as store:
        number = store.names.number_of("Ana")
        store.append(Append("tournament/a", START, chain(START, store.open_stream("tournament/a"), 0, [b"{}"])))
        assert b'"Ana"' in names_path(path).read_bytes()

    with closing(SqliteStore(path)) as store:
        assert store.names.text_of(number) == "Ana"


def test_erasing_a_name_reports_which_records_contain_it(tmp_path):
    with closing(SqliteStore(tmp_path / "clock.db")) as store:
        records = chain(START, 1, 0, [b'{"name":"Ana"}', b'{"name":"Anabel"}'])
        store.commit(
            [Batch("sitting/a-1", 1, records), Batch("sitting/a-2", 1, chain(START, 1, 0, [b'{"name":"Bo"}']))]
        )

        assert store.erase(["Ana"], ["Ana"]) == ["sitting/a-1"]
        assert store.erase(["Cyd"], ["Cyd"]) == []
