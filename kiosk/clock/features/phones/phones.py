"""The data that players' phones receive: calculated once for all of them, and again after a decision or a change of
state."""

from collections.abc import Callable, Mapping
from hashlib import blake2b

import msgspec

from engine.tournament.levels.structure import Structure
from kiosk.clock.features.phones.days import Days
from kiosk.clock.features.phones.one_entry import FollowedEntry, PhoneShows, followed_entry
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.shown.prizes import PublicPrizes, desk_prizes, public_prizes
from kiosk.clock.tournaments.shown.whereabouts import Whereabouts
from kiosk.protocol.link.clock_state import ClockMoment, ClockState, moment_of
from kiosk.protocol.room_plan import RoomPlan

TAG_BYTES = 8


class PhoneView(msgspec.Struct, frozen=True):
    """The view on a phone. The `structure` is sent only to a phone that does not have the one with the tag
    `structure_tag`. `followed` is None if no entry was requested, or if no entry has this number."""

    clock: ClockMoment
    structure_tag: str
    structure: Structure | None
    prizes: PublicPrizes
    followed: FollowedEntry | None


class _Common(msgspec.Struct, frozen=True):
    """The part that is the same for all phones, as of one state and one record of the tournament."""

    state: ClockState
    mark: int
    moment: ClockMoment
    structure_tag: str
    prizes: PublicPrizes
    won: Mapping[int, int]
    plan: RoomPlan
    whereabouts: Whereabouts


class Phones:
    """The phones' views. The `days` are sent only to a phone with the entry's code. `plan()` returns the current
    positions of the room's tables.
    """

    def __init__(self, shows: PhoneShows, days: Days, plan: Callable[[], RoomPlan]) -> None:
        self.days = days
        self._shows = shows
        self._plan = plan
        self._common: dict[str, _Common] = {}
        """The common part by tournament."""

    def view(self, publisher: Publisher, entry: int, held: str, code: str = "") -> PhoneView:
        """The view for a phone that follows `entry` (0 for none), has its `code`, and already has the structure with
        the tag `held`.
        """
        common = self._of(publisher)
        structure = None if held == common.structure_tag else common.state.structure
        followed = self._followed(publisher, entry, code, common) if entry else None
        return PhoneView(common.moment, common.structure_tag, structure, common.prizes, followed)

    def _followed(self, publisher: Publisher, entry: int, code: str, common: _Common) -> FollowedEntry | None:
        is_own = bool(code) and self.days.is_code(publisher.desk.state.id, entry, code)
        return followed_entry(publisher.desk, entry, self._shows, common.whereabouts, common.won, is_own)

    def _of(self, publisher: Publisher) -> _Common:
        desk, state, plan = publisher.desk, publisher.state, self._plan()
        common = self._common.get(desk.state.id)
        if common is None or common.state is not state or common.mark != desk.mark or common.plan is not plan:
            tag = tag_of(msgspec.json.encode(state.structure))
            whereabouts = Whereabouts(plan, (one.table for one in desk.state.sittings.values() if not one.closed))
            prizes = public_prizes(desk, self._shows.names, self._shows.with_prizes)
            won = desk_prizes(desk).won
            common = _Common(state, desk.mark, moment_of(state), tag, prizes, won, plan, whereabouts)
            self._common[desk.state.id] = common
        return common


def tag_of(body: bytes) -> str:
    """A short tag for a string. Different strings have different tags."""
    return blake2b(body, digest_size=TAG_BYTES).hexdigest()
