"""Hand histories in PHH, in Open Hand History and in the PokerStars text format.

A hand is the part of a table's record from the hand's start to its end, without the events that were taken back. Voided
hands are left out. The functions are pure: they take and return text, and use neither files nor a clock.
"""
