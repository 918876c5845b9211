"""The error of settings that cannot be used, as a code. The engine's class for it is loaded once something is wrong."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.bad_input import BadInput
    from engine.message import Value


def bad_input(code: str, /, **fields: "Value") -> "BadInput":
    """The error, to be raised."""
    from engine.bad_input import BadInput  # noqa: PLC0415  a table's opening frame does not wait for the engine
    from engine.message import Message  # noqa: PLC0415

    return BadInput.of(Message(code, fields))
