"""An address in the settings is described in plain words: what kind of device, and which."""

import pytest

from hardware.readers import KINDS, device_at, public_address
from hardware.readers.kind import HardwareDevice, ReaderKind
from ui.words.languages import LANGUAGES, words_in


@pytest.mark.parametrize(
    ("url", "device"),
    [
        ("/dev/serial/by-id/usb-Maker_Scanner_0042-if00", HardwareDevice("usb", "Maker Scanner 0042")),
        ("/dev/serial/by-id/usb-Maker_Bridge_A1-if00-port0", HardwareDevice("usb", "Maker Bridge A1")),
        ("/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0", HardwareDevice("usb", "0000:00:14.0-usb-0:2:1.0")),
        ("/dev/ttyACM0", HardwareDevice("usb", "ttyACM0")),
        ("/dev/ttyS0", HardwareDevice("port", "ttyS0")),
        ("COM3", HardwareDevice("port", "COM3")),
        ("socket://10.0.7.4:4001", HardwareDevice("network", "10.0.7.4:4001")),
        ("rfc2217://reader.local:2217", HardwareDevice("network", "reader.local:2217")),
        ("keys:/dev/input/by-id/usb-Maker_Keys-event-kbd", HardwareDevice("keys", "Maker Keys")),
        ("keys:screen", HardwareDevice("screen", "")),
        ("camera:0", HardwareDevice("camera", "0")),
        (
            "camera:/dev/v4l/by-id/usb-Maker_HD_Camera_7F31-video-index0",
            HardwareDevice("camera", "Maker HD Camera 7F31"),
        ),
        ("camera:rtsp://floor:secret@10.0.0.9/stream", HardwareDevice("stream", "10.0.0.9")),
        ("camera:/home/table/board.avi", HardwareDevice("film", "board.avi")),
        ("sim:///home/table/hand.txt?pace_ms=1500", HardwareDevice("script", "hand.txt")),
    ],
)
def test_every_kind_of_address_has_a_description(url: str, device: HardwareDevice):
    assert device_at(url) == device


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.scheme or "serial line")
def test_the_devices_of_every_kind_have_names_in_every_language(kind: ReaderKind):
    devices = {device_at(example).kind for example in kind.examples}

    for language in LANGUAGES:
        assert devices <= words_in(language).readers.kinds.keys()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("camera:rtsp://floor:secret@10.0.0.9:554/stream", "camera:rtsp://10.0.0.9:554"),
        ("camera:http://floor:se@cret@cam.local/video", "camera:http://cam.local"),
        ("camera:rtsp://10.0.0.9/user=floor_password=secret_channel=1.sdp", "camera:rtsp://10.0.0.9"),
        ("camera:http://10.0.0.9/video?pwd=secret", "camera:http://10.0.0.9"),
        ("socket://floor:secret@10.0.7.4:4001", "socket://10.0.7.4:4001"),
        ("camera:/dev/v4l/by-id/usb-Maker_HD_Camera_7F31-video-index0",) * 2,
        ("camera:0",) * 2,
        ("/dev/ttyACM0",) * 2,
        ("keys:screen",) * 2,
    ],
)
def test_an_address_is_shown_without_its_password(url: str, said: str):
    assert public_address(url) == said
    assert "cret" not in device_at(url).name
