"""Change the terms."""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from engine.bad_input import BadInput
from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.prizes.payouts import PayoutTable
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.prizes.terms_rules import PRIZES, check_terms, check_used
from engine.tournament.state import Event, StateChange, Tournament


class ChangeTerms(TournamentActionBase, frozen=True, tag="change-terms"):
    """Change the terms from now on, as long as play has not used them yet. None leaves a term unchanged. `EventTerms`
    and `Prizes` explain each term."""

    right = "run"
    payouts: PayoutTable | None = None
    buy_in: int | None = None
    fee: int | None = None
    currency: str | None = None
    late_levels: int | None = None
    re_entries: int | None = None
    rebuys: int | None = None
    rebuy_chips: int | None = None
    rebuy_cost: int | None = None
    bounty: int | None = None
    guarantee: int | None = None
    round_to: int | None = None
    add_on_chips: int | None = None
    add_on_cost: int | None = None
    add_on_after: int | None = None

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if nothing changes, or for terms that do not fit together or that play has already used."""
        changed = {name: value for name, value in asdict(self).items() if value is not None}
        money = {name: changed.pop(name) for name in PRIZES & changed.keys()}
        try:
            terms = replace(context.terms, **changed)
            if money:
                terms = replace(terms, prizes=replace(terms.prizes, **money))
        except BadInput as bad:
            said = bad.message.fields
            raise Refused(
                "out-of-range", field=said["field"], least=said["least"], most=said["most"], given=said["given"]
            ) from bad
        if terms == context.terms:
            raise Refused("terms-unchanged")
        check_terms(context.structure, terms)
        check_used(tournament, terms, context, is_open=takes_entries(tournament, context))
        return [TermsChanged(terms)]


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """These terms apply from now on."""

    terms: EventTerms

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"terms": self.terms})
