"""The results as anyone may read them: places, names as the room shows them, and prizes if the room shows them.
Pure.
"""

import msgspec

from engine.tournament.field.entries import counted, left
from engine.tournament.prizes.finishes import bounties
from engine.tournament.rules.prizes.prize_list import finishes
from engine.tournament.state import is_over
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.prizes import AgreedShare, desk_prizes, public_prizes
from kiosk.clock.tournaments.shown.shown_names import shown


class PublicPlace(msgspec.Struct, frozen=True):
    """A place and its player. `prize` and `bounties` are in the minor unit of the currency, or 0 if the room does not
    show them.
    """

    place: int
    name: str
    entry: int
    prize: int = 0
    bounties: int = 0


class PublicResults(msgspec.Struct, frozen=True):
    """The entries that are out, in order of place, or all entries once the tournament has `ended`. Until then, places
    are provisional. `prizes` are those of the paid places, starting with the first. `agreed` has the shares of a deal,
    and `for_winner` is what the deal left to play for. A flight pays its prizes in its final."""

    id: str
    name: str
    ended: bool
    entries: int
    players_left: int
    places: tuple[PublicPlace, ...]
    currency: str = ""
    minor_digits: int = 0
    pool: int = 0
    prizes: tuple[int, ...] = ()
    in_final: bool = False
    agreed: tuple[AgreedShare, ...] = ()
    for_winner: int = 0


def public_results(desk: Desk, names: Shown, with_prizes: bool) -> PublicResults:
    """The public results."""
    state, context = desk.state, desk.context()
    terms, over = context.terms, state.ended
    finish, won = finishes(state), desk_prizes(desk).won
    heads = {one.entry: one.bounties for one in over.paid} if over else bounties(state.entries, terms.prizes.bounty)
    found = []
    for place, number in sorted((place, number) for number, place in finish.items()):
        money = (won.get(number, 0), heads.get(number, 0)) if with_prizes else (0, 0)
        found.append(PublicPlace(place, shown(state.entries[number], names), number, *money))
    made = PublicResults(
        state.id, state.name, is_over(state), len(counted(state.entries)), len(left(state.entries)), tuple(found)
    )
    if not with_prizes:
        return made
    prizes = public_prizes(desk, names, with_names=True)
    return msgspec.structs.replace(
        made,
        currency=prizes.currency,
        minor_digits=prizes.minor_digits,
        pool=prizes.pool,
        prizes=prizes.places,
        in_final=prizes.in_final,
        agreed=prizes.agreed,
        for_winner=prizes.for_winner,
    )
