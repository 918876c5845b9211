"""Bounties: who knocked out whom, and the amount. The function is pure."""

from engine.tournament.field.entries import Entries, counted


def bounties(entries: Entries, bounty: int, winner: int = 0) -> dict[int, int]:
    """The bounties that each entry has won by knocking others out, in the currency's minor unit. At the end, once there
    is a `winner`, entries that are still in keep their own bounties. If several entries took a player's last chips,
    each gets a part, and the entry with the lowest number gets the remainder. A bounty that nobody won goes to the
    winner."""
    won: dict[int, int] = {}
    for entry in counted(entries):
        takers = sorted(entry.bust.by) if entry.bust else []
        if not takers and winner:
            takers = [winner if entry.bust else entry.number]
        for place, taker in enumerate(takers):
            won[taker] = won.get(taker, 0) + bounty // len(takers) + (place < bounty % len(takers))
    return {entry: amount for entry, amount in won.items() if amount}
