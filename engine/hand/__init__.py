"""One deal: its state, its rules (`legal`, `decide`, `apply`), its pots and its showdown."""
