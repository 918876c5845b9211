"""The field: entries, people who may not enter, and how entries are counted."""
