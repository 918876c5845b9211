"""Every store keeps the promises of `ClockStore`: the same calls have the same results, also after it is reopened."""

import pytest

from engine.bad_input import BadInput
from kiosk.clock.store.history_choices import KIND, HistoryChoice, choice_notes_in
from kiosk.clock.store.pictures import MOST_PICTURES
from kiosk.clock.store.port import EPOCHS_AHEAD, Alive, Append, Batch, Snapshot
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault
from kiosk.protocol.sync import Fenced, Forked
from kiosk.storage.chain import START, chain, mark_of

OWN, TABLE, OTHER = tournament_stream("0a"), sitting_stream("0a", 1), sitting_stream("0a", 2)
RECORDS = chain(START, 1, 7, [b"one", b"two", bytes(range(256))])
MORE = chain(mark_of(RECORDS[-1]), 1, 8, [b"%d" % number for number in range(300)])
DECIDED = chain(START, 1, 5, [b'"Ana"', b"decided"])
PNG = b"\x89PNG\r\n\x1a\n"
THEIRS = chain(mark_of(RECORDS[0]), 4, 9, [b"dos"])


def held(store, stream=TABLE):
    copy = store.copy(stream)
    return [*copy.walk()], copy.standing()


def test_an_empty_store_has_nothing(stores):
    store = stores.open()

    assert held(store) == ([], (0, START, ""))
    assert (store.streams(""), store.kept("staff"), store.last_alive(), store.has_failed) == ([], {}, None, False)
    assert (store.copy(TABLE).begun_ms(), store.copy(TABLE).held(1)) == (0, None)
    assert (store.shortfalls, store.restored, store.brought.entries) == ((), (), 0)


def test_records_are_kept_in_order_with_their_bytes(stores):
    store = stores.open()

    assert store.commit([Batch(TABLE, 1, RECORDS, "one"), Batch(OTHER, 1, RECORDS[:1], "other")]) == [
        mark_of(RECORDS[-1]),
        mark_of(RECORDS[0]),
    ]
    assert store.commit([Batch(TABLE, 1, MORE, "one")]) == [mark_of(MORE[-1])]

    for it in stores.now_and_later(store):
        copy = it.copy(TABLE)
        assert held(it) == ([*RECORDS, *MORE], (1, mark_of(MORE[-1]), "one"))
        assert [*copy.walk(mark_of(RECORDS[1]))] == [RECORDS[2], *MORE]
        assert copy.read(2, 2) == [RECORDS[2], MORE[0]]
        assert (copy.held(2), copy.held(9_999), copy.begun_ms()) == (RECORDS[1].hash, None, 7)
        assert (copy.has(mark_of(RECORDS[1])), copy.has(START)) == (True, False)
        assert copy.found() == [*RECORDS, *MORE]
        assert (it.streams("sitting/"), it.streams("room/")) == ([TABLE, OTHER], [])


def test_a_batch_sent_again_changes_nothing(stores):
    store = stores.open()

    store.commit([Batch(TABLE, 1, RECORDS, "one")])

    assert (
        store.commit([Batch(TABLE, 1, RECORDS[:2], "one"), Batch(TABLE, 1, RECORDS, "one")])
        == [mark_of(RECORDS[-1])] * 2
    )
    assert held(stores.reopened(store)) == (RECORDS, (1, mark_of(RECORDS[-1]), "one"))


def test_a_refused_batch_stops_no_other(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 2, RECORDS[:2], "two")])

    late, forked, taken = store.commit(
        [Batch(TABLE, 1, RECORDS[2:], "one"), Batch(TABLE, 4, [RECORDS[1], *THEIRS], "two"), Batch(OTHER, 1, RECORDS)]
    )

    assert isinstance(late, Fenced)
    assert isinstance(forked, Fenced | Forked)
    assert taken == mark_of(RECORDS[-1])
    assert held(stores.reopened(store)) == (RECORDS[:2], (2, mark_of(RECORDS[1]), "two"))


def test_one_table_may_send_twice_in_one_commit(stores):
    store = stores.open()

    assert store.commit([Batch(TABLE, 1, RECORDS[:1], "one"), Batch(TABLE, 1, RECORDS, "one")]) == [
        mark_of(RECORDS[0]),
        mark_of(RECORDS[-1]),
    ]
    assert held(store)[0] == RECORDS


def test_a_decision_follows_what_its_author_saw_or_is_not_written(stores):
    store = stores.open()
    assert (store.open_stream(OWN), store.open_stream(OWN)) == (1, 2)
    store.append(Append(OWN, START, DECIDED))

    with pytest.raises(Fault, match="stream-moved-on"):
        store.commit([Batch(TABLE, 1, RECORDS, "one")], [Append(OWN, START, DECIDED)])

    assert store.has_failed
    with pytest.raises(Fault):  # only a new opening may write, because it reads first what there is
        store.append(Append(OWN, mark_of(DECIDED[-1]), []))
    store = stores.reopened(store)
    assert held(store, OWN) == (DECIDED, (2, mark_of(DECIDED[-1]), ""))
    assert held(store) == ([], (0, START, ""))


def test_an_opening_that_is_granted_an_epoch_fences_off_the_one_before(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 1, RECORDS[:1], "one")])

    assert store.grant(TABLE, "two") == (2, mark_of(RECORDS[0]), "two")

    store = stores.reopened(store)
    (late,) = store.commit([Batch(TABLE, 1, RECORDS, "one")])
    assert isinstance(late, Fenced)
    assert store.commit([Batch(TABLE, 2, RECORDS, "two")]) == [mark_of(RECORDS[-1])]
    assert store.copy(TABLE).standing() == (2, mark_of(RECORDS[-1]), "two")


