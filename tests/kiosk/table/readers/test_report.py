"""The director's report on a table's readers: each one that does not read, why, and what to do."""

from hardware.reading.reading import Health
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import ReaderStatus, TableHealth, decode_from_table, health_of
from kiosk.table.readers.states import ReaderStates, reader_words
from kiosk.table.settings import ReaderSettings

READERS = (
    ReaderSettings("/dev/a", "board"),
    ReaderSettings("/dev/b", "board"),
    ReaderSettings("camera:rtsp://dealer:secret@cam/1", "seat 4"),
)
WELL = (ReaderStatus("board", "reader"), ReaderStatus("board", "reader"), ReaderStatus("seat 4", "camera"))


def status_after(*healths, readers=READERS):
    states = ReaderStates(readers, 0)
    for each in healths:
        states.receive(each)
    return reader_words(states.all)


def well(url, place):
    return Health(True, f"{url} is connected", place, 0, url)


def test_a_lost_reader_is_not_hidden_by_a_working_one_at_the_same_place():
    lost = Health(False, "/dev/a was unplugged: plug it in again", "board", 0, "/dev/a", "unplugged")

    words = status_after(lost, *(well(reader.url, reader.place) for reader in READERS[1:]))

    assert words == (
        ReaderStatus("board", "reader", "unplugged", "the reader was unplugged: plug it in again"),
        *WELL[1:],
    )


def test_a_lost_reader_is_ok_again_once_it_says_so():
    lost = Health(False, "/dev/a was unplugged", "board", 0, "/dev/a", "unplugged")

    assert status_after(lost, *(well(reader.url, reader.place) for reader in READERS)) == WELL


def test_a_reader_that_has_reported_nothing_counts_as_not_connected_yet():
    assert status_after()[0] == ReaderStatus("board", "reader", "waits", "the reader is not connected yet")


def test_no_address_leaves_the_table():
    """
    A network camera's address holds its password.
    """
    url = READERS[2].url
    words = status_after(Health(False, f"{url} was lost: check {url}", "seat 4", 0, url))

    assert words[2] == ReaderStatus("seat 4", "camera", "lost", "the camera was lost: check the camera")


def test_a_reader_without_an_address_of_its_own_is_identified_by_its_place():
    assert status_after(Health(True, "plays a script", "seat 4", 0))[2] == WELL[2]


def test_a_very_long_system_error_still_fits_the_protocol():
    """
    The clock refuses longer texts, and would disconnect the table.
    """
    lost = [Health(False, f"{reader.url} {'x' * 5_000}", reader.place, 0, reader.url) for reader in READERS]

    said = health_of(status_after(*lost, readers=READERS * 20))

    assert decode_from_table(encode(said)) == said


def test_a_table_is_well_if_each_of_its_readers_is():
    trouble = ReaderStatus("board", "reader", "covered", "the camera is covered")

    assert health_of((trouble, WELL[1])) == TableHealth(False, (trouble, WELL[1]))
    assert health_of(()) == TableHealth(True)
