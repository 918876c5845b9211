"""The page on which the floor overrules."""
