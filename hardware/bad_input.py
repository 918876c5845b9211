"""Creates the error for unusable settings. The engine's error class is imported only when something is wrong, so that
it does not delay startup."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.bad_input import BadInput
    from engine.message import Value


def bad_input(code: str, /, **fields: "Value") -> "BadInput":
    from engine.bad_input import BadInput  # noqa: PLC0415 a table's opening frame must not wait for it
    from engine.message import Message  # noqa: PLC0415

    return BadInput.of(Message(code, fields))
