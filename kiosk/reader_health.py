"""The health of all readers of one table, in one sentence for the director. Knows no reader."""

from dataclasses import dataclass, field

from hardware.reading import Health


@dataclass
class ReaderHealth:
    """What each reader said last."""

    _last: dict[tuple[str, str], Health] = field(default_factory=dict)

    def hear(self, health: Health) -> None:
        """A reader says how it is."""
        self._last[health.place, health.address] = health

    @property
    def all_well(self) -> bool:
        """Whether no reader is lost."""
        return all(health.connected for health in self._last.values())

    @property
    def says(self) -> str:
        """What is wrong, reader by reader; where all is well, what the last one said."""
        lost = [f"{health.place}: {health.says}" for health in self._last.values() if not health.connected]
        if lost:
            return "; ".join(lost)
        return next((health.says for health in reversed(self._last.values())), "")
