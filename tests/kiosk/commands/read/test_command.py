"""`kiosk read`: the promised lines, pictures with boxes, videos, and files that cannot be read."""

import io
import json
import os
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import pipeline
from kiosk.cli import main
from tests.kit.drawn import table
from tests.kit.patience import PATIENCE_S
from tests.kit.printed import sticker


@pytest.fixture
def board(tmp_path):
    """A picture of two cards."""
    file = tmp_path / "board.png"
    cv2.imwrite(str(file), table([("Ah", 400, 360, 0), ("Kd", 800, 360, 30)]))
    return file


def lines(capsys) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_lists_the_cards_and_where_they_are(board, capsys):
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


def test_the_output_without_json_is_words(board, tmp_path, capsys):
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), table([]))

    assert main(["read", str(board), str(empty)]) == 0

    out = capsys.readouterr().out
    assert "Ah" in out
    assert f"{empty}: no card recognized with certainty" in out


@pytest.mark.parametrize("elsewhere", [True, False])
def test_show_writes_the_picture_with_boxes_and_prints_its_path(elsewhere, board, tmp_path, capsys):
    folder = tmp_path / "shown" if elsewhere else tmp_path

    assert main(["read", str(board), "--json", "--show", *(["--out", str(folder)] if elsewhere else [])]) == 0

    target = folder / "board.png.read.png"
    said = capsys.readouterr()
    assert said.err == f"written: {target}\n"
    assert len(said.out.splitlines()) == 1
    plain, shown = cv2.imread(str(board)), cv2.imread(str(target))
    assert plain is not None
    assert shown is not None
    assert shown.shape == plain.shape
    assert cv2.absdiff(shown, plain).max() > 100


def test_pictures_with_the_same_name_from_several_folders_are_all_kept(tmp_path, capsys):
    files = [tmp_path / folder / name for folder, name in (("a", "x.png"), ("b", "x.png"), ("c", "x-2.png"))]
    pictures = [table([(card, x, 360, 0)]) for card, x in (("Ah", 300), ("Kd", 640), ("7c", 980))]
    for file, picture in zip(files, pictures, strict=True):
        file.parent.mkdir()
        cv2.imwrite(str(file), picture)
    folder = tmp_path / "shown"

    assert main(["read", *map(str, [*files, files[1]]), "--show", "--out", str(folder)]) == 0

    targets = [folder / f"{name}.png.read.png" for name in ("x", "x-2", "x-2-2", "x-2")]
    assert capsys.readouterr().err.splitlines() == [f"written: {target}" for target in targets]
    assert sorted(folder.iterdir()) == sorted(set(targets))
    for number, target in enumerate(targets[:3]):
        shown = cv2.imread(str(target))
        assert shown is not None
        unlike = [cv2.absdiff(shown, picture).mean() for picture in pictures]
        assert unlike.index(min(unlike)) == number


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + bytes(40)])
@pytest.mark.parametrize("name", ["a.png", "a.mp4"])
def test_an_unreadable_picture_is_one_line_and_the_others_are_read(content, name, board, tmp_path, capsys):
    file = tmp_path / name
    file.write_bytes(content)

    assert main(["read", str(file), str(board), "--json"]) == 1

    bad, good = lines(capsys)
    assert bad.keys() == {"file", "error"}
    assert "this is not a readable" in bad["error"]
    assert good["cards"]


def cards_in(capsys):
    (line,) = lines(capsys)
    return [card["card"] for card in line["cards"]]


@pytest.mark.parametrize("missing", [1, 2])
def test_a_jpeg_without_its_last_bytes_is_read(board, tmp_path, capfd, missing):
    assert main(["read", "--json", str(board)]) == 0
    whole = cards_in(capfd)
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(jpeg(board)[:-missing])

    assert main(["read", "--json", str(cut)]) == 0
    assert cards_in(capfd) == whole != []


def jpeg(file):
    return cv2.imencode(".jpg", cv2.imread(str(file)))[1].tobytes()


