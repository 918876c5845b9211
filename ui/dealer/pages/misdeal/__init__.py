"""The page for a misdeal."""
