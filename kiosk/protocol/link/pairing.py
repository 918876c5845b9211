"""The messages with which a tablet becomes a table in the room."""

from kiosk.protocol.link.wire import Number, Text, WireMessage


class AskPairing(WireMessage, frozen=True, tag="ask-pairing"):
    """Sent instead of a hello: a tablet asks to become a table, with the number that it wants (0 for any).

    `commitment` binds it to a nonce, as described in `kiosk.protocol.pairing`.
    """

    commitment: Text
    table: Number = 0
    language: Text = ""


class TellNonce(WireMessage, frozen=True, tag="tell-nonce"):
    """The nonce that the tablet committed to."""

    nonce: Text


class ClocksNonce(WireMessage, frozen=True, tag="clocks-nonce"):
    """The clock's nonce, for a tablet that asks to become a table."""

    nonce: str


class PairingWaits(WireMessage, frozen=True, tag="pairing-waits"):
    """The pairing request is waiting: the director can now approve the code and number that the tablet shows."""


class Paired(WireMessage, frozen=True, tag="paired"):
    """The director has approved the tablet. It is now this table, with this token."""

    table: int
    token: str


class TurnedAway(WireMessage, frozen=True, tag="turned-away"):
    """The director has rejected the tablet."""
