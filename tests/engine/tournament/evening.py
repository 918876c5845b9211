"""A short evening with a break in it."""

from engine.tournament.levels.structure import Break, Level, Structure

EVENING = Structure(
    name="Evening",
    starting_stack=10_000,
    chips=(25, 100, 500),
    entries=(
        Level(small=25, big=50, minutes=20, name="Level 1"),
        Level(small=50, big=100, minutes=20, name="Level 2"),
        Break(minutes=10, color_up=(25,), name="Break"),
        Level(small=100, big=200, minutes=15, ante=200, ante_form="big-blind", name="Level 3"),
        Level(small=200, big=400, minutes=15, ante=100, ante_form="each", name="Level 4"),
    ),
)
