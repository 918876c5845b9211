"""`kiosk read`: the promised lines, pictures with boxes, videos, and files that cannot be read."""

import json
import os
from typing import Any

import cv2
import pytest

from kiosk.cli import main
from tests.hardware.recognise.drawn import table


@pytest.fixture
def board(tmp_path):
    """A picture of two cards."""
    file = tmp_path / "board.png"
    cv2.imwrite(str(file), table([("Ah", 400, 360, 0), ("Kd", 800, 360, 30)]))
    return file


def lines(capsys) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_says_which_cards_lie_where(board, capsys):
    assert main(["read", str(board), "--json"]) == 0

    (line,) = lines(capsys)
    assert line.keys() == {"file", "cards", "ms"}
    assert line["file"] == str(board)
    assert sorted(each["card"] for each in line["cards"]) == ["Ah", "Kd"]
    for each in line["cards"]:
        assert each.keys() == {"card", "confidence", "box"}
        assert 0.5 <= each["confidence"] <= 1
        assert len(each["box"]) == 4
    assert line["ms"] > 0


def test_without_json_it_is_told_in_words(board, tmp_path, capsys):
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), table([]))

    assert main(["read", str(board), str(empty)]) == 0

    out = capsys.readouterr().out
    assert "Ah" in out
    assert f"{empty}: no card that is certain" in out


def test_show_writes_the_picture_with_boxes(board, tmp_path, capsys):
    assert main(["read", str(board), "--show", str(tmp_path / "shown")]) == 0

    plain, shown = (cv2.imread(str(file)) for file in (board, tmp_path / "shown" / "board.jpg"))
    assert plain is not None
    assert shown is not None
    assert shown.shape == plain.shape
    assert cv2.absdiff(shown, plain).max() > 100


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(40)])
@pytest.mark.parametrize("name", ["a.png", "a.mp4"])
def test_a_file_that_is_no_picture_is_one_line_and_the_others_are_read(content, name, board, tmp_path, capsys):
    file = tmp_path / name
    file.write_bytes(content)

    assert main(["read", str(file), str(board), "--json"]) == 1

    bad, good = lines(capsys)
    assert bad.keys() == {"file", "error"}
    assert "can be read" in bad["error"]
    assert good["cards"]


def test_a_file_that_is_not_there_is_one_line(tmp_path, capsys):
    assert main(["read", str(tmp_path / "none.jpg"), "--json"]) == 1

    (line,) = lines(capsys)
    assert line["error"] == os.strerror(2)


def test_a_folder_that_cannot_be_written_is_named(board, tmp_path, capsys):
    (tmp_path / "taken").write_text("")

    assert main(["read", str(board), "--show", str(tmp_path / "taken")]) == 2
    assert "name another folder" in capsys.readouterr().err


def test_no_files_are_not_understood(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["read"])
    assert ended.value.code == 2


def test_a_video_is_read_picture_by_picture(tmp_path, capsys):
    file = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    for number in range(10):
        writer.write(table([("Ah", 400 + number, 360, 0)]))
    writer.release()

    assert main(["read", str(file), "--json", "--every", "300"]) == 0

    read = lines(capsys)
    assert [line["at_ms"] for line in read] == [0, 300, 600, 900]
    assert [[each["card"] for each in line["cards"]] for line in read] == [["Ah"]] * 4
