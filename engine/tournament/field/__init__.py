"""Who is in: entries, who may not enter, how entries are counted."""
