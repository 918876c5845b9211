"""The family of all events."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="is"):
    """The family of all events. A `floor` reason: the floor let stand what the rule book would have refused."""
