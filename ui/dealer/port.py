"""What the dealer's screen needs from the program that shows it."""

from typing import Protocol

from engine.actions import TableAction


class Port(Protocol):
    """Where touches go. Answers come back through the screen: `show_table` when it was done, `refuse` when not."""

    def ask(self, action: TableAction, seen: int) -> None:
        """Ask the table for an action; `seen` is the mark of the table that was on the screen when it was touched."""