def test_what_is_set_aside_can_be_sent_again(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 1, RECORDS, "one")])

    store.set_aside(TABLE, 1)

    assert held(store)[0] == RECORDS[:1]
    store = stores.reopened(store)
    assert store.commit([Batch(TABLE, 1, RECORDS, "one")]) == [mark_of(RECORDS[-1])]
    assert held(store)[0] == RECORDS


def test_a_chosen_history_takes_the_place_of_the_copy(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 1, RECORDS, "one")])
    store.keep(MemoryEntry("awaited", TABLE, b"{}"))
    choice = HistoryChoice(TABLE, 1, "Flo", 7, mark_of(RECORDS[0]), THEIRS, 4, "nobody's")

    chosen = store.choose(choice, MemoryEntry("awaited", TABLE, None))

    assert chosen is not None
    assert (chosen.after, chosen.aside, chosen.end, chosen.epoch) == (1, 2, mark_of(THEIRS[0]), 4 + EPOCHS_AHEAD)
    store = stores.reopened(store)
    assert held(store) == ([RECORDS[0], *THEIRS], (4 + EPOCHS_AHEAD, mark_of(THEIRS[0]), "nobody's"))
    assert choice_notes_in(store.kept(KIND).values()) == [chosen]
    assert (store.kept("awaited"), store.shortfalls) == ({}, ())


def test_a_choice_that_shares_no_record_changes_nothing(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 1, RECORDS, "one")])

    assert store.choose(HistoryChoice(TABLE, 1, "Flo", 7, mark_of(MORE[0]), THEIRS, 4, "nobody's")) is None
    assert held(store)[0] == RECORDS


def test_entries_are_kept_replaced_and_forgotten(stores):
    store = stores.open()
    store.keep(MemoryEntry("staff", "Flo", b"1"), MemoryEntry("staff", "Ana", b"2"), MemoryEntry("device", "Flo", b"3"))

    store.keep(MemoryEntry("staff", "Flo", b"4"), MemoryEntry("staff", "Ana", None), MemoryEntry("staff", "Bo", None))

    for it in stores.now_and_later(store):
        assert (it.kept("staff"), it.kept("device")) == ({"Flo": b"4"}, {"Flo": b"3"})


def test_pictures_are_kept_by_what_they_are_listed_and_removed(stores):
    store = stores.open()
    pictures = [PNG + bytes([number]) for number in range(3)]
    one, two, three = (store.pictures.keep(picture) for picture in pictures)

    for now in stores.now_and_later(store):
        assert now.pictures.listed() == (three, two, one)
        assert [now.pictures.read(its_id) for its_id in (one, two, three)] == pictures
        assert (now.pictures.read("../clock.db"), now.pictures.read("0" * 16)) == (None, None)
        later = now
    later.pictures.remove(two)
    later.pictures.remove(two)
    assert later.pictures.keep(pictures[0]) == one
    for now in stores.now_and_later(later):
        assert now.pictures.listed() == (one, three)
        assert now.pictures.read(two) is None


def test_only_pictures_are_kept_and_only_a_few(stores):
    pictures = stores.open().pictures
    with pytest.raises(BadInput, match="no-picture"):
        pictures.keep(b"<svg>")
    for number in range(MOST_PICTURES):
        pictures.keep(PNG + bytes([number]))

    with pytest.raises(BadInput, match="too-many-pictures"):
        pictures.keep(PNG)

    pictures.keep(PNG + bytes([0]))  # one that is there already
    assert len(pictures.listed()) == MOST_PICTURES


def test_a_snapshot_can_be_read_only_by_the_program_that_made_it(stores):
    store = stores.open()
    store.commit([Batch(TABLE, 1, RECORDS, "one")])

    store.keep_snapshot(TABLE, Snapshot(mark_of(RECORDS[0]), b"program", b"old"))
    store.keep_snapshot(TABLE, made := Snapshot(mark_of(RECORDS[1]), b"program", b"new"))

    copy = stores.reopened(store).copy(TABLE)
    assert (copy.snapshot(b"program"), copy.snapshot(b"another"), copy.snapshot(b"")) == (made, None, None)


def test_the_last_moment_at_which_it_was_running_is_kept(stores):
    store = stores.open()

    store.say_alive(Alive("boot", 1, 2))
    store.say_alive(alive := Alive("boot", 3, 4))

    assert stores.reopened(store).last_alive() == alive


def test_names_are_written_before_or_with_the_records_that_use_them(stores):
    store = stores.open()
    ana = store.names.number_of("Ana Ö\x1f\"'")

    store.append(Append(OWN, START, DECIDED))

    store = stores.reopened(store)
    assert (store.names.text_of(ana), store.names.number_of("Ana Ö\x1f\"'")) == ("Ana Ö\x1f\"'", ana)
    assert store.names.number_of("Bo") > ana


def test_an_erased_name_is_gone_and_its_number_is_not_reused(stores):
    store = stores.open()
    ana, bo = store.names.number_of("Ana"), store.names.number_of("Bo")
    store.append(Append(OWN, START, DECIDED))

    assert store.erase(["Ana"], ["Ana", "Bo"]) == [OWN]

    for it in stores.now_and_later(store):
        assert (it.names.text_of(ana), it.names.text_of(bo)) == (f"#{ana}", "Bo")
        assert it.names.lost is None
        assert it.names.number_of("Cyd") > bo
        assert (it.naming(["Ana"]), it.naming(["Bo"])) == ([OWN], [])
