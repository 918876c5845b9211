"""Errors outside the rules: disk, cable, network."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an opening frame may fail, and waits for no engine
    from engine.bad_input import BadInput
    from engine.message import Message, Value


class Fault(Exception):
    """Something outside the program failed: `Fault("disk-full", path=...)`. The catalogues have two sentences for each
    code: what happened, and what to do."""

    def __init__(self, code: str, /, **fields: "Value") -> None:
        super().__init__(code, fields)
        self._code = code
        self._fields = fields

    @property
    def message(self) -> "Message":
        """What is said of it."""
        from engine.message import Message  # noqa: PLC0415  only once something went wrong

        return Message(self._code, self._fields)

    def __str__(self) -> str:
        """For logs and failing tests, not for the screen."""
        return str(self.message)

    def again(self) -> "Fault":
        """The same, to be raised once more without the trace of the first time."""
        return Fault(self._code, **self._fields)


class DiskFailed(Fault):
    """The disk did not take what was to be written; it may do so later."""


class NoRoom(DiskFailed):
    """The disk is full. Nothing of what it refused was taken for synced."""


class Unsound(Fault):
    """The bytes on a disk are not what was written. Nothing was changed since this was found."""


def bad_input(code: str, /, **fields: "Value") -> "BadInput":
    """The error of settings that cannot be used, for modules that wait for no engine."""
    from engine.bad_input import BadInput  # noqa: PLC0415  only once something is wrong
    from engine.message import Message  # noqa: PLC0415

    return BadInput.of(Message(code, fields))
