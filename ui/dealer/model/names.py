"""The names of the screen's parts, in order from left to right."""

ACTION_NAMES = ("undo", "redo", "hand", "more", "floor", "fold", "check", "hand-over")
"""The buttons along the dealer's edge."""
STRIP_NAMES = ("table", "blinds", "time", "link", "reader")
"""The fields of the strip along the far edge."""
BOARD_PLACES = 5
