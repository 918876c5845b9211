"""How the screens look: sizes in millimeters, three themes, and the four-color deck. Contains no text and does not use
Qt."""

import msgspec

SUIT_COLORS = {"s": "#000000", "h": "#D81B60", "d": "#1565C0", "c": "#1B5E20"}
"""Colors on a white card, with contrast ratios of 21, 4.9, 5.7 and 7.9 to 1. Color-blind people can tell them apart,
too."""
CARD_WHITE = "#FFFFFF"
DIM_FACE = "#98A3A9"
DIM_COLORS = {"s": "#000000", "h": "#6A0D2E", "d": "#0A2F5C", "c": "#0D3411"}
"""The colors of a card that does not play: the same four on gray, with a contrast ratio of at least 4.5."""
PICTURE_COLORS = {"backing": "#101418", "sure": "#35D07F", "unsure": "#FFB300", "seen": "#F4F7F9", "here": "#FFC928"}
"""Colors for drawing on a camera's picture, whether it is light or dark. Each line is drawn on top of the backing
color."""

# A standing user hits a 20 mm target as reliably as a 25 mm one, but smaller ones less reliably; 3 mm between targets
# is enough.
TARGET_MM = 20.0
LEAST_TARGET_MM = 15.0
GAP_MM = 3.0
AIR_MM = 1.0
"""The space between the parts of one tile, and around a text in its box."""

NOTE_MM, SMALL_MM, NAME_MM, WORD_MM, STACK_MM, AMOUNT_MM, AWARD_MM = 2.4, 2.9, 3.4, 4.0, 5.1, 6.5, 10.4
"""The only letter sizes on the dealer's screen, as heights of a capital or digit. They are for the letters on a disc;
notes; names and labels; words on keys; stacks; pots and keypads; and the award or the amount being entered."""
SIZES = (NOTE_MM, SMALL_MM, NAME_MM, WORD_MM, STACK_MM, AMOUNT_MM, AWARD_MM)

HAIR_MM, EDGE_MM, THICK_MM = 0.25, 0.4, 0.9
"""The widths of edges: around parts at rest, around a zone of a tile, and around what is highlighted."""

FACES = ("Roboto Condensed", "Noto Sans", "Liberation Sans", "DejaVu Sans")
"""The bundled typeface (`ui/fonts`), with digits of equal width, and substitutes for letters that it lacks."""
CAPITAL = 0.711
"""The height of a capital in this typeface, as a fraction of the font size."""
COMMA = 0.22
"""How far a comma reaches below the digits, as a fraction of their height."""


class Paint(msgspec.Struct, frozen=True):
    """The colors of a surface and of the text on it."""

    fill: str
    ink: str


PRACTICE_ON_DARK = Paint("#B795FF", "#160830")
"""The color of practice mode in the dark theme. Its contrast is 8.2 to 1 on the bar of practice mode; that of
`Theme.practice` is 7.5 to 1."""


class Theme(msgspec.Struct, frozen=True):
    """The colors for one kind of room. Each name describes a purpose, never a color. Text has a contrast ratio of at
    least 4.5 against its background, and edges have at least 3."""

    name: str
    room: str
    felt: str
    rail: str
    """The color around the felt."""
    plain: Paint
    quiet: Paint
    off: Paint
    """A button that cannot be pressed now."""
    off_edge: str
    go: Paint
    act: Paint
    stop: Paint
    """The colors for all-in, and for any action that destroys a record."""
    warn: Paint
    seat: Paint
    turn: Paint
    out: Paint
    """A folded or empty seat."""
    out_edge: str
    wins: Paint
    strip: Paint
    sheet: Paint
    faint: str
    """Less important text on a seat, the strip, a sheet or the felt."""
    edge: str
    """The edge around a seat and around anything that can be pressed."""
    turn_edge: str
    """The edge around the seat to act."""
    win_edge: str
    """The edge around the winner and the cards that play, and the color of text on the felt that says what is won."""
    slot: str
    """The edge around an empty card position on the board."""
    mark: str
    """The edge around whatever needs attention now."""
    zone: str
    """The color of an action's touch zone in a seat whose turn it is not."""
    go_edge: str
    act_edge: str
    """The edges of such a zone: the first for calling, the second for betting and raising."""
    refused: Paint
    practice: Paint

    @property
    def violet(self) -> Paint:
        """The color of practice mode."""
        return PRACTICE_ON_DARK if self.name == "dark" else self.practice


