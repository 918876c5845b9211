"""The choices on a screen are exactly those that are not refused."""

from engine.tournament.actions import AddEntry, DrawSeats, End, Pause, Start, TournamentAction, UndoAct
from engine.tournament.tournament import NEWEST, legal
from tests.kit.small_room import SmallRoom


def test_offered_orders_are_accepted_and_all_others_refused():
    """
    After every act of an evening, on a copy of the room.
    """
    room = SmallRoom(3)
    room.open(6, 2, 9)
    for _ in room.play():
        now = room.tournament
        if now.ended:
            break
        offered = legal(now, room.context)
        asked: dict[TournamentAction, bool] = {
            AddEntry("new", "Nora"): offered.enter, DrawSeats(): offered.draw, Start(): offered.start,
            Pause(): offered.pause, End(): offered.end,
            **{UndoAct(act.number): act.number in offered.undo for act in now.acts[-NEWEST:]},
        }  # fmt: skip
        for action, is_offered in asked.items():
            events, now_ms = [*room.events], room.now_ms
            assert room.ask(action) == is_offered, action
            room.tournament, room.events, room.now_ms = now, events, now_ms
