"""Rules about who plays: entries, absences, rebuys and teams."""
