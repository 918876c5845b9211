"""Devices that are plugged in get names by which the settings find them again."""

from types import SimpleNamespace

import pytest

from hardware.discover import Plugged, plugged, unlisted


@pytest.fixture
def folders(tmp_path):
    """Device folders as udev makes them."""
    for name in ("serial", "serial-path", "keys", "camera"):
        (tmp_path / name).mkdir()
    return {name: tmp_path / name for name in ("serial", "serial-path", "keys", "camera")}


def device(folders, name):
    path = folders["serial"].parent / name
    path.touch()
    return path


def port(path):
    return SimpleNamespace(device=str(path), description="Barcode Scanner")


def test_a_serial_reader_is_named_by_its_id(folders):
    path = device(folders, "ttyACM0")
    name = folders["serial"] / "usb-Maker_Scanner_0042-if00"
    name.symlink_to(path)
    (folders["serial-path"] / "pci-0000-usb-0:1").symlink_to(path)

    assert plugged(folders, lambda: [port(path)]) == (Plugged(str(name), "Barcode Scanner"),)


def test_two_readers_without_serial_numbers_are_named_by_their_usb_ports(folders):
    first, second = device(folders, "ttyUSB0"), device(folders, "ttyUSB1")
    (folders["serial"] / "usb-Maker_Scanner-if00").symlink_to(second)
    for number, path in enumerate((first, second)):
        (folders["serial-path"] / f"pci-0000-usb-0:{number}").symlink_to(path)

    urls = [each.url for each in plugged(folders, lambda: [port(second), port(first)])]

    assert urls == [str(folders["serial-path"] / "pci-0000-usb-0:0"), str(folders["serial"] / "usb-Maker_Scanner-if00")]


def test_a_port_without_such_a_name_keeps_its_own(folders):
    path = device(folders, "ttyS0")

    assert plugged(folders, lambda: [port(path)]) == (Plugged(str(path), "Barcode Scanner"),)


def test_typing_scanners_and_cameras_are_found(folders):
    for folder, names in {
        "keys": ["usb-Maker_Scanner-event-kbd", "usb-Maker_Mouse-event-mouse", "usb-Maker_Scanner-event-if01"],
        "camera": ["usb-Maker_Camera-video-index0", "usb-Maker_Camera-video-index1"],
    }.items():
        for name in names:
            (folders[folder] / name).symlink_to(device(folders, name))

    assert [each.url for each in plugged(folders, list)] == [
        f"keys:{folders['keys']}/usb-Maker_Scanner-event-kbd",
        f"camera:{folders['camera']}/usb-Maker_Camera-video-index0",
    ]


def test_a_machine_without_these_folders_has_no_devices(tmp_path):
    folders = {name: tmp_path / name for name in ("serial", "serial-path", "keys", "camera")}

    assert plugged(folders, list) == ()


def test_a_device_in_the_settings_is_listed_whichever_of_its_names_they_use(folders):
    path, camera = device(folders, "ttyACM0"), Plugged("camera:/dev/video0", "a camera")
    name = folders["serial"] / "usb-Maker_Scanner_0042-if00"
    name.symlink_to(path)
    found = (*plugged(folders, lambda: [port(path)]), camera, Plugged("/dev/ttyS0", "n/a"))

    assert unlisted(found, []) == (Plugged(str(name), "Barcode Scanner"), camera)
    assert unlisted(found, [str(path), "camera:0", "socket://10.0.0.7:4001"]) == ()
