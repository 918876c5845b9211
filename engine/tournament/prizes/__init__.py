"""Finishes, payouts, bounties, and what the rest of a prize pool is worth."""
