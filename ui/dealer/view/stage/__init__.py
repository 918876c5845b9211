"""The middle of the felt: the question to the dealer, the awards and the results. All functions are pure."""
