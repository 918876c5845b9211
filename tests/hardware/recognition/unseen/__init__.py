"""Decks that no net was trained on, and pictures of them. Shares no code with tests/lab/training, so that nothing here
is like the training art by construction."""
