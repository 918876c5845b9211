"""A database that another clock writes, and this one only follows."""

from contextlib import closing

import pytest

from kiosk.clock.store.port import Alive, Append, Batch, Outdated
from kiosk.clock.store.postgres.followed import DRIFT_MS, FollowedStore
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.streams import PEOPLE, sitting_stream, tournament_stream
from kiosk.faults import Fault
from kiosk.storage.chain import START, chain, mark_of

OWN, TABLE = tournament_stream("0a"), sitting_stream("0a", 1)
RECORDS = chain(START, 1, 7, [b"one", b"two", b"three"])
OWN_MS = 5_000


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
def owner(url, tmp_path):
    with closing(PostgresStore(url, tmp_path / "clock.db", "clock-a")) as store:
        store.open_stream(OWN)
        store.commit([Batch(TABLE, 1, RECORDS[:1], "one")], [Append(OWN, START, RECORDS[:1])])
        yield store


@pytest.fixture
def followed(url, owner):
    with closing(FollowedStore(url, "clock-b", lambda: OWN_MS)) as store:
        store.tell(OWN, lambda _: None)
        store.look()
        yield store


def news_of(followed):
    """The news at the next look."""
    found: list[object] = []
    followed.tell(OWN, lambda records: found.append((OWN, list(records))))
    followed.tell_tables(lambda stream, records: found.append((stream, list(records))))
    followed.tell_kept("note", lambda kept: found.append(("note", dict(kept))))
    for tell in followed.look():
        tell()
    return found


def test_what_is_there_is_read_and_what_comes_is_told_once_with_decisions_first(owner, followed):
    assert [*followed.copy(OWN).walk()] == [*followed.copy(TABLE).walk()] == RECORDS[:1]
    assert news_of(followed) == []

    owner.commit([Batch(TABLE, 1, RECORDS[1:], "one")], [Append(OWN, mark_of(RECORDS[0]), RECORDS[1:2])])
    owner.keep(MemoryEntry("note", "x", b"1"))

    assert news_of(followed) == [(OWN, RECORDS[1:2]), (TABLE, RECORDS[1:]), ("note", {"x": b"1"})]
    assert news_of(followed) == []
    assert [*followed.copy(TABLE).walk()] == RECORDS


def test_pictures_are_read_and_not_written(owner, followed):
    its_id = owner.pictures.keep(b"\x89PNG\r\n\x1a\n")

    assert (followed.pictures.listed(), followed.pictures.read(its_id)) == ((its_id,), b"\x89PNG\r\n\x1a\n")
    for write in (lambda: followed.pictures.keep(b"\xff\xd8\xff"), lambda: followed.pictures.remove(its_id)):
        with pytest.raises(Fault, match="clock-follows"):
            write()
    assert owner.pictures.listed() == (its_id,)


def test_a_name_is_known_before_the_record_that_has_its_number(owner, followed):
    number = owner.names.number_of("Ana")
    owner.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:2]))
    assert followed.names.text_of(number) == f"#{number}"

    assert news_of(followed)

    assert followed.names.text_of(number) == "Ana"
    later = owner.names.number_of("Bo")
    owner.append(Append(OWN, mark_of(RECORDS[1]), RECORDS[2:]))
    news_of(followed)
    assert followed.names.text_of(later) == "Bo"


def test_a_record_that_comes_while_names_are_read_is_told_at_the_next_look(owner, followed, monkeypatch):
    learn = followed.names.learn

    def learn_and_be_late(lines):
        learn(lines)
        monkeypatch.setattr(followed.names, "learn", learn)
        owner.names.number_of("Ana")
        owner.append(Append(OWN, mark_of(RECORDS[1]), RECORDS[2:]))

    owner.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:2]))
    monkeypatch.setattr(followed.names, "learn", learn_and_be_late)

    assert news_of(followed) == [(OWN, RECORDS[1:2])]
    assert [*followed.copy(OWN).walk()] == RECORDS[:2]
    assert news_of(followed) == [(OWN, RECORDS[2:])]
    assert followed.names.text_of(owner.names.find("Ana")) == "Ana"


def corrected(owner):
    owner.append(Append(PEOPLE, START, RECORDS[:1]))


def created(owner):
    owner.append(Append(tournament_stream("0b"), START, RECORDS[:1]))


def erased(owner):
    owner.names.number_of("Ana")
    owner.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:2]))
    owner.erase(["Ana"], [])


def cut(owner):
    owner.set_aside(TABLE, 0)


def replaced(owner):
    owner.set_aside(TABLE, 0)
    owner.commit([Batch(TABLE, 2, chain(START, 2, 8, [b"other", b"records"]), "two")])


@pytest.mark.parametrize("change", [corrected, created, erased, cut, replaced])
def test_a_change_of_what_was_read_before_cannot_be_followed(owner, followed, change):
    change(owner)

    with pytest.raises(Outdated):
        news_of(followed)


def test_a_clock_that_takes_over_cannot_be_followed_with_the_old_ones_time(owner, followed, url, tmp_path):
    owner.close()
    with closing(PostgresStore(url, tmp_path / "other.db", "clock-c")), pytest.raises(Outdated):
        followed.look()


def test_the_time_is_that_of_the_clock_that_runs_the_room(owner, followed):
    owner.say_alive(Alive("boot", 1_000_000, 7))

    followed.look()

    before = followed.mono_ms()
    assert before >= 1_000_000 - DRIFT_MS
    followed.look()
    assert followed.mono_ms() >= before, "the beat is older now"


@pytest.mark.parametrize(
    "write",
    [
        lambda store: store.append(Append(OWN, mark_of(RECORDS[0]), RECORDS[1:2])),
        lambda store: store.commit([Batch(TABLE, 1, RECORDS[1:], "one")]),
        lambda store: store.keep(MemoryEntry("note", "x", b"1")),
        lambda store: store.grant(TABLE, "two"),
        lambda store: store.set_aside(TABLE, 0),
        lambda store: store.erase(["Ana"], []),
        lambda store: store.say_alive(Alive("boot", 1, 1)),
    ],
)
def test_nothing_is_written(owner, followed, write):
    with pytest.raises(Fault, match="clock-follows"):
        write(followed)

    assert owner.copy(TABLE).head() == mark_of(RECORDS[0])
    assert owner.kept("note") == {}


def test_an_empty_database_cannot_be_followed(url):
    with pytest.raises(Fault, match="database-not-there"):
        FollowedStore(url, "clock-b", lambda: 0)
