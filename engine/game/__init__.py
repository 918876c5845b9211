"""A table and its whole record: undo, repairs, and the actions implied by a few touches.

The dealer taps the money, not the players. The dealer touches the screen when chips go in, the cards of the board are
read, and one touch ends the hand. Players who were passed over must have folded or checked, and a new card closes a
street. The results are ordinary hand events, marked as inferred if nobody entered them. If the touches leave two
possibilities, the table asks and never guesses. All the functions here are pure.
"""
