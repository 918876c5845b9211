"""A tournament as its director sees it: entries, seats, proposals by the rules, and every chip."""

from engine.money import minor_digits
from engine.tournament.actions import DifferenceAccepted
from engine.tournament.custody.denominations import denominations
from engine.tournament.custody.differences import Difference, accepted, difference_message, differences
from engine.tournament.custody.ledger import carried, ledger
from engine.tournament.field.bars import refusal
from engine.tournament.field.entries import left
from engine.tournament.order import Context
from engine.tournament.orders.play.stops import is_stopped, pause_reason, paused_after
from engine.tournament.orders.setup.create import paused
from engine.tournament.policies import KINDS, policy_of
from engine.tournament.prizes.finishes import bounties
from engine.tournament.proposals.proposal import Proposal
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.barrier import unconfirmed, waited_for
from engine.tournament.rules.field.away_rules import is_under_way
from engine.tournament.rules.prizes.prize_list import PrizeList, finishes, prize_list
from engine.tournament.rules.prizes.prize_pool import fees, paid_in, refund_of
from engine.tournament.rules.prizes.terms_rules import binding
from engine.tournament.rules.seating.break_rules import crowds_now
from engine.tournament.rules.seating.draw_rules import newest_seed, next_hash
from engine.tournament.rules.seating.seat_rules import MOST_SEATS, alternates, most_at_table
from engine.tournament.seating.balance import break_order
from engine.tournament.state import Act, Tournament, is_over
from engine.tournament.tables.facts import Tables, has_sat, stacks_held
from engine.tournament.tournament import legal
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.shown.acts import ABOUT, details_of, entries_of, kinds_of, place_of, row_of
from kiosk.clock.tournaments.shown.prizes import players_in_deal
from kiosk.clock.tournaments.shown.rules_said import clauses, rules_said
from kiosk.clock.tournaments.twins import member_number
from kiosk.protocol.tournaments import (
    AcceptedView,
    ActView,
    BoundTerm,
    DifferenceView,
    EntryView,
    PolicyView,
    ProposalView,
    SittingView,
    TournamentView,
)
from ui.words import Words

NEWEST = 50


def tournament_view(desk: Desk, words: Words) -> TournamentView:
    tournament, context = desk.state, desk.context()
    undone = {act.number for act in tournament.acts if act.undone_by}
    prizes, paid = prize_list(tournament, context), paid_in(tournament, context.terms)
    found = differences(tournament, context.tables, context.wall_ms)
    return TournamentView(
        id=tournament.id,
        name=tournament.name,
        mark=desk.mark,
        entries=_entries(desk, context, words, prizes),
        sittings=tuple(
            SittingView(
                one.number,
                one.table,
                one.seat_count,
                one.breaking,
                one.closed,
                one.typed,
                context.tables[one.number].count_next if one.number in context.tables else (),
                one.number in tournament.halted,
                one.unused,
                is_stopped(tournament, one.number, "paused"),
                paused_after(tournament, one.number),
                pause_reason(tournament, one.number),
            )
            for one in tournament.sittings.values()
        ),
        proposals=tuple(
            ProposalView(
                one.action,
                words.say(one.why),
                _clause(one, words),
                rules_said(tournament.book, clauses(one), words),
                one.instead,
            )
            for one in proposals(tournament, context)
        ),
        acts=tuple(
            ActView(
                act.number,
                act.by,
                kinds_of(act),
                act.number in undone,
                _signed(act),
                tuple(entries[:ABOUT]),
                place.table,
                len(entries),
                place.seat,
                row_of(act),
                details_of(act, tournament),
            )
            for act in tournament.acts[-NEWEST:]
            for entries, place in [(entries_of(act), place_of(act, tournament))]
        ),
        ledger=ledger(tournament.entries, context.tables, flight_over=tournament.flight is not None),
        legal=legal(tournament, context),
        draw=next_hash(tournament),
        seed=newest_seed(tournament),
        ended=is_over(tournament),
        starts_ms=None if tournament.started else tournament.starts_ms,
        currency=context.terms.currency,
        minor_digits=minor_digits(context.terms.currency),
        bounty=context.terms.prizes.bounty,
        pool=prizes.pool,
        paid_in=paid,
        overlay=prizes.pool - paid,
        fees=fees(tournament, context.terms),
        prizes=prizes.amounts,
        payouts=prizes.prizes,
        in_final=prizes.in_final,
        go_on=prizes.go_on,
        go_on_may_change=prizes.may_change,
        deal=prizes.deal,
        dealt=players_in_deal(tournament),
        unclaimed=prizes.unclaimed,
        shared=prizes.shared,
        waits_on=tuple(waited_for(tournament, context.tables)) if tournament.barrier else (),
        hand_for_hand=bool(tournament.barrier),
        denominations=tuple(denominations(tournament, context.tables)),
        break_order=tuple(break_order(crowds_now(tournament), tournament.break_order)),
        order_is_set=bool(tournament.break_order),
        most_seats=most_at_table(tournament, tournament.book) if tournament.book else MOST_SEATS,
        differences=tuple(_difference(tournament, one, words) for one in found),
        policies=tuple(
            PolicyView(kind, policy_of(tournament.policies, kind), paused(tournament, kind)) for kind in KINDS
        ),
        accepted=tuple(
            AcceptedView(
                one.entry, _table(tournament, one), one.chips, signed.by, words.say(difference_message(tournament, one))
            )
            for one, signed in accepted(tournament.entries)
        ),
        terms=context.terms,
        bound=tuple(BoundTerm(field, words.say(why)) for field, why in binding(tournament, context).items()),
    )


