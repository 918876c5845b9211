"""The sounds of the dealer's screen."""