DARK = Theme(
    name="dark",
    room="#05090B",
    felt="#0C2B1E",
    rail="#5E9B7D",
    plain=Paint("#25323D", "#F6F9FB"),
    quiet=Paint("#1B2631", "#D6DFE5"),
    off=Paint("#10171D", "#8796A2"),
    off_edge="#566774",
    go=Paint("#147A3B", "#FFFFFF"),
    act=Paint("#1C5FB8", "#FFFFFF"),
    stop=Paint("#BF2430", "#FFFFFF"),
    warn=Paint("#FFC928", "#171200"),
    seat=Paint("#1B2631", "#F6F9FB"),
    turn=Paint("#FFC928", "#171200"),
    out=Paint("#0C2B1E", "#A3B3AB"),
    out_edge="#769485",
    wins=Paint("#147A3B", "#FFFFFF"),
    strip=Paint("#05090B", "#F6F9FB"),
    sheet=Paint("#111A21", "#F6F9FB"),
    faint="#BCC9D3",
    edge="#8FA3B3",
    turn_edge="#FFC928",
    win_edge="#5FE397",
    slot="#6FA58B",
    mark="#FFC928",
    zone="#0E151C",
    go_edge="#35B368",
    act_edge="#5C93DE",
    refused=Paint("#BF2430", "#FFFFFF"),
    practice=Paint("#5B2FB0", "#FFFFFF"),
)

LIGHT = Theme(
    name="light",
    room="#E3E9ED",
    felt="#CFE0D5",
    rail="#52806A",
    plain=Paint("#FFFFFF", "#0B1216"),
    quiet=Paint("#F1F4F6", "#26343D"),
    off=Paint("#EBEFF2", "#5C6972"),
    off_edge="#727F88",
    go=Paint("#127538", "#FFFFFF"),
    act=Paint("#1C5FB8", "#FFFFFF"),
    stop=Paint("#B81F2B", "#FFFFFF"),
    warn=Paint("#FFC61A", "#171200"),
    seat=Paint("#FFFFFF", "#0B1216"),
    turn=Paint("#FFC61A", "#171200"),
    out=Paint("#CFE0D5", "#42554B"),
    out_edge="#5B7567",
    wins=Paint("#127538", "#FFFFFF"),
    strip=Paint("#E3E9ED", "#0B1216"),
    sheet=Paint("#F4F7F9", "#0B1216"),
    faint="#3D4B55",
    edge="#52636F",
    turn_edge="#7A4E00",
    win_edge="#06491F",
    slot="#4E7561",
    mark="#8A5800",
    zone="#F4F7F9",
    go_edge="#127538",
    act_edge="#1C5FB8",
    refused=Paint("#B81F2B", "#FFFFFF"),
    practice=Paint("#5B2FB0", "#FFFFFF"),
)

GLARE = Theme(
    name="glare",
    room="#FFFFFF",
    felt="#FFFFFF",
    rail="#000000",
    plain=Paint("#FFFFFF", "#000000"),
    quiet=Paint("#FFFFFF", "#000000"),
    off=Paint("#FFFFFF", "#565656"),
    off_edge="#808080",
    go=Paint("#005C27", "#FFFFFF"),
    act=Paint("#00398F", "#FFFFFF"),
    stop=Paint("#9B0010", "#FFFFFF"),
    warn=Paint("#FFD400", "#000000"),
    seat=Paint("#FFFFFF", "#000000"),
    turn=Paint("#FFD400", "#000000"),
    out=Paint("#FFFFFF", "#3A3A3A"),
    out_edge="#6A6A6A",
    wins=Paint("#005C27", "#FFFFFF"),
    strip=Paint("#FFFFFF", "#000000"),
    sheet=Paint("#FFFFFF", "#000000"),
    faint="#000000",
    edge="#000000",
    turn_edge="#000000",
    win_edge="#000000",
    slot="#000000",
    mark="#000000",
    zone="#FFFFFF",
    go_edge="#005C27",
    act_edge="#00398F",
    refused=Paint("#9B0010", "#FFFFFF"),
    practice=Paint("#5B2FB0", "#FFFFFF"),
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT, GLARE)}


class Look(msgspec.Struct, frozen=True):
    """A screen's theme and its pixels per millimeter, and how a dealer wants it to look."""

    theme: Theme = DARK
    px_per_mm: float = 5.9
    left_handed: bool = False
    """Whether the keys and the contents of a tile are mirrored; seats never are."""
    left_seat: int = 1
    text: float = 1.0
    """The letter size relative to the regular one; tiles keep their size."""
    slides: bool = True
