"""The field of a tournament: its entries, people who may not enter, and how entries are counted."""
