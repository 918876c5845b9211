"""News about players who come to a table during a hand, or who leave it after that hand. Pure."""

from engine.message import Message, message
from engine.tournament.tables.room_info import IncomingPlayer
from ui.dealer.model.surroundings import Due, Surroundings


def news_of_arrivals(before: Surroundings, now: Surroundings) -> Message | None:
    """The newest arrival or departure that the clock announced; None if there is none. The stage shows it between
    hands.
    """
    coming = [one for one in now.coming if one not in before.coming]
    due = [one for one in now.due if one not in before.due]
    if len(coming) + len(due) > 1:
        return message("several-come")
    if coming:
        return _on_the_way(coming[0])
    return _after_hand(due[0]) if due else None


def _on_the_way(one: IncomingPlayer) -> Message:
    if not one.seat:
        return message("waits-for-arrival", name=one.name)
    return message("player-comes", name=one.name, seat=one.seat, chips=one.chips, table=one.came_from)


def _after_hand(one: Due) -> Message:
    match one.what:
        case "enters":
            return message("player-sits-next", name=one.name, seat=one.seat, chips=one.chips)
        case "buys":
            return message("player-buys-next", seat=one.seat, chips=one.chips)
        case "leaves":
            return message("player-goes-next", name=one.name, seat=one.seat)
