"""The programs, and what they share: the keeper and its journal, the wire, the central clock."""
