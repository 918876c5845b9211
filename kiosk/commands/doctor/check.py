"""The result of one check of `kiosk doctor`."""

from typing import NamedTuple

import msgspec

from engine.message import Message
from kiosk.faults import Fault
from ui.words import Words


class CheckResult(msgspec.Struct, frozen=True):
    """One line of `kiosk doctor`: whether the check passed, what was found, and how to fix or improve it."""

    check: str
    ok: bool
    detail: str
    fix: str = ""


class Finding(NamedTuple):
    """The result of a check. It passed if there is nothing to fix, or if it is marked `ok` anyway."""

    check: str
    detail: Message | Fault | str
    fix: Message | str = ""
    ok: bool = False

    def in_words(self, words: Words) -> CheckResult:
        if isinstance(self.detail, Fault):
            said = words.fault(self.detail.message)
            return CheckResult(self.check, False, said.what, said.fix)
        detail, fix = (one if isinstance(one, str) else words.say(one) for one in (self.detail, self.fix))
        return CheckResult(self.check, self.ok or not fix, detail, fix)
