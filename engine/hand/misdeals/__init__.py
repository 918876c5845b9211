"""What becomes of a deal gone wrong: what happened, to what the dealer does and what it does to the hand.

`rules.remedy` is pure: it answers with the steps, the clause and the events; nothing has changed until those are
applied.
"""
