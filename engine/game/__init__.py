"""A table and its whole record: undo, repairs, and the actions that a few touches imply.

Tap the money, not the players: the dealer touches the screen when chips go in, the cards of the board are read, and one
touch ends the hand. Players who were passed over folded or checked, and a card closes a street. The results are
ordinary events of a hand, marked as inferred if nobody touched them. If the touches leave two possibilities, the table
asks and never guesses. All of it is pure.
"""
