"""Recovery after a loss: backups at the tables, missing records, and histories that differ."""
