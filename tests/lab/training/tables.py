"""The surfaces under cards and the objects around them: felt, wood, cloth, print, chips, hands, phones, backs. All of
them are drawn here.
"""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from tests.lab.training.faces import stamp
from tests.lab.training.shapes import Dice, Mask, font_files

Pixels = npt.NDArray[Any]
Floats = npt.NDArray[Any]

_SKINS = [(120, 150, 200), (140, 175, 225), (90, 120, 175), (60, 85, 130), (40, 55, 90), (165, 190, 235)]


def ground(dice: Dice, side: int) -> Pixels:
    """A square surface with sides of `side` pixels."""
    makers = [_plain, _plain, _felt, _felt, _wood, _wood, _weave, _stripes, _carpet, _leaves, _white, _white, _dark,
              _glitter]  # fmt: skip
    picture = makers[dice.integers(len(makers))](dice, side)
    if dice.random() < 0.3:
        picture = picture * (1 - _alpha(dice)) + ground_noise(dice, side, dice.uniform(1, 3)) * _alpha(dice)
    if dice.random() < 0.25:
        _lines(picture, dice)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _alpha(dice: Dice) -> float:
    return float(dice.uniform(0.0, 0.15))


def color(dice: Dice, low: int = 0, high: int = 256) -> Floats:
    return dice.integers(low, high, 3).astype(np.float32)


