"""The room's people: who is known, how a name is corrected, and how it is erased."""
