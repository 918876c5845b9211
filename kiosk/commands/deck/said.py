"""The messages of `kiosk deck enroll`: the next card, and why a scan does not count."""

from engine.message import Message, message
from hardware.decks.enrollment import Enrollment, ScanResult
from hardware.reading.reading import UnknownCode


def next_card(enrollment: Enrollment) -> Message:
    """The card to scan next, and the number of cards that are done."""
    asked = enrollment.asked
    if asked is None:
        return message("deck-all-enrolled", deck=enrollment.name)
    return message("deck-scan-card", done=len(enrollment.codes), card=asked, short=str(asked))


def refused(answer: ScanResult, code: UnknownCode) -> Message:
    """Why a scan does not count."""
    card, read = answer.card, repr(code.code)
    reasons = {
        "again": message("deck-card-before", card=card) if card else None,
        "twice": message("deck-card-twice", card=card) if card else None,
        "foreign": message("deck-card-foreign", deck=answer.of, card=card) if card else None,
        "unreadable": message("deck-code-unreadable", read=read),
        "elsewhere": message("deck-read-elsewhere", place=answer.place, at=answer.at),
        "nowhere": message("deck-read-nowhere", read=read),
        "at-once": message("deck-two-codes"),
    }
    return reasons.get(answer.problem) or message("deck-is-whole")
