"""Proofs of the whole: a second settlement, small worlds walked to their ends, a table as a state machine, mutants."""
