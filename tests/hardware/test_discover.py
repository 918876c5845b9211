"""Devices that are plugged in get names by which the settings find them again."""

from types import SimpleNamespace

import pytest

from hardware.readers import plugged, unlisted
from hardware.readers.kind import Plugged

BY_ID, BY_PATH = "serial/by-id", "serial/by-path"


@pytest.fixture
def dev(tmp_path, monkeypatch):
    """The folder /dev as udev makes it, on a machine without serial ports."""
    for name in (BY_ID, BY_PATH, "input/by-id", "v4l/by-id"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    return tmp_path


@pytest.fixture
def add_ports(monkeypatch):
    """Give the machine serial ports."""

    def add(*paths):
        ports = [SimpleNamespace(device=str(path), description="Barcode Scanner") for path in paths]
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)

    return add


def device(dev, name):
    path = dev / name
    path.touch()
    return path


def test_a_serial_reader_is_named_by_its_id(dev, add_ports):
    path = device(dev, "ttyACM0")
    name = dev / BY_ID / "usb-Maker_Scanner_0042-if00"
    name.symlink_to(path)
    (dev / BY_PATH / "pci-0000-usb-0:1").symlink_to(path)
    add_ports(path)

    assert plugged(dev) == (Plugged(str(name), "Barcode Scanner"),)


def test_two_readers_without_serial_numbers_are_named_by_their_usb_ports(dev, add_ports):
    first, second = device(dev, "ttyUSB0"), device(dev, "ttyUSB1")
    (dev / BY_ID / "usb-Maker_Scanner-if00").symlink_to(second)
    for number, path in enumerate((first, second)):
        (dev / BY_PATH / f"pci-0000-usb-0:{number}").symlink_to(path)
    add_ports(second, first)

    urls = [each.url for each in plugged(dev)]

    assert urls == [str(dev / BY_PATH / "pci-0000-usb-0:0"), str(dev / BY_ID / "usb-Maker_Scanner-if00")]


def test_a_port_without_such_a_name_keeps_its_own(dev, add_ports):
    path = device(dev, "ttyS0")
    add_ports(path)

    assert plugged(dev) == (Plugged(str(path), "Barcode Scanner"),)


def test_typing_scanners_and_cameras_are_found(dev):
    for folder, names in {
        "input/by-id": ["usb-Maker_Scanner-event-kbd", "usb-Maker_Mouse-event-mouse", "usb-Maker_Scanner-event-if01"],
        "v4l/by-id": ["usb-Maker_Camera-video-index0", "usb-Maker_Camera-video-index1"],
    }.items():
        for name in names:
            (dev / folder / name).symlink_to(device(dev, name))

    assert [each.url for each in plugged(dev)] == [
        f"keys:{dev}/input/by-id/usb-Maker_Scanner-event-kbd",
        f"camera:{dev}/v4l/by-id/usb-Maker_Camera-video-index0",
    ]


def test_a_machine_without_these_folders_has_no_devices(dev):
    assert plugged(dev / "none") == ()


def test_a_device_in_the_settings_is_listed_whichever_of_its_names_they_use(dev, add_ports):
    path, camera = device(dev, "ttyACM0"), Plugged("camera:/dev/video0", "a camera")
    name = dev / BY_ID / "usb-Maker_Scanner_0042-if00"
    name.symlink_to(path)
    add_ports(path)
    found = (*plugged(dev), camera, Plugged("/dev/ttyS0", "n/a"))

    assert unlisted(found, []) == (Plugged(str(name), "Barcode Scanner"), camera)
    assert unlisted(found, [str(path), "camera:0", "socket://10.0.0.7:4001"]) == ()
