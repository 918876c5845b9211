"""The page for the floor's overrides."""
