"""The widgets on the felt: seats, bets, board, pots, and what covers them."""
