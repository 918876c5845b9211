"""A tournament's prizes as anyone may see them: on displays, on phones, and with the results."""

import msgspec

from engine.money import minor_digits
from engine.tournament.field.entries import counted, left
from engine.tournament.prizes.finishes import bounties
from engine.tournament.rules.prizes.prize_list import PrizeList, finishes, prize_list
from engine.tournament.state import Tournament, is_over
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.shown_names import shown


class AgreedShare(msgspec.Struct, frozen=True):
    """A player's share in a deal. `name` is empty if the room does not show who won what."""

    name: str
    amount: int


class WonPrize(msgspec.Struct, frozen=True):
    """A prize that was paid out, with its place and the player as the room shows names."""

    place: int
    name: str
    amount: int


class PublicPrizes(msgspec.Struct, frozen=True):
    """The prizes by place, starting with the first, in the currency's minor unit. After a deal these are the agreed
    amounts, and the first prize includes what was left to play for. A flight pays no prizes of its own, because its
    pool goes to the final.
    """

    currency: str = ""
    minor_digits: int = 0
    pool: int = 0
    places: tuple[int, ...] = ()
    in_final: bool = False
    agreed: tuple[AgreedShare, ...] = ()
    """The shares of a deal, highest first, until the tournament is over."""
    for_winner: int = 0
    """The amount that a deal left to play for, until the tournament is over."""
    go_on: int = 0
    """How many players will be left when the flight is over, given the current entries, or 0 if the flight ends after a
    level."""
    won: tuple[WonPrize, ...] = ()
    """All prizes with their players, by place, once the tournament is over and if the room shows who won what."""
    dealt: int = 0
    """How many players made a deal about the prizes; 0 if none was made."""


def desk_prizes(desk: Desk) -> PrizeList:
    return prize_list(desk.state, desk.context())


def players_in_deal(tournament: Tournament) -> int:
    """How many players agreed on the prizes in a deal; 0 if there was none."""
    return len(tournament.deal.shares) if tournament.deal else 0


def public_prizes(desk: Desk, names: Shown, with_names: bool) -> PublicPrizes:
    """The public prizes. With `with_names`, they include who gets what in a deal, and who won what at the end."""
    context = desk.context()
    found, currency = prize_list(desk.state, context), context.terms.currency
    entries = desk.state.entries
    dealt = {share.entry for share in desk.state.deal.shares} if desk.state.deal and not desk.state.ended else set()
    return PublicPrizes(
        currency,
        minor_digits(currency),
        found.pool,
        found.amounts,
        found.in_final,
        tuple(
            AgreedShare(shown(entries[one.entry], names) if with_names else "", one.amount)
            for one in found.prizes
            if one.entry in dealt
        ),
        found.for_winner,
        found.go_on,
        tuple(
            WonPrize(one.place, shown(entries[one.entry], names), one.amount)
            for one in found.prizes
            if with_names and desk.state.ended
        ),
        players_in_deal(desk.state),
    )


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
    are provisional. `began_ms` is when the clock first started (wall-clock time in UTC ms). `prizes` are those of the
    paid places, starting with the first. `agreed` has the shares of a deal, and `for_winner` is what the deal left to
    play for. A flight pays its prizes in its final."""

    id: str
    name: str
    ended: bool
    entries: int
    players_left: int
    places: tuple[PublicPlace, ...]
    began_ms: int | None = None
    currency: str = ""
    minor_digits: int = 0
    pool: int = 0
    prizes: tuple[int, ...] = ()
    in_final: bool = False
    agreed: tuple[AgreedShare, ...] = ()
    for_winner: int = 0
    dealt: int = 0
    """How many players made a deal about the prizes; 0 if none was made, or if the room does not publish prizes."""


class FinishedTournament(msgspec.Struct, frozen=True):
    """A tournament that is over: its winner as the room shows names (empty for a flight), and when it ended (wall-clock
    time in UTC ms). `dealt` is how many players agreed on the prizes, if the room publishes prizes."""

    id: str
    name: str
    entries: int
    winner: str
    ended_ms: int | None = None
    dealt: int = 0


def finished(desk: Desk, names: Shown, with_prizes: bool, ended_ms: int | None) -> FinishedTournament:
    state = desk.state
    winner = shown(state.entries[state.ended.winner], names) if state.ended else ""
    dealt = players_in_deal(state) if with_prizes else 0
    return FinishedTournament(state.id, state.name, len(counted(state.entries)), winner, ended_ms, dealt)


def public_results(desk: Desk, names: Shown, with_prizes: bool, began_ms: int | None) -> PublicResults:
    state, context = desk.state, desk.context()
    terms, over = context.terms, state.ended
    finish, won = finishes(state), desk_prizes(desk).won
    heads = {one.entry: one.bounties for one in over.paid} if over else bounties(state.entries, terms.prizes.bounty)
    found = []
    for place, number in sorted((place, number) for number, place in finish.items()):
        money = (won.get(number, 0), heads.get(number, 0)) if with_prizes else (0, 0)
        found.append(PublicPlace(place, shown(state.entries[number], names), number, *money))
    made = PublicResults(
        state.id,
        state.name,
        is_over(state),
        len(counted(state.entries)),
        len(left(state.entries)),
        tuple(found),
        began_ms,
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
        dealt=prizes.dealt,
    )
