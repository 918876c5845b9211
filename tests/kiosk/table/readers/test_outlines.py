"""The outlines in a camera's picture are still there after a restart, unless the settings have changed since."""

import os

import pytest
from msgspec.structs import replace

from hardware.camera.settings import CameraSettings
from kiosk.faults import Fault
from kiosk.table.readers.outlines import (
    CameraOutlines,
    SettingsWithOutlines,
    outlines_path,
    save_layout,
    save_outlines,
    with_outlines,
)
from kiosk.table.settings import ReaderSettings, TableSettings

ONE, OTHER = "camera:0", "camera:2"
BOARD = {"board": (0.1, 0.2, 0.6, 0.4)}
MOVED = {"board": (0.2, 0.2, 0.6, 0.4), "seat 4": (0.0, 0.8, 0.3, 0.2)}


@pytest.fixture
def path(tmp_path):
    return outlines_path(tmp_path / "table.journal")


def settings(places=None):
    cameras = (ReaderSettings(ONE, "board", camera=CameraSettings(places=places or {})), ReaderSettings(OTHER, "muck"))
    return TableSettings(1, "table.journal", readers=cameras)


def places_of(taken):
    return [reader.camera.places for reader in taken.settings.readers]


def test_without_saved_outlines_the_settings_apply(path):
    assert with_outlines(settings(BOARD), path) == SettingsWithOutlines(settings(BOARD))


def test_saved_outlines_of_two_cameras_replace_those_of_the_settings(path):
    save_outlines(path, ONE, CameraOutlines(MOVED, BOARD))
    save_outlines(path, OTHER, CameraOutlines(BOARD))
    save_outlines(path, ONE, CameraOutlines(BOARD, BOARD))

    assert places_of(with_outlines(settings(BOARD), path)) == [BOARD, BOARD]
    save_outlines(path, ONE, CameraOutlines(MOVED, BOARD))
    assert places_of(with_outlines(settings(BOARD), path)) == [MOVED, BOARD]


def test_the_layout_of_a_scanner_is_kept_beside_the_outlines(path):
    scanner = TableSettings(1, "table.journal", readers=(ReaderSettings("keys:screen", "board"), ReaderSettings(ONE)))
    save_outlines(path, ONE, CameraOutlines(MOVED))
    save_layout(path, "keys:screen", "LQYOUT70;WZ")
    save_outlines(path, ONE, CameraOutlines(BOARD))

    keys, camera = with_outlines(scanner, path).settings.readers

    assert (keys.line.layout, camera.line.layout, camera.camera.places) == ("LQYOUT70;WZ", "", BOARD)


@pytest.mark.skipif(os.name != "posix", reason="rights of a file as Linux has them")
def test_only_the_owner_can_read_the_file_because_an_address_may_hold_a_password(path):
    path.write_bytes(b"")
    path.chmod(0o644)  # as an earlier version left it

    save_outlines(path, "camera:rtsp://floor:secret@10.0.0.9/stream", CameraOutlines(BOARD))

    assert path.stat().st_mode & 0o077 == 0


def test_settings_that_changed_later_override_the_saved_outlines(path):
    save_outlines(path, ONE, CameraOutlines(MOVED, BOARD))

    assert places_of(with_outlines(settings({"board": (0.0, 0.0, 1.0, 1.0)}), path))[0] == {
        "board": (0.0, 0.0, 1.0, 1.0)
    }


def test_outlines_of_a_removed_camera_do_no_harm(path):
    save_outlines(path, "camera:9", CameraOutlines(MOVED))

    assert with_outlines(settings(), path) == SettingsWithOutlines(settings())


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b'{"cameras": {"camera:0": {"places": {"board": [0.5, 0, 0.6, 1]}}}}',
        b'{"cameras": {"camera:0": {"places": {"roof": [0, 0, 1, 1]}}}}',
        b'{"cameras": {}, "form": 2}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_reported_and_the_table_opens_with_its_settings(path, text):
    path.write_bytes(text)

    taken = with_outlines(settings(BOARD), path)

    assert taken.settings == settings(BOARD)
    assert str(taken.trouble).startswith("outlines-unusable")
    save_outlines(path, ONE, CameraOutlines(MOVED, BOARD))
    assert places_of(with_outlines(settings(BOARD), path))[0] == MOVED


def test_a_disk_fault_leaves_the_earlier_outlines(path, monkeypatch):
    save_outlines(path, ONE, CameraOutlines(BOARD))

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Fault, match="No space left"):
        save_outlines(path, ONE, CameraOutlines(MOVED))
    monkeypatch.undo()

    assert places_of(with_outlines(settings(), path))[0] == BOARD


def test_a_file_of_the_first_format_opens(path):
    path.write_bytes(b'{"cameras":{"camera:0":{"places":{"board":[0.1,0.2,0.6,0.4]},"instead_of":{}}},"form":1}')

    taken = with_outlines(settings(), path)
    assert places_of(taken)[0] == BOARD
    assert replace(taken.settings, readers=settings().readers) == settings()
