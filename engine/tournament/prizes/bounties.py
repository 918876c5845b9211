"""Heads: who knocked out whom, and what that is worth. Pure."""

from engine.tournament.field.entries import Entries, counted


def bounties(entries: Entries, bounty: int, winner: int = 0) -> dict[int, int]:
    """What each entry has won by knocking others out, in the currency's minor unit; at the end, once there is a
    `winner`, who is still in keeps their own. Where several took a player's last chips each gets a part, the lowest
    entry what does not divide. A head that nobody won is the winner's."""
    won: dict[int, int] = {}
    for entry in counted(entries):
        takers = sorted(entry.bust.by) if entry.bust else []
        if not takers and winner:
            takers = [winner if entry.bust else entry.number]
        for place, taker in enumerate(takers):
            won[taker] = won.get(taker, 0) + bounty // len(takers) + (place < bounty % len(takers))
    return {entry: amount for entry, amount in won.items() if amount}
