"""The room's prints: seat cards, move tickets and lists as PDF, from values to bytes."""
