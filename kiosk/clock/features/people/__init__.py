"""The room's people: who is on file, how a name is corrected, and how it is erased."""