def test_a_jpeg_that_is_named_as_a_video_is_read(board, tmp_path, capsys):
    named = tmp_path / "photo.mp4"
    named.write_bytes(jpeg(board))

    assert main(["read", "--json", str(named)]) == 0
    assert cards_in(capsys)


@pytest.mark.skipif(os.name != "posix", reason="names of files as Linux has them")
def test_a_file_whose_name_is_not_text_is_one_line(board, tmp_path, capsys):
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.png")
    os.rename(board, odd)

    for words in ([odd], ["--json", odd], ["--json", f"{odd}.png"]):
        main(["read", *words])
        assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes as Linux has them")
def test_a_pipe_is_one_line_and_is_not_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "photo.jpg")

    assert main(["read", "--json", str(tmp_path / "photo.jpg")]) == 1
    assert [line["error"] for line in lines(capsys)] == ["it is not a file"]


@pytest.mark.parametrize("ending", ["jpg", "mjpeg.avi"])
def test_damaged_pictures_write_nothing_to_standard_error(board, tmp_path, capfd, ending):
    file = tmp_path / f"damaged.{ending}"
    if ending == "jpg":
        data = bytearray(jpeg(board))
    else:
        picture = cv2.imread(str(board))
        video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, picture.shape[1::-1])
        for _ in range(6):
            video.write(picture)
        video.release()
        data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = b"\x13\xff\xd9\x37" * 100
    file.write_bytes(data)

    main(["read", "--json", str(file)])

    printed = capfd.readouterr()
    assert printed.err == ""
    assert len(printed.out.splitlines()) == 1


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert main(["read", str(tmp_path / "none.jpg"), "--json"]) == 1

    (line,) = lines(capsys)
    assert line["error"] == os.strerror(2)


def test_a_folder_that_cannot_be_written_is_named(board, tmp_path, capsys):
    (tmp_path / "taken").write_text("")

    assert main(["read", str(board), "--show", "--out", str(tmp_path / "taken")]) == 2
    assert "specify another folder" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--show"], ["--out", "pictures"], ["--quick"]])
def test_an_option_for_files_is_refused_with_a_camera(words, capsys):
    assert main(["read", "--watch", "0", *words]) == 2
    assert f"{words[0]} works with FILES" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["a.png", "--watch", "0"]])
def test_the_command_needs_either_files_or_a_camera(words, capsys):
    assert main(["read", *words]) == 2
    assert "needs FILES or --watch CAMERA" in capsys.readouterr().err


def clip(file, *pictures):
    """A video of ten pictures a second, each with its own grain as a camera's have."""
    dice = np.random.default_rng(1)
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    for picture in pictures:
        grain = dice.integers(0, 12, picture.shape, np.uint8)
        writer.write(cv2.subtract(picture, grain))
    writer.release()


@pytest.fixture
def laid(tmp_path):
    """A video: an empty table, an ace that lies still, then a king beside it; for one picture a queen flies past."""
    file = tmp_path / "clip.avi"
    ace, king = ("Ah", 400, 360, 0), ("Kd", 800, 360, 30)
    clip(file, *[table([])] * 4, *[table([ace])] * 8, table([ace, ("Qh", 800, 300, 0)]), *[table([ace, king])] * 8)
    return file


@pytest.mark.slow
def test_each_new_card_in_a_video_is_listed_once(laid, capsys):
    assert main(["read", str(laid), "--json"]) == 0

    (line,) = lines(capsys)
    assert line.keys() == {"file", "cards", "ms", "pictures"}
    assert line["pictures"] == 21
    assert [each["card"] for each in line["cards"]] == ["Ah", "Kd"]
    ace, king = line["cards"]
    assert 500 <= ace["at_ms"] <= 900
    assert 1400 <= king["at_ms"] <= 2000


