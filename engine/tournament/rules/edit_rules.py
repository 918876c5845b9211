"""Whether any table has begun. Once one has, part of the structure may no longer be changed."""

from engine.tournament.tables.facts import Tables


def has_begun(tables: Tables) -> bool:
    """Whether any hand has been played."""
    return any(table.hands for table in tables.values())
