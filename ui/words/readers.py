"""The texts about card readers and cameras: what is said on the felt, and their pages."""

import msgspec


class ReaderWords(msgspec.Struct, frozen=True):
    """English."""

    many_lost: str = "{count} READERS LOST"
    lost_short: str = "{place}: {problem}"
    heads: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "covered": "CAMERA COVERED",
            "dark": "CAMERA DARK",
            "frozen": "CAMERA STUCK",
            "unlearned": "CAMERA: NO DECK",
        }
    )
    felt: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "covered": "camera covered: clear its view, or tap the place",
            "dark": "camera sees only dark: light or cap; or tap the place",
            "frozen": "camera stuck: unplug it and back, or tap the place",
            "unlearned": "camera knows no deck: tap the place, tell the floor",
            "lost": "reader lost: look at its cable, or tap the place",
            "failing": "reader not working: tap the place, tell the floor",
        }
    )
    """Where a card is due."""
    short: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "": "connected",
            "waits": "connecting",
            "unplugged": "unplugged",
            "absent": "not there",
            "denied": "not allowed",
            "busy": "in use",
            "silent": "no answer",
            "lost": "lost",
            "failing": "failing",
            "covered": "covered",
            "dark": "sees only dark",
            "frozen": "stuck",
            "unlearned": "knows no deck",
        }
    )
    remedies: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "waits": "it has not said yet how it is",
            "unplugged": "plug it in again; the rest goes by itself",
            "absent": "plug it in, or correct its address in the settings",
            "denied": "this user may not open it: a technician adds it to its group",
            "busy": "another program uses it: close that one",
            "silent": "look whether it is on, at its cable and its address",
            "lost": "look at its cable, and at its port in the settings",
            "failing": "it tries again by itself; if it stays so, start the table again",
            "covered": "take away what lies before it",
            "dark": "take off its cap, or give it light",
            "frozen": "unplug it and plug it in again",
            "unlearned": "learn the deck again: kiosk deck learn; then restart",
        }
    )
    places: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "board": "board",
            "muck": "muck tray",
            "hand-held": "hand-held",
            "table": "on the table",
        }
    )
    seat_place: str = "seat {seat}"
    kinds: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "usb": "USB reader {name}",
            "port": "reader on line {name}",
            "network": "network reader {name}",
            "keys": "typing scanner {name}",
            "screen": "scanner that types into this screen {name}",
            "camera": "camera {name}",
            "stream": "network camera {name}",
            "film": "film {name}",
            "script": "script {name}",
        }
    )

    title: str = "Readers: scan a card at each"
    note: str = "what is read while this page is open is not played: lift it before you close"
    none: str = "this table has no readers in its settings: cards are tapped"
    is_well: str = "{device}: connected"
    is_lost: str = "{device}: {problem} for {age}"
    read_card: str = "{card}, {age} ago"
    read_code: str = "{code} is no card here, {age} ago"
    read_nowhere: str = "position {place} has no name, {age} ago"
    lost_for: str = "{problem} for {age}"
    read_nothing: str = "nothing read yet"
    not_listed: str = "NOT IN THE SETTINGS"
    more: str = "MORE READERS"
    lately: str = "read lately, the newest first"
    back: str = "READERS"
    back_small: str = "all of them"
    picture: str = "PICTURE"
    picture_small: str = "set where the board lies"
    put_in: str = "To use it, put these lines into the table's settings and start again:"

    camera_title: str = "Camera: {place}"
    camera_waits: str = "no picture yet"
    camera_note: str = "Lay five cards as a board, tap FIT, then SAVE. Or drag the outline by its corners."
    camera_reads: str = "cards read within the outline: {count}"
    camera_saved: str = "saved: a restart keeps it"
    faults: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "dark": "too dark to read well: give the table more light",
            "blurred": "blurred: turn the lens until prints are sharp, or wipe it",
            "small": "cards are too small to be read: bring the camera nearer",
            "cut": "a card is cut off by the picture's edge: turn the camera",
            "outside": "a card lies outside the outlines: it is not read there",
            "empty": "nothing is read yet: lay five cards on the board",
        }
    )
    fit: str = "FIT"
    fit_small: str = "to the cards"
    save: str = "SAVE"
    save_small: str = "for good"
    larger: str = "LARGER"
    smaller: str = "SMALLER"
    wider: str = "WIDER"
    narrower: str = "NARROWER"
    left: str = "left"
    right: str = "right"
    up: str = "up"
    down: str = "down"
    outline: str = "outline"
    outline_which: str = "Which place does the outline mark?"
    outline_note: str = "a place without an outline is not told apart by this camera"
    remove: str = "REMOVE"
    remove_small: str = "this outline"
    set_here: str = "marked"
