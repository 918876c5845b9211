"""How the screens look: sizes in millimetres, two themes, the four-colour deck. No text and no Qt."""

import msgspec

SUIT_COLOURS = {"s": "#000000", "h": "#D81B60", "d": "#1565C0", "c": "#1B5E20"}
"""On a white card: contrast 21, 4.9, 5.7 and 7.9 to 1, and apart from each other for colour-blind eyes too."""
CARD_WHITE = "#FFFFFF"
PICTURE_COLOURS = {"backing": "#101418", "sure": "#35D07F", "unsure": "#FFB300", "seen": "#F4F7F9"}
"""On a camera's picture, light or dark: each line has the backing below it."""

# A standing user hits 20 mm as surely as 25 and worse below; 3 mm between targets is enough.
TARGET_MM = 20.0
LEAST_TARGET_MM = 15.0
GAP_MM = 3.0

# Heights of a digit or capital letter.
AMOUNT_MM = 6.0
KEYED_MM = 10.0
WORD_MM = 4.2
NAME_MM = 3.9
SMALL_MM = 3.1

FACES = ("Noto Sans", "Liberation Sans", "DejaVu Sans")
"""The first of these that the machine has; their figures all have one width."""
CAPITAL = 0.72
"""Height of a capital in these faces, as a part of the font's size."""


class Paint(msgspec.Struct, frozen=True):
    """The colours of a surface and of the text on it."""

    fill: str
    ink: str


class Theme(msgspec.Struct, frozen=True):
    """The colours of one room. Each name states a purpose, never a colour."""

    name: str
    room: str
    felt: str
    rail: str
    plain: Paint
    quiet: Paint
    off: Paint
    """A button that cannot be pressed now."""
    go: Paint
    act: Paint
    stop: Paint
    warn: Paint
    seat: Paint
    turn: Paint
    out: Paint
    """A folded or empty seat."""
    wins: Paint
    strip: Paint
    sheet: Paint
    faint: str
    """Less important text on a seat, the strip or a sheet."""
    edge: str
    """Around what can be pressed."""
    mark: str
    """Around the cards that play."""
    refused: Paint


DARK = Theme(
    name="dark",
    room="#0B0F12",
    felt="#123226",
    rail="#2A4A3C",
    plain=Paint("#31404B", "#F4F7F9"),
    quiet=Paint("#1F2A32", "#C9D3DA"),
    off=Paint("#161D22", "#67747D"),
    go=Paint("#188245", "#FFFFFF"),
    act=Paint("#2469B8", "#FFFFFF"),
    stop=Paint("#8E2A2A", "#FFFFFF"),
    warn=Paint("#FFB300", "#1A1200"),
    seat=Paint("#24313A", "#F4F7F9"),
    turn=Paint("#FFD54A", "#141000"),
    out=Paint("#15241E", "#7C8F86"),
    wins=Paint("#188245", "#FFFFFF"),
    strip=Paint("#0B0F12", "#F4F7F9"),
    sheet=Paint("#1B252C", "#F4F7F9"),
    faint="#A9B8C1",
    edge="#4A5B66",
    mark="#FFC400",
    refused=Paint("#C62828", "#FFFFFF"),
)

LIGHT = Theme(
    name="light",
    room="#DCE2E6",
    felt="#BFD8C8",
    rail="#94B5A2",
    plain=Paint("#FFFFFF", "#10181D"),
    quiet=Paint("#EEF1F3", "#33424C"),
    off=Paint("#D2D9DD", "#6A7780"),
    go=Paint("#16703D", "#FFFFFF"),
    act=Paint("#1A559B", "#FFFFFF"),
    stop=Paint("#A32020", "#FFFFFF"),
    warn=Paint("#FFB300", "#1A1200"),
    seat=Paint("#FFFFFF", "#10181D"),
    turn=Paint("#FFC21A", "#141000"),
    out=Paint("#C9DCD0", "#5E7267"),
    wins=Paint("#16703D", "#FFFFFF"),
    strip=Paint("#DCE2E6", "#10181D"),
    sheet=Paint("#E4EBEF", "#10181D"),
    faint="#4A5A64",
    edge="#8FA0AA",
    mark="#E08A00",
    refused=Paint("#B71C1C", "#FFFFFF"),
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


class Look(msgspec.Struct, frozen=True):
    """A screen's theme and its pixels per millimetre."""

    theme: Theme = DARK
    px_per_mm: float = 5.9
