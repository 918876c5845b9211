"""The programs, and what they share: the keeper and its journal, the protocol, the central clock."""
