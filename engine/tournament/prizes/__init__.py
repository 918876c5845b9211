"""Finishes, payouts, bounties, and the value of the remaining prizes."""
