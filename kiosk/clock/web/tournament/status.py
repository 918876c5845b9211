"""The state of a tournament as `name=value` lines, in the form in which desktop clocks send it to clubs' web pages.

The first four names are theirs; the others are ours, for the same facts. People's names are not included.
"""

from engine.tournament.levels.structure import Break
from kiosk.protocol.link.clock_state import ClockState


def status_lines(state: ClockState, now_ms: int) -> str:
    """The lines, each ending with CR LF on every system. Times are in seconds. A missing value is 0 or empty."""
    entries = state.structure.entries
    entry, rest = entries[state.index], entries[state.index + 1 :]
    on_break = isinstance(entry, Break)
    rounds = sum(not isinstance(one, Break) for one in entries[: state.index + 1])
    left_ms = max(0, state.remaining_ms - (now_ms - state.anchor_ms if state.running else 0))
    blinds, until_break = state.blinds, _until_break(rest, left_ms) if not on_break else 0
    values: dict[str, object] = {
        "roundnum": rounds,
        "breaknum": state.index + 1 - rounds,
        "level": state.index,
        "isround": int(not on_break),
        "isbreak": int(on_break),
        "event": state.event,
        "running": int(state.running),
        "seconds": left_ms // 1000,
        "smallblind": blinds.small,
        "bigblind": blinds.big,
        "ante": blinds.ante,
        "levelname": entry.name,
        "nextname": rest[0].name if rest else "",
        "secondstobreak": until_break // 1000,
        "entries": state.entries,
        "playersleft": state.players_left,
        "tables": state.tables,
        "chips": state.chips_issued,
        "average": state.average_stack,
        "winner": state.winner,
        "drawhash": state.draw,
    }
    return "".join(f"{name}={_one_line(str(value))}\r\n" for name, value in values.items())


def _until_break(rest: tuple[object, ...], left_ms: int) -> int:
    """Milliseconds of play until the next break, or 0 if there is none."""
    for one in rest:
        if isinstance(one, Break):
            return left_ms
        left_ms += round(getattr(one, "minutes", 0) * 60_000)
    return 0


def _one_line(text: str) -> str:
    """The text without line breaks, because a line break would start another name."""
    return " ".join(text.split())