def clouds(dice: Dice, side: int, cells: int) -> Floats:
    """Smooth noise between 0 and 1."""
    small = dice.random((cells + 3, cells + 3), np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def ground_noise(dice: Dice, side: int, grain: float) -> Floats:
    cells = max(8, int(side / grain))
    fine = dice.normal(128, 50, (cells, cells, 1)).astype(np.float32)
    enlarged = np.asarray(cv2.resize(fine, (side, side), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.repeat(enlarged[..., None], 3, axis=2)


def _plain(dice: Dice, side: int) -> Floats:
    shade = clouds(dice, side, int(dice.integers(1, 5)))[..., None]
    return color(dice) * (0.8 + 0.3 * shade)


def _white(dice: Dice, side: int) -> Floats:
    tint = dice.uniform(170, 256) + dice.normal(0, 8, 3)
    return (tint * (0.85 + 0.2 * clouds(dice, side, 2)[..., None])).astype(np.float32)


def _dark(dice: Dice, side: int) -> Floats:
    return color(dice, 5, 60) * (0.7 + 0.5 * clouds(dice, side, 3)[..., None])


def _felt(dice: Dice, side: int) -> Floats:
    kinds = [(40, 110, 30), (110, 60, 20), (30, 30, 140), (25, 25, 25), (90, 90, 40), (60, 130, 60), (150, 120, 90)]
    base = np.array(kinds[dice.integers(len(kinds))], np.float32) * dice.uniform(0.6, 1.4)
    fibre = ground_noise(dice, side, dice.uniform(1, 2.5)) / 128
    return base * (0.75 + 0.25 * fibre) * (0.8 + 0.3 * clouds(dice, side, 2)[..., None])


def _wood(dice: Dice, side: int) -> Floats:
    kinds = [(60, 100, 160), (30, 60, 110), (130, 170, 205), (190, 210, 225), (20, 35, 60), (90, 120, 150)]
    base = np.array(kinds[dice.integers(len(kinds))], np.float32)
    grain = clouds(dice, side, int(dice.integers(2, 5)))
    rings = np.sin(grain * dice.uniform(20, 90) + clouds(dice, side, 40) * 2) * 0.5 + 0.5
    squeeze = int(dice.integers(4, 20))
    streak = cv2.resize(dice.random((side, side // squeeze + 2)).astype(np.float32), (side, side))
    shade = 0.7 + dice.uniform(0.1, 0.35) * rings + dice.uniform(0.05, 0.3) * streak
    picture = base * shade[..., None]
    return _turn(picture.astype(np.float32), dice)


def _turn(picture: Floats, dice: Dice) -> Floats:
    side = picture.shape[0]
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), dice.uniform(0, 360), 1.45)
    turned = cv2.warpAffine(picture, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(turned, np.float32)


def _weave(dice: Dice, side: int) -> Floats:
    step = dice.uniform(2.5, 14)
    line = np.arange(side, dtype=np.float32)
    across = np.sin(line * 2 * np.pi / step)[None]
    down = np.sin(line * 2 * np.pi / (step * dice.uniform(0.5, 2)))[:, None]
    pattern = (across * down if dice.random() < 0.5 else across + down)[..., None]
    picture = color(dice, 20, 240) * (0.9 + dice.uniform(0.03, 0.2) * pattern)
    return _turn(picture.astype(np.float32), dice)


def _stripes(dice: Dice, side: int) -> Floats:
    edges = np.cumsum(dice.uniform(3, 60, 120))
    which = np.searchsorted(edges, np.arange(side)) % int(dice.integers(2, 5))
    inks = np.stack([color(dice) for _ in range(5)])
    picture = np.repeat(inks[which][None], side, axis=0)
    return _turn(picture.astype(np.float32) * (0.9 + 0.1 * ground_noise(dice, side, 1.5) / 128), dice)


def _carpet(dice: Dice, side: int) -> Floats:
    speckle = ground_noise(dice, side, dice.uniform(1.5, 7)) / 128
    return color(dice, 40, 220) * (0.4 + 0.6 * speckle)


def _glitter(dice: Dice, side: int) -> Floats:
    """A dark surface full of specks, singly or in twos and threes: cloth with glitter, stone, or dust under a lamp."""
    picture = color(dice, 0, 90) * (0.7 + 0.4 * clouds(dice, side, 3)[..., None])
    specks = int(side * side * dice.uniform(0.002, 0.03))
    places = dice.integers(0, side, (specks, 2))
    for way in ((0, 0), (1, 0), (1, 1))[: int(dice.integers(1, 4))]:
        y, x = np.minimum(places + way, side - 1).T
        picture[y, x] = dice.uniform(60, 255, (specks, 1))
    return np.asarray(picture, np.float32)


def _leaves(dice: Dice, side: int) -> Floats:
    picture = _plain(dice, side)
    for _ in range(int(dice.integers(8, 50))):
        corners = dice.uniform(0, side, 2) + dice.normal(0, dice.uniform(5, 60), (int(dice.integers(3, 9)), 2))
        ink = tuple(float(part) for part in color(dice))
        cv2.fillPoly(picture, [corners.astype(np.int32)], ink, cv2.LINE_AA)
    return picture


def _lines(picture: Floats, dice: Dice) -> None:
    """Lines and rings like those printed on a table's layout, or like the gaps between boards."""
    side = picture.shape[0]
    ink = tuple(float(part) for part in color(dice))
    for _ in range(int(dice.integers(1, 6))):
        start, end = dice.uniform(-50, side + 50, (2, 2)).astype(int).tolist()
        width = int(dice.integers(1, 7))
        if dice.random() < 0.5:
            cv2.line(picture, start, end, ink, width, cv2.LINE_AA)
        elif dice.random() < 0.5:
            cv2.rectangle(picture, start, end, ink, width, cv2.LINE_AA)
        else:
            cv2.circle(picture, start, int(dice.integers(10, 160)), ink, width, cv2.LINE_AA)


def words_patch(dice: Dice, width: int, height: int) -> tuple[Pixels, Mask]:
    """Print: letters and digits like those on tables, papers and keys, with the mask of its paper."""
    paper = color(dice)
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = paper
    ink = tuple(int(part) for part in (255 - paper if dice.random() < 0.6 else color(dice)))
    files = font_files()
    image = Image.fromarray(canvas)
    pen = ImageDraw.Draw(image)
    size = int(dice.integers(7, 60))
    face = ImageFont.truetype(files[dice.integers(len(files))], size)
    letters = "AKQJ1098765432 AKQJT ABCDEFGHIJKLMNOPRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,-"
    y = int(dice.integers(-size, size))
    while y < height:
        text = "".join(letters[i] for i in dice.integers(0, len(letters), int(width / size * 2) + 1))
        pen.text((int(dice.integers(-size, size)), y), text, font=face, fill=ink)
        y += int(size * dice.uniform(1.1, 1.8))
    mask = np.full((height, width), 255 if dice.random() < 0.7 else 0, np.uint8)
    drawn = np.asarray(image, np.uint8)
    if not mask.any():
        mask = (np.abs(drawn.astype(int) - paper.astype(int)).max(2) > 40).astype(np.uint8) * 255
    return drawn, mask


def back(dice: Dice, width: int, height: int) -> Pixels:
    """The back of a card."""
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = 245
    ink = color(dice, 10, 190)
    edge = int(dice.integers(0, width // 10 + 1))
    inner = canvas[edge : height - edge, edge : width - edge]
    rows, columns = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]].astype(np.float32)
    step = dice.uniform(6, 40)
    wave = np.sin((rows + columns) * 2 * np.pi / step) * np.sin((rows - columns) * 2 * np.pi / step)
    wave = np.sin(wave * dice.uniform(1, 6)) > dice.uniform(-0.5, 0.5)
    inner[:] = np.where(wave[..., None], ink, canvas[0, 0]).astype(np.uint8)
    return canvas


def chip(dice: Dice, side: int) -> tuple[Pixels, Mask]:
    """A chip from above, with its edge spots and a number."""
    canvas = np.zeros((side, side, 3), np.uint8)
    mask = np.zeros((side, side), np.uint8)
    middle, radius = side // 2, side // 2 - 2
    base = tuple(int(part) for part in color(dice, 10, 250))
    spot = tuple(int(part) for part in color(dice, 150, 256))
    cv2.circle(mask, (middle, middle), radius, 255, -1, cv2.LINE_AA)
    cv2.circle(canvas, (middle, middle), radius, base, -1, cv2.LINE_AA)
    start = dice.uniform(0, 60)
    for turn in range(0, 360, 60):
        cv2.ellipse(canvas, (middle, middle), (radius, radius), turn + start, 0, 24, spot, -1, cv2.LINE_AA)
    cv2.circle(canvas, (middle, middle), int(radius * 0.72), base, -1, cv2.LINE_AA)
    cv2.circle(canvas, (middle, middle), int(radius * 0.62), spot, -1 if dice.random() < 0.5 else 2, cv2.LINE_AA)
    text = str(dice.choice(["1", "5", "25", "100", "500", "1000", "A", "K", "10", "2"]))
    face = ImageFont.truetype(font_files()[dice.integers(len(font_files()))], max(8, int(radius * 0.55)))
    drawn = Image.fromarray(canvas)
    ImageDraw.Draw(drawn).text((middle, middle), text, font=face, fill=base if dice.random() < 0.5 else (20, 20, 20),
                               anchor="mm")  # fmt: skip
    return np.asarray(drawn, np.uint8), mask


def hand(dice: Dice, side: int) -> tuple[Pixels, Mask]:
    """Rough fingers and a palm, as an object that covers cards."""
    mask = np.zeros((side, side), np.uint8)
    base = dice.uniform(0.3, 0.7, 2) * side
    cv2.ellipse(
        mask, base.astype(int).tolist(), (int(side * 0.2), int(side * 0.16)), dice.uniform(0, 180), 0, 360, 255, -1
    )
    way = dice.uniform(0, 2 * np.pi)
    for finger in range(int(dice.integers(1, 5))):
        turn = way + (finger - 1.5) * 0.28
        tip = base + np.array([np.cos(turn), np.sin(turn)]) * side * dice.uniform(0.28, 0.48)
        cv2.line(mask, base.astype(int).tolist(), tip.astype(int).tolist(), 255, int(side * dice.uniform(0.06, 0.1)))
    wrist = base - np.array([np.cos(way), np.sin(way)]) * side
    cv2.line(mask, base.astype(int).tolist(), wrist.astype(int).tolist(), 255, int(side * 0.22))
    soft = cv2.GaussianBlur(mask, (0, 0), side / 30).astype(np.float32)[..., None] / 255
    skin = np.array(_SKINS[dice.integers(len(_SKINS))], np.float32) * dice.uniform(0.7, 1.15)
    canvas = skin * (0.55 + 0.45 * soft) * (0.85 + 0.25 * clouds(dice, side, 6)[..., None])
    return np.clip(canvas, 0, 255).astype(np.uint8), np.asarray(cv2.GaussianBlur(mask, (0, 0), 1), np.uint8)


def slab(dice: Dice, width: int, height: int) -> tuple[Pixels, Mask]:
    """A phone, a book or a wallet: a rounded flat object, plain or with a little print on it."""
    canvas = np.clip(_plain(dice, max(width, height))[:height, :width], 0, 255).astype(np.uint8)
    if dice.random() < 0.5:
        cv2.rectangle(canvas, (width // 12, height // 12), (width - width // 12, height - height // 12),
                      tuple(int(part) for part in color(dice)), -1)  # fmt: skip
    if dice.random() < 0.4:
        drawn, mask = words_patch(dice, width, height)
        canvas = np.where(mask[..., None] > 127, drawn, canvas)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (2, 2), (width - 3, height - 3), 255, -1)
    return canvas, mask


def keys(dice: Dice, width: int, height: int) -> tuple[Pixels, Mask]:
    """Part of a keyboard, or any rows of fields with letters."""
    step = int(dice.integers(18, 60))
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = color(dice)
    key = tuple(int(part) for part in color(dice))
    face = ImageFont.truetype(
        font_files()[dice.integers(len(font_files()))], max(7, int(step * dice.uniform(0.3, 0.7)))
    )
    for y in range(0, height, step):
        for x in range(0, width, step):
            cv2.rectangle(canvas, (x + 2, y + 2), (x + step - 3, y + step - 3), key, -1)
    image = Image.fromarray(canvas)
    pen = ImageDraw.Draw(image)
    ink = tuple(int(255 - part) for part in key)
    for y in range(0, height, step):
        for x in range(0, width, step):
            letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890AKQJ"[dice.integers(40)]
            pen.text((x + step * 0.2, y + step * 0.15), letter, font=face, fill=ink)
    return np.asarray(image, np.uint8), np.full((height, width), 255, np.uint8)


def lone_shapes(picture: Pixels, dice: Dice, masks: list[Mask], size: float) -> None:
    """Single letters and suits: print that looks like an index but is not one."""
    ink = tuple(int(part) for part in color(dice))
    for _ in range(int(dice.integers(1, 6))):
        mask = masks[dice.integers(len(masks))]
        height = size * dice.uniform(0.3, 2.5)
        turned = np.asarray(np.rot90(mask, int(dice.integers(4))))
        x, y = dice.uniform(0, picture.shape[1], 2)
        stamp(picture, turned, (ink[0], ink[1], ink[2]), (x, y), (height * turned.shape[1] / turned.shape[0], height))
