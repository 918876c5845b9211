"""The room's printouts: turns values into PDF files with seat cards, move tickets and lists."""