def _clause(one: Proposal, words: Words) -> str:
    """The document's clause, followed by the standard's clause, with a note that the document does not contain the
    latter."""
    beyond = words.rule_card.not_in_document.format(clause=one.standard) if one.standard else ""
    return "; ".join(filter(None, (one.clause, beyond)))


def _difference(tournament: Tournament, one: Difference, words: Words) -> DifferenceView:
    said, table = words.say(difference_message(tournament, one)), _table(tournament, one)
    return DifferenceView(one.entry, table, one.at.seat, one.chips, one.since, one.until, one.sure, said)


def _table(tournament: Tournament, one: Difference) -> int:
    return tournament.sittings[one.at.sitting].table if one.at.sitting in tournament.sittings else 0


def _signed(act: Act) -> str:
    return next((event.by for event in act.events if isinstance(event, DifferenceAccepted)), "")


def _entries(desk: Desk, context: Context, words: Words, prizes: PrizeList) -> tuple[EntryView, ...]:
    tournament, facts, bars = desk.state, context.tables, context.bars
    lost_all = {bust.entry: 0 for group in unconfirmed(tournament, facts) for _, bust in group}
    held = {**lost_all, **_lying_ready(tournament, facts), **stacks_held(facts)}
    waiting = {number: place for place, number in enumerate(alternates(tournament, context), 1)}
    on_the_way = carried(tournament.entries, facts)
    finished, won = finishes(tournament), prizes.won
    paid = tournament.ended.paid if tournament.ended else ()
    money = tournament.terms.prizes.bounty if tournament.terms else 0
    heads = bounties(tournament.entries, money)
    heads |= {one.entry: one.bounties for one in paid}
    going_on = {one.entry for one in tournament.flight.going_on} if tournament.flight else set()
    found = []
    for entry in tournament.entries.values():
        seat = entry.seat
        left = entry.moved_from if entry.number in on_the_way and is_under_way(entry, facts) else None
        found.append(
            EntryView(
                entry=entry.number,
                player=entry.player,
                name=entry.name,
                member=member_number(entry.player, entry.name),
                nth=entry.nth,
                table=tournament.sittings[seat.sitting].table if seat else 0,
                sitting=seat.sitting if seat else 0,
                seat=seat.seat if seat else 0,
                chips=held.get(entry.number, on_the_way.get(entry.number)),
                finish=finished.get(entry.number, 0),
                payout=won.get(entry.number, 0),
                voided=entry.voided,
                on_the_way=left is not None,
                from_table=tournament.sittings[left.sitting].table if left else 0,
                waits=entry.waits,
                checked_in=entry.checked_in,
                forfeit=entry.forfeit is not None,
                fee_owed=entry.forfeit.fee if entry.forfeit and not entry.forfeit.paid else 0,
                team=entry.team,
                roster=tuple(person.name for person in entry.roster),
                bounties=heads.get(entry.number, 0),
                knocked_out_by=entry.bust.by if entry.bust else (),
                bag=entry.bag,
                goes_on=entry.number in going_on,
                barred=words.refusal(refusal(bars[entry.number], "")) if entry.number in bars else "",
                alternate=waiting.get(entry.number, 0),
                refund=refund_of(entry, context.terms),
                pinned=entry.is_pinned,
            )
        )
    return tuple(found)


def _lying_ready(tournament: Tournament, facts: Tables) -> dict[int, int]:
    """The stacks waiting at tables in play for players who have yet to sit down."""
    playing, sat = {number for number, table in facts.items() if table.held}, has_sat(facts)
    here = (one for one in left(tournament.entries) if one.seat and one.seat.sitting in playing)
    return {one.number: one.chips for one in here if one.number not in sat}
