"""The programs and the code that they share: the keeper and its journal, the protocol, and the clock."""
