"""The table of `docs/staff.md`, as the code has it; `python -m tests.kiosk.clock.access.paper` writes it there."""

from pathlib import Path

from kiosk.clock.access.roles import CAPABILITIES, may
from kiosk.protocol.people import ROLES

SAID = {
    "look": "see everything: players, tables, hands, prizes, the log; print it",
    "register": "enter players: entries, rebuys, add-ons, arrivals; take back one's own acts",
    "floor": "seat and move players, run tables, confirm busts, answer calls, start and pause the clock",
    "run": "make and change a tournament: levels, draws, prizes, deals, displays, the plan",
    "undo-others": "take back what others did",
    "devices": "pair and revoke devices",
    "recovery": "see the recovery code of the backups that tables keep, go on without what a lost table recorded",
    "staff": "change the staff, their roles and PINs",
    "erase": "erase a name for good",
}


def table() -> str:
    """Who may do what, and by which orders."""
    lines = ["| | " + " | ".join(ROLES) + " |", "|---|" + ":-:|" * len(ROLES)]
    for one in CAPABILITIES:
        marks = " | ".join("yes" if may(role, one.name) else "" for role in ROLES)
        lines.append(f"| {SAID[one.name]} | {marks} |")
    orders = [f"- **{one.name}** ({one.least}): {', '.join(f'`{kind}`' for kind in one.orders)}" for one in CAPABILITIES
              if one.orders]  # fmt: skip
    return "\n".join([*lines, "", "By the orders of the [API](api.md):", "", *orders])


PAPER = Path(__file__).parents[4] / "docs/staff.md"
MARK = "<!-- made by tests/kiosk/clock/access/paper.py -->\n"


def main() -> None:
    """Write it."""
    before, mark, _ = PAPER.read_text().partition(MARK)
    PAPER.write_text(f"{before}{mark}{table()}\n")


if __name__ == "__main__":
    main()