@pytest.mark.slow
def test_the_saved_picture_of_a_video_is_the_one_with_the_most_cards(laid, capsys):
    assert main(["read", str(laid), "--show"]) == 0

    shown, both = cv2.imread(f"{laid}.read.png"), table([("Ah", 400, 360, 0), ("Kd", 800, 360, 30)])
    assert shown is not None
    assert cv2.absdiff(shown, both).mean() < 9


def test_a_live_camera_reports_cards_until_it_is_interrupted(laid, capsys, monkeypatch):
    class Interrupted(io.StringIO):
        """The viewer has seen the king, and presses Ctrl-C."""

        def flush(self):
            if "Kd" in self.getvalue():
                raise KeyboardInterrupt

    out = Interrupted()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr(pipeline, "OUTAGE_MS", PATIENCE_S * 1000)  # a slow machine takes longer for each picture

    assert main(["read", "--watch", str(laid), "--json"]) == 0

    reported = [json.loads(line) for line in out.getvalue().splitlines()]
    assert reported[0]["card"] == "Ah"
    assert {each["card"] for each in reported} == {"Ah", "Kd"}
    assert [each["at_ms"] for each in reported] == sorted(each["at_ms"] for each in reported)


def test_a_file_that_is_no_learned_deck_is_named(board, tmp_path, capsys):
    (tmp_path / "deck").write_text("rubbish")

    for words in ([str(board)], ["--watch", "0"]):
        assert main(["read", *words, "--deck", str(tmp_path / "deck")]) == 2
        assert "is not a registered deck" in capsys.readouterr().err


@pytest.fixture
def stuck(tmp_path):
    """A picture of an ace with letters and two stickers, one of which is on no card."""
    picture = table([("Ah", 300, 360, 0)])
    dice = np.random.default_rng(1)
    for code, x in (("QH", 640), ("LOT 7", 1000)):
        symbol = cv2.resize(sticker(code, 12.0, 0.0, dice), (72, 72), interpolation=cv2.INTER_AREA)
        picture[324:396, x - 36 : x + 36] = symbol[..., None]
    file = tmp_path / "stuck.png"
    cv2.imwrite(str(file), picture)
    return file


def test_a_card_with_a_printed_code_is_reported_together_with_cards_read_by_face(stuck, capsys):
    assert main(["read", str(stuck), "--json"]) == 0

    (line,) = lines(capsys)
    printed, face = sorted(line["cards"], key=lambda each: -each["confidence"])
    assert (printed["card"], printed["confidence"], face["card"]) == ("Qh", 1, "Ah")
    left, top, wide, tall = printed["box"]
    assert 600 < left < left + wide < 680
    assert 320 < top < top + tall < 400


def test_a_card_read_by_both_its_code_and_its_face_is_reported_once(tmp_path, capsys):
    picture = table([("Ah", 640, 360, 0)])
    symbol = cv2.resize(sticker("AH", 12.0, 0.0, np.random.default_rng(1)), (72, 72), interpolation=cv2.INTER_AREA)
    for top in (270, 378):
        picture[top : top + 72, 604:676] = symbol[..., None]
    file = tmp_path / "both.png"
    cv2.imwrite(str(file), picture)

    assert main(["read", str(file), "--json"]) == 0

    (line,) = lines(capsys)
    ((card),) = line["cards"]
    assert (card["card"], card["confidence"]) == ("Ah", 1)
    assert card["box"][3] > 100


def test_quick_reads_faces_only(stuck, capsys):
    assert main(["read", str(stuck), "--json", "--quick"]) == 0

    assert [each["card"] for each in lines(capsys)[0]["cards"]] == ["Ah"]


@pytest.mark.slow
def test_a_card_with_a_code_is_read_from_a_video(stuck, tmp_path, capsys):
    file, picture = tmp_path / "clip.avi", cv2.imread(str(stuck))
    assert picture is not None
    clip(file, *[table([])] * 4, *[np.asarray(picture, np.uint8)] * 8)

    assert main(["read", str(file), "--json"]) == 0

    assert sorted(each["card"] for each in lines(capsys)[0]["cards"]) == ["Ah", "Qh"]
