"""A ruling as one sentence to read out: what binds, what goes back, and why."""

from msgspec.structs import replace

from engine.rulings.motion import Ruling

SIZES = {"call": "call to", "bet": "bet of", "raise": "raise to", "all-in": "all-in for"}


def aloud(ruling: Ruling) -> Ruling:
    """The ruling with its bare reason made a sentence."""
    act = f"{SIZES[ruling.act]} {ruling.to:,}" if ruling.act in SIZES else ruling.act
    back = f"{ruling.returned:,} goes back" if ruling.returned else ""
    head = ", ".join(part for part in (f"held, {act}" if ruling.held else act, back) if part)
    said = f"{head}: {ruling.why}" if head else ruling.why
    return replace(ruling, why=f"{said[0].upper()}{said[1:]}.")
