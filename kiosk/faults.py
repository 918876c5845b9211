"""Errors outside the rules, such as those of a disk, a cable or the network."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a table's first frame may raise a fault, before the engine is imported
    from engine.bad_input import BadInput
    from engine.message import Message, Value


class Fault(Exception):
    """Something outside the program failed: `Fault("disk-full", path=...)`. The catalogs have two sentences for each
    code: what happened, and what to do."""

    def __init__(self, code: str, /, **fields: "Value") -> None:
        super().__init__(code, fields)
        self._code = code
        self._fields = fields

    @property
    def message(self) -> "Message":
        from engine.message import Message  # noqa: PLC0415  only once something went wrong

        return Message(self._code, self._fields)

    def __str__(self) -> str:
        """The text for logs and failing tests, not for the screen."""
        return str(self.message)

    def again(self) -> "Fault":
        """A copy that can be raised again without the first traceback."""
        return Fault(self._code, **self._fields)


class DiskFailed(Fault):
    """The disk failed to write data. It may work again later."""


class NoRoom(DiskFailed):
    """The disk is full. Data that the disk rejected was never treated as synced."""


class Unsound(Fault):
    """The bytes on a disk are not those that were written. Nothing was changed after this was found."""


def bad_input(code: str, /, **fields: "Value") -> "BadInput":
    """The error for settings that cannot be used. It is for modules that must start before the engine is imported."""
    from engine.bad_input import BadInput  # noqa: PLC0415  only once something is wrong
    from engine.message import Message  # noqa: PLC0415

    return BadInput.of(Message(code, fields))
