"""A table and its whole record: undo, repair, and what a few touches say about everybody at the table.

Tap the money, not the players: the dealer touches the screen when chips go in, the cards of the board are read, and one
touch ends the hand. Who was passed over folded or checked; a card closes a street. What follows are the ordinary facts
of a hand, marked as inferred where nobody touched them. Where the touches leave two possibilities it asks, and never
guesses. All of it is pure.
"""
