"""The page for a deal gone wrong."""
