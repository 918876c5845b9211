"""Pictures of any size are decoded in bounded memory, or refused in one line."""

import json
import os
import struct
import subprocess
import sys

import cv2

from tests.kit.drawn import table
from tests.kit.patience import PATIENCE_S

LIMIT = 1_000_000
"""A smaller limit than that of the program, so that the pictures are drawn quickly."""
PROGRAM = """
import sys
from kiosk.commands.read.pictures import open_picture
from kiosk.cli import main
picture = open_picture("large.jpg")
print(picture.pixels.nbytes, picture.shrunk)
sys.exit(main(["read", "large.jpg", "large.png", "progressive.jpg", "--json"]))
"""


def progressive(width, height):
    """A progressive JPEG whose header has this size."""
    jpeg = bytearray(cv2.imencode(".jpg", table([]), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes())
    frame = jpeg.index(b"\xff\xc2")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(jpeg)


def test_a_large_jpeg_is_decoded_in_part_and_what_cannot_be_is_refused_in_one_line(tmp_path):
    large = cv2.resize(table([("Ah", 400, 360, 0), ("Kd", 800, 360, 30)]), (2560, 1440))
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    cv2.imwrite(str(tmp_path / "large.png"), large)
    (tmp_path / "progressive.jpg").write_bytes(progressive(9000, 9000))

    done = subprocess.run(  # a process of its own, because OpenCV reads the limit when it is imported
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "OPENCV_IO_MAX_IMAGE_PIXELS": str(LIMIT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    decoded, *lines = done.stdout.splitlines()
    assert decoded == f"{3 * 1280 * 720} 2"
    read, *refused = map(json.loads, lines)
    boxes = {each["card"]: each["box"] for each in read["cards"]}
    assert boxes.keys() == {"Ah", "Kd"}
    left, top, width, height = boxes["Ah"]
    assert left < 2 * 400 < left + width
    assert top < 2 * 360 < top + height
    assert [line["file"] for line in refused] == ["large.png", "progressive.jpg"]
    assert {line["error"] for line in refused} == {
        "this picture has more than 40 megapixels: make it smaller, or save it as a baseline JPEG"
    }
    assert (done.returncode, done.stderr) == (1, "")
