"""The dealer's screen, its view and its parts."""
